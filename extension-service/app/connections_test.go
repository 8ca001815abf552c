package app_test

import (
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
)

// What PostgreSQL would refuse under load is refused at the start, with both numbers.
func TestConnections_MoreThanPostgreSQLAllows_StopTheStart(t *testing.T) {
	t.Parallel()
	settings := settingsIn(t.TempDir(), furnished.Postgres(t))
	settings.DBConnections = 100_000
	s, err := app.Open(t.Context(), settings, silent())
	if err == nil {
		t.Error("it starts", s.Close())
	} else if !strings.Contains(err.Error(), "DB_CONNECTIONS is 100000, but PostgreSQL gives this role ") {
		t.Error(err)
	}
}

// Six of the connections are the job queue's, and what they do is told by pool.
func TestConnections_OfACopy_AreMeasuredByPool(t *testing.T) {
	t.Parallel()
	settings := settingsIn(t.TempDir(), furnished.Postgres(t))
	settings.DBConnections = 12
	p := openProduct(t, settings)
	p.jobs(t)
	text := p.metricsOf(t)
	for deadline := time.Now().Add(time.Minute); !strings.Contains(text, `{pool="jobs"}`) && time.Now().Before(deadline); {
		text = p.metricsOf(t) // until the queue is open
	}
	for _, want := range []string{
		`poolkeeper_db_connections_max{pool="requests"} 6`, `poolkeeper_db_connections_max{pool="jobs"} 6`,
		`poolkeeper_db_connections_in_use{pool="requests"} `, `poolkeeper_db_connection_waits_total{pool="requests"} `,
		"# TYPE poolkeeper_db_connection_wait_seconds_total counter",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
}
