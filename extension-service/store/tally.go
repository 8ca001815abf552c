package store

import (
	"context"
	"strings"
)

// CountsOf runs a statement about many records at once, which puts their ids where {ids} stands, and returns its second
// column by its first. A record without a row is left out.
func (db *DB) CountsOf(ctx context.Context, ids []int64, text string, args ...any) (map[int64]int64, error) {
	out := make(map[int64]int64, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	rows, err := db.Query(ctx, strings.ReplaceAll(text, "{ids}", idList(ids)), args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id, n int64
		if err := rows.Scan(&id, &n); err != nil {
			return nil, err
		}
		out[id] = n
	}
	return out, rows.Err()
}
