package store

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"poolkeeper.example/extension-service/engine/trigram"
	"poolkeeper.example/extension-service/platform/fault"
)

// The writer must not keep temporary data in memory: SQLite walks an in-memory statement journal from its beginning
// after every statement, so that a transaction of ten thousand rows would spend four fifths of its time there. What is
// deleted or replaced is overwritten, so that of whoever is forgotten no byte is left in the file.
var writePragmas = []string{
	"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "secure_delete(1)",
	"mmap_size(2147418112)", "cache_size(-8000)", "wal_autocheckpoint(2000)", "analysis_limit(10000)",
}

const (
	batchLimit = 64                     // writes that share one commit at most
	batchTime  = 250 * time.Millisecond // after which no write joins a batch, so that those in it are answered
	lookEvery  = 250 * time.Millisecond // between looks whether another process has written
)

// LockTimeout is how long a write waits for a lock that somebody else holds, on either engine.
const LockTimeout = 5 * time.Second

// lockProbe is how long SQLite waits for the lock at once, and how long a write waits after another has waited for
// LockTimeout in vain.
const lockProbe = 100 * time.Millisecond

// ErrClosed is answered to writes that arrive after Close.
var ErrClosed = errors.New("store: closed")

var errEnded = errors.New("store: SQLite has ended the transaction")

func openSQLite(path string) (*DB, error) {
	if err := MakeFile(path); err != nil {
		return nil, err
	}
	conn, err := connect(path, writePragmas)
	if err != nil {
		return nil, err
	}
	found, err := watchFile(path)
	if err != nil {
		conn.close()
		return nil, err
	}
	conn.damage = found
	w := &groupWriter{conn: conn, queue: make(chan *pendingWrite, 4*batchLimit), done: make(chan struct{})}
	db := &DB{dialect: SQLite, path: path, damage: found, writes: w}
	conn.steps, db.files = &db.steps, newReaders(found, &db.steps, max(4, runtime.NumCPU()))
	db.fragments = trigram.New(db)
	w.elsewhere = func() { db.gens.elsewhere.Add(1) }
	if err = w.exec(fmt.Sprintf("PRAGMA busy_timeout = %d", lockProbe.Milliseconds())); err == nil {
		_, err = w.dataVersion()
	}
	if err != nil {
		conn.close()
		return nil, err
	}
	go w.run()
	return db, nil
}

// groupWriter is the one writer of a SQLite file. Writes that wait while another runs share its commit, so that a
// flushed commit costs each of them a fraction of the flush.
type groupWriter struct {
	conn  *connection
	queue chan *pendingWrite
	done  chan struct{}

	locked bool // somebody else holds the lock, when it was last asked for

	seen      int64  // the data version at the last look
	elsewhere func() // called when another process has written to the file

	gate   sync.RWMutex // held by those who queue; closing takes it alone
	closed bool
}

type pendingWrite struct {
	ctx       context.Context
	fn        func(context.Context) error
	tx        *transaction
	err       error
	reply     chan struct{}
	isClaimed atomic.Bool // by the writer, which answers, or by the caller, who has stopped waiting
}

// claim says whether nobody has taken it before.
func (p *pendingWrite) claim() bool { return p.isClaimed.CompareAndSwap(false, true) }

func (w *groupWriter) write(ctx context.Context, fn func(context.Context) error) error {
	p := &pendingWrite{ctx: ctx, fn: fn, reply: make(chan struct{})}
	if err := w.enqueue(p); err != nil {
		return err
	}
	select {
	case <-p.reply:
		return p.err
	case <-ctx.Done():
	}
	if p.claim() {
		return context.Cause(ctx)
	}
	<-p.reply
	return p.err
}

func (w *groupWriter) enqueue(p *pendingWrite) error {
	w.gate.RLock()
	defer w.gate.RUnlock()
	if w.closed {
		return ErrClosed
	}
	select {
	case w.queue <- p:
		return nil
	case <-p.ctx.Done():
		return context.Cause(p.ctx)
	}
}

// close lets the writes that wait finish and refuses all later ones.
func (w *groupWriter) close() error {
	w.gate.Lock()
	again := w.closed
	w.closed = true
	w.gate.Unlock()
	if again {
		return nil
	}
	close(w.queue)
	<-w.done
	w.conn.close()
	return nil
}

func (w *groupWriter) run() {
	defer close(w.done)
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		select {
		case first, open := <-w.queue:
			if !open {
				return
			}
			batch := []*pendingWrite{first}
			w.commit(&batch)
			for _, p := range batch {
				close(p.reply)
			}
		case <-look.C:
			_ = w.conn.damage.lookForFile() // which remembers it
			// An error is that of a file that cannot be read, which every statement says.
			if isOther, err := w.dataVersion(); err == nil && isOther {
				w.elsewhere()
			}
		}
	}
}

