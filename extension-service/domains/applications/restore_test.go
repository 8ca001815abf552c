package applications_test

import (
	"fmt"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// What ended with a talent comes back with the talent, each by its own rules.
func TestApplications_FreelancerRestored_AreRestoredByTheirRules(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		person := w.newPerson("Ada")
		apply := func(do func(project int64, with map[string]any) int64) (application, project int64) {
			project = w.newProject("VMS", nil)
			return do(project, map[string]any{"freelancerId": person}), project
		}
		confirmed, _ := apply(w.inReview)
		unconfirmed, _ := apply(w.apply)
		over, closed := apply(w.inReview)
		flying, _ := apply(w.inReview)
		own, _ := apply(w.inReview)
		w.status(own, "w", nil).OK()
		w.status(flying, "sp", nil).OK()
		w.exec("UPDATE applications SET send_lease_until = $1 WHERE id = $2", w.fakes.now.Add(time.Minute).UnixMilli(),
			flying)
		who := *w.who
		who.BatchID = "job_1"
		within := func(fn func(ctx ctx) error) {
			t.Helper()
			if err := db.Write(role.With(t.Context(), &who), fn); err != nil {
				t.Fatal(err)
			}
		}
		within(func(ctx ctx) error {
			_, err := w.bids.WithdrawAll(ctx, person, "USER_DEACTIVATED", []string{"uc", "a", "sp", "sf"})
			return err
		})
		w.exec("UPDATE projects SET status = 'CLOSED' WHERE id = $1", closed)
		if batch, n, err := w.bids.EndedWith(t.Context(), person); err != nil || batch != "job_1" || n != 3 {
			t.Errorf("ended: %d in %q: %v", n, batch, err)
		}
		within(func(ctx ctx) error {
			restored, refused, err := w.bids.RestoreOf(ctx, person, "job_1")
			if restored != 3 || refused != 1 {
				t.Errorf("%d came back, %d could not", restored, refused)
			}
			return err
		})
		for a, want := range map[int64]applications.Status{
			confirmed: "a", unconfirmed: "uc", over: "w", flying: "sp",
			own: "w",
		} {
			if one := w.application(a); one.Status != want || one.WithdrawAfterSend {
				t.Errorf("application %d is %s, want %s: %+v", a, one.Status, want, one.Sending)
			}
		}
		w.attempted(flying, applications.Delivery{ExternalID: "X-1"})
		if one := w.application(flying); one.Status != "s2c" {
			t.Errorf("what may stay is %s once it is sent", one.Status)
		}
		err := db.Write(role.With(t.Context(), &who), func(ctx ctx) error {
			_, _, err := w.bids.RestoreOf(ctx, person, "job_2")
			return err
		})
		if e := fault.From(err); e.Code != "VALIDATION" ||
			fmt.Sprint(e.Fields) != "map[restoreApplicationsBatch:[validation.reference]]" {
			t.Errorf("another batch: %v", err)
		}
	})
}
