package store

import (
	"context"
	"sync/atomic"
)

const (
	smallTable = 1 << 20 // bytes; PostgreSQL goes through so many in about a millisecond
	sizeUses   = 500     // how often a size is used before it is read again
)

// tableSize says whether a table of PostgreSQL was small when it was looked at.
type tableSize struct {
	isSmall bool
	uses    atomic.Int64
}

// isSmall says whether a table of PostgreSQL has few rows, or had when it was last looked at.
func (db *DB) isSmall(ctx context.Context, table string) bool {
	if found, ok := db.sizes.Load(table); ok {
		size := found.(*tableSize) //nolint:forcetypeassert // nothing else is stored
		if size.uses.Add(1) <= sizeUses {
			return size.isSmall
		}
	}
	var bytes int64
	known, err := db.Row(ctx, []any{&bytes}, "SELECT coalesce(pg_relation_size(to_regclass($1)), 0)", table)
	if err != nil {
		return false
	}
	size := &tableSize{isSmall: known && bytes <= smallTable}
	db.sizes.Store(table, size)
	return size.isSmall
}
