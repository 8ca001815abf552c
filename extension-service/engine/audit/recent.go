package audit

import (
	"context"
	"errors"
	"math"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

// In SQLite the log is two tables, and audit is a view of both. An entry is written into audit_recent, where it costs
// one page, since that has no indexes and is looked through whole; it is put into audit_indexed together with many
// others, which share the pages of its indexes. PostgreSQL has one table.
const (
	indexEvery  = 2 * time.Second
	manyRecent  = 1000 // entries that are indexed though others keep coming
	indexedOnce = 1000 // entries of one transaction, so that others wait for some 50 ms at most
	// manyRows entries that are written together are indexed at once, which is cheaper than to put them there later.
	manyRows = 500
)

// table is where entries are written.
func (l *Log) table() string {
	if l.DB.Dialect() == store.SQLite {
		return "audit_recent"
	}
	return "audit"
}

// selects are queries for something of the entries a for which a condition holds, one for each table. SQLite uses a
// partial index, and counts in an index alone, only where it is not asked for a view. By their key entries are looked
// through in the order of their ids: it would ask an index for all that match, however many.
func (l *Log) selects(what, where string, byKey bool) []string {
	if l.DB.Dialect() != store.SQLite {
		return []string{"SELECT " + what + " FROM audit a WHERE " + where}
	}
	hint := ""
	if byKey {
		hint = " NOT INDEXED"
	}
	rest := " a" + hint + " WHERE " + where
	return []string{"SELECT " + what + " FROM audit_indexed" + rest, "SELECT " + what + " FROM audit_recent" + rest}
}

// matching is what a query reads to have the entries a for which a condition holds.
func (l *Log) matching(where string, byKey bool) string {
	return "(" + strings.Join(l.selects("*", where, byKey), " UNION ALL ") + ") a"
}

// indexAll indexes what has come, and forgets what has gone.
func (l *Log) indexAll(ctx context.Context) error {
	return errors.Join(l.index(ctx), l.indexChanges(ctx, changesPerRound), l.removePruned(ctx))
}

// index puts recent entries among the indexed ones, as soon as there are many, or none has come since it was last
// called. It may be cut off anywhere: each entry stands in one of the tables.
func (l *Log) index(ctx context.Context) error {
	if l.DB.Dialect() != store.SQLite {
		return nil
	}
	var first, last int64
	if _, err := l.DB.Row(ctx, []any{&first, &last},
		"SELECT coalesce((SELECT min(id) FROM audit_recent), 0), "+
			"coalesce((SELECT max(id) FROM audit_recent), 0)"); err != nil {
		return err
	}
	isQuiet := last == l.newest
	if l.newest = last; last == 0 || !isQuiet && last-first < manyRecent {
		return nil
	}
	for ; first <= last; first += indexedOnce {
		if err := l.DB.Write(ctx, func(ctx context.Context) error {
			return l.indexBefore(ctx, first+indexedOnce)
		}); err != nil {
			return err
		}
	}
	return nil
}

// IndexAll puts all recent entries among the indexed ones.
func (l *Log) IndexAll(ctx context.Context) error {
	if l.DB.Dialect() != store.SQLite {
		return nil
	}
	return l.DB.Write(ctx, func(ctx context.Context) error { return l.indexBefore(ctx, math.MaxInt64) })
}

// indexBefore puts recent entries before an id among the indexed ones.
func (l *Log) indexBefore(ctx context.Context, id int64) error {
	for _, text := range []string{
		"INSERT INTO audit_indexed SELECT * FROM audit_recent WHERE id < $1 ORDER BY id",
		"DELETE FROM audit_recent WHERE id < $1",
	} {
		if _, err := l.DB.Exec(ctx, text, id); err != nil {
			return err
		}
	}
	return nil
}

// insertMany writes entries that are together.
func (l *Log) insertMany(ctx context.Context, rows [][]any) error {
	if len(rows) < manyRows || l.DB.Dialect() != store.SQLite {
		return l.DB.Insert(ctx, l.table()+columns, rows)
	}
	if err := l.indexBefore(ctx, math.MaxInt64); err != nil { // so that ids go on from the last one
		return err
	}
	if err := l.DB.Insert(ctx, "audit_indexed"+columns, rows); err != nil {
		return err
	}
	_, err := l.DB.Exec(ctx,
		"UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM audit_indexed) WHERE name = 'audit_recent'")
	return err
}
