package applications_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

type ctx = context.Context

// exec changes rows behind the service's back.
func (w *fixture) exec(text string, args ...any) {
	w.t.Helper()
	err := w.db.Write(w.t.Context(), func(ctx ctx) error {
		_, err := w.db.Exec(ctx, text, args...)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// attempted records an attempt to send an application.
func (w *fixture) attempted(id int64, d applications.Delivery) {
	w.t.Helper()
	if err := w.bids.Attempted(w.t.Context(), id, d); err != nil {
		w.t.Fatal(err)
	}
}

func failure(class string, retryable bool) *applications.SendError {
	return &applications.SendError{Class: class, Code: "422", Message: "no", Retryable: retryable}
}

func TestSending_ReleasedRecalledAndRetried_HasOneTask(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		a := w.inReview(w.newProject("VMS", nil), nil)
		tasks := func(state string) int {
			return w.count("SELECT count(*) FROM outbound_tasks WHERE application_id = $1 AND state = $2", a, state)
		}
		sp := w.status(a, "sp", nil).OK()
		if sp["sendRound"] != 1.0 || sp["channel"] != "VMS" || tasks("QUEUED") != 1 {
			t.Errorf("released: %v, %d tasks", sp, tasks("QUEUED"))
		}
		w.status(a, "a", nil).OK() // recalled
		if tasks("QUEUED") != 0 || tasks("CANCELLED") != 1 || !w.application(a).NextAttemptAt.IsZero() {
			t.Error("what was recalled still waits")
		}
		w.status(a, "sp", nil).OK()
		w.attempted(a, applications.Delivery{Error: failure("VMS_UNAVAILABLE", true), Next: w.fakes.now.Add(time.Minute)})
		if one := w.application(a); one.Status != "sp" || one.SendAttempts != 1 || one.LastSendError == nil ||
			one.NextAttemptAt.IsZero() {
			t.Errorf("after a transient failure: %+v", one.Sending)
		}
		w.attempted(a, applications.Delivery{Error: failure("VMS_VALIDATION", false), IsFinal: true})
		if one := w.application(a); one.Status != "sf" || one.StatusReason != applications.VMSValidation ||
			tasks("FAILED") != 1 {
			t.Errorf("after it gave up: %s %s", one.Status, one.StatusReason)
		}
		tech := w.asCaller(role.Scope{}, role.ApplicationResend)
		tech.status(a, "a", nil).Refused("FORBIDDEN")
		again := tech.call(fmt.Sprintf("PUT /api/projectApplication/%d/status", a), map[string]any{"status": "sp"}).OK()
		if len(again) != 3 || again["status"] != "sp" || resourcetest.ID(again) != a || again["version"] == nil {
			t.Errorf("who cannot read is told %v", again)
		}
		if one := w.application(a); one.SendRound != 3 || one.SendAttempts != 0 || one.LastSendError != nil {
			t.Errorf("a round begins anew: %+v", one.Sending)
		}
		w.attempted(a, applications.Delivery{ExternalID: "X-1"})
		one := w.application(a)
		if one.Status != "s2c" || one.ExternalID != "X-1" || one.SentAt.IsZero() || tasks("DONE") != 1 ||
			len(one.Attempts) != 3 || one.Attempts[0].Outcome != applications.Accepted {
			t.Errorf("delivered: %+v %+v", one.Sending, one.Attempts)
		}
	})
}

func TestSending_UpdatesAndWithdrawals_GoThroughTheVMS(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		a := w.inReview(w.newProject("VMS", nil), nil)
		w.status(a, "sp", nil).OK()
		w.attempted(a, applications.Delivery{ExternalID: "X-1"})
		w.status(a, "sp", nil).Blocked("application", "noUpdates")
		w.fakes.can = applications.VMSAbilities{Update: true, Withdraw: true}
		w.status(a, "sp", map[string]any{"reason": ""}).Refused("REASON_REQUIRED")
		if got := w.status(a, "sp", nil).OK(); got["status"] != "s2c" || got["sendRound"] != 2.0 ||
			got["externalId"] != "X-1" {
			t.Errorf("sent again: %v", got)
		}
		w.attempted(a, applications.Delivery{Error: failure("VMS_AUTH", false), IsFinal: true})
		if one := w.application(a); one.Status != "s2c" || one.LastSendError == nil {
			t.Errorf("a failed update leaves the status alone: %s", one.Status)
		}
		w.status(a, "w", nil).OK()
		if n := w.count("SELECT count(*) FROM outbound_tasks WHERE application_id = $1 AND kind = 'APPLICATION_WITHDRAW' AND state = 'QUEUED'",
			a); n != 1 {
			t.Errorf("%d withdrawals wait", n)
		}
	})
}

