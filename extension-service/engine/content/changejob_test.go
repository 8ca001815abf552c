package content_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// failingHistory is a history that fails for a while, as it does for a service that is killed between a write and its
// record.
type failingHistory struct {
	*content.History

	failures atomic.Int64 // how many records still fail
}

func (f *failingHistory) Record(ctx context.Context, entries []content.Entry) error {
	if f.failures.Add(-1) >= 0 {
		return errors.New("the service is gone")
	}
	return f.History.Record(ctx, entries)
}

// withJobs is a service whose large changes are done by jobs.
func withJobs(t *testing.T) (x *exchanging, work *jobs.Service, journal *failingHistory) {
	t.Helper()
	dir := t.TempDir()
	url := filepath.Join(dir, "texts.db")
	db, err := store.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	work = jobs.New(jobs.Deps{
		DB: db, URL: url, Dir: dir, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now,
		Audit:   func(context.Context, ...store.Entry) error { return nil },
		Caller:  func(context.Context, int64) (*role.Caller, error) { return role.From(requestAs(t, editor)), nil },
		Recheck: func(context.Context, *role.Caller) error { return nil },
	})
	x = &exchanging{history: &content.History{DB: db, Now: time.Now}, uploads: map[string]string{}}
	journal = &failingHistory{History: x.history}
	cfg := config(t)
	cfg.DB, cfg.Journal, cfg.Jobs, cfg.Upload, cfg.DropUpload = db, journal, work, x.upload, x.dropUpload
	cfg.Now = func() time.Time { return time.Now().Add(time.Duration(x.later.Load())) }
	x.Service = running(t, cfg)
	work.Register(x.ChangeJob())
	work.Register(x.RestoreJob())
	awaitJoin(t, x.Service)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		work.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-done
	})
	return x, work, journal
}

// awaitPlan waits until the job of a plan is in a state.
func (x *exchanging) awaitPlan(t *testing.T, ctx context.Context, jobID, state string) (out content.TextPlan) {
	t.Helper()
	eventually(t, jobID+" is "+state, func() bool {
		var err error
		if out, err = x.PlanOf(ctx, content.LinesQuery{JobID: jobID}); err != nil {
			t.Fatal(err)
		}
		if out.State == "FAILED" {
			job, _ := x.jobs.Find(ctx, jobID)
			t.Fatalf("%+v", job)
		}
		return out.State == state
	})
	return out
}

// dutch are all Dutch texts.
func dutch(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, row := range stored(t, "d_translation_keys", "filter[locale][_eq]=nl") {
		out[row.Locale+" "+row.Key] = row.Value + " " + row.State
	}
	return out
}

func TestImport_OfManyTexts_IsAJobThatIsPlannedAppliedAndUndone(t *testing.T) {
	x, work, journal := withJobs(t)
	x.jobs = work
	ctx := requestAs(t, editor)
	keys := x.Messages.Set("", "en").Texts
	texts := map[string]string{}
	for key, value := range keys {
		if len(texts) == 450 {
			break
		}
		if !strings.Contains(value, "%{") && !strings.Contains(value, "||||") && value != "" {
			texts[key] = "job " + value[:min(len(value), 20)]
		}
	}
	known := len(texts)
	for i := range 5_000 {
		texts[fmt.Sprintf("jobs.unknown.%d", i)] = "x"
	}
	raw, _ := json.Marshal(texts) // a map of texts
	x.uploads["nl.json"] = string(raw)
	before := dutch(t)
	planned, err := x.Import(ctx, content.Importing{ResourceID: "nl.json"})
	if err != nil || planned.JobID == "" || planned.PlanID != "" {
		t.Fatalf("%+v %v", planned, err)
	}
	shown := x.awaitPlan(t, ctx, planned.JobID, "PLANNED")
	if shown.New+shown.Changed < known || shown.Refused != 5_000 || shown.Total != shown.New+shown.Changed+shown.Refused ||
		shown.Lines[0].Kind != content.IsRefused {
		t.Fatalf("%d new, %d changed of %d, %d refused, %d lines", shown.New, shown.Changed, known, shown.Refused,
			shown.Total)
	}
	journal.failures.Store(1) // the second half of the first part is lost
	first := shown.Total - 1
	page, err := x.PlanOf(ctx, content.LinesQuery{JobID: planned.JobID, Kind: content.IsNew})
	if err != nil || len(page.Lines) != shown.New {
		t.Fatalf("%d lines of %d (%d): %v", len(page.Lines), shown.New, first, err)
	}
	left := page.Lines[3]
	started, err := x.Import(ctx, content.Importing{Deciding: content.Deciding{
		PlanID:    shown.PlanID,
		Decisions: map[string]content.PlanDecision{left.ID: content.RetainText},
	}})
	if err != nil || started.BatchID == "" {
		t.Fatalf("%+v %v", started, err)
	}
	if _, err := x.Import(ctx, content.Importing{Deciding: content.Deciding{PlanID: shown.PlanID}}); fault.CodeOf(
		err) != "PLAN_EXPIRED" {
		t.Errorf("a second time: %v", err)
	}
	done := x.awaitPlan(t, ctx, planned.JobID, "COMPLETED")
	if _, remains := x.uploads["nl.json"]; remains {
		t.Error("the upload is kept after its job has ended")
	}
	if want := shown.New + shown.Changed - 1; done.Written != want {
		t.Errorf("%d written, want %d", done.Written, want)
	}
	history, err := x.history.List(ctx, content.ChangesQuery{BatchID: started.BatchID})
	if err != nil || history.TotalResults != int64(done.Written) {
		t.Errorf("%d steps of the history for %d texts: %v", history.TotalResults, done.Written, err)
	}
	now := dutch(t)
	if len(now) != len(before)+done.Written-shown.Changed || now[left.ID] != "" {
		t.Errorf("%d texts, there were %d", len(now), len(before))
	}
	if _, err := work.Revert(ctx, planned.JobID); err != nil {
		t.Fatal(err)
	}
	x.awaitPlan(t, ctx, planned.JobID, "UNDONE")
	after := dutch(t)
	for id, value := range before {
		if after[id] != value {
			t.Errorf("%s was %q and is %q", id, value, after[id])
		}
	}
	if len(after) != len(before) {
		t.Errorf("%d texts, there were %d", len(after), len(before))
	}
}

