package projects_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func (w *fixture) change(project int64, status string, with map[string]any) resourcetest.Answer {
	w.t.Helper()
	body := map[string]any{"id": project, "status": status}
	maps.Copy(body, with)
	return w.call("POST /api/project/changeStatus", body)
}

func blockedBy(body map[string]any, value string) []string {
	var out []string
	for _, r := range resourcetest.Rows(body) {
		if r["value"] != value || r["blockedBy"] == nil {
			continue
		}
		for _, b := range r["blockedBy"].([]any) {
			out = append(out, b.(map[string]any)["key"].(string))
		}
	}
	return out
}

func TestProject_ClosedAndReopened_EndsAndRestoresApplications(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject(map[string]any{"assignmentPeriodEnd": "2027-06-30"})
		confirmed := w.newApplication(p, applications.Active, func(a *applications.Application) { a.ConfirmedAt = w.now })
		unconfirmed := w.newApplication(p, applications.Unconfirmed, nil)
		inactive := w.newApplication(p, applications.SendFailed, func(a *applications.Application) {
			a.FreelancerStatus = "DE"
		})
		sent := w.newApplication(p, applications.SentToClient, nil)

		explained := w.call(fmt.Sprintf("GET /api/project/possibleStatuses/%d", p), nil).OK()
		got := fmt.Sprint(resourcetest.Rows(explained)[1]["impact"])
		if got != "map[applicationsKept:1 applicationsWithdrawn:3]" {
			t.Errorf("closing would do %s", got)
		}
		if got := blockedBy(explained, "DELETED"); !slices.Equal(got,
			[]string{"project.block.hasSentApplications", "project.block.hasApplications"}) {
			t.Errorf("deleting is blocked by %v", got)
		}
		w.change(p, "CLOSED", nil).Refused("REASON_REQUIRED")
		w.change(p, "CLOSED", map[string]any{"reason": "NONSENSE"}).Refused("VALIDATION")
		done := w.change(p, "CLOSED", map[string]any{"reason": "OTHER", "comment": "the client merged"}).OK()
		if done["batchId"] == nil || done["project"].(map[string]any)["closedAt"] != "2026-11-21T09:00:00.000Z" {
			t.Errorf("closed: %v", done)
		}
		for id, want := range map[int64]applications.Status{confirmed: "w", unconfirmed: "w", inactive: "w", sent: "s2c"} {
			if got := w.application(id).Status; got != want {
				t.Errorf("application %d is %s, want %s", id, got, want)
			}
		}
		w.sawHistory(p, confirmed, done["batchId"])

		w.now = w.now.AddDate(0, 0, 10)
		explained = w.call(fmt.Sprintf("GET /api/project/possibleStatuses/%d", p), nil).OK()
		if first := resourcetest.Rows(explained)[0]; first["batchId"] != done["batchId"] ||
			fmt.Sprint(first["impact"]) != "map[applicationsRestorable:3]" {
			t.Errorf("reopening is explained as %v", first)
		}
		w.change(p, "ACTIVE", map[string]any{
			"reason":                   "MISTAKE",
			"restoreApplicationsBatch": "bat_unknown",
		}).Refused("VALIDATION")
		back := w.change(p, "ACTIVE", map[string]any{"reason": "MISTAKE", "restoreApplicationsBatch": done["batchId"]}).OK()
		if got := fmt.Sprint(back["impact"]); got != "map[applicationsNotRestored:1 applicationsRestored:2]" {
			t.Errorf("reopened: %s", got)
		}
		for id, want := range map[int64]applications.Status{confirmed: "a", unconfirmed: "uc", inactive: "w", sent: "s2c"} {
			if got := w.application(id).Status; got != want {
				t.Errorf("after reopening application %d is %s, want %s", id, got, want)
			}
		}
	})
}

// sawHistory checks that the reason is kept with the project and the batch with the application.
func (w *fixture) sawHistory(project, application int64, batch any) {
	w.t.Helper()
	line := w.call(fmt.Sprintf("GET /api/history/project/%d", project), nil).Rows()[0]
	if line["action"] != "changeStatus" || line["reason"] != "OTHER" || line["comment"] != "the client merged" ||
		line["batchId"] != batch {
		w.t.Errorf("history of the project: %v", line)
	}
	line = w.call(fmt.Sprintf("GET /api/history/application/%d", application), nil).Rows()[0]
	if line["reason"] != "PROJECT_CLOSED" || line["batchId"] != batch ||
		line["actor"].(map[string]any)["kind"] != "system" {
		w.t.Errorf("history of the application: %v", line)
	}
}

