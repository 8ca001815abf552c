package store

import (
	"context"
	"slices"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"
)

// CountsOf runs a statement about many records at once, which compares a column with {ids}, IN them, and returns its
// second column by its first. A record without a row is left out.
func (db *DB) CountsOf(ctx context.Context, ids []int64, text string, args ...any) (map[int64]int64, error) {
	out := make(map[int64]int64, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	var id, n int64
	err := db.Each(ctx, []any{&id, &n}, func() error {
		out[id] = n
		return nil
	}, strings.ReplaceAll(text, "{ids}", db.InList(len(args)+1)), append(slices.Clip(args), IDList(ids))...)
	return out, err
}

// IDs runs a statement whose rows are ids and returns them in its order.
func (db *DB) IDs(ctx context.Context, text string, args ...any) (out []int64, err error) {
	err = db.EachID(ctx, func(id int64) { out = append(out, id) }, text, args...)
	return out, err
}

// EachID runs a statement whose rows are ids and tells them in its order.
func (db *DB) EachID(ctx context.Context, each func(id int64), text string, args ...any) error {
	var id int64
	return db.Each(ctx, []any{&id}, func() error {
		each(id)
		return nil
	}, text, args...)
}

// Texts runs a statement whose rows are texts and returns them in its order.
func (db *DB) Texts(ctx context.Context, text string, args ...any) (out []string, err error) {
	var one string
	err = db.Each(ctx, []any{&one}, func() error {
		out = append(out, one)
		return nil
	}, text, args...)
	return out, err
}

// EachBlob runs a statement whose rows are a number and some bytes, which it tells as they lie in SQLite: they are gone
// with the next.
func (db *DB) EachBlob(ctx context.Context, each func(n int64, bytes []byte), text string, args ...any) error {
	rows, err := db.Query(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for of := rows.(*fileRows); of.Next(); { //nolint:forcetypeassert // SQLite has no others
		code := of.on.call(func() int32 {
			each(of.number(0), of.bytes(1))
			return sqlite3.SQLITE_OK
		})
		if err := of.on.failure(code); err != nil {
			return err
		}
	}
	return rows.Err()
}
