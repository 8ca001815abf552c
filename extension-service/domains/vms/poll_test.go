package vms_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/internal/test/vmstest"
)

// reading connects a VMS that may be called six times a minute and has ten pages, of messages and of applications. It
// wants to be left alone for ten minutes at its eighth call. calls are the instants at which it was called.
func (w *fixture) reading() (calls *[]time.Time) {
	w.t.Helper()
	calls = new([]time.Time)
	s := vmstest.New(w.t, func(_ string, _ func(), rw http.ResponseWriter, _ *http.Request) {
		*calls = append(*calls, *w.now)
		n := len(*calls)
		if n == 8 {
			rw.Header().Set("Retry-After", "600")
			rw.WriteHeader(http.StatusTooManyRequests)
			return
		}
		if n > 10 { // the last page
			_, _ = io.WriteString(rw, `{"applications":[],"messages":[]}`)
			return
		}
		_, _ = fmt.Fprintf(rw, `{"applications":[{}],"messages":[{"id":"m%d","entity":"JOB","body":{}}],"cursor":"%d"}`, n, n)
	})
	w.connected()
	w.done("POST /api/vms/mapping", map[string]any{
		"connectionId": 1, "direction": "inbound",
		"entity": "APPLICATION_STATUS", "rules": []any{rule("project.vmsId", ".in.id")},
	})
	seen := w.done("GET /api/vms/mapping/1/review", nil)
	w.done("POST /api/vms/mapping/1/publish", map[string]any{"fingerprint": seen["fingerprint"]})
	w.done("POST /api/vms/mapping", outbound(rule("jobPostingId", ".project.vmsId"))) // without it deliveries need no room
	w.done("POST /api/vms/mapping/2/publish", map[string]any{})
	w.done("PUT /api/vms/connection/1", map[string]any{
		"baseUrl": s.URL, "secret": "top", "ratePerMinute": 6,
		"capabilities": []string{"JOB_PULL", "STATUS_PULL", "SUBMIT_CANDIDATE"}, "version": 1,
	})
	return calls
}

// run does a job once and returns what it counted.
func (w *fixture) run(job schedule.Job) string {
	w.t.Helper()
	r := schedule.NewRun(w.db.Write, false, nil)
	if err := job.Do(w.t.Context(), r); err != nil {
		w.t.Fatal(err)
	}
	return fmt.Sprint(r.Counts())
}

// logged is run with the lines of its log.
func (w *fixture) logged(job schedule.Job) (counts, lines string) {
	w.t.Helper()
	r := schedule.NewRun(w.db.Write, false, nil)
	if err := job.Do(w.t.Context(), r); err != nil {
		w.t.Fatal(err)
	}
	return fmt.Sprint(r.Counts()), fmt.Sprint(r.Lines())
}

// What is read from a VMS counts towards the rate of its connection, of which deliveries that wait have their half. It
// is left alone while it is paused, and for as long as it asks for.
func TestReading_RateLimitAndPause_AreObserved(t *testing.T) {
	t.Parallel()
	for name, job := range map[string]func(w *fixture) schedule.Job{
		"poll":    func(w *fixture) schedule.Job { return w.vms.Poll() },
		"compare": func(w *fixture) schedule.Job { return w.vms.Compare() },
	} {
		for waiting, took := range []time.Duration{time.Minute, 2 * time.Minute} {
			t.Run(fmt.Sprint(name, " beside ", waiting), func(t *testing.T) {
				t.Parallel()
				each(t, func(w *fixture) { w.observeRateAndPause(job(w), waiting, took) })
			})
		}
	}
}

// observeRateAndPause runs a job beside deliveries that wait; took is how long seven calls have to take, nearly.
func (w *fixture) observeRateAndPause(job schedule.Job, waiting int, took time.Duration) {
	w.t.Helper()
	calls := w.reading()
	w.queue.addTasks(waiting)
	if got := w.run(job); !strings.Contains(got, "failed:1") || len(*calls) != 8 {
		w.t.Fatalf("%s after %d calls", got, len(*calls))
	}
	if span := (*calls)[6].Sub((*calls)[0]); span < took-7*time.Second || span > took+7*time.Second {
		w.t.Errorf("seven calls within %s, want %s", span, took)
	}
	*w.now = w.now.Add(time.Minute)
	ctx, done := context.WithTimeout(w.t.Context(), 5*time.Minute) // less than it asks for
	defer done()
	if err := job.Do(ctx, schedule.NewRun(w.db.Write, false, nil)); err != nil || len(*calls) != 8 {
		w.t.Errorf("called before it wants to be: %d calls, %v", len(*calls), err)
	}
	*w.now = w.now.Add(10 * time.Minute)
	if err := w.db.Write(w.t.Context(), func(ctx context.Context) error {
		_, err := w.db.Exec(ctx, "UPDATE vms_connections SET paused_until = $1", w.now.Add(time.Minute).UnixMilli())
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	if got := w.run(job); strings.Contains(got, "failed") || len(*calls) != 8 {
		w.t.Errorf("called while it is paused: %s, %d calls", got, len(*calls))
	}
	*w.now = w.now.Add(time.Minute)
	if w.run(job); len(*calls) == 8 {
		w.t.Error("not called again")
	}
}
