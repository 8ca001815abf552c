package jobs_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestBulkJob_EveryRecord_ObeysItsOwnRules(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		w.runJobs(t)
		mustSucceed(t, w.createLamps(450, func(i int, l *lamp) {
			switch i {
			case 7:
				l.State = "BROKEN"
			case 8:
				l.State = "ON"
			}
		}))
		id := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
		got := w.awaitState(t, id, "COMPLETED")
		want := map[string]any{
			"total": 450.0, "processed": 450.0, "updated": 448.0, "skipped": 1.0, "leftOut": 1.0, "failed": 0.0,
			"percent": 100.0, "kind": "bulk", "entity": "lamp",
			"action": "turn", "ownerName": "Person 1", "own": true, "canCancel": false, "canUndo": true, "totalResults": 450.0,
		}
		for key, value := range want {
			if !reflect.DeepEqual(got[key], value) {
				t.Errorf("%s: %v, want %v", key, got[key], value)
			}
		}
		if n := w.states(t); n["ON"] != 449 || n["BROKEN"] != 1 {
			t.Errorf("lamps are %v", n)
		}
		failed := w.call(t, 1, "job.get "+id+"?outcome=LEFT_OUT", "").body
		if text := fmt.Sprint(failed["results"]); failed["totalResults"] != 1.0 ||
			!strings.Contains(text, "TRANSITION_NOT_ALLOWED") || !strings.Contains(text, "transition.none") ||
			!strings.Contains(text, "Lamp 8") {
			t.Errorf("failed: %v", failed)
		}
		if n := w.audited(t, id); n != 448 {
			t.Errorf("%d entries carry the job as their batch, want 448", n)
		}
	})
}

// What each record lacks is fetched once, however many share a transaction.
func TestBulkJob_DependenciesOfRecords_AreLoadedOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		w.runJobs(t)
		mustSucceed(t, w.createLamps(9, nil))
		id := w.start(t, 1, "lamp.paint.bulk", `{"filters":{},"input":{},"dryRun":false}`)
		if got := w.awaitState(t, id, "COMPLETED"); got["updated"] != 9.0 || w.fetched.Load() != 9 {
			t.Errorf("%v painted with %d pots", got["updated"], w.fetched.Load())
		}
		if n := w.audited(t, id); n != 9 {
			t.Errorf("%d entries, want 9", n)
		}
	})
}

// audited counts the audit entries of lamps in a batch, which must be of as many lamps.
func (w *fixture) audited(t *testing.T, batch string) int {
	t.Helper()
	var n, lamps int
	if _, err := w.db.Row(t.Context(), []any{&n, &lamps},
		"SELECT count(*), count(DISTINCT entity_id) FROM audit WHERE entity = 'lamp' AND source = 'JOB' AND batch_id = $1",
		batch); err != nil {
		t.Fatal(err)
	}
	if n != lamps {
		t.Errorf("%d entries about %d lamps: some were changed twice", n, lamps)
	}
	return n
}

func mustSucceed(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestBulk_SmallOrLargeSelection_RunsAtOnceOrAsAJob(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		mustSucceed(t, w.createLamps(300, func(i int, l *lamp) {
			if i%100 == 99 {
				l.State = "BROKEN"
			}
		}))
		named := func(n int) string {
			ids := make([]string, n)
			for i := range ids {
				ids[i] = fmt.Sprint(i + 1)
			}
			return strings.Join(ids, ",")
		}
		for name, tc := range map[string]struct {
			body   string
			status int
			want   map[string]any
		}{
			"a preview of many counts them all and tries some": {
				`{"filters":{},"input":{"to":"ON"}}`, 200,
				map[string]any{"count": 300.0, "tried": 200.0, "undoable": true},
			},
			"a preview of a few tries them all": {
				`{"filters":{"state":"BROKEN"},"input":{"to":"ON"}}`, 200,
				map[string]any{"count": 3.0, "tried": 3.0, "wouldFail": 3.0},
			},
			"unchanged records are counted separately": {
				`{"filters":{"id":[2]},"input":{"to":"OFF"}}`, 200,
				map[string]any{"count": 1.0, "wouldFail": 0.0, "unchanged": 1.0},
			},
			"a few named ones are a job": {
				`{"filters":{"id":[1,100,999]},"input":{"to":"OFF"},"dryRun":false}`,
				202, nil,
			},
			"many named ones are a job": {`{"filters":{"id":"` + named(201) +
				`"},"input":{"to":"ON"},"dryRun":false}`, 202, nil},
			"a filter is a job, however few it finds": {
				`{"filters":{"state":"BROKEN"},"input":{"to":"ON"},"dryRun":false}`,
				202, nil,
			},
			"a preview of many named ones counts those that are": {
				`{"filters":{"id":"` + named(250) + `"},"input":{"to":"ON"}}`,
				200,
				map[string]any{"count": 250.0, "tried": 200.0},
			},
		} {
			got := w.call(t, 1, "lamp.turn.bulk", tc.body)
			if got.status != tc.status {
				t.Errorf("%s: %d %v %v", name, got.status, got.body, got.err)
			}
			for key, value := range tc.want {
				if !reflect.DeepEqual(got.body[key], value) {
					t.Errorf("%s: %s is %v, want %v", name, key, got.body[key], value)
				}
			}
		}
		if sample := w.call(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"}}`).
			body["sample"].([]any); len(sample) != 20 {
			t.Errorf("the sample holds %d", len(sample))
		}
		if n := w.states(t); n["ON"] != 0 {
			t.Errorf("something was changed: %v", n)
		}
		for _, body := range []string{
			`{"filters":{"nope":"1"},"input":{"to":"ON"},"dryRun":false}`,
			`{"filters":{"id":"x"},"input":{"to":"ON"}}`, `{"filters":{},"input":{},"dryRun":false}`,
		} {
			if got := w.call(t, 1, "lamp.turn.bulk", body); fault.KindOf(got.err) != fault.Invalid {
				t.Errorf("%s: %v %v", body, got.body, got.err)
			}
		}
	})
}

