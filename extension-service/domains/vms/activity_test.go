package vms_test

import (
	"net/http"
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/test/vmstest"
)

// requestingPause is a VMS that requests a pause of a quarter of an hour.
func requestingPause(_ string, _ func(), w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Retry-After", "900")
	w.WriteHeader(http.StatusTooManyRequests)
}

func (w *fixture) activity() map[string]any {
	w.t.Helper()
	return w.done("GET /api/vms/connection/1/activity", nil)
}

// lastEvent is the newest one of a connection.
func (w *fixture) lastEvent() map[string]any {
	w.t.Helper()
	all := w.activity()["events"].([]any)
	if len(all) == 0 {
		return map[string]any{}
	}
	return all[0].(map[string]any)
}

func (w *fixture) expectActivity(wants map[string]any) {
	w.t.Helper()
	got := w.activity()
	for name, want := range wants {
		if got[name] != want {
			w.t.Errorf("%s is %v, want %v", name, got[name], want)
		}
	}
}

func TestConnectionActivity_VMSRequestsAPause_ShowsReasonUntilAndQueueLength(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.delivering(vmstest.New(w.t, requestingPause), 3)
		w.expectActivity(map[string]any{"state": "SENDING", "waiting": 3.0, "lastOut": nil})
		w.step()
		w.expectActivity(map[string]any{
			"state": "PAUSED", "pauseReason": "RETRY_AFTER", "waiting": 3.0, "pausedUntil": "2026-11-21T12:15:00Z",
		})
		if e := w.lastEvent(); e["kind"] != "PAUSED" || e["detail"] != "RETRY_AFTER" ||
			e["until"] != "2026-11-21T12:15:00Z" {
			w.t.Errorf("told %v", e)
		}
		*w.now = w.now.Add(time.Minute)
		w.done("POST /api/vms/connection/1/resume", map[string]any{})
		if e := w.lastEvent(); e["until"] != "2026-11-21T12:01:00Z" || e["endedBy"] != "Mara Lindqvist" {
			w.t.Errorf("after it was ended: %v", e)
		}
		w.expectActivity(map[string]any{"state": "SENDING", "pausedUntil": nil})
	})
}

func TestConnectionActivity_ConsecutiveFailures_AreOneGrowingPause(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		status := http.StatusServiceUnavailable
		w.delivering(vmstest.New(w.t, vmstest.AnswerBy(&status)), 12)
		w.step()
		w.expectActivity(map[string]any{"state": "RETRYING", "failures": 1.0})
		for range 9 {
			w.step()
			*w.now = w.now.Add(time.Second)
		}
		w.expectActivity(map[string]any{"state": "PAUSED", "failures": 10.0})
		calls := w.activity()["calls"].(map[string]any)
		if calls["lastMinute"] != 10.0 || calls["peak"] != 10.0 || calls["delivered"] != 0.0 {
			w.t.Errorf("calls %v", calls)
		}
		if all := w.activity()["events"].([]any); len(all) != 1 {
			w.t.Errorf("told %v", all)
		}
		*w.now = w.now.Add(25 * time.Hour)
		w.expectActivity(map[string]any{"earlier": 0.0})
	})
}

func TestConnectionEvent_Acknowledged_NamesThePersonAndIsAudited(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.delivering(vmstest.New(w.t, requestingPause), 1)
		w.step()
		w.refused("POST /api/vms/connection/1/event/77/acknowledge", map[string]any{}, "NOT_FOUND")
		w.done("POST /api/vms/connection/1/event/1/acknowledge", map[string]any{})
		*w.now = w.now.Add(time.Minute)
		w.done("POST /api/vms/connection/1/event/1/acknowledge", map[string]any{})
		if e := w.lastEvent(); e["acknowledgedBy"] != "Mara Lindqvist" || e["acknowledgedAt"] != "2026-11-21T12:00:00Z" {
			w.t.Errorf("told %v", e)
		}
		var n int64
		if _, err := w.db.Row(w.t.Context(), []any{&n},
			"SELECT count(*) FROM audit WHERE action = 'acknowledge'"); err != nil || n != 1 {
			w.t.Errorf("%d entries: %v", n, err)
		}
	})
}
