package store

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// PoolState says how the connections of a pool are used, and how often somebody had to wait for one so far.
type PoolState struct {
	Most, InUse int64
	Waited      int64
	WaitTime    time.Duration // of all who have waited
}

// PoolState is that of the connections to PostgreSQL that rows are read and written by; a SQLite file has none.
func (db *DB) PoolState() PoolState {
	if db.dialect != Postgres {
		return PoolState{}
	}
	return PoolStateOf(db.server.Stat())
}

// PoolStateOf is the state that a pool reports.
func PoolStateOf(s *pgxpool.Stat) PoolState {
	return PoolState{
		Most: int64(s.MaxConns()), InUse: int64(s.AcquiredConns()),
		Waited: s.EmptyAcquireCount(), WaitTime: s.EmptyAcquireWaitTime(),
	}
}

// ConnectionLimit is how many connections the server gives to the role that is signed in.
func (db *DB) ConnectionLimit(ctx context.Context) (n int64, err error) {
	_, err = db.Row(ctx, []any{&n}, `
		SELECT least(current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint,
		       coalesce((SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user), 1000000),
		       coalesce((SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()), 1000000))`)
	return n, err
}
