package jobs_test

import (
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// twoClients puts the lamps beyond the first into a second client.
func twoClients(i int, l *lamp) {
	if i > 0 {
		l.ClientID = 2
	}
}

func TestUndo_CallerWithoutAllRecords_CannotUseItUp(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		stop := w.runJobs(t)
		mustSucceed(t, w.createLamps(2, twoClients))
		w.employ(2, func(c *role.Caller) { c.Scope = role.Scope{ClientIDs: []int64{1}} })
		w.employ(3, func(c *role.Caller) { c.Scope = role.Scope{ClientIDs: []int64{1, 2}} })
		all := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
		w.awaitState(t, all, "COMPLETED")
		if got := w.call(t, 2, "job.undo "+all, ""); fault.CodeOf(got.err) != "NOT_FOUND" {
			t.Errorf("somebody who sees one of two records: %v %v", got.body, got.err)
		}
		w.employ(4, func(c *role.Caller) { c.Permissions = role.PermissionsOf([]role.Role{role.TechSupport, role.CSM}) })
		stop()
		if got := w.call(t, 1, "job.undo "+all, ""); got.err != nil {
			t.Fatal(got.err)
		}
		w.employ(1, func(c *role.Caller) { c.Scope = role.Scope{ClientIDs: []int64{9}} }) // before the job is at work
		if got := w.call(t, 1, "job.undo "+all, ""); fault.CodeOf(got.err) != "NOT_FOUND" {
			t.Errorf("the owner, who sees none of its records any more: %v %v", got.body, got.err)
		}
		w.runJobs(t)
		got := w.untilSeenBy(t, 4, all, "COMPLETED")
		if got["canUndo"] != true || got["undoable"] != 2.0 || got["updated"] != 2.0 ||
			!strings.Contains(fmt.Sprint(got["messages"]), "job.nothingUndone") {
			t.Errorf("an undo that could change nothing: %v %v %v %v", got["canUndo"], got["undoable"], got["updated"],
				got["messages"])
		}
		if got := w.call(t, 3, "job.undo "+all, ""); got.body["state"] != "UNDOING" {
			t.Fatalf("somebody whose scope covers every record: %v %v", got.body, got.err)
		}
		if got := w.untilSeenBy(t, 4, all, "UNDONE"); got["updated"] != 2.0 || w.states(t)["OFF"] != 2 {
			t.Errorf("undone: %v, lamps are %v", got["updated"], w.states(t))
		}
	})
}

// What of an undo was refused can be tried again while it lasts.
func TestUndo_RefusedRecords_CanBeUndoneLater(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		stop := w.runJobs(t)
		mustSucceed(t, w.createLamps(2, twoClients))
		id := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
		w.awaitState(t, id, "COMPLETED")
		stop()
		w.employ(1, func(c *role.Caller) { c.Scope = role.Scope{ClientIDs: []int64{1}} })
		w.call(t, 1, "job.undo "+id, "")
		w.runJobs(t)
		if got := w.awaitState(t, id, "UNDONE"); got["updated"] != 1.0 || got["failed"] != 0.0 ||
			got["canUndo"] != true || got["undoable"] != 0.0 {
			t.Errorf("one is out of reach and of sight: %v %v %v %v", got["updated"], got["failed"], got["canUndo"],
				got["undoable"])
		}
		w.employ(1, func(c *role.Caller) { c.Scope = role.Scope{} })
		if got := w.call(t, 1, "job.undo "+id, ""); got.err != nil {
			t.Fatal(got.err)
		}
		w.awaitState(t, id, "UNDONE")
		if n := w.states(t); n["OFF"] != 2 {
			t.Errorf("lamps are %v", n)
		}
	})
}

