package store

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
)

// OutboxMessage is one line of the outbox: something outside the database must follow this change.
type OutboxMessage struct {
	ID       int64
	Topic    string // which relay carries it
	Entity   string
	EntityID int64
	Version  int64 // of the record after the change
	Payload  string
	Created  time.Time
	Origin   string // what the change was made for, see Watcher; Enqueue fills it in
}

// Enqueue writes messages in the transaction of ctx and wakes the relays of their topics after the commit.
func (db *DB) Enqueue(ctx context.Context, messages ...OutboxMessage) error {
	rows, origin := make([][]any, len(messages)), db.Origin(ctx)
	for i, n := range messages {
		rows[i] = []any{n.Topic, n.Entity, n.EntityID, n.Version, n.Payload, n.Created.UnixMilli(), origin}
	}
	if err := db.Insert(ctx, "outbox (topic, entity, entity_id, version, payload, created, origin)", rows); err != nil {
		return err
	}
	AfterCommit(ctx, func() {
		for _, n := range messages {
			db.wake(n.Topic)
		}
	})
	return nil
}

// Relay carries the messages of one topic out of the database. Publish must be safe to repeat: messages are deleted
// only after it has returned nil, and exactly those it was given, since identity ids commit out of order in PostgreSQL.
// A *UndeliveredError leaves the messages of its entities in the outbox and deletes the others.
type Relay struct {
	DB      *DB
	Topic   string
	Publish func(ctx context.Context, messages []OutboxMessage) error
	Log     *slog.Logger

	Gather time.Duration // waited before a look that may find few, so that writes in a row are carried together

	skipped []string // entities whose messages were kept
	steps   int      // since they are skipped
}

// UndeliveredError names the entities whose messages cannot be delivered yet. They stay in the outbox and block no
// other.
type UndeliveredError struct{ Entities []string }

func (e *UndeliveredError) Error() string { return "messages wait: " + strings.Join(e.Entities, ", ") }

const (
	relayBatch = 1000
	relayIdle  = time.Second // between looks when nobody woke the relay
	relayPause = 5 * time.Second

	skippedSteps = int(relayPause / relayIdle)
)

// Run carries messages until ctx ends. It returns only then.
func (r *Relay) Run(ctx context.Context) {
	wake, trouble := r.DB.wakeups(r.Topic), ""
	for {
		n, err := r.Step(ctx)
		pause := relayIdle
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			if text := err.Error(); text != trouble { // what is down for an hour is one line
				r.Log.Log(ctx, levelOf(err), "relay", "topic", r.Topic, "err", err)
				trouble = text
			}
			pause = relayPause
		case n == relayBatch:
			trouble = ""
			continue
		case n > 0:
			trouble = ""
			r.gather(ctx)
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
			r.gather(ctx)
		case <-time.After(pause):
		}
	}
}

// levelOf knows that what messages are for need not be there yet: they wait.
func levelOf(err error) slog.Level {
	if fault.KindOf(err) == fault.Upstream {
		return slog.LevelInfo
	}
	return slog.LevelError
}

func (r *Relay) gather(ctx context.Context) {
	if r.Gather == 0 {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(r.Gather):
	}
}

// Step carries one batch and returns how many messages it has carried. Undelivered ones are read again a few steps
// later.
func (r *Relay) Step(ctx context.Context) (int, error) {
	if r.steps++; r.steps > skippedSteps {
		r.skipped, r.steps = nil, 0
	}
	messages, err := r.DB.messages(ctx, r.Topic, r.skipped)
	if err != nil || len(messages) == 0 {
		return 0, err
	}
	err = r.DB.publishWatched(ctx, r, messages)
	if undelivered, is := errors.AsType[*UndeliveredError](err); is {
		r.skipped = append(r.skipped, undelivered.Entities...)
		messages = slices.DeleteFunc(messages, func(n OutboxMessage) bool {
			return slices.Contains(undelivered.Entities, n.Entity)
		})
		err = nil
	}
	if err != nil || len(messages) == 0 {
		return 0, err
	}
	return len(messages), r.DB.Write(ctx, func(ctx context.Context) error {
		return r.DB.deleteOutboxMessages(ctx, messages)
	})
}

