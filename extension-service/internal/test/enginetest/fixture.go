package enginetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"testing/fstest"
	"time"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
)

// Book is what the rows of a Shelf are called.
const Book = "book"

// Fixture is a small service: rows, the outbox that tells of them, and their index.
type Fixture struct {
	*search.Indexes
	DB    *store.DB
	Relay *store.Relay
}

// NewShelf opens the one whose rows lie in a folder; the engine stays the caller's.
func NewShelf(ctx context.Context, dir string, engine search.Engine, now func() time.Time) (*Fixture, error) {
	db, err := store.Open(ctx, filepath.Join(dir, "rows.db"))
	if err != nil {
		return nil, err
	}
	files := fstest.MapFS{"migrations/0001_books.sql": {Data: []byte(
		"-- +goose Up\nCREATE TABLE books (id {{id}}, title {{text}} NOT NULL, client_id BIGINT NOT NULL, version BIGINT NOT NULL);\n")}}
	if err := errors.Join(db.Migrate(ctx), db.MigrateFrom(ctx, files, "books_version")); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	x := search.New(engine, map[string]search.Source{Book: rows{db}}, log, now)
	x.Backlog = db.BacklogOf
	return &Fixture{x, db, &store.Relay{DB: db, Topic: search.Topic, Publish: x.Publish, Log: log}}, nil
}

// Fill adds rows in one transaction.
func (s *Fixture) Fill(ctx context.Context, n int) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		for i := range n {
			if _, err := s.insert(ctx, fmt.Sprint("Book ", i+1), int64(i)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Fixture) insert(ctx context.Context, title string, n int64) (id int64, err error) {
	_, err = s.DB.Row(ctx, []any{&id}, "INSERT INTO books (title, client_id, version) VALUES ($1, $2, 1) RETURNING id",
		title, 1+n%5)
	return id, err
}

// Change updates a row, or deletes it, every tenth; where there is none another one comes. Its note is in the same
// transaction.
func (s *Fixture) Change(ctx context.Context, id int64) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		var version int64
		found, err := s.DB.Row(ctx, []any{&version}, "SELECT version FROM books WHERE id = $1", id)
		if err != nil {
			return err
		}
		version++
		title := fmt.Sprintf("Book %d, for the %dth time", id, version)
		switch {
		case !found:
			id, err = s.insert(ctx, title, id)
		case id%10 == 0:
			_, err = s.DB.Exec(ctx, "DELETE FROM books WHERE id = $1", id)
		default:
			_, err = s.DB.Exec(ctx, "UPDATE books SET title = $1, version = $2 WHERE id = $3", title, version, id)
		}
		if err != nil {
			return err
		}
		return s.DB.Enqueue(ctx, store.OutboxMessage{
			Topic: search.Topic, Entity: Book, EntityID: id, Version: version,
			Created: s.Now(),
		})
	})
}

// Drain relays all that waits.
func (s *Fixture) Drain(ctx context.Context) error {
	for {
		if n, err := s.Relay.Step(ctx); n == 0 || err != nil {
			return err
		}
	}
}

// Equal says how many rows there are once the index was told of all of them; it fails unless each is in it as it is,
// and nothing else.
func (s *Fixture) Equal(ctx context.Context) (n int64, err error) {
	if err := s.Drain(ctx); err != nil {
		return 0, err
	}
	if _, err := s.DB.Row(ctx, []any{&n}, "SELECT count(*) FROM books"); err != nil {
		return n, err
	}
	report, err := s.Drift(ctx, Book, search.Options{})
	if err == nil && (report.Counts[search.OK] != n || len(report.IDs) > 0) {
		err = fmt.Errorf("%d rows, and the index has %v", n, report.Counts)
	}
	return n, err
}

// IndexCount is how many indexes the engine has of them.
func (s *Fixture) IndexCount(ctx context.Context) (int, error) {
	state, err := s.Engine.State(ctx, Book)
	return len(state.Indexes), err
}

// rows are the source of the index.
type rows struct{ db *store.DB }

// Documents are those of the rows that are there.
func (r rows) Documents(ctx context.Context, ids []int64) (out []search.Document, err error) {
	var d search.Document
	var title string
	err = r.db.Each(ctx, []any{&d.ID, &title, &d.ClientID, &d.Version}, func() error {
		d.Contents = search.ContentsOf(map[string]any{"title": title, "clientId": d.ClientID})
		out = append(out, d)
		return nil
	}, "SELECT id, title, client_id, version FROM books WHERE id IN "+r.db.InList(1), store.IDList(ids))
	return out, err
}

// IDs are those of all rows or of one client's, in order.
func (r rows) IDs(ctx context.Context, clientID, after int64, limit int) ([]int64, error) {
	return r.db.IDs(ctx, "SELECT id FROM books WHERE id > $1 AND $2 IN (0, client_id) ORDER BY id LIMIT $3", after,
		clientID, limit)
}

// Changed names none: every change has its note.
func (rows) Changed(context.Context, time.Time) ([]int64, error) { return nil, nil }

// Schema is that of a book.
func (rows) Schema() search.Schema {
	return search.Schema{Type: Book, SettingsVersion: 1, Fields: []search.Field{
		{Name: "title", Type: search.Text, Searchable: true, Sortable: true},
		{Name: "clientId", Type: search.Long, Searchable: true, Filterable: true},
	}}
}
