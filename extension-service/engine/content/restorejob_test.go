package content_test

import (
	"fmt"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/platform/role"
)

// More changes than a caller waits for are taken back by a job, whoever made them; what it does can be undone, and
// restored as a batch.
func TestRestore_ManyChangesOfATime_AreUndoneByAJob(t *testing.T) {
	x, work, _ := withJobs(t)
	x.jobs = work
	ctx := requestAs(t, editor)
	at := operator{x.Gateway, ctx}
	since := time.Now()
	list := `[{"locale":"en","messageKey":"aback.a","messageValue":"A"},{"locale":"en","messageKey":"aback.b","messageValue":"B"},{"locale":"de","messageKey":"aback.b","messageValue":"Be"}]`
	if err := at.call(t, post("d_translation_keys", list), nil); err != nil {
		t.Fatal(err)
	}
	entries := make([]content.Entry, 5_000)
	for i := range entries { // of texts that somebody has removed since
		entries[i] = content.Entry{
			Action: "create", Collection: "d_translation_keys", Locale: "en", Key: fmt.Sprintf("long.gone.%d", i),
			After: map[string]any{"messageValue": "x", "state": "TRANSLATED"},
		}
	}
	if err := x.history.Record(ctx, entries); err != nil {
		t.Fatal(err)
	}
	var changed dated
	for _, row := range stored(t, "d_translation_keys", "filter[messageKey][_eq]=aback.a") {
		changed.ID = row.ID
	}
	until := time.Now()
	later := patch("d_translation_keys", changed.ID, `{"messageValue":"A2"}`)
	in := content.Restoring{Author: role.From(ctx).ID, Since: since.Add(-time.Second), Until: until}
	shown, err := x.Restore(ctx, x.history, in)
	if err != nil || shown.Total != 5_003 || shown.JobID != "" || len(shown.Changes)+len(shown.Conflicts) != 100 {
		t.Fatalf("a look: %d in all, %d and %d shown, job %q: %v", shown.Total, len(shown.Changes), len(shown.Conflicts),
			shown.JobID, err)
	}
	if err := at.call(t, later, nil); err != nil {
		t.Fatal(err)
	}
	in.DryRun = new(false)
	started, err := x.Restore(ctx, x.history, in)
	if err != nil || started.JobID == "" {
		t.Fatalf("%+v %v", started, err)
	}
	ended := func(state string) jobs.Document {
		t.Helper()
		var job jobs.Document
		eventually(t, started.JobID+" is "+state, func() bool {
			job, err = work.DocumentFor(ctx, started.JobID)
			return err == nil && string(job.State) == state
		})
		return job
	}
	values := func() string { return fmt.Sprint(valuesOf(t, "d_translation_keys", "aback.")) }
	job := ended("COMPLETED_WITH_CONFLICTS")
	if want := "map[en aback.a:A2 TRANSLATED]"; values() != want || job.Total != 5_003 || job.Processed != 5_003 ||
		job.Updated != 2 || job.Skipped != 5_000 || job.Conflicts != 1 {
		t.Errorf("%s, want %s: %+v", values(), want, job)
	}
	if _, err := work.Revert(ctx, started.JobID); err != nil {
		t.Fatal(err)
	}
	ended("UNDONE")
	if want := "map[de aback.b:Be TRANSLATED en aback.a:A2 TRANSLATED en aback.b:B TRANSLATED]"; values() != want {
		t.Errorf("undone: %s, want %s", values(), want)
	}
}
