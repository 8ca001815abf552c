package store

import (
	"context"
	"time"
)

// Watcher is told what the database does, for metrics and traces. It is called by whoever asked, after the fact, and
// has to be fast.
type Watcher struct {
	Statement func(ctx context.Context, s Statement)
	// Origin names what ctx is for, so that whoever goes on with it later can say so, and Continue makes a context that is
	// for it; nil: nobody asks.
	Origin   func(ctx context.Context) string
	Continue func(ctx context.Context, origin string) context.Context
	// Carry is told when notes are taken out of the outbox, and what has become of that; nil: nobody asks.
	Carry func(ctx context.Context, topic string, notes []OutboxMessage) (watched context.Context, done func(err error))
}

// Statement is one that has come to its end: all of its rows are read, or the caller has stopped reading them.
type Statement struct {
	Kind  StatementKind
	Text  string // without the values of its parameters; "" of a transaction
	Began time.Time
	Took  time.Duration
	Err   error
}

// StatementKind tells statements apart.
type StatementKind string

// The kinds.
const (
	ReadStatement  StatementKind = "read"
	WriteStatement StatementKind = "write"
	Transaction    StatementKind = "transaction" // from the moment it is asked for until it is durable
)

// Watch tells w from now on what the database does. It must be called before anybody else uses the database.
func (db *DB) Watch(w Watcher) { db.watcher = w }

// watched begins a statement and returns what is called at its end.
func (db *DB) watched(ctx context.Context, kind StatementKind, text string) func(err error) {
	if db.watcher.Statement == nil {
		return func(error) {}
	}
	began := time.Now()
	return func(err error) {
		db.watcher.Statement(ctx, Statement{Kind: kind, Text: text, Began: began, Took: time.Since(began), Err: err})
	}
}

// Origin names what ctx is for, to be kept beside what somebody else goes on with; "" when nobody asks.
func (db *DB) Origin(ctx context.Context) string {
	if db.watcher.Origin == nil {
		return ""
	}
	return db.watcher.Origin(ctx)
}

// Continue is ctx for what Origin has named.
func (db *DB) Continue(ctx context.Context, origin string) context.Context {
	if db.watcher.Continue == nil || origin == "" {
		return ctx
	}
	return db.watcher.Continue(ctx, origin)
}

// publishWatched does with notes what their relay does.
func (db *DB) publishWatched(ctx context.Context, r *Relay, notes []OutboxMessage) error {
	if db.watcher.Carry == nil {
		return r.Publish(ctx, notes)
	}
	watched, done := db.watcher.Carry(ctx, r.Topic, notes)
	err := r.Publish(watched, notes)
	done(err)
	return err
}

// Work is told when work begins that no request waits for, and what has become of it. A nil Work is told of nothing.
type Work func(ctx context.Context, kind string) (watched context.Context, done func(outcome string, err error))

// Start tells it.
func (w Work) Start(ctx context.Context, kind string) (watched context.Context, done func(outcome string, err error)) {
	if w == nil {
		return ctx, func(string, error) {}
	}
	return w(ctx, kind)
}