func TestProject_ReopenedLongAfterwards_LeavesApplicationsWithdrawn(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject(nil)
		w.newApplication(p, applications.Active, nil)
		done := w.change(p, "CLOSED", map[string]any{"reason": "BUDGET"}).OK()
		w.now = w.now.AddDate(0, 0, 30)
		back := w.change(p, "ACTIVE", map[string]any{"reason": "MISTAKE", "restoreApplicationsBatch": done["batchId"]}).OK()
		if got := fmt.Sprint(back["impact"]); got != "map[applicationsNotRestored:1 applicationsRestored:0]" {
			t.Errorf("reopened: %s", got)
		}
	})
}

func TestProject_Paused_SuspendsPendingSends(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject(nil)
		pending, open := w.newApplication(p, applications.SendPending, nil), w.newApplication(p, applications.Active, nil)
		if got := fmt.Sprint(w.change(p, "PAUSED", nil).OK()["impact"]); got != "map[sendPendingHeld:1]" {
			t.Errorf("paused: %s", got)
		}
		if !w.application(pending).SendHold || w.application(open).SendHold || w.application(pending).Status != "sp" {
			t.Error("exactly the pending send is held, in its status")
		}
		again := w.change(p, "PAUSED", nil).OK()
		if again["message"] != "project.statusUnchanged" || again["project"].(map[string]any)["version"] != 2.0 {
			t.Errorf("pausing twice: %v", again)
		}
		w.change(p, "ACTIVE", nil).OK()
		if w.application(pending).SendHold {
			t.Error("the send is still held")
		}
	})
}

func TestProject_DeliveryInProgress_BlocksClosingButNotDeletion(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject(nil)
		flying := w.newApplication(p, applications.SendPending, func(a *applications.Application) {
			a.SendLeaseUntil = w.now.Add(time.Minute)
		})
		refused := w.change(p, "CLOSED", map[string]any{"reason": "BUDGET"}).Refusal("TRANSITION_NOT_ALLOWED")
		if got := fmt.Sprint(
			refused.Details["blockedBy"]); got != "[{project.block.deliveryInFlight map[count:1 smart_count:1]}]" {
			t.Errorf("blocked by %s", got)
		}
		w.change(p, "PAUSED", nil).OK()
		w.call(fmt.Sprintf("DELETE /api/project/%d?reason=MISTAKE", p), nil).OK()
		if a := w.application(flying); a.Status != "sp" || !a.WithdrawAfterSend {
			t.Errorf("in flight: %s, withdrawn after sending %v", a.Status, a.WithdrawAfterSend)
		}
	})
}

func TestProject_DeletedAndRestored_LeavesAndEntersTheLists(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject(nil)
		path := fmt.Sprintf("/api/project/%d", p)
		w.call("DELETE "+path, nil).Refused("REASON_REQUIRED")
		w.call("DELETE "+path+"?reason=WHIM", nil).Refused("VALIDATION")
		if m := w.call("DELETE "+path, map[string]any{
			"reason":  "OTHER",
			"comment": "twice by import",
		}).OK(); m["message"] != "project.deleted" {
			t.Errorf("deleted: %v", m)
		}
		w.call("DELETE "+path+"?reason=MISTAKE", nil).OK()
		if n := len(w.call("GET /api/project", nil).Rows()); n != 0 {
			t.Errorf("%d projects listed", n)
		}
		for _, query := range []string{"deleted=true", "status=DELETED", "status=DELETED,ACTIVE"} {
			if n := len(w.call("GET /api/project?"+query, nil).Rows()); n != 1 {
				t.Errorf("%s lists %d", query, n)
			}
		}
		w.call("PUT "+path, map[string]any{"title": "New"}).Refused("NOT_EDITABLE")
		w.change(p, "ACTIVE", map[string]any{"reason": "MISTAKE"}).Refused("TRANSITION_NOT_ALLOWED")
		w.now = w.now.AddDate(0, 0, 29)
		back := w.change(p, "CLOSED", map[string]any{"reason": "MISTAKE"}).OK()["project"].(map[string]any)
		if back["deletedAt"] != nil || back["deletedBy"] != "" || back["closedAt"] == nil {
			t.Errorf("restored: %v", back)
		}
		w.call("DELETE "+path+"?reason=MISTAKE", nil).OK()
		w.now = w.now.AddDate(0, 0, 30)
		w.change(p, "CLOSED", map[string]any{"reason": "MISTAKE"}).Refused("TRANSITION_NOT_ALLOWED")
	})
}

