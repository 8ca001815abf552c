package store

import (
	"context"
	"strings"
)

// ForgetWords takes the words of a text out of those that a searchable column has ever held, unless a row still holds
// them. Call it once the rows are written, in the same transaction. A word's place stays taken, since readers only look
// at places they have not seen.
func (db *DB) ForgetWords(ctx context.Context, table, column, text string) error {
	if db.dialect == Postgres {
		return nil // its indexes hold nothing but what the rows hold
	}
	// What is kept in memory for searching is read anew: it may hold the words.
	AfterCommit(ctx, func() { db.words.Delete(table + "." + strings.TrimSuffix(column, "_fold")) })
	index := table + "_" + column + "_word"
	for word := range strings.FieldsSeq(Fold(text)) {
		var id int64
		held, err := db.Row(ctx, []any{&id}, "SELECT rowid FROM "+index+" WHERE "+index+" MATCH $1 LIMIT 1", `"`+strings.ReplaceAll(word, `"`, `""`)+`"`)
		if err != nil {
			return err
		}
		if held {
			continue
		}
		if _, err := db.Exec(ctx, "UPDATE "+table+"_"+column+"_vocabulary SET word = '#' || rowid WHERE word = $1", word); err != nil {
			return err
		}
	}
	return nil
}