func TestSending_FailuresOfADay_AreMailedOnceToTheManagers(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject("VMS", nil)
		client := w.project(p).ClientID
		w.fakes.managers = []applications.Manager{
			{Email: "all@example.org"},
			{Email: "mine@example.org", Scope: role.Scope{ClientIDs: []int64{client}}},
			{Email: "other@example.org", Scope: role.Scope{ClientIDs: []int64{client + 1}}},
		}
		for range 2 {
			a := w.inReview(p, nil)
			w.status(a, "sp", nil).OK()
			w.attempted(a, applications.Delivery{Error: failure("VMS_AUTH", false), IsFinal: true})
		}
		reported := map[string]string{}
		for _, m := range w.fakes.mails {
			reported[m.To] = m.Params["count"]
			if m.Template != applications.SendFailures || m.SendAt.Format(time.DateTime) != "2026-11-22 06:00:00" {
				t.Errorf("mail %+v", m)
			}
		}
		if list := w.fakes.mails[0].Params["list"]; strings.Count(list, "VMS_AUTH (") != 2 || strings.Count(list, "\n") != 1 {
			t.Errorf("without reasons: %s", list)
		}
		if fmt.Sprint(reported) != "map[all@example.org:2 mine@example.org:2]" || len(w.fakes.mails) != 2 {
			t.Errorf("told %v in %d mails", reported, len(w.fakes.mails))
		}
	})
}

func TestSending_DuplicateAtTheVMS_IsSentAgainOnlyOnRequest(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		a := w.inReview(w.newProject("VMS", nil), nil)
		w.status(a, "sp", nil).OK()
		w.attempted(a, applications.Delivery{Error: failure("VMS_DUPLICATE", false), IsFinal: true})
		for _, r := range w.call(fmt.Sprintf("GET /api/projectApplication/possibleStatuses/%d", a), nil).Rows() {
			if r["value"] == "sp" && (r["allowed"] != true || r["confirm"] == nil) {
				t.Errorf("possible: %v", r)
			}
		}
		w.status(a, "sp", nil).Refused("CONFIRM_REQUIRED")
		w.asCaller(role.Scope{}, role.ApplicationResend).status(a, "sp",
			map[string]any{"confirm": true}).Blocked("application", "vmsDuplicate")
		w.status(a, "sp", map[string]any{"confirm": true}).OK()
	})
}

