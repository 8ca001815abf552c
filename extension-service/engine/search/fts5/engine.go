// Package fts5 is the search engine that needs no service: SQLite's FTS5 in files of its own.
//
// One file, the catalogue, names the indexes and what the aliases stand for. Each index is a file beside it with four
// tables. doc holds the live documents with a column per sortable field and text, gone the tombstones, state how many
// documents there are. key is a full-text table that shares the documents' ids and keeps no text of its own: it finds a
// document by any of its exact values (client, status, the beginnings of its words) as a single token each, in order of
// id. Longer parts of texts are found by the postings of the store, as those of records are, once an index is complete.
package fts5

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Engine is a search.Engine on the SQLite files of one folder. Several processes may share them.
type Engine struct {
	dir       string
	catalogue *store.DB
	now       func() time.Time
	log       *slog.Logger
	opening   singleflight.Group // by name

	mu          sync.Mutex
	files       map[string]*index // those that are open, by name
	closed      bool
	quarantined string
}

// Folder is where the files are kept, and the name of the installation that they belong to.
type Folder struct{ Path, Owner string }

// Open opens or makes the catalogue in a folder. The files of the indexes are opened when they are first used. What is
// damaged is set aside, told to log and built anew; with the catalogue that is all. Indexes of another owner, or of one
// that nobody knows, are removed.
func Open(ctx context.Context, folder Folder, now func() time.Time, log *slog.Logger) (*Engine, error) {
	e := &Engine{dir: folder.Path, now: now, log: log, files: map[string]*index{}}
	path, at := filepath.Join(e.dir, catalogueFile), now()
	damaged, err := store.QuarantineDamaged(ctx, path, at)
	if err != nil {
		return nil, err
	}
	if e.catalogue, err = prepared(ctx, path); err != nil {
		return nil, err
	}
	if damaged != "" {
		err = e.quarantineAll(damaged, at)
	}
	if err = errors.Join(err, e.dropForeign(ctx, folder.Owner), e.sweep(ctx)); err != nil {
		return nil, errors.Join(err, e.catalogue.Close())
	}
	return e, nil
}

func prepared(ctx context.Context, path string) (*store.DB, error) {
	db, err := store.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := db.MigrateFrom(ctx, migrations, "goose_db_version"); err != nil {
		return nil, errors.Join(fmt.Errorf("migrate %s: %w", path, err), db.Close())
	}
	return db, nil
}

// Close waits for running writes and releases the files.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.closed = true
	e.mu.Unlock()
	err := e.catalogue.Close()
	for _, x := range e.all() {
		err = errors.Join(err, x.db.Close())
	}
	return err
}

// Ping says whether the catalogue can be read.
func (e *Engine) Ping(ctx context.Context) error {
	err := e.catalogue.Ping(ctx)
	for _, x := range e.all() {
		err = errors.Join(err, x.db.Damage())
	}
	return err
}

