package jobs_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// A copy of the service that is stopped while its queue is in a transaction keeps the locks of the queue only until
// PostgreSQL ends it; the queues of other copies go on then.
func TestQueue_CopyStoppedInATransaction_AllowsOthersToContinue(t *testing.T) {
	t.Parallel()
	url := pgtest.PostgresURL(t)
	others, stopped := poolOf(t, url), poolOf(t, url+"&idle_in_transaction_session_timeout=300")
	var limit string
	if err := others.QueryRow(t.Context(), "SHOW idle_in_transaction_session_timeout").Scan(&limit); err != nil ||
		limit != "10s" {
		t.Errorf("the limit is %q, %v", limit, err)
	}
	_, err := others.Exec(t.Context(), "CREATE TABLE stopped_here (id INT)")
	mustSucceed(t, err)
	tx, err := stopped.Begin(t.Context())
	mustSucceed(t, err)
	_, err = tx.Exec(t.Context(), "LOCK TABLE stopped_here")
	mustSucceed(t, err)
	if _, err := others.Exec(t.Context(), "INSERT INTO stopped_here VALUES (1)"); err != nil {
		t.Errorf("who waits: %v", err)
	}
	if err := tx.Commit(t.Context()); err == nil {
		t.Error("who was stopped has kept the transaction")
	}
}

func poolOf(t *testing.T, url string) *pgxpool.Pool {
	t.Helper()
	w := opened(t, location{url: url, dir: t.TempDir(), now: time.Now})
	pool, err := w.jobs.Pool(t.Context())
	mustSucceed(t, err)
	t.Cleanup(pool.Close)
	return pool
}