// dataVersion says whether somebody else has written to the file since it was last asked. This connection's own writes,
// which are all of this process, leave SQLite's data version alone.
func (w *groupWriter) dataVersion() (isOther bool, err error) {
	last := w.seen
	_, err = w.conn.row(context.Background(), []any{&w.seen}, "PRAGMA data_version")
	return w.seen != last, err
}

// commit runs the first write and those that have arrived meanwhile. A failure is undone with the whole transaction
// while nothing else stands in it, since a savepoint has the text indexes written out; only those that follow get one.
func (w *groupWriter) commit(batch *[]*pendingWrite) {
	err := w.beginImmediate()
	if err != nil {
		w.refuse(batch, err)
		return
	}
	began, standing := time.Now(), false
	for i := 0; i < len(*batch) && err == nil; i++ {
		p := (*batch)[i]
		if err = w.attempt(p, standing); err == nil && time.Since(began) < batchTime {
			w.claimWaiting(batch, batchLimit)
		}
		standing = standing || p.tx != nil && p.err == nil
	}
	if err == nil {
		err = w.exec("COMMIT")
	}
	if err != nil {
		_ = w.exec("ROLLBACK") // there may be nothing left to undo
		err = fmt.Errorf("commit: %w", err)
	}
	for _, p := range *batch {
		switch {
		case p.err != nil:
		case err != nil:
			p.err = err
		case p.tx != nil: // else its caller has given it up
			p.tx.committed()
		}
	}
}

// beginImmediate takes the lock, unless the file is gone: what is written to one that was removed is lost. Who comes
// while it is known to be held by somebody else need not wait as long as the first. The limit is one of the clock:
// SQLite adds up the pauses it means to make, which on a busy machine are twice as long.
func (w *groupWriter) beginImmediate() error {
	if err := w.conn.damage.lookForFile(); err != nil {
		return err
	}
	for until := time.Now().Add(LockTimeout); ; {
		err := w.exec("BEGIN IMMEDIATE")
		isLocked := err != nil && IsBusy(err)
		if isLocked && !w.locked && time.Now().Before(until) {
			continue
		}
		w.locked = isLocked
		return err
	}
}

func (w *groupWriter) exec(text string) error {
	_, err := w.conn.change(text, nil)
	return err
}

// refuse tells all who wait why no transaction can begin: each would wait as long as the first for the same answer.
func (w *groupWriter) refuse(batch *[]*pendingWrite, err error) {
	w.claimWaiting(batch, math.MaxInt)
	for _, p := range *batch {
		if p.claim() {
			p.err = err
		}
	}
}

func (w *groupWriter) claimWaiting(batch *[]*pendingWrite, limit int) {
	for len(*batch) < limit {
		select {
		case p, open := <-w.queue:
			if !open {
				return
			}
			*batch = append(*batch, p)
		default:
			return
		}
	}
}

// attempt runs one write, under a savepoint when others stand before it. Its own error is the writer's answer; the one
// returned means that the transaction they all share is lost: SQLite ends it by itself when a disk is full, and what
// came after would stand alone.
func (w *groupWriter) attempt(p *pendingWrite, follows bool) error {
	if !p.claim() {
		return nil
	}
	if p.err = context.Cause(p.ctx); p.err != nil {
		return nil //nolint:nilerr // it is the answer of this one write; the shared transaction stands
	}
	if follows {
		if w.exec("BEGIN") == nil { // within a transaction it fails
			return errEnded
		}
		if err := w.exec("SAVEPOINT write_one"); err != nil {
			return err
		}
	}
	p.tx = &transaction{on: fileTx{w.conn}}
	inside, done := detachStarted(p.ctx)
	p.err = guarded(context.WithValue(inside, txKey{}, p.tx), p.fn)
	if p.err == nil && inside.Err() != nil {
		p.err = context.Cause(inside)
	}
	done()
	switch {
	case follows && p.err != nil:
		if err := w.exec("ROLLBACK TO SAVEPOINT write_one"); err != nil {
			return err
		}
		return w.exec("RELEASE SAVEPOINT write_one")
	case follows:
		return w.exec("RELEASE SAVEPOINT write_one")
	case p.err != nil:
		_ = w.exec("ROLLBACK") // there may be nothing left to undo
		return w.beginImmediate()
	}
	return nil
}

// fileTx runs the statements of a transaction. SQLite ends it when one of its changes is interrupted, and other writes
// share it, so a write whose time is over ends between two statements.
type fileTx struct{ *connection }

func (tx fileTx) query(ctx context.Context, text string, args []any, ended func(err error)) (Rows, error) {
	if ctx.Err() != nil {
		ended(context.Cause(ctx))
		return nil, context.Cause(ctx)
	}
	return tx.startQuery(text, args, &fileRows{ctx: context.Background(), ended: ended})
}

func (tx fileTx) change(ctx context.Context, text string, args []any) (int64, error) {
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	return tx.connection.change(text, args)
}

// guarded turns a panic of fn into an error, so that one broken request cannot stop all writing.
func guarded(ctx context.Context, fn func(context.Context) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fault.Panicked("a write", r)
		}
	}()
	return fn(ctx)
}