func TestImport_OfSomeHundredTexts_IsPlannedAtOnceAndAppliedByAJob(t *testing.T) {
	x, work, _ := withJobs(t)
	x.jobs = work
	ctx := requestAs(t, editor)
	texts := map[string]map[string]string{"en": {}, "de": {}}
	for i := range 150 {
		key := fmt.Sprintf("some.%d", i)
		texts["en"][key], texts["de"][key] = "Text "+key, "Wort "+key
	}
	raw, _ := json.Marshal(texts) // maps of texts
	x.uploads["f"] = string(raw)
	in := content.Importing{ResourceID: "f", NewKeys: true}
	shown, err := x.Import(ctx, in)
	if err != nil || shown.New != 300 || shown.JobID != "" {
		t.Fatalf("%+v %v", shown, err)
	}
	in.PlanID = shown.PlanID
	started, err := x.Import(ctx, in)
	if err != nil || started.JobID == "" || resource.ReplyOf(ctx) == nil {
		t.Fatalf("%+v %v", started, err)
	}
	x.awaitPlan(t, ctx, started.JobID, "COMPLETED")
	for id, text := range valuesOf(t, "d_translation_keys", "some.") {
		if !strings.HasSuffix(text, " TRANSLATED") {
			t.Errorf("%s: %s", id, text)
		}
	}
	if n := len(valuesOf(t, "d_translation_keys", "some.")); n != 300 {
		t.Errorf("%d texts", n)
	}
	if n := x.undo(t, ctx, started.BatchID); n != 300 {
		t.Errorf("%d taken back", n)
	}
}

// The file of a plan that nobody carries out can be planned again while the plan is valid, and is gone afterwards: one
// that is planned at once, one that a job plans, and one that waits for a choice.
func TestImport_PlanExpires_ItsUploadIsRemoved(t *testing.T) {
	x, work, _ := withJobs(t)
	x.jobs = work
	ctx := requestAs(t, editor)
	many := map[string]string{}
	for i := range 5_001 {
		many[fmt.Sprintf("uploads.unknown.%d", i)] = "x"
	}
	raw, _ := json.Marshal(many) // a map of texts
	files := map[string]string{
		"small.nl.json": `{"menu.home":"Thuis"}`, "many.nl.json": string(raw),
		"waits.csv": "wat,waar\nx,y\n",
	}
	maps.Copy(x.uploads, files)
	for range 2 {
		for id := range files {
			planned, err := x.Import(ctx, content.Importing{ResourceID: id})
			if err != nil {
				t.Fatalf("%s: %v", id, err)
			}
			if planned.JobID != "" {
				x.awaitPlan(t, ctx, planned.JobID, "PLANNED")
			}
		}
		if n, err := x.DropUploads(ctx); n != 0 || err != nil || len(x.uploads) != len(files) {
			t.Fatalf("%d uploads are removed while their plans are valid: %v", n, err)
		}
	}
	x.later.Store(int64(31 * time.Minute))
	if n, err := x.DropUploads(ctx); n != int64(len(files)) || err != nil || len(x.uploads) != 0 {
		t.Errorf("%d uploads are removed, %d are left: %v", n, len(x.uploads), err)
	}
	for id := range files {
		if _, err := x.Import(ctx, content.Importing{ResourceID: id}); fault.From(err).Fields["resourceId"] == nil {
			t.Errorf("%s, planned again: %v", id, err)
		}
	}
}
