package store

import (
	"context"
	"sync"
	"sync/atomic"
)

// readPragmas are for the readers, which use mmap, so that their page cache only holds what is being sorted.
var readPragmas = []string{
	"busy_timeout(2000)", "mmap_size(2147418112)", "cache_size(-4000)", "temp_store(2)",
	"query_only(1)",
}

// readers are the connections that read a SQLite file.
type readers struct {
	path   string
	damage *damage
	steps  *atomic.Int64
	slots  chan struct{} // one for each that is at work

	mu     sync.Mutex
	idle   []*connection // the one that was used last is taken first, since it has most in its caches
	epoch  int           // of the statistics; connections of an earlier one plan by older statistics
	closed bool
}

func newReaders(d *damage, steps *atomic.Int64, most int) *readers {
	return &readers{path: d.path, damage: d, steps: steps, slots: make(chan struct{}, most)}
}

func (p *readers) acquire(ctx context.Context) (*connection, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	r, epoch, err := p.lastUsed()
	if r == nil && err == nil {
		if r, err = connect(p.path, readPragmas); err == nil {
			r.damage, r.steps, r.epoch = p.damage, p.steps, epoch
		}
	}
	if err != nil {
		p.damage.notice(err)
		<-p.slots
	}
	return r, err
}

// lastUsed is the one that was used last, nil if none is idle, and the epoch that a new one is of.
func (p *readers) lastUsed() (r *connection, epoch int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, 0, ErrClosed
	}
	if last := len(p.idle) - 1; last >= 0 {
		r, p.idle = p.idle[last], p.idle[:last]
	}
	return r, p.epoch, nil
}

func (p *readers) giveBack(r *connection) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || r.isBroken || r.epoch != p.epoch {
		r.close()
	} else {
		p.idle = append(p.idle, r)
	}
	<-p.slots
}

// close closes what is idle; what is at work follows when it is done.
func (p *readers) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.closeIdle()
}

// renew closes the connections, so that new ones read the statistics of the planner: those that are at work when they
// are done.
func (p *readers) renew() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.epoch++
	p.closeIdle()
}

func (p *readers) closeIdle() {
	for _, r := range p.idle {
		r.close()
	}
	p.idle = nil
}

// query runs a statement. It ends with ctx, and so do its rows; ended is told of the end.
func (p *readers) query(ctx context.Context, text string, args []any, ended func(err error)) (Rows, error) {
	r, err := p.acquire(ctx)
	if err != nil {
		ended(err)
		return nil, err
	}
	return r.startQuery(text, args, &fileRows{ctx: ctx, pool: p, ended: ended})
}

// Prepared is how many statements the readers keep at most, each for itself.
func (db *DB) Prepared() (most int) {
	db.files.mu.Lock()
	defer db.files.mu.Unlock()
	for _, r := range db.files.idle {
		most = max(most, len(r.statements))
	}
	return most
}
