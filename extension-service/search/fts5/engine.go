// Package fts5 is the search engine that needs no service: SQLite's FTS5 in a file of its own.
//
// Each index has four tables. doc holds the live documents with a column per sortable field, gone the tombstones.
// Two full-text tables share the documents' ids and keep no text of their own: key finds a document by any of its
// exact values (client, status, the beginnings of its words) as a single token each, part finds texts by any three
// characters. Both answer in order of id, so the usual page stops reading after its last row.
package fts5

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"poolkeeper.example/extension-service/search"
	"poolkeeper.example/extension-service/store"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Engine is a search.Engine on one SQLite file. Several processes may share the file.
type Engine struct {
	db      *store.DB
	now     func() time.Time
	aside   string
	layouts sync.Map // index number → *layout; numbers are never used twice
}

// Open opens or makes the file of the indexes. A damaged one is set aside: all that it held can be built anew.
func Open(ctx context.Context, path string, now func() time.Time) (*Engine, error) {
	aside, err := store.SetAsideDamaged(ctx, path, now())
	if err != nil {
		return nil, err
	}
	db, err := prepared(ctx, path)
	if err != nil && store.IsDamage(err) {
		if aside, err = store.SetAside(path, now()); err == nil {
			db, err = prepared(ctx, path)
		}
	}
	if err != nil {
		return nil, err
	}
	return &Engine{db: db, now: now, aside: aside}, nil
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

// SetAside names the damaged file in whose place this one was begun; "" when there was none.
func (e *Engine) SetAside() string { return e.aside }

// Close waits for running writes and releases the file.
func (e *Engine) Close() error { return e.db.Close() }

// Ping says whether the file can be read.
func (e *Engine) Ping(ctx context.Context) error { return e.db.Ping(ctx) }

// Refresh has nothing to wait for: a committed write can be found.
func (e *Engine) Refresh(context.Context, string) error { return nil }

// Create makes the tables of an index.
func (e *Engine) Create(ctx context.Context, name string, s search.Schema) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return e.db.Write(ctx, func(ctx context.Context) error {
		_, err := e.db.Exec(ctx, "INSERT INTO indexes (name, type, schema, documents) VALUES ($1, $2, $3, 0)", name, s.Type, string(text))
		if err != nil {
			return fmt.Errorf("create index %s: %w", name, err)
		}
		l, err := e.layout(ctx, name)
		if err != nil {
			return err
		}
		for _, statement := range l.tables() {
			if _, err := e.db.Exec(ctx, statement); err != nil {
				return fmt.Errorf("create index %s: %w", name, err)
			}
		}
		return nil
	})
}

// Drop removes the tables of an index.
func (e *Engine) Drop(ctx context.Context, name string) error {
	return e.db.Write(ctx, func(ctx context.Context) error {
		l, err := e.layout(ctx, name)
		if errors.Is(err, errNoIndex) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, table := range []string{l.doc, l.gone, l.key, l.part} {
			if _, err := e.db.Exec(ctx, "DROP TABLE IF EXISTS "+table); err != nil {
				return fmt.Errorf("drop index %s: %w", name, err)
			}
		}
		_, err = e.db.Exec(ctx, "DELETE FROM indexes WHERE n = $1", l.n)
		return err
	})
}