func TestCancel_RunningJob_StopsAfterTheChunk(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		mustSucceed(t, w.createLamps(1000, nil))
		reached, goOn, answered, n := make(chan struct{}), make(chan struct{}), make(chan struct{}), 0
		w.turned = func() {
			if n++; n == 250 {
				close(reached)
				<-goOn
			}
		}
		// the third chunk comes after the call, however late that is carried out
		w.blocked = map[int64]<-chan struct{}{401: answered}
		w.runJobs(t)
		id := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
		<-reached
		go func() { // on SQLite it waits for the transaction of the chunk
			defer close(answered)
			if got := w.call(t, 1, "job.cancel "+id, ""); got.err != nil {
				t.Error(got.err)
			}
		}()
		if w.db.Dialect() == "postgres" {
			<-answered
		}
		close(goOn)
		got := w.awaitState(t, id, "CANCELLED")
		done := int(got["processed"].(float64))
		if done < 400 || done >= 1000 || done%200 != 0 || w.states(t)["ON"] != done || got["canUndo"] != true {
			t.Errorf("%d are done, lamps are %v, %v", done, w.states(t), got["canUndo"])
		}
		if again := w.call(t, 1, "job.cancel "+id, ""); fault.CodeOf(again.err) != "TRANSITION_NOT_ALLOWED" {
			t.Errorf("cancelled twice: %v", again.err)
		}
		w.call(t, 1, "job.undo "+id, "")
		w.awaitState(t, id, "UNDONE")
		if n := w.states(t); n["OFF"] != 1000 {
			t.Errorf("undoing what was done before the cancel: %v", n)
		}
	})
}

func TestCancel_QueuedJob_EndsAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		mustSucceed(t, w.createLamps(3, nil))
		id := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
		if got := w.call(t, 1, "job.cancel "+id, ""); got.body["state"] != "CANCELLED" {
			t.Errorf("cancel: %v %v", got.body, got.err)
		}
		w.call(t, 1, "lamp.turn 1", `{"to":"DIM"}`)
		w.runJobs(t)
		last := w.start(t, 1, "lamp.turn.bulk", `{"filters":{"state":"OFF"},"input":{"to":"RED"},"dryRun":false}`)
		w.awaitState(t, last, "COMPLETED")
		if n := w.states(t); n["ON"] != 0 || n["RED"] != 2 {
			t.Errorf("lamps are %v", n)
		}
	})
}

func TestJobs_OfOthers_AreSeenAndStoppedWithPermission(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		mustSucceed(t, w.createLamps(2, nil))
		w.employ(2, func(c *role.Caller) { c.Permissions = role.PermissionsOf([]role.Role{role.TechSupport}) })
		w.employ(3, func(c *role.Caller) { c.Permissions = role.PermissionsOf([]role.Role{role.ContentEditor}) })
		id := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
		for name, tc := range map[string]struct {
			who    int64
			listed float64
			get    string
			cancel string
		}{
			"one who may read the schedule sees all, and stops nothing": {2, 1, "", "FORBIDDEN"},
			"anybody else sees nothing":                                 {3, 0, "NOT_FOUND", "NOT_FOUND"},
			"who may do the same may stop it, but does not read it":     {4, 0, "NOT_FOUND", ""},
		} {
			if got := w.call(t, tc.who, "job.list", ""); got.body["totalResults"] != tc.listed {
				t.Errorf("%s: list %v", name, got.body)
			}
			if got := w.call(t, tc.who, "job.get "+id, ""); fault.CodeOf(got.err) != tc.get {
				t.Errorf("%s: get %v %v", name, got.body, got.err)
			}
			if got := w.call(t, tc.who, "job.cancel "+id, ""); tc.who != 4 && fault.CodeOf(got.err) != tc.cancel {
				t.Errorf("%s: cancel %v %v", name, got.body, got.err)
			}
		}
	})
}

