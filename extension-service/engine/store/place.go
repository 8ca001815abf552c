package store

import "context"

// Place tells a database of PostgreSQL from its copies in other databases or on other servers; a standby that takes
// over is no copy. A SQLite file has none: it may be moved.
func (db *DB) Place(ctx context.Context) (string, error) {
	if db.dialect != Postgres {
		return "", nil
	}
	var place, server string
	var allowed bool
	_, err := db.Row(ctx, []any{&place, &allowed}, `
		SELECT oid::text, has_function_privilege('pg_control_system()', 'EXECUTE')
		  FROM pg_database
		 WHERE datname = current_database()`)
	if err != nil || !allowed {
		return place, err
	}
	_, err = db.Row(ctx, []any{&server}, "SELECT system_identifier::text FROM pg_control_system()")
	return place + "@" + server, err
}
