package store

import (
	"context"
	"encoding/json"
	"slices"
	"time"
)

// PostgreSQL may have several copies of the service as its writers, none of which knows what the others change. So every
// transaction writes down which columns it has changed, and a total is kept for as long as no transaction that its
// snapshot did not see has written down one of its columns.

const (
	keptFor    = 10 * time.Minute // how long a total is kept at most
	changesFor = time.Hour        // how long changes are remembered
)

// serverMillis is the clock that all copies of the service share.
const serverMillis = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

func (tx *transaction) touch(table string, columns []string) {
	for _, c := range columns {
		if name := table + "." + c; !slices.Contains(tx.touched, name) {
			tx.touched = append(tx.touched, name)
		}
	}
}

// noteTouched is the last statement of a transaction.
func (tx *transaction) noteTouched(ctx context.Context) error {
	if len(tx.touched) == 0 {
		return nil
	}
	_, err := tx.on.change(ctx, `
		INSERT INTO changes (name, tx, created)
		SELECT value, pg_current_xact_id(), `+serverMillis+` FROM json_array_elements_text($1::json)`, []any{jsonList(tx.touched)})
	return err
}

// holds says whether a total is not too old, and no transaction that its snapshot did not see has changed one of the
// columns.
func (db *DB) holds(ctx context.Context, k keptCount, table string, columns []string) (bool, error) {
	names := []string{table + "." + everyColumn}
	for _, c := range columns {
		names = append(names, table+"."+c)
	}
	var holds bool
	_, err := db.Row(ctx, []any{&holds}, `
		SELECT `+serverMillis+` < $3 AND NOT EXISTS (
		       SELECT 1
		         FROM changes
		        WHERE name IN (SELECT value FROM json_array_elements_text($1::json))
		          AND tx >= pg_snapshot_xmin($2::text::pg_snapshot)
		          AND NOT pg_visible_in_snapshot(tx, $2::text::pg_snapshot))`, jsonList(names), k.snapshot, k.taken+keptFor.Milliseconds())
	return holds, err
}

func jsonList(names []string) string {
	b, err := json.Marshal(names)
	if err != nil {
		panic(err) // a list of strings can always be written
	}
	return string(b)
}

// ForgetChanges removes what was written down about changes before any total that is still kept, and says how much.
func (db *DB) ForgetChanges(ctx context.Context, now time.Time) (n int64, err error) {
	if db.dialect != Postgres {
		return 0, nil
	}
	err = db.Write(ctx, func(ctx context.Context) error {
		n, err = db.Exec(ctx, "DELETE FROM changes WHERE created < $1", now.Add(-changesFor).UnixMilli())
		return err
	})
	return n, err
}
