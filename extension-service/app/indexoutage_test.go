package app_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/status"
)

// While the search engine is away the product stays ready: lists, filters, the palette and writes need no index.
func TestReadiness_SearchEngineUnavailable_IsDegradedAndListsAndWritesContinue(t *testing.T) {
	t.Parallel()
	silence := make(chan struct{})
	gone := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select { // it hangs, which is worse than a refusal
		case <-silence:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(gone.Close)
	t.Cleanup(func() { close(silence) })
	settings := ownFolder(t)
	settings.SearchURL = gone.URL
	p := openProduct(t, settings)

	began := time.Now()
	p.expect(t, "", "GET /readyz", "", 200, `"index":"degraded"`)
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("/readyz waited %s for the search engine", took)
	}
	id := p.newProject(t, "Boat builder")
	p.expect(t, "csm", "GET /api/project?status=ACTIVE", "", 200, `"Boat builder"`)
	p.expect(t, "csm", "GET /api/find?q=boat", "", 200, "Boat builder")
	p.expect(t, "csm", "PUT /api/project/"+strconv.Itoa(id), `{"title":"Boat rigger"}`, 200, "Boat rigger")
	n, _, err := p.DB.Backlog(t.Context(), search.Topic)
	if err != nil || n < 2 {
		t.Errorf("%d changes wait for the index, %v", n, err)
	}
	p.awaitPartState(t, "index", status.Degraded, "deadline")
	if text := p.metricsOf(t); strings.Contains(text, `reading_failed{metric="poolkeeper_index_missing"} 1`) {
		t.Error("the index that is away counts as a metric that cannot be found out")
	}
}

// An index that is missing is told on the status page and as a metric, with how far its build is.
func TestIndex_Missing_IsReportedWithItsProgress(t *testing.T) {
	t.Parallel()
	p := openProduct(t, ownFolder(t))
	p.newProject(t, "Boat builder")
	p.awaitPartState(t, "index", status.Degraded, "missing project")
	p.expect(t, "", "GET /readyz", "", 200, `"index":"degraded"`)
	if text := p.metricsOf(t); !strings.Contains(text, `poolkeeper_index_missing{type="project"} 1`) {
		t.Errorf("no metric says that an index is missing: %s", text)
	}
	now := time.Now().UnixMilli()
	err := p.DB.Write(t.Context(), func(ctx context.Context) error { // as another copy writes while it builds
		_, err := p.DB.Exec(ctx, `
			INSERT INTO index_rebuilds (type, job_id, phase, processed, total, started, shown)
			VALUES ('project', '', 'COPY', 12000, 48000, $1, $1)`, now)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	p.expect(t, "tech", "GET /api/search/project/status", "", 200, `"processed":12000,"percent":25`)
	for {
		got := p.expect(t, "tech", "GET /api/status", "", 200, "")
		if strings.Contains(string(got.body), "building project 12000 48000") {
			break
		}
	}

	if err := p.PublishAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := p.indexed(t, "project", ""); n != 1 {
		t.Errorf("%d projects are in the index that was built", n)
	}
	p.awaitPartState(t, "index", status.OK, "")
	p.expect(t, "tech", "GET /api/search/project/status", "", 200, `"documents":1`)
}
