// Package fts5 is the search engine that needs no service: SQLite's FTS5 in a file of its own.
//
// Each index has three tables. doc holds the live documents with a column per sortable field and text, gone the tombstones.
// key is a full-text table that shares the documents' ids and keeps no text of its own: it finds a document by any of its
// exact values (client, status, the beginnings of its words) as a single token each, in order of id. Longer parts of texts
// are found by the postings of the store, as those of records are, once an index is complete.
package fts5

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
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
	e := &Engine{db: db, now: now, aside: aside}
	if err := e.dropFormer(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return e, nil
}

// dropFormer takes away the indexes of versions that kept parts of texts in a full-text table: they are built anew.
func (e *Engine) dropFormer(ctx context.Context) error {
	names, err := e.db.Texts(ctx, "SELECT i.name FROM indexes i JOIN sqlite_schema s ON s.name = 'i' || i.n || '_part' ORDER BY i.n")
	for _, name := range names {
		if err == nil {
			err = e.Drop(ctx, name)
		}
	}
	return err
}

// Keep brings changed texts into the postings, again and again until ctx ends.
func (e *Engine) Keep(ctx context.Context, log *slog.Logger) { e.db.KeepTexts(ctx, log) }

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
		_, err := e.db.Exec(ctx, "INSERT INTO indexes (name, type, schema, documents, complete) VALUES ($1, $2, $3, 0, 0)", name, s.Type, string(text))
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
		for _, table := range []string{l.gone, l.key, l.former()} {
			if _, err := e.db.Exec(ctx, "DROP TABLE IF EXISTS "+table); err != nil {
				return fmt.Errorf("drop index %s: %w", name, err)
			}
		}
		if err := e.db.DropTexts(ctx, l.doc, l.texts()); err != nil {
			return fmt.Errorf("drop index %s: %w", name, err)
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
	var complete bool
	found, err := e.db.Row(ctx, []any{&n, &schema, &complete}, "SELECT n, schema, complete FROM indexes WHERE name = $1", name)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fmt.Errorf("%w: %s", errNoIndex, name)
	}
	l, err := e.remember(n, name, schema)
	if err == nil && complete {
		l.complete.Store(true)
	}
	return l, err
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
	n              int64
	name           string
	schema         search.Schema
	doc, gone, key string
	fields         []field
	complete       atomic.Bool // Finish has been here, once and for all

	insertDocument, insertKey string // statements
}

// field is one field an index compares.
type field struct {
	search.Field
	at int // its place in the schema, which names its columns and tokens
}

func (f field) isText() bool    { return f.Type == search.Text && (f.Searchable || f.Filterable) }
func (f field) isKey() bool     { return f.Type != search.Text && (f.Searchable || f.Filterable) }
func (f field) isSorted() bool  { return f.Sortable && f.Name != "id" }
func (f field) hasColumn() bool { return f.isText() || f.isSorted() }
func (f field) column() string  { return "f" + strconv.Itoa(f.at) }
func (l *layout) token() string { return l.key + "_token" } // FTS5 refuses a column named like its table

// former is what the parts of texts were kept in once.
func (l *layout) former() string { return "i" + strconv.FormatInt(l.n, 10) + "_part" }

// always are the columns that every document has, beside its id.
var always = []string{"version", "client_id", "legal_entity_id", "changed", "indexed", "source"}

func newLayout(n int64, name, schema string) (*layout, error) {
	prefix := "i" + strconv.FormatInt(n, 10)
	l := &layout{n: n, name: name, doc: prefix + "_doc", gone: prefix + "_gone", key: prefix + "_key"}
	if err := json.Unmarshal([]byte(schema), &l.schema); err != nil {
		return nil, fmt.Errorf("schema of index %s: %w", name, err)
	}
	for i, f := range l.schema.Fields {
		if f.Compared() {
			l.fields = append(l.fields, field{f, i})
		}
	}
	l.insertDocument = insert(l.doc, slices.Concat([]string{"id"}, always, l.columns())...)
	l.insertKey = insert(l.key, "rowid", l.token())
	return l, nil
}

func insert(table string, columns ...string) string {
	places := make([]string, len(columns))
	for i := range places {
		places[i] = "$" + strconv.Itoa(i+1)
	}
	return "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES (" + strings.Join(places, ", ") + ")"
}

func (l *layout) field(name string) (field, bool) {
	for _, f := range l.fields {
		if f.Name == name {
			return f, true
		}
	}
	return field{}, false
}

// columns are those that documents have for fields.
func (l *layout) columns() []string { return l.columnsOf(field.hasColumn) }

// texts are those of them that are found by any part.
func (l *layout) texts() []string { return l.columnsOf(field.isText) }

func (l *layout) columnsOf(is func(field) bool) (out []string) {
	for _, f := range l.fields {
		if is(f) {
			out = append(out, f.column())
		}
	}
	return out
}

func (l *layout) tables() []string {
	var columns strings.Builder
	for _, f := range l.fields {
		if f.hasColumn() {
			columns.WriteString(f.column() + " " + map[search.FieldType]string{search.Long: "INTEGER", search.Double: "REAL"}[f.Type] + ",\n")
		}
	}
	return append([]string{
		fmt.Sprintf(`CREATE TABLE %s (
			id INTEGER PRIMARY KEY,
			version INTEGER NOT NULL,
			client_id INTEGER NOT NULL,
			legal_entity_id INTEGER NOT NULL,
			changed INTEGER NOT NULL,
			indexed INTEGER NOT NULL,
			%s source TEXT NOT NULL)`, l.doc, columns.String()),
		fmt.Sprintf("CREATE TABLE %s (id INTEGER PRIMARY KEY, version INTEGER NOT NULL) STRICT", l.gone),
		fmt.Sprintf("CREATE VIRTUAL TABLE %s USING fts5(%s, content = '', contentless_delete = 1, detail = none, tokenize = \"ascii tokenchars '%s'\")", l.key, l.token(), signs),
	}, l.set(whileFilled)...)
}
