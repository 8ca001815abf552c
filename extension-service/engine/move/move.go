// Package move copies a whole database of the product from SQLite into an empty one of PostgreSQL, or back: both have
// the same tables with the same values, whole numbers and texts.
//
// All is read in one transaction of the source, and never more than a few rows are in memory. The target is filled in
// one transaction, or in a file that gets its name at the end: so it is whole or empty. Every table is then read again
// from the target, where its rows must be as many and have the same sum.
package move

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/status"
	"poolkeeper.example/extension-service/engine/store"
)

// Options say what is copied where. One of the two is the path of a SQLite file, the other an address of PostgreSQL.
type Options struct {
	From, To string
	// Last are statements that the target gets besides, in the same transaction.
	Last []string
	Now  func() time.Time
	// Progress hears how many rows of a table have been copied: every 10,000, and at its end.
	Progress func(table string, rows int64)
}

// Table is what was copied of one.
type Table struct {
	Name string
	Sum
}

// rows are those of a table, in any order. Each is good until the next one.
type rows = iter.Seq2[[]any, error]

// database is either side, within one transaction.
type database interface {
	// columns lists those of each table that is copied.
	columns(ctx context.Context) (map[string][]string, error)
	rows(ctx context.Context, t table) rows
	// sequences are the last ids that tables have given.
	sequences(ctx context.Context) (map[string]int64, error)
	close() error
}

// target is what is filled. Nothing of it is seen before commit.
type target interface {
	database
	// triggering lists the tables whose triggers write other tables while they are filled.
	triggering(ctx context.Context) ([]string, error)
	// fill puts rows in the place of those of a table.
	fill(ctx context.Context, t table, all rows) error
	setSequence(ctx context.Context, table string, last int64) error
	// finish checks and completes what was left aside while tables were filled.
	finish(ctx context.Context) error
	exec(ctx context.Context, statement string) error
	commit(ctx context.Context) error
}

// table is one, with the columns that are copied.
type table struct {
	name    string
	columns []string
}

// Copy copies. The source must be at the version of this program and is not changed; the target must be empty. Where
// anything fails it stays so.
func Copy(ctx context.Context, o Options) (copied []Table, err error) {
	if err := o.checkSource(ctx); err != nil {
		return nil, err
	}
	from, to, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, from.close(), to.close()) }()
	tables, err := plan(ctx, from, to)
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		c := &counting{rows: from.rows(ctx, t), report: func(n int64) { o.Progress(t.name, n) }}
		if err := to.fill(ctx, t, c.all); err != nil {
			return nil, fmt.Errorf("copy table %s: %w", t.name, err)
		}
		c.report(c.sum.Rows)
		copied = append(copied, Table{t.name, c.sum})
	}
	if err := copySequences(ctx, from, to); err != nil {
		return nil, err
	}
	if err := to.finish(ctx); err != nil {
		return nil, err
	}
	if err := verify(ctx, to, tables, copied); err != nil {
		return nil, err
	}
	for _, statement := range o.Last {
		if err := to.exec(ctx, statement); err != nil {
			return nil, err
		}
	}
	if store.IsPostgres(o.From) { // whoever has begun to work with it meanwhile has written what is not in the copy
		if err := o.checkSource(ctx); err != nil {
			return nil, err
		}
	}
	return copied, to.commit(ctx)
}

// checkSource refuses a source that another version of the program has to work with, or that a product works with.
func (o Options) checkSource(ctx context.Context) (err error) {
	at := o.From
	if _, err := os.Stat(at); !store.IsPostgres(at) && err != nil {
		return err // a file would be made
	}
	db, err := store.Open(ctx, at)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	state, err := db.SchemaState(ctx)
	if err == nil && len(state.Pending)+len(state.Newer) > 0 {
		err = fmt.Errorf("the source is at version %d of the schema and this program at %d: start this version on it once, "+
			"or use the one that has worked with it", state.Version, store.SchemaVersion())
	}
	if err == nil && store.IsPostgres(at) { // a file is locked meanwhile
		err = checkIdle(ctx, db, "source", o.Now())
	}
	return err
}

// checkIdle refuses a database that a product works with: what it writes would be lost, or come on top.
func checkIdle(ctx context.Context, db *store.DB, which string, now time.Time) error {
	hosts, err := status.RunningHosts(ctx, db, now)
	if err == nil && len(hosts) > 0 {
		err = fmt.Errorf("a product works with the %s, on %s: stop it first; "+
			"of one that was killed this is known after 45 seconds",
			which, strings.Join(hosts, ", "))
	}
	return err
}

func open(ctx context.Context, o Options) (from database, to target, err error) {
	switch isFrom, isTo := store.IsPostgres(o.From), store.IsPostgres(o.To); {
	case isFrom == isTo:
		return nil, nil, errors.New("a database is moved from a SQLite file to PostgreSQL or back: " +
			"for any other copy use backup and restore, or the tools of PostgreSQL")
	case isFrom:
		return openBoth(func() (*server, error) { return openServer(ctx, o.From, snapshot) },
			func() (*file, error) { return makeFile(ctx, o.To) })
	default:
		return openBoth(func() (*file, error) { return openFile(ctx, o.From) },
			func() (*server, error) { return fillServer(ctx, o.To, o.Now()) })
	}
}

// openBoth opens the target once the source is open, which it closes where that fails.
func openBoth[F database, T target](openFrom func() (F, error), openTo func() (T, error)) (database, target, error) {
	from, err := openFrom()
	if err != nil {
		return nil, nil, err
	}
	to, err := openTo()
	if err != nil {
		return nil, nil, errors.Join(err, from.close())
	}
	return from, to, nil
}

// own are tables that each database has for itself: which migrations have run there, and what it is called.
var own = []string{"goose_db_version", "schema_steps", "installation"}

// plan lists the tables in the order in which they are copied: what triggers write comes after them, and is replaced.
func plan(ctx context.Context, from database, to target) ([]table, error) {
	has, err := from.columns(ctx)
	if err != nil {
		return nil, err
	}
	existing, err := to.columns(ctx)
	if err != nil {
		return nil, err
	}
	var out []table
	for name, columns := range has {
		if slices.Contains(own, name) {
			continue
		}
		if existing[name] == nil {
			return nil, fmt.Errorf("the target has no table %s", name)
		}
		t := table{name: name}
		for _, column := range columns {
			if slices.Contains(existing[name], column) { // else the source computes it by itself
				t.columns = append(t.columns, column)
			}
		}
		slices.Sort(t.columns)
		out = append(out, t)
	}
	first, err := to.triggering(ctx)
	slices.SortFunc(out, func(a, b table) int { return compareTables(first, a.name, b.name) })
	return out, err
}
