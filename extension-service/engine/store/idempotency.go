package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// RepeatFor is how long an idempotency key is kept.
const RepeatFor = 24 * time.Hour

// Repeat answers the outcome an earlier attempt under the same key had, or nil for the first; with Done set it keeps
// that outcome, or without a status in it gives the key back. It runs in the transaction of the change, so that both
// are durable together. The same key with another body is IDEMPOTENCY_MISMATCH; an attempt still running after 10 s is
// IDEMPOTENCY_IN_FLIGHT.
func (db *DB) Repeat(ctx context.Context, r resource.Repeat, now time.Time) (*resource.Repeated, error) {
	user, hash, key := role.From(ctx).ID, hashed(r.Body), r.Key
	r.Key = hashed([]byte(key)) // it may say anything, also who somebody is
	switch {
	case r.Done != nil && r.Done.Status == 0:
		_, err := db.Exec(ctx, "DELETE FROM idempotency WHERE user_id = $1 AND request = $2 AND key = $3 AND status = 0",
			user, r.Request, r.Key)
		return nil, err
	case r.Done != nil:
		_, err := db.Exec(ctx,
			"UPDATE idempotency SET status = $1, record_id = $2, record_key = $3 WHERE user_id = $4 AND request = $5 "+
				"AND key = $6",
			r.Done.Status, r.Done.RecordID, r.Done.RecordKey, user, r.Request, r.Key)
		return nil, err
	}
	if err := db.claim(ctx, []any{user, r.Request, r.Key, hash, now.UnixMilli()}, now); err != nil {
		return nil, err
	}
	var recorded string
	var done resource.Repeated
	_, err := db.Row(ctx, []any{&recorded, &done.Status, &done.RecordID, &done.RecordKey}, `
		SELECT body_hash, status, record_id, record_key
		  FROM idempotency
		 WHERE user_id = $1
		   AND request = $2
		   AND key IN ($3, $4)
		 ORDER BY status DESC
		 LIMIT 1`, user, r.Request, r.Key, key) // keys of an older version stand there as they were sent, for a day
	switch {
	case err != nil:
		return nil, err
	case recorded != hash:
		return nil, fault.New(fault.Conflict, "IDEMPOTENCY_MISMATCH", "this key was used with another body")
	case done.Status == 0:
		return nil, nil //nolint:nilnil // the first attempt has no outcome yet
	}
	return &done, nil
}

func hashed(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// claim makes sure there is a row for the key. In PostgreSQL it waits for another attempt that holds it.
func (db *DB) claim(ctx context.Context, row []any, now time.Time) error {
	if db.dialect == Postgres {
		if _, err := db.Exec(ctx, "SET LOCAL lock_timeout = '10s'"); err != nil {
			return err
		}
	}
	if _, err := db.Exec(ctx, "DELETE FROM idempotency WHERE user_id = $1 AND request = $2 AND key = $3 AND created < $4",
		row[0], row[1], row[2], now.Add(-RepeatFor).UnixMilli()); err != nil {
		return inFlight(err)
	}
	if _, err := db.Exec(ctx, `
		INSERT INTO idempotency (user_id, request, key, body_hash, status, record_id, created)
		VALUES ($1, $2, $3, $4, 0, 0, $5)
		    ON CONFLICT (user_id, request, key) DO NOTHING`, row...); err != nil {
		return inFlight(err)
	}
	if db.dialect == Postgres { // the change itself may wait for its locks
		_, err := db.Exec(ctx, "SET LOCAL lock_timeout = DEFAULT")
		return err
	}
	return nil
}

func inFlight(err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == "55P03" {
		return fault.New(fault.Conflict, "IDEMPOTENCY_IN_FLIGHT", "the first request under this key still runs")
	}
	return err
}

// DeleteExpiredKeys removes the keys that are too old to be honoured, and says how many.
func (db *DB) DeleteExpiredKeys(ctx context.Context, now time.Time) (n int64, err error) {
	err = db.Write(ctx, func(ctx context.Context) error {
		n, err = db.Exec(ctx, "DELETE FROM idempotency WHERE created < $1", now.Add(-RepeatFor).UnixMilli())
		return err
	})
	return n, err
}