func TestJob_PermissionAndScope_AreThoseOfTheOwnerToday(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		mustSucceed(t, w.createLamps(6, func(i int, l *lamp) { l.ClientID = int64(i%2 + 1) }))
		inside := func(c *role.Caller) { c.Scope = role.Scope{ClientIDs: []int64{1}} }
		w.employ(1, inside)
		byFilter := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
		w.runJobs(t)
		if got := w.awaitState(t, byFilter, "COMPLETED"); got["total"] != 3.0 || w.states(t)["ON"] != 3 {
			t.Errorf("beyond the scope: %v, lamps %v", got, w.states(t))
		}
		w.employ(2, func(c *role.Caller) { c.Permissions = nil })
		if got := w.call(t, 2, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`); fault.KindOf(
			got.err) != fault.Denied {
			t.Errorf("without the permission: %v %v", got.body, got.err)
		}
	})
}

func TestJob_PermissionRevokedBeforeItRuns_Fails(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		mustSucceed(t, w.createLamps(3, nil))
		id := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
		w.employ(1, func(c *role.Caller) { c.Permissions = role.PermissionsOf([]role.Role{role.ContentEditor}) })
		closed := w.start(t, 4, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
		w.employ(4, nil)
		w.runJobs(t)
		got := w.awaitState(t, id, "COMPLETED_WITH_CONFLICTS")
		if got["failed"] != 3.0 || !strings.Contains(fmt.Sprint(got["results"]), "FORBIDDEN") || w.states(t)["ON"] != 0 {
			t.Errorf("%v, lamps %v", got, w.states(t))
		}
		w.employ(1, func(c *role.Caller) { c.Permissions = role.PermissionsOf([]role.Role{role.TechSupport}) })
		if got := w.awaitState(t, closed, "FAILED"); got["processed"] != 0.0 {
			t.Errorf("of a closed account: %v", got)
		}
	})
}

func TestJob_ServiceStops_ContinuesInTheNext(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		mustSucceed(t, w.createLamps(1000, nil))
		reached, n := make(chan struct{}), 0
		w.turned = func() {
			if n++; n == 250 {
				close(reached)
			}
		}
		stop := w.runJobs(t)
		id := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
		<-reached
		stop()
		var done, on int // in one statement: what has begun may end after the service has stopped waiting for it
		_, err := w.db.Row(t.Context(), []any{&done, &on},
			"SELECT processed, (SELECT count(*) FROM lamps WHERE state = 'ON') FROM jobs WHERE id = $1", id)
		mustSucceed(t, err)
		if done == 0 || done != on {
			t.Errorf("stopped with %d done, %d lamps on", done, on)
		}
		w.runJobs(t)
		if got := w.awaitState(t, id, "COMPLETED"); got["updated"] != 1000.0 || w.audited(t, id) != 1000 {
			t.Errorf("in the end %v, lamps %v", got["updated"], w.states(t))
		}
	})
}

func TestIdempotencyKey_RepeatedCall_StartsOneJob(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		mustSucceed(t, w.createLamps(3, nil))
		w.headers = map[string]string{"Idempotency-Key": "a4"}
		body := `{"filters":{},"input":{"to":"ON"},"dryRun":false}`
		id := w.start(t, 1, "lamp.turn.bulk", body)
		if again := w.start(t, 1, "lamp.turn.bulk", body); again != id {
			t.Errorf("repeated: %s, then %s", id, again)
		}
		if other := w.start(t, 2, "lamp.turn.bulk", body); other == id {
			t.Error("the key of one person opened the job of another")
		}
		if got := w.call(t, 1, "lamp.turn.bulk", strings.Replace(body, "ON", "RED",
			1)); fault.CodeOf(got.err) != "IDEMPOTENCY_MISMATCH" {
			t.Errorf("another body: %v %v", got.body, got.err)
		}
		if got := w.call(t, 1, "job.list", ""); got.body["totalResults"] != 1.0 {
			t.Errorf("jobs: %v", got.body["totalResults"])
		}
	})
}
