// Package sharedrun lets many callers share one run of work that does the same for all of them.
package sharedrun

import (
	"context"
	"errors"
	"sync"
)

// Work is work that serves everybody who asked for it before it began, such as removing from a file all that was
// deleted until then. The zero value is ready for use.
type Work struct {
	mu      sync.Mutex
	next    *run          // the one that whoever comes now takes part in; nil: nobody waits
	running chan struct{} // closed at the end of the run that is going on; nil: none is
}

// errPanicked is what those hear who share a run that never returned.
var errPanicked = errors.New("the work panicked")

// run is one run.
type run struct {
	done        chan struct{}
	err         error
	isAbandoned bool // the caller whose context it used has gone
}

// Do returns after a run that began after the call, with its error. At most one runs at a time, and all who wait
// meanwhile share the next one. The run uses the context of the first of them: when that ends, another one of those who
// wait runs it.
func (w *Work) Do(ctx context.Context, work func(ctx context.Context) error) error {
	for {
		r, before, isFirst := w.join()
		if isFirst {
			w.runFor(ctx, r, before, work)
			return r.err
		}
		select {
		case <-r.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if !r.isAbandoned {
			return r.err
		}
	}
}

// join takes part in the next run. The first who does has to run it, once the one before has ended.
func (w *Work) join() (r *run, before <-chan struct{}, isFirst bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.next != nil {
		return w.next, nil, false
	}
	w.next = &run{done: make(chan struct{})}
	return w.next, w.running, true
}

// runFor waits for the run before and does the work for all who wait.
func (w *Work) runFor(ctx context.Context, r *run, before <-chan struct{}, work func(ctx context.Context) error) {
	if before != nil {
		select {
		case <-before:
		case <-ctx.Done():
			w.end(r, ctx.Err(), true)
			return
		}
	}
	w.mu.Lock()
	w.next, w.running = nil, r.done
	w.mu.Unlock()
	err := errPanicked
	defer func() { w.end(r, err, err != nil && ctx.Err() != nil) }()
	err = work(ctx)
}

// end tells all who wait.
func (w *Work) end(r *run, err error, isAbandoned bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.next == r {
		w.next = nil
	}
	if w.running == r.done {
		w.running = nil
	}
	r.err, r.isAbandoned = err, isAbandoned
	close(r.done)
}