func TestJobs_OwnerAndSchedule_DetermineWhoReadsThem(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		mustSucceed(t, w.createLamps(2, twoClients))
		tech := role.PermissionsOf([]role.Role{role.TechSupport, role.CSM})
		w.employ(2, func(c *role.Caller) { c.Permissions, c.Scope = tech, role.Scope{ClientIDs: []int64{1}} })
		w.employ(3, func(c *role.Caller) { c.Permissions = tech })
		id := w.start(t, 1, "lamp.turn.bulk", `{"filters":{"id":"2"},"input":{"to":"ON"},"dryRun":false}`)
		for name, tc := range map[string]struct {
			who    int64
			listed float64
			get    string
		}{
			"the owner": {1, 1, ""},
			"who reads the schedule, but of one client":  {2, 0, "NOT_FOUND"},
			"who reads the schedule":                     {3, 1, ""},
			"who could do the same but is not the owner": {4, 0, "NOT_FOUND"},
		} {
			if got := w.call(t, tc.who, "job.list", ""); got.body["totalResults"] != tc.listed {
				t.Errorf("%s: list %v", name, got.body)
			}
			if got := w.call(t, tc.who, "job.get "+id, ""); fault.CodeOf(got.err) != tc.get {
				t.Errorf("%s: get %v %v", name, got.body, got.err)
			}
		}
	})
}

// What an undo would do is what it does, each record by its own rules, and trying it changes nothing.
func TestUndo_Preview_EqualsItsEffect(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		w.runJobs(t)
		mustSucceed(t, w.createLamps(3, func(i int, l *lamp) {
			if i == 2 {
				l.State = "NEW"
			}
		}))
		id := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
		w.awaitState(t, id, "COMPLETED")
		if got := w.call(t, 1, "lamp.touch 2", "{}"); got.err != nil {
			t.Fatal(got.err)
		}
		got := w.call(t, 1, "job.undo "+id+"?dryRun=true", "")
		if got.err != nil || got.body["state"] != "COMPLETED" {
			t.Fatalf("%v %v", got.body, got.err)
		}
		would := got.body["preview"].(map[string]any)
		if summary := fmt.Sprint(would["count"], would["tried"], would["restored"], would["skipped"],
			would["failed"]); summary != "3 3 1 1 1" {
			t.Errorf("it would be %s: %v", summary, would)
		}
		why := fmt.Sprint(would["results"])
		if !strings.Contains(why, "STALE_VERSION") || !strings.Contains(why, "transition.none") {
			t.Errorf("reasons are %s", why)
		}
		if n := w.states(t); n["ON"] != 3 {
			t.Errorf("lamps are %v", n)
		}
		if got := w.call(t, 4, "job.undo "+id+"?dryRun=true", ""); got.body["preview"] == nil {
			t.Errorf("somebody who could do the same: %v %v", got.body, got.err)
		}
		w.employ(2, func(c *role.Caller) { c.Permissions = nil })
		if got := w.call(t, 2, "job.undo "+id+"?dryRun=true", ""); fault.CodeOf(got.err) != "NOT_FOUND" {
			t.Errorf("somebody who may not: %v %v", got.body, got.err)
		}
		w.call(t, 1, "job.undo "+id, "")
		if did := w.awaitState(t, id, "UNDONE"); did["updated"] != 1.0 || did["skipped"] != 1.0 || did["failed"] != 1.0 {
			t.Errorf("it did %v", did)
		}
		if got := w.call(t, 1, "job.undo "+id+"?dryRun=true", ""); fault.CodeOf(got.err) != "TRANSITION_NOT_ALLOWED" {
			t.Errorf("nothing is left: %v %v", got.body, got.err)
		}
	})
}

// Of many records some from every part are tried, and it is said how many.
func TestUndo_PreviewOfManyRecords_IsEstimated(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		w.runJobs(t)
		mustSucceed(t, w.createLamps(400, func(i int, l *lamp) {
			if i >= 200 {
				l.State = "NEW"
			}
		}))
		id := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
		w.awaitState(t, id, "COMPLETED")
		would := w.call(t, 1, "job.undo "+id+"?dryRun=true", "").body["preview"].(map[string]any)
		summary := fmt.Sprint(would["count"], would["tried"], would["restored"], would["failed"])
		if summary != "400 200 100 100" {
			t.Errorf("it would be %s", summary)
		}
	})
}
