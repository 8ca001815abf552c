package jobs_test

import (
	"context"
	"testing"

	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Each pass does one part and then fails: more often than a job that does not progress is tried again.
func TestJob_FailsOftenButProgressesBetween_IsCompleted(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		const parts = 12
		w.jobs.Register(jobs.Kind{Name: "hiccups", Run: func(ctx context.Context, r *jobs.Run) error {
			if !jobs.IsBackground(ctx) {
				t.Error("the work of a job counts as what somebody waits for")
			}
			done := r.Job().Processed + 1
			if err := r.Save(ctx, done, jobs.Progress{
				Phase: "PARTS", Total: parts, Processed: done,
				Updated: done,
			}); err != nil || done == parts {
				return err
			}
			return fault.New(fault.Upstream, "UNAVAILABLE", "the service behind it is busy")
		}})
		w.runJobs(t)
		ctx := role.With(t.Context(), w.staff[1])
		accepted, err := w.jobs.Start(ctx, "hiccups", "lamp", struct{}{})
		mustSucceed(t, err)
		if got := w.awaitState(t, accepted.JobID, "COMPLETED"); got["processed"] != float64(parts) ||
			jobs.IsBackground(ctx) {
			t.Errorf("%v of %d parts are done", got["processed"], parts)
		}
	})
}
