package store

import (
	"context"
	"sync"
)

// readPragmas are for the readers, which use mmap, so that their page cache only holds what is being sorted.
var readPragmas = []string{"busy_timeout(2000)", "mmap_size(2147418112)", "cache_size(-4000)", "temp_store(2)", "query_only(1)"}

// readers are the connections that read a SQLite file.
type readers struct {
	path   string
	damage *damage
	slots  chan struct{} // one for each that is at work

	mu     sync.Mutex
	idle   []*connection // the one that was used last is taken first, since it has most in its caches
	closed bool
}

func newReaders(d *damage, most int) *readers {
	return &readers{path: d.path, damage: d, slots: make(chan struct{}, most)}
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
	r, had, err := p.last()
	if !had && err == nil {
		if r, err = connect(p.path, readPragmas); err == nil {
			r.damage = p.damage
		}
	}
	if err != nil {
		p.damage.notice(err)
		<-p.slots
	}
	return r, err
}

// last is the one that was used last, if one is idle.
func (p *readers) last() (r *connection, had bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, false, ErrClosed
	}
	last := len(p.idle) - 1
	if last < 0 {
		return nil, false, nil
	}
	r, p.idle = p.idle[last], p.idle[:last]
	return r, true, nil
}

func (p *readers) leave(r *connection) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
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