// Backlog says how many messages of a topic wait and how old the oldest is.
func (db *DB) Backlog(ctx context.Context, topic string) (n int64, oldest time.Time, err error) {
	var ms int64
	_, err = db.Row(ctx, []any{&n, &ms}, "SELECT count(*), coalesce(min(created), 0) FROM outbox WHERE topic = $1", topic)
	return n, time.UnixMilli(ms), err
}

// BacklogOf says the same of the messages of a topic about one entity.
func (db *DB) BacklogOf(ctx context.Context, topic, entity string) (n int64, oldest time.Time, err error) {
	var ms int64
	_, err = db.Row(ctx, []any{&n, &ms},
		"SELECT count(*), coalesce(min(created), 0) FROM outbox WHERE topic = $1 AND entity = $2", topic, entity)
	return n, time.UnixMilli(ms), err
}

// messages are the oldest of a topic, but those about the entities that are skipped.
func (db *DB) messages(ctx context.Context, topic string, skipped []string) ([]OutboxMessage, error) {
	var out []OutboxMessage
	args, rest := Args{topic, relayBatch}, ""
	if len(skipped) > 0 {
		rest = "AND entity NOT IN " + OneOf(skipped, args.Add)
	}
	n := OutboxMessage{Topic: topic}
	var ms int64
	err := db.Each(ctx, []any{&n.ID, &n.Entity, &n.EntityID, &n.Version, &n.Payload, &ms, &n.Origin}, func() error {
		n.Created = time.UnixMilli(ms)
		out = append(out, n)
		return nil
	}, `
		SELECT id, entity, entity_id, version, payload, created, origin
		  FROM outbox
		 WHERE topic = $1 `+rest+`
		 ORDER BY id
		 LIMIT $2`, args...)
	return out, err
}

func (db *DB) deleteOutboxMessages(ctx context.Context, messages []OutboxMessage) error {
	ids := make([]int64, len(messages))
	for i, n := range messages {
		ids[i] = n.ID
	}
	_, err := db.Exec(ctx, "DELETE FROM outbox WHERE id IN "+db.InList(1), IDList(ids))
	return err
}

// DeleteQueued deletes the messages of a topic that nobody has carried yet, in the transaction of ctx.
func (db *DB) DeleteQueued(ctx context.Context, topic string) error {
	_, err := db.Exec(ctx, "DELETE FROM outbox WHERE topic = $1", topic)
	return err
}

// DeleteUnknown deletes the messages of a topic about other entities than those that are known, if they are older than
// an instant: until then a newer copy of the service may carry them. It returns how many there were.
func (db *DB) DeleteUnknown(ctx context.Context, topic string, known []string, before time.Time) (n int64, err error) {
	args := Args{topic, before.UnixMilli()}
	which := " FROM outbox WHERE topic = $1 AND created < $2 AND entity NOT IN " + OneOf(known, args.Add)
	found, err := db.Row(ctx, []any{new(int64)}, "SELECT id"+which+" LIMIT 1", args...)
	if err != nil || !found {
		return 0, err
	}
	err = db.Write(ctx, func(ctx context.Context) error {
		n, err = db.Exec(ctx, "DELETE"+which, args...)
		return err
	})
	return n, err
}

// wakeups returns the channel that rings when a note of the topic is committed on this copy of the service.
func (db *DB) wakeups(topic string) chan struct{} {
	c, _ := db.wakeUps.LoadOrStore(topic, make(chan struct{}, 1))
	return c.(chan struct{})
}

func (db *DB) wake(topic string) {
	select {
	case db.wakeups(topic) <- struct{}{}:
	default:
	}
}
