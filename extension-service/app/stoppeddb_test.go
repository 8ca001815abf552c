package app_test

import (
	"encoding/json"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/status"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// readiness is what /readyz says of each part.
func (p *product) readiness(t *testing.T) map[string]string {
	t.Helper()
	got := p.call(t, "", "GET", "/readyz", "")
	var out struct{ Checks map[string]string }
	if err := json.Unmarshal(got.body, &out); err != nil || got.status != 200 && got.status != 503 {
		t.Fatalf("%v: %d %s", err, got.status, got.body)
	}
	return out.Checks
}

// While PostgreSQL stands still nobody waits for long to be told so, and of what stands on its own nothing is said.
// When it goes on, so does the service.
func TestStatus_StoppedPostgreSQL_IsReportedPromptly(t *testing.T) {
	t.Parallel()
	line, through := pgtest.NewWire(t, furnished.Postgres(t))
	p := newProduct(t, through)
	p.awaitPartState(t, "database", status.OK, "")
	before := p.readiness(t)

	start := sync.OnceFunc(line.Stop())
	t.Cleanup(start)
	var while map[string]string
	for while["database"] != "down" {
		while = p.readiness(t)
	}
	if while["content"] != before["content"] {
		t.Errorf("the content service: %s before, %s while the database stands still", before["content"], while["content"])
	}
	var asking sync.WaitGroup
	began := time.Now()
	for range 20 {
		asking.Go(func() {
			got := p.expect(t, "tech", "GET /api/status", "", 503, "UNAVAILABLE")
			if took := time.Since(began); got.header.Get("Retry-After") == "" || took > 15*time.Second {
				t.Errorf("after %s: %v", took, got.header)
			}
		})
	}
	asking.Wait()

	start()
	for p.call(t, "tech", "GET", "/api/status", "").status != 200 { // a connection of before may end first
	}
	p.awaitPartState(t, "database", status.OK, "")
	p.expect(t, "csm", "GET /api/project", "", 200, "results")
}
