package audit

import (
	"context"
	"sync"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

const (
	readsEvery   = 500 * time.Millisecond // between batches of reads
	maxReads     = 10_000                 // reads that wait for a database that takes no writes
	readsTimeout = time.Second            // that a batch may take to begin; the next tries again
)

// reads are entries that wait to be written together, so that nobody who only reads waits for a write.
type reads struct {
	mu      sync.Mutex
	rows    [][]any
	writing sync.Mutex // one batch at a time, so that entries stay in order
}

// RecordLater keeps an entry of a read or a refusal for the next batch; inside a transaction once that is durable. What
// cannot be recorded at all is not shown: UNAVAILABLE when too many wait.
func (l *Log) RecordLater(ctx context.Context, e store.Entry) error {
	row, err := l.row(ctx, e)
	if err != nil {
		return err
	}
	if l.isFull() && !store.InTransaction(ctx) {
		_ = l.Flush(ctx) // a file of many people is read faster than batches are due
	}
	if l.isFull() {
		return fault.New(fault.Upstream, "UNAVAILABLE", "the reading cannot be recorded: the database takes no writes")
	}
	store.AfterCommit(ctx, func() {
		l.reads.mu.Lock()
		defer l.reads.mu.Unlock()
		l.reads.rows = append(l.reads.rows, row)
	})
	return nil
}

// isFull says whether as many reads wait as are kept.
func (l *Log) isFull() bool {
	l.reads.mu.Lock()
	defer l.reads.mu.Unlock()
	return len(l.reads.rows) >= maxReads
}

// Flush writes the reads that wait.
func (l *Log) Flush(ctx context.Context) error {
	l.reads.writing.Lock()
	defer l.reads.writing.Unlock()
	l.reads.mu.Lock()
	batch := l.reads.rows
	l.reads.mu.Unlock()
	if len(batch) == 0 {
		return nil
	}
	ctx, done := context.WithTimeout(ctx, readsTimeout)
	defer done()
	err := l.DB.Write(ctx, func(ctx context.Context) error {
		return l.insertMany(ctx, batch)
	})
	if err != nil {
		return err
	}
	l.reads.mu.Lock()
	defer l.reads.mu.Unlock()
	l.reads.rows = append([][]any(nil), l.reads.rows[len(batch):]...)
	return nil
}

// Run writes reads in batches, and indexes what is recent, until ctx ends. What fails is told once until it works
// again.
func (l *Log) Run(ctx context.Context, report func(error)) {
	tick, index, failing := time.NewTicker(readsEvery), time.NewTicker(indexEvery), false
	defer tick.Stop()
	defer index.Stop()
	for {
		do := l.Flush
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-index.C:
			do = l.indexAll
		}
		err := do(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			report(err)
		}
		failing = err != nil
	}
}

// latest writes what waits before the log is read. What cannot be written yet is not shown yet.
func (l *Log) latest(ctx context.Context) {
	if !store.InTransaction(ctx) {
		_ = l.Flush(ctx)
	}
}
