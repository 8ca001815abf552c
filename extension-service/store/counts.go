package store

import (
	"context"
	"slices"
	"strings"
)

// CountsOf runs a statement about many records at once, which compares a column with {ids}, IN them, and returns its
// second column by its first. A record without a row is left out.
func (db *DB) CountsOf(ctx context.Context, ids []int64, text string, args ...any) (map[int64]int64, error) {
	out := make(map[int64]int64, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	rows, err := db.Query(ctx, strings.ReplaceAll(text, "{ids}", db.Among(len(args)+1)), append(slices.Clip(args), IDList(ids))...)
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

// IDs runs a statement whose rows are ids and returns them in its order.
func (db *DB) IDs(ctx context.Context, text string, args ...any) (out []int64, err error) {
	err = db.EachID(ctx, func(id int64) { out = append(out, id) }, text, args...)
	return out, err
}

// EachID runs a statement whose rows are ids and tells them in its order.
func (db *DB) EachID(ctx context.Context, each func(id int64), text string, args ...any) error {
	rows, err := db.Query(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return err
		}
		each(id)
	}
	return rows.Err()
}
