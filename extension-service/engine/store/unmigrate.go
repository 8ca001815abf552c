package store

import (
	"context"
	"testing/fstest"
)

// Unmigrate takes back migrations that nobody else can have run, and says whether this database had run one of them:
// the statements, a migration themselves, take away what those have made, and their numbers are free again. Whatever
// keeps the statements from running keeps the numbers too, such as rows in a table that is to go.
func (db *DB) Unmigrate(ctx context.Context, numbers []int64, statements string) (bool, error) {
	args := Args{}
	these := "version_id IN " + OneOf(numbers, args.Add)
	var ran int64
	found, err := db.Row(ctx, []any{&ran}, "SELECT count(*) FROM goose_db_version WHERE is_applied AND "+these, args...)
	if err != nil || !found || ran == 0 {
		return false, err
	}
	const once = "unmigration_version" // so that one that is stopped goes on where it was
	if err := db.MigrateFrom(ctx, fstest.MapFS{"migrations/0001_gone.sql": {Data: []byte(statements)}}, once); err != nil {
		return false, err
	}
	return true, db.Write(ctx, func(ctx context.Context) error {
		if _, err := db.Exec(ctx, "DELETE FROM goose_db_version WHERE "+these, args...); err != nil {
			return err
		}
		_, err := db.Exec(ctx, "DROP TABLE "+once)
		return err
	})
}
