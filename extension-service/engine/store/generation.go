package store

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// generations counts the changes of every column, so that an exact total may be kept while no column it depends on
// has changed: a status change leaves the totals of a title search alone.
type generations struct {
	m         sync.Map      // "table.column" → *atomic.Uint64
	following sync.Map      // "table.column" → []string, the columns that triggers keep when it changes
	elsewhere atomic.Uint64 // how often another process was seen to have written, which may have changed any column
}

func (g *generations) counter(key string) *atomic.Uint64 {
	if n, ok := g.m.Load(key); ok {
		return n.(*atomic.Uint64)
	}
	n, _ := g.m.LoadOrStore(key, new(atomic.Uint64))
	return n.(*atomic.Uint64)
}

const (
	// everyColumn stands for all columns of a table in which rows come or go.
	everyColumn = "*"
	// newRows stands for rows that come under the highest ids so far, which SQLite gives: it has one writer.
	newRows = "+"
	// anything stands for every change of a table.
	anything = "~"
)

// Touched notes that columns of table change with the transaction of ctx; no column means rows come or go.
func (db *DB) Touched(ctx context.Context, table string, columns ...string) {
	if len(columns) == 0 {
		columns = []string{everyColumn}
	}
	AfterCommit(ctx, func() {
		for _, c := range columns {
			db.gens.counter(table + "." + c).Add(1)
			db.gens.countFollowing(table + "." + c)
		}
		db.gens.counter(table + "." + anything).Add(1)
	})
}

// registerTriggerColumn says that triggers keep a column, and what it follows from.
func (g *generations) registerTriggerColumn(column string, from []string) {
	for _, one := range from {
		list, _ := g.following.Load(one)
		if known, _ := list.([]string); !slices.Contains(known, column) {
			g.following.Store(one, append(slices.Clip(known), column))
		}
	}
}

// countFollowing counts a change of what triggers keep when another column changes.
func (g *generations) countFollowing(changed string) {
	if list, ok := g.following.Load(changed); ok {
		for _, column := range list.([]string) { //nolint:forcetypeassert // registerTriggerColumn has put it there
			g.counter(column).Add(1)
		}
	}
}

// generation sums the changes that a total over these columns depends on.
func (db *DB) generation(table string, columns []string) uint64 {
	n := db.gens.elsewhere.Load() + db.gens.counter(table+"."+everyColumn).Load()
	for _, c := range columns {
		n += db.gens.counter(table + "." + c).Load()
	}
	return n
}

// changesOf sums all changes of tables.
func (db *DB) changesOf(tables []string) (n uint64) {
	for _, table := range tables {
		n += db.gens.counter(table + "." + anything).Load()
	}
	return n
}

// cachedCount is a total as of a generation of its columns.
type cachedCount struct {
	generation uint64
	came       uint64 // generation of new rows
	last       int64  // the highest id by then
	n          int64
}