func TestBulk_SomeProjectsBlocked_ChangesTheOthers(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		c := w.newClient(nil)
		ends, open := w.newProject(map[string]any{"clientId": c, "startPaused": true, "assignmentPeriodEnd": "2026-11-20"}),
			w.newProject(map[string]any{"clientId": c, "startPaused": true})
		body := map[string]any{
			"filters": map[string]any{"id": fmt.Sprintf("%d,%d", ends, open)},
			"input":   map[string]any{"status": "ACTIVE"},
		}
		tried := w.call("POST /api/bulk/project/changeStatus", body).OK()
		if tried["count"] != 2.0 || tried["wouldFail"] != 1.0 {
			t.Errorf("tried: %v", tried)
		}
		if results := tried["results"].([]any); tried["undoable"] != true ||
			results[0].(map[string]any)["code"] != "TRANSITION_NOT_ALLOWED" {
			t.Errorf("tried: %v", tried)
		}
		w.change(ends, "ACTIVE", map[string]any{"version": 7}).Refused("STALE_VERSION")
	})
}

func TestProject_CallerWithoutPermission_CannotChangeItsStatus(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		c := w.newClient(nil)
		p := w.newProject(map[string]any{"clientId": c})
		for name, who := range map[string]*fixture{
			"tech support": w.asCaller(role.Scope{}, role.TechSupport), "content": w.asCaller(role.Scope{}, role.ContentEditor),
			"config": w.asCaller(role.Scope{}, role.ConfigManager),
		} {
			who.change(p, "PAUSED", nil).Refused("FORBIDDEN")
			if a := who.call(fmt.Sprintf("GET /api/project/client/%d", c), nil); a.Err != nil {
				t.Errorf("%s may look projects up: %v", name, a.Err)
			}
		}
		outside := w.asCaller(role.Scope{ClientIDs: []int64{c + 1}}, role.CSM)
		outside.change(p, "PAUSED", nil).Refused("NOT_FOUND")
		for _, line := range []string{
			"GET /api/project/%d", "GET /api/project/possibleStatuses/%d",
			"GET /api/project/projectApplications/%d", "DELETE /api/project/%d?reason=MISTAKE",
		} {
			outside.call(fmt.Sprintf(line, p), nil).Refused("NOT_FOUND")
		}
		inside := w.asCaller(role.Scope{ClientIDs: []int64{c}}, role.CSM)
		inside.change(p, "PAUSED", nil).OK()
	})
}

func TestProject_ChangedByAVMSOrTheSystem_NeedsNoReason(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject(nil)
		outside := &role.Caller{Kind: role.VMS, Name: "Connection 1", Source: "VMS"}
		move := func(who *role.Caller, to projects.Status) error {
			return db.Write(role.With(t.Context(), who), func(ctx context.Context) error {
				v, err := w.projects.Get(ctx, p)
				if err != nil {
					return err
				}
				_, err = w.projects.ChangeStatus(ctx, &v, projects.Change{Status: to})
				return err
			})
		}
		for _, to := range []projects.Status{projects.Paused, projects.Active, projects.Closed} {
			if err := move(outside, to); err != nil {
				t.Errorf("a VMS to %s: %v", to, err)
			}
		}
		for _, who := range []*role.Caller{outside, role.From(role.AsSystem(t.Context(), "project.closeExpired"))} {
			for _, to := range []projects.Status{projects.Active, projects.Deleted} {
				if err := move(who, to); fault.CodeOf(err) != "TRANSITION_NOT_ALLOWED" {
					t.Errorf("%s to %s: %v", who.Kind, to, err)
				}
			}
		}
	})
}