// Check reads the files of the catalogue and of all indexes from their beginnings to their ends, and remembers what is
// wrong.
func (e *Engine) Check(ctx context.Context) error {
	failed := e.catalogue.Check(ctx)
	names, err := e.catalogue.Texts(ctx, "SELECT name FROM indexes ORDER BY n")
	failed = errors.Join(failed, err)
	for _, name := range names {
		x, err := e.index(ctx, name) // one that was damaged before it was opened is set aside and built anew
		if err == nil {
			err = x.db.Check(ctx)
		}
		if !errors.Is(err, errNoIndex) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// Refresh has nothing to wait for: a committed write can be found.
func (e *Engine) Refresh(context.Context, string) error { return nil }

// Create makes the file of an index. It does so while it holds the lock on the catalogue, so that nobody takes the file
// for one that has been left.
func (e *Engine) Create(ctx context.Context, name string, s search.Schema) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	err = e.catalogue.Write(ctx, func(inside context.Context) error {
		r := row{name: name, schema: string(text)}
		if _, err := e.catalogue.Row(inside, []any{&r.n},
			"INSERT INTO indexes (name, type, schema) VALUES ($1, $2, $3) RETURNING n", name, s.Type, r.schema); err != nil {
			return err
		}
		return e.make(ctx, r)
	})
	if err != nil {
		return fmt.Errorf("create index %s: %w", name, err)
	}
	return nil
}

// Drop takes an index out of the catalogue and removes its file.
func (e *Engine) Drop(ctx context.Context, name string) error {
	found, err := e.rows(ctx, "WHERE i.name = $1", name)
	if err != nil || len(found) == 0 {
		return err
	}
	if err := e.deleteFromCatalogue(ctx, found[0].n); err != nil {
		return err
	}
	return e.remove(found[0].n)
}

// Alias points names at indexes.
func (e *Engine) Alias(ctx context.Context, aliases map[string][]string) error {
	since := e.now().UnixMilli()
	return e.catalogue.Write(ctx, func(ctx context.Context) error {
		for alias, names := range aliases {
			if _, err := e.catalogue.Exec(ctx, "DELETE FROM aliases WHERE alias = $1", alias); err != nil {
				return err
			}
			for _, name := range names {
				found, err := e.catalogue.Exec(ctx,
					"INSERT INTO aliases (alias, n, since) SELECT $1, n, $2 FROM indexes WHERE name = $3", alias, since, name)
				if err != nil {
					return err
				}
				if found == 0 {
					return noIndex(name)
				}
			}
		}
		return nil
	})
}

// Types lists the types that there is an index of.
func (e *Engine) Types(ctx context.Context) ([]string, error) {
	return e.catalogue.Texts(ctx, "SELECT DISTINCT type FROM indexes ORDER BY type")
}

// State lists what there is of a type, whose files it opens: one that is damaged is not there any more.
func (e *Engine) State(ctx context.Context, typ string) (search.State, error) {
	out := search.State{Indexes: map[string]search.Schema{}, Aliases: map[string]search.Alias{}}
	rows, err := e.rows(ctx, "WHERE i.type = $1", typ)
	for _, r := range rows {
		x, failed := e.open(ctx, r)
		if errors.Is(failed, errNoIndex) {
			continue
		}
		if failed != nil {
			return out, failed
		}
		out.Indexes[r.name] = x.schema
		if r.alias != "" {
			to := out.Aliases[r.alias]
			out.Aliases[r.alias] = search.Alias{Indexes: append(to.Indexes, r.name), Since: time.UnixMilli(r.since)}
		}
	}
	return out, err
}

const settleEvery = 2 * time.Second

// Maintain brings changed texts into the postings, and closes what other processes have dropped, again and again until
// ctx ends.
func (e *Engine) Maintain(ctx context.Context) {
	for {
		if err := e.flushOpen(ctx); err != nil && ctx.Err() == nil {
			e.log.Error("settle indexes", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(settleEvery):
		}
	}
}

// flushOpen does so once. What is open was in the catalogue before, and no number comes again.
func (e *Engine) flushOpen(ctx context.Context) error {
	open := e.all()
	rows, err := e.rows(ctx, "")
	if err != nil {
		return err
	}
	for _, x := range open {
		if !slices.ContainsFunc(rows, func(r row) bool { return r.n == x.n }) {
			err = errors.Join(err, e.remove(x.n))
		}
	}
	for _, r := range rows {
		if _, failed := e.open(ctx, r); !errors.Is(failed, errNoIndex) {
			err = errors.Join(err, failed)
		}
	}
	for _, x := range e.all() {
		failed := errors.Join(x.shrinkCache(ctx), x.db.Fragments().Flush(ctx))
		if !errors.Is(failed, store.ErrClosed) { // else it was dropped meanwhile
			err = errors.Join(err, failed)
		}
	}
	return err
}
