package jobs_test

import (
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/fault"
)

func TestUndo_OfABulkJob_RestoresUnchangedRecords(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		w.runJobs(t)
		mustSucceed(t, w.createLamps(230, func(i int, l *lamp) {
			if i == 3 {
				l.State = "DIM"
			}
		}))
		id := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
		w.awaitState(t, id, "COMPLETED")
		for _, turned := range []string{"1", "2"} {
			w.call(t, 2, "lamp.turn "+turned, `{"to":"RED"}`)
		}
		w.call(t, 2, "lamp.turn 2", `{"to":"ON"}`)
		if got := w.call(t, 1, "job.undo "+id, ""); got.err != nil || got.body["state"] != "UNDOING" {
			t.Fatalf("undo: %v %v", got.body, got.err)
		}
		got := w.awaitState(t, id, "UNDONE")
		if got["updated"] != 228.0 || got["skipped"] != 2.0 || got["failed"] != 0.0 || got["canUndo"] != false {
			t.Errorf("undone: %v %v %v", got["updated"], got["skipped"], got["failed"])
		}
		if n := w.states(t); n["OFF"] != 227 || n["DIM"] != 1 || n["RED"] != 1 || n["ON"] != 1 {
			t.Errorf("lamps are %v", n)
		}
		if text := fmt.Sprint(got["results"].([]any)[0]); !strings.Contains(text, "STALE_VERSION") ||
			!strings.Contains(text, "undo:SKIPPED") {
			t.Errorf("a lamp changed since: %s", text)
		}
		if left := w.call(t, 1, "job.get "+id+"?trouble=true", "").body; left["totalResults"] != 2.0 {
			t.Errorf("left alone: %v", left["totalResults"])
		}
		if again := w.call(t, 1, "job.undo "+id, ""); fault.CodeOf(again.err) != "TRANSITION_NOT_ALLOWED" {
			t.Errorf("undone twice: %v", again.err)
		}
	})
}

func TestUndo_RecordsWithoutAWayBack_AreExcluded(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		w.runJobs(t)
		mustSucceed(t, w.createLamps(5, func(i int, l *lamp) {
			if i < 3 {
				l.State = "NEW"
			}
		}))
		some := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
		if got := w.awaitState(t, some, "COMPLETED"); got["canUndo"] != true || got["undoable"] != 2.0 {
			t.Errorf("some were new: %v %v", got["canUndo"], got["undoable"])
		}
		w.call(t, 1, "job.undo "+some, "")
		if got := w.awaitState(t, some, "UNDONE"); got["updated"] != 2.0 || got["failed"] != 3.0 ||
			got["undoable"] != 0.0 {
			t.Errorf("undone: %v %v %v", got["updated"], got["failed"], got["undoable"])
		}
		mustSucceed(t, w.createLamps(2, func(_ int, l *lamp) { l.State, l.Name = "NEW", "Lantern" }))
		none := w.start(t, 1, "lamp.turn.bulk", `{"filters":{"name":"Lantern"},"input":{"to":"ON"},"dryRun":false}`)
		if got := w.awaitState(t, none, "COMPLETED"); got["canUndo"] != false || got["canUndoUntil"] != nil ||
			got["undoable"] != 0.0 {
			t.Errorf("all were new: %v %v %v", got["canUndo"], got["canUndoUntil"], got["undoable"])
		}
	})
}

func TestUndo_OfEachRecord_ObeysTheRules(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		w.runJobs(t)
		mustSucceed(t, w.createLamps(3, nil))
		broken := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"BROKEN"},"dryRun":false}`)
		got := w.awaitState(t, broken, "COMPLETED")
		if got["canUndo"] != false || got["undoable"] != 0.0 ||
			!strings.Contains(fmt.Sprint(got["results"]), "transition.none") {
			t.Errorf("what would be refused is not promised: %v", got)
		}
		if got := w.call(t, 1, "job.undo "+broken, ""); fault.CodeOf(got.err) != "TRANSITION_NOT_ALLOWED" {
			t.Errorf("undo: %v", got.err)
		}
		touched := w.start(t, 1, "lamp.touch.bulk", `{"filters":{},"input":{},"dryRun":false}`)
		if got := w.awaitState(t, touched, "COMPLETED"); got["canUndo"] != false || got["canUndoUntil"] != nil {
			t.Errorf("an action without a way back: %v %v", got["canUndo"], got["canUndoUntil"])
		}
		if got := w.call(t, 1, "job.undo "+touched, ""); fault.CodeOf(got.err) != "TRANSITION_NOT_ALLOWED" {
			t.Errorf("undo: %v", got.err)
		}
	})
}