func TestSending_EndedDuringDelivery_EndsAfterwards(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		for name, tc := range map[string]struct {
			delivery applications.Delivery
			then     applications.Status
		}{
			"delivered":     {applications.Delivery{ExternalID: "X-1"}, "w"},
			"refused":       {applications.Delivery{Error: failure("VMS_AUTH", false), IsFinal: true}, "w"},
			"tried for now": {applications.Delivery{Error: failure("VMS_UNAVAILABLE", true)}, "sp"},
		} {
			p, person := w.newProject("VMS", nil), w.newPerson("Ada")
			flying := w.inReview(p, map[string]any{"freelancerId": person})
			w.status(flying, "sp", nil).OK()
			w.exec("UPDATE applications SET send_lease_until = $1 WHERE id = $2", w.fakes.now.Add(time.Minute).UnixMilli(),
				flying)
			w.status(flying, "w", nil).Blocked("application", "inFlight")
			waiting := w.inReview(w.newProject("VMS", nil), map[string]any{"freelancerId": person})
			err := db.Write(role.With(t.Context(), w.who), func(ctx ctx) error {
				ended, err := w.bids.WithdrawAll(ctx, person, "USER_DEACTIVATED", []string{"uc", "a", "sp", "sf"})
				if ended != 1 {
					t.Errorf("%d ended at once", ended)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if one := w.application(waiting); one.Status != "w" || one.StatusReason != applications.UserDeactivated {
				t.Errorf("%s: what waits is %s %s", name, one.Status, one.StatusReason)
			}
			if one := w.application(flying); one.Status != "sp" || !one.WithdrawAfterSend {
				t.Errorf("%s: what flies is %s", name, one.Status)
			}
			w.attempted(flying, tc.delivery)
			if one := w.application(flying); one.Status != tc.then || tc.then == "w" &&
				one.StatusReason != applications.UserDeactivated {
				t.Errorf("%s: then it is %s %s", name, one.Status, one.StatusReason)
			}
		}
	})
}

func TestFreelancer_ChangedOrEnded_ApplicationsFollow(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p, person := w.newProject("MANUAL", map[string]any{"assignmentPeriodEnd": "2026-12-31"}), w.newPerson("Ada Öberg")
		a := w.inReview(p, map[string]any{"freelancerId": person, "message": "I am Ada"})
		within := func(fn func(ctx ctx) error) {
			t.Helper()
			if err := db.Write(role.With(t.Context(), w.who), fn); err != nil {
				t.Fatal(err)
			}
		}
		within(func(ctx ctx) error { return w.bids.FollowFreelancer(ctx, person, "Ada Lindgren", "DE") })
		if one := w.application(a); one.FreelancerName != "Ada Lindgren" || one.FreelancerStatus != "DE" {
			t.Errorf("followed: %s %s", one.FreelancerName, one.FreelancerStatus)
		}
		if got := ids(w.call("GET /api/projectApplication?name=lindgr", nil).OK()); len(got) != 1 {
			t.Errorf("by the new name: %v", got)
		}
		counts, err := w.bids.CountOpen(t.Context(), person)
		if err != nil || counts["a"] != 1 {
			t.Errorf("open: %v %v", counts, err)
		}
		w.status(a, "s2c", nil).OK()
		w.status(a, "h", nil).OK()
		if n, err := w.bids.AssignmentsOf(t.Context(), person); err != nil || n != 1 {
			t.Errorf("assignments: %d %v", n, err)
		}
		failed := w.inReview(w.newProject("VMS", nil), map[string]any{"freelancerId": person})
		w.status(failed, "sp", nil).OK()
		w.attempted(failed, applications.Delivery{Error: &applications.SendError{
			Class:   "VMS_AUTH",
			Message: "Ada Öberg is known",
		}, IsFinal: true})
		byLink := w.apply(w.newProject("VMS", nil), map[string]any{"freelancerId": person})
		within(func(ctx ctx) error {
			_, err := w.bids.ConfirmByLink(ctx, fmt.Sprint(byLink))
			return err
		})
		within(func(ctx ctx) error { return w.bids.Anonymise(ctx, person, "Deleted F-000001") })
		one := w.application(a)
		if one.FreelancerName != "Deleted F-000001" || one.Message != "" || one.PDFResourceID != "" || one.Status != "h" ||
			one.BillRate == nil {
			t.Errorf("anonymised: %+v", one)
		}
		if one := w.application(failed); one.LastSendError.Message != "" || one.LastSendError.Class != "VMS_AUTH" {
			t.Errorf("what the VMS said: %+v", one.LastSendError)
		}
		if one := w.application(byLink); one.StatusChangedBy != "Deleted F-000001" {
			t.Errorf("confirmed by %s", one.StatusChangedBy)
		}
		w.fakes.now = w.fakes.now.AddDate(0, 2, 0)
		if n, err := w.bids.AssignmentsOf(t.Context(), person); err != nil || n != 0 {
			t.Errorf("after its end: %d %v", n, err)
		}
	})
}
