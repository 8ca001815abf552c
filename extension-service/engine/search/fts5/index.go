package fts5

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
)

// index is one index whose file is open.
type index struct {
	n        int64
	name     string
	schema   search.Schema
	fields   []field
	db       *store.DB
	now      func() time.Time
	complete atomic.Bool // Finish has been here, once and for all
	narrowed atomic.Bool // see narrow

	insertDocument string // statement
}

const narrowCache = 500 // KiB of changed pages that a write keeps in memory

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

// always are the columns that every document has, beside its id.
var always = []string{"version", "client_id", "legal_entity_id", "changed", "indexed", "source"}

func newIndex(r row, now func() time.Time) (*index, error) {
	x := &index{n: r.n, name: r.name, now: now}
	if err := json.Unmarshal([]byte(r.schema), &x.schema); err != nil {
		return nil, fmt.Errorf("schema of index %s: %w", r.name, err)
	}
	for i, f := range x.schema.Fields {
		if f.Compared() {
			x.fields = append(x.fields, field{f, i})
		}
	}
	x.insertDocument = insertion("doc", slices.Concat([]string{"id"}, always, x.columns())...)
	return x, nil
}

// open opens its file; fs.ErrNotExist where that is not there, has been removed meanwhile or is a former version's.
func (x *index) open(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	db, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	there, err := db.Texts(ctx,
		"SELECT name FROM sqlite_schema WHERE name = 'state' AND NOT EXISTS (SELECT 1 FROM sqlite_schema "+
			"WHERE name GLOB 'doc_f*_waiting')")
	if err == nil && len(there) == 0 {
		err = fs.ErrNotExist
	}
	if err != nil {
		return errors.Join(err, db.Close())
	}
	x.db = db
	return nil
}

// shrinkCache leaves a complete index the memory that single changes need: there may be a dozen of them. What is being
// filled changes most pages again and again.
func (x *index) shrinkCache(ctx context.Context) error {
	complete, err := x.isComplete(ctx)
	if err != nil || !complete || x.narrowed.Swap(true) {
		return err
	}
	return errors.Join(x.setCacheSize(ctx, narrowCache), x.db.ExecAll(ctx, "PRAGMA shrink_memory"))
}

// setCacheSize lets writes keep so many KiB of pages, or of what they sort, in memory. SQLite heeds it once for each
// size.
func (x *index) setCacheSize(ctx context.Context, size int) error {
	return x.db.ExecAll(ctx, fmt.Sprintf("PRAGMA cache_size = -%d", size))
}

// insertion adds a row. What fails ends the whole write: where SQLite had to be able to undo one statement alone, FTS5
// would write out all that it has gathered before it.
func insertion(table string, columns ...string) string {
	places := make([]string, len(columns))
	for i := range places {
		places[i] = "$" + strconv.Itoa(i+1)
	}
	return "INSERT OR FAIL INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES (" + strings.Join(places,
		", ") + ")"
}

func (x *index) field(name string) (field, bool) {
	for _, f := range x.fields {
		if f.Name == name {
			return f, true
		}
	}
	return field{}, false
}

// columns are those that documents have for fields.
func (x *index) columns() []string { return x.columnsOf(field.hasColumn) }

// texts are those of them that are found by any part.
func (x *index) texts() []string { return x.columnsOf(field.isText) }

func (x *index) columnsOf(is func(field) bool) (out []string) {
	for _, f := range x.fields {
		if is(f) {
			out = append(out, f.column())
		}
	}
	return out
}

func (x *index) tables() []string {
	var columns strings.Builder
	for _, f := range x.fields {
		if f.hasColumn() {
			columns.WriteString(f.column() + " " + map[search.FieldType]string{
				search.Long:   "INTEGER",
				search.Double: "REAL",
			}[f.Type] + ",\n")
		}
	}
	return append([]string{
		`CREATE TABLE doc (
			id INTEGER PRIMARY KEY,
			version INTEGER NOT NULL,
			client_id INTEGER NOT NULL,
			legal_entity_id INTEGER NOT NULL,
			changed INTEGER NOT NULL,
			indexed INTEGER NOT NULL,
			` + columns.String() + ` source TEXT NOT NULL)`,
		"CREATE TABLE gone (id INTEGER PRIMARY KEY, version INTEGER NOT NULL) STRICT",
		"CREATE TABLE state (documents INTEGER NOT NULL, complete INTEGER NOT NULL) STRICT",
		"INSERT INTO state (documents, complete) VALUES (0, 0)",
		"CREATE VIRTUAL TABLE key USING fts5(token, content = '', contentless_delete = 1, detail = none, tokenize = " +
			"\"ascii tokenchars '" +
			signs + "'\")",
	}, set(whileFilled)...)
}

// documents is how many there are.
func (x *index) documents(ctx context.Context) (n int64, err error) {
	_, err = x.db.Row(ctx, []any{&n}, "SELECT documents FROM state")
	return n, err
}

// isComplete says whether Finish has been here, of which it needs to ask only until then.
func (x *index) isComplete(ctx context.Context) (bool, error) {
	if x.complete.Load() {
		return true, nil
	}
	var complete bool
	_, err := x.db.Row(ctx, []any{&complete}, "SELECT complete FROM state")
	if complete {
		x.complete.Store(true)
	}
	return complete, err
}