// Alias points names at indexes.
func (e *Engine) Alias(ctx context.Context, aliases map[string][]string) error {
	since := e.now().UnixMilli()
	return e.db.Write(ctx, func(ctx context.Context) error {
		for alias, names := range aliases {
			if _, err := e.db.Exec(ctx, "DELETE FROM aliases WHERE alias = $1", alias); err != nil {
				return err
			}
			for _, name := range names {
				l, err := e.layout(ctx, name)
				if err != nil {
					return err
				}
				if _, err := e.db.Exec(ctx, "INSERT INTO aliases (alias, n, since) VALUES ($1, $2, $3)", alias, l.n, since); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// Types lists the types that there is an index of.
func (e *Engine) Types(ctx context.Context) ([]string, error) {
	return e.db.Texts(ctx, "SELECT DISTINCT type FROM indexes ORDER BY type")
}

// State lists what there is of a type.
func (e *Engine) State(ctx context.Context, typ string) (search.State, error) {
	out := search.State{Indexes: map[string]search.Schema{}, Aliases: map[string]search.Alias{}}
	var n, since int64
	var name, schema, alias string
	err := e.db.Each(ctx, []any{&n, &name, &schema, &alias, &since}, func() error {
		l, err := e.remember(n, name, schema)
		if err != nil {
			return err
		}
		out.Indexes[name] = l.schema
		if alias != "" {
			a := out.Aliases[alias]
			out.Aliases[alias] = search.Alias{Indexes: append(a.Indexes, name), Since: time.UnixMilli(since)}
		}
		return nil
	}, `
		SELECT i.n, i.name, i.schema, coalesce(a.alias, ''), coalesce(a.since, 0)
		  FROM indexes i
		  LEFT JOIN aliases a ON a.n = i.n
		 WHERE i.type = $1
		 ORDER BY i.n, a.alias`, typ)
	return out, err
}

var errNoIndex = errors.New("no such index")

// layout looks an index up; inside a write it sees that write's own changes.
func (e *Engine) layout(ctx context.Context, name string) (*layout, error) {
	var n int64
	var schema string
	found, err := e.db.Row(ctx, []any{&n, &schema}, "SELECT n, schema FROM indexes WHERE name = $1", name)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fmt.Errorf("%w: %s", errNoIndex, name)
	}
	return e.remember(n, name, schema)
}

func (e *Engine) remember(n int64, name, schema string) (*layout, error) {
	if l, ok := e.layouts.Load(n); ok && l.(*layout).name == name {
		return l.(*layout), nil
	}
	l, err := newLayout(n, name, schema)
	if err == nil {
		e.layouts.Store(n, l)
	}
	return l, err
}

// layout names the tables and columns of one index.
type layout struct {
	n                    int64
	name                 string
	schema               search.Schema
	doc, gone, key, part string
	fields               []field
}

// field is one field an index compares.
type field struct {
	search.Field
	at int // its place in the schema, which names its columns and tokens
}

func (f field) isText() bool    { return f.Type == search.Text && (f.Searchable || f.Filterable) }
func (f field) isKey() bool     { return f.Type != search.Text && (f.Searchable || f.Filterable) }
func (f field) isSorted() bool  { return f.Sortable && f.Name != "id" }
func (f field) column() string  { return "f" + strconv.Itoa(f.at) }
func (f field) part() string    { return "t" + strconv.Itoa(f.at) }
func (l *layout) token() string { return l.key + "_token" } // FTS5 refuses a column named like its table

func newLayout(n int64, name, schema string) (*layout, error) {
	prefix := "i" + strconv.FormatInt(n, 10)
	l := &layout{n: n, name: name, doc: prefix + "_doc", gone: prefix + "_gone", key: prefix + "_key", part: prefix + "_part"}
	if err := json.Unmarshal([]byte(schema), &l.schema); err != nil {
		return nil, fmt.Errorf("schema of index %s: %w", name, err)
	}
	for i, f := range l.schema.Fields {
		if f.Compared() {
			l.fields = append(l.fields, field{f, i})
		}
	}
	return l, nil
}

func (l *layout) field(name string) (field, bool) {
	for _, f := range l.fields {
		if f.Name == name {
			return f, true
		}
	}
	return field{}, false
}

// sorted are the columns that documents are sorted by.
func (l *layout) sorted() []string {
	var out []string
	for _, f := range l.fields {
		if f.isSorted() {
			out = append(out, f.column())
		}
	}
	return out
}

// columns are those of a full-text table.
func (l *layout) columns(table string) []string {
	if table == l.key {
		return []string{l.token()}
	}
	var out []string
	for _, f := range l.fields {
		if f.isText() {
			out = append(out, f.part())
		}
	}
	return out
}

func (l *layout) tables() []string {
	var sorted strings.Builder
	for _, f := range l.fields {
		if f.isSorted() {
			sorted.WriteString(f.column() + " " + map[search.FieldType]string{search.Long: "INTEGER", search.Double: "REAL"}[f.Type] + ",\n")
		}
	}
	out := []string{
		fmt.Sprintf(`CREATE TABLE %s (
			id INTEGER PRIMARY KEY,
			version INTEGER NOT NULL,
			client_id INTEGER NOT NULL,
			legal_entity_id INTEGER NOT NULL,
			changed INTEGER NOT NULL,
			indexed INTEGER NOT NULL,
			%s source TEXT NOT NULL)`, l.doc, sorted.String()),
		fmt.Sprintf("CREATE TABLE %s (id INTEGER PRIMARY KEY, version INTEGER NOT NULL) STRICT", l.gone),
		fmt.Sprintf("CREATE VIRTUAL TABLE %s USING fts5(%s, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')", l.key, l.token()),
	}
	if parts := l.columns(l.part); len(parts) > 0 {
		out = append(out, fmt.Sprintf("CREATE VIRTUAL TABLE %s USING fts5(%s, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')",
			l.part, strings.Join(parts, ", ")))
	}
	return append(out, l.set(whileFilled)...)
}
