package app_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// jobs works them off until the test ends.
func (p *product) jobs(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.WorkJobs(ctx)
	}()
	t.Cleanup(func() { stop(); <-done })
}

// awaitJob polls a job until it is in the state.
func (p *product) awaitJob(t *testing.T, id, state string) map[string]any {
	t.Helper()
	return p.polled(t, "csm", "/api/job/"+id+"?trouble=true", state)
}

// finished waits for the end of a job, which must be a good one.
func (p *product) finished(t *testing.T, who, statusURL string) map[string]any {
	t.Helper()
	job := p.polled(t, who, statusURL, "COMPLETED", "FAILED", "CANCELLED")
	if job["state"] != "COMPLETED" {
		t.Fatalf("the job is %v: %v", job["state"], job["messages"])
	}
	return job
}

// polled asks until the answer has one of the states.
func (p *product) polled(t *testing.T, who, path string, states ...string) map[string]any {
	t.Helper()
	var job map[string]any
	p.awaitAnswer(t, who, path, func(got answer) bool {
		job = got.json(t)
		state, _ := job["state"].(string)
		return slices.Contains(states, state)
	})
	return job
}

// awaitAnswer repeats a request until the answer is the awaited one.
func (p *product) awaitAnswer(t *testing.T, who, path string, awaited func(answer) bool) {
	t.Helper()
	deadline, tick := time.After(patience), time.NewTicker(20*time.Millisecond)
	defer tick.Stop()
	for {
		got := p.expect(t, who, "GET "+path, "", 200, `"state"`)
		if awaited(got) {
			return
		}
		select {
		case <-deadline:
			t.Fatalf("never what was waited for: %s", got.body)
		case <-tick.C:
		}
	}
}

// Closing every project of a client is a job; undoing it takes those back from where there is a way.
func TestBulk_ManyProjectsClosed_IsUndone(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		for n := range 3 {
			p.expect(t, "csm", "POST /napi/create/project",
				fmt.Sprintf(`{"dataObj":{"title":"Crane %d","clientId":1,"startPaused":%t}}`, n, n == 2), 201, `"id"`)
		}
		body := `{"filters":{"clientName":"Norrsken Bank"},"input":{"status":"CLOSED","reason":"BUDGET"},"dryRun":false}`
		started := p.expect(t, "csm", "POST /api/bulk/project/changeStatus", body, 202, `"statusUrl":"/api/job/job_`).json(t)
		id, _ := started["jobId"].(string)
		if got := p.awaitJob(t, id, "COMPLETED"); got["updated"] != 3.0 {
			t.Errorf("closed: %v", got)
		}
		p.expect(t, "csm", "GET /api/history/project/1", "", 200, `"source":"JOB"`)
		p.expect(t, "content", "GET /api/job/"+id, "", 404, "NOT_FOUND")
		p.expect(t, "tech", "POST /api/job/"+id+"/undo", "", 403, "FORBIDDEN")
		p.expect(t, "csm", "POST /api/job/"+id+"/undo", "", 200, `"state":"UNDOING"`)
		got := p.awaitJob(t, id, "UNDONE")
		if text := fmt.Sprint(got["results"]); got["updated"] != 2.0 || got["failed"] != 1.0 ||
			!strings.Contains(text, "transition.none") {
			t.Errorf("undone: %v", got) // from CLOSED there is no way back to PAUSED
		}
		p.expect(t, "csm", "GET /api/project?status=ACTIVE", "", 200, `"totalResults":2`)
		p.expect(t, "csm", "GET /api/job?mine=true", "", 200, `"totalResults":1`)
	})
}
