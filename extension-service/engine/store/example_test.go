package store_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing/fstest"
	"time"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
)

// tasks is a migration of a domain: one file for both engines, with the words that differ in braces.
var tasks = fstest.MapFS{"migrations/0001_tasks.sql": {Data: []byte(`-- +goose Up
CREATE TABLE tasks (
	id {{id}}, version BIGINT NOT NULL, created BIGINT NOT NULL, created_by {{text}} NOT NULL,
	last_updated BIGINT NOT NULL, last_updated_by {{text}} NOT NULL, deleted_at BIGINT,
	title {{text}} NOT NULL, is_done BIGINT NOT NULL
);
`)}}

// task is a record: every field beside those of resource.Record is a column of the table.
type task struct {
	resource.Record
	Title  string `json:"title"  check:"required,max=40"`
	IsDone bool   `json:"isDone"`
}

// opened is a database of its own, in a file that close removes.
func opened(ctx context.Context) (db *store.DB, closeIt func()) {
	dir, err := os.MkdirTemp("", "example")
	orPanic(err)
	db, err = store.Open(ctx, filepath.Join(dir, "example.db"))
	orPanic(err)
	orPanic(db.Migrate(ctx)) // outbox, audit log and the tables of the product
	orPanic(db.MigrateFrom(ctx, tasks, "tasks_version"))
	return db, func() {
		orPanic(db.Close())
		orPanic(os.RemoveAll(dir))
	}
}

func orPanic(err error) {
	if err != nil {
		panic(err)
	}
}

// A transaction is carried by the context: whatever is called with it takes part. When the function fails, all of it is
// undone, and what was to happen after the commit does not.
func ExampleDB_Write() {
	ctx := context.Background()
	db, closeIt := opened(ctx)
	defer closeIt()

	err := db.Write(ctx, func(ctx context.Context) error {
		store.AfterCommit(ctx, func() { fmt.Println("never said") })
		if _, err := db.Exec(ctx, insertTask, "ring the client"); err != nil {
			return err
		}
		return errors.New("the line is busy")
	})
	fmt.Println(err)

	orPanic(db.Write(ctx, func(ctx context.Context) error {
		store.AfterCommit(ctx, func() { fmt.Println("on the disk") })
		_, err := db.Exec(ctx, insertTask, "write to the client")
		return err
	}))
	var title string
	found, err := db.Row(ctx, []any{&title}, "SELECT title FROM tasks")
	fmt.Println(found, title, err)
	// Output:
	// the line is busy
	// on the disk
	// true write to the client <nil>
}

// The rows of a statement are read one after the other into the same places.
func ExampleDB_Each() {
	ctx := context.Background()
	db, closeIt := opened(ctx)
	defer closeIt()
	orPanic(db.Write(ctx, func(ctx context.Context) error {
		for _, title := range []string{"ring the client", "write to the client"} {
			if _, err := db.Exec(ctx, insertTask, title); err != nil {
				return err
			}
		}
		return nil
	}))

	var id int64
	var title string
	err := db.Each(ctx, []any{&id, &title}, func() error {
		fmt.Println(id, title)
		return nil
	}, "SELECT id, title FROM tasks WHERE is_done = $1 ORDER BY id", 0)
	fmt.Println(err)

	read := func(row store.Rows) (t task, err error) { // where a row takes more than its columns
		err = row.Scan(&t.ID, &t.Title)
		return t, err
	}
	all, err := store.All(ctx, db, read, "SELECT id, title FROM tasks ORDER BY id")
	fmt.Println(len(all), all[1].Title, err)
	// Output:
	// 1 ring the client
	// 2 write to the client
	// <nil>
	// 2 write to the client <nil>
}

const insertTask = `
	INSERT INTO tasks (version, created, created_by, last_updated, last_updated_by, title, is_done)
	VALUES (1, 0, '', 0, '', $1, 0)`

// A Table keeps the records of one struct. Each change is stamped, gets a version and an audit entry.
func ExampleNewTable() {
	ctx := context.Background()
	db, closeIt := opened(ctx)
	defer closeIt()
	table := store.NewTable[task](db, store.Config{
		Name: "tasks", Entity: "task", Reach: store.Unscoped, Now: time.Now,
		Audit: func(_ context.Context, entries ...store.Entry) error {
			for _, e := range entries {
				fmt.Println("audited:", e.Entity, e.ID, e.Act.Action)
			}
			return nil
		},
	})

	made := task{Title: "ring the client"}
	orPanic(db.Write(ctx, func(ctx context.Context) error { return table.Create(ctx, &made) }))
	orPanic(db.Write(ctx, func(ctx context.Context) error {
		old, err := table.Get(ctx, made.ID) // locked until the commit
		if err != nil {
			return err
		}
		changed := old
		changed.IsDone = true
		return table.Update(ctx, old, &changed)
	}))
	got, err := table.Get(ctx, made.ID)
	fmt.Println(got.Title, got.IsDone, got.Version, err)
	open, err := table.Count(ctx, table.Where("isDone", query.Is, false))
	fmt.Println(open, err)
	// Output:
	// audited: task 1 create
	// audited: task 1 update
	// ring the client true 2 <nil>
	// 0 <nil>
}

// What must follow a change outside of the database is noted in the same transaction. A relay carries the notes out,
// and forgets them only when that went well.
func ExampleRelay() {
	ctx := context.Background()
	db, closeIt := opened(ctx)
	defer closeIt()

	orPanic(db.Write(ctx, func(ctx context.Context) error {
		return db.Enqueue(ctx, store.OutboxMessage{
			Topic: "letters", Entity: "task", EntityID: 7, Payload: "done",
			Created: time.Now(),
		})
	}))
	reachable := false
	relay := &store.Relay{
		DB: db, Topic: "letters", Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Publish: func(_ context.Context, notes []store.OutboxMessage) error {
			if !reachable {
				return errors.New("nobody answers")
			}
			for _, n := range notes {
				fmt.Println(n.Entity, n.EntityID, n.Payload)
			}
			return nil
		},
	}
	_, err := relay.Step(ctx) // Run does so until its context ends
	fmt.Println(err)
	reachable = true
	n, err := relay.Step(ctx)
	fmt.Println(n, err)
	n, err = relay.Step(ctx)
	fmt.Println(n, err)
	// Output:
	// nobody answers
	// task 7 done
	// 1 <nil>
	// 0 <nil>
}

// A statement that is put together piece by piece counts its parameters by itself.
func ExampleArgs() {
	args := store.Args{7}
	where := "project_id = $1 AND status IN " + store.OneOf([]string{"open", "paused"}, args.Add)
	fmt.Println(where)
	fmt.Println(args...)
	// Output:
	// project_id = $1 AND status IN ($2, $3)
	// 7 open paused
}

// Texts are compared in their folded form, by lists and by the search index alike.
func ExampleFold() {
	fmt.Println(store.Fold("Jürgen Groß"), store.Fold("JÜRGEN GROSS"))
	// Output: jurgen gross jurgen gross
}
