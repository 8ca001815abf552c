package applications_test

import (
	"context"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// How many can be sent again follows from the project, the person, and what else of the same two is on its way.
func TestResendable_SourceChanges_TotalIsThatOfTheRows(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		person, project := w.newPerson("Ada Öberg"), w.newProject("VMS", nil)
		for _, who := range []int64{person, w.newPerson("Ben Öberg")} {
			a := w.inReview(project, map[string]any{"freelancerId": who})
			w.status(a, "sp", nil).OK()
			w.exec("UPDATE applications SET status = 'sf' WHERE id = $1", a)
			db.Touched(t.Context(), "applications", "status")
		}
		counts := func(when string, want float64) {
			t.Helper()
			for range 2 { // the second may be one that is kept
				got := w.call(`GET /api/projectApplication?status=sf&canResend=true&limit=1`, nil).OK()["totalResults"]
				if got != want {
					t.Errorf("%s: %v, want %v", when, got, want)
				}
			}
		}
		within := func(change func(ctx context.Context) error) {
			t.Helper()
			if err := db.Write(t.Context(), change); err != nil {
				t.Fatal(err)
			}
		}
		status := func(to string) {
			w.exec("UPDATE projects SET status = $1 WHERE id = $2", to, project)
			db.Touched(t.Context(), "projects", "status")
		}
		counts("both failed", 2)
		status("PAUSED")
		counts("the project is paused", 0)
		status("ACTIVE")
		counts("the project goes on", 2)
		within(func(ctx context.Context) error { return w.bids.FollowFreelancer(ctx, person, "Ada Öberg", "DE") })
		counts("a person is not active any more", 1)
		within(func(ctx context.Context) error { return w.bids.FollowFreelancer(ctx, person, "Ada Öberg", "AC") })
		counts("the person is active again", 2)
	})
}

// wronglyResendable counts the applications whose column differs from its definition: failed, of somebody active, in an
// active project, with nothing else of the same two on its way.
const wronglyResendable = `
	SELECT count(*)
	  FROM applications a
	  JOIN projects p ON p.id = a.project_id
	 WHERE a.can_resend <> CASE
	         WHEN a.status = 'sf' AND a.deleted_at IS NULL AND a.freelancer_status = 'AC' AND p.status = 'ACTIVE'
	          AND NOT EXISTS (SELECT 1 FROM applications o
	                           WHERE o.project_id = a.project_id AND o.freelancer_id = a.freelancer_id
	                             AND o.status IN ('sp', 's2c', 'h') AND o.deleted_at IS NULL)
	         THEN 1 ELSE 0 END`

// Whatever statement changes applications, people and projects, the column is right after it.
func TestProveResendable_AnyChanges_ColumnEqualsItsDefinition(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w, r := newFixture(t, db), stress.Rand(t)
		people := []int64{w.newPerson("Ada Öberg"), w.newPerson("Ben Öberg")}
		projects := []int64{w.newProject("VMS", nil), w.newProject("VMS", nil)}
		var ids []int64
		for _, project := range projects {
			for _, who := range people {
				ids = append(ids, w.inReview(project, map[string]any{"freelancerId": who}))
			}
		}
		for _, id := range ids[:2] { // a second one of the same two, as a merge leaves it
			w.exec("UPDATE applications SET status = 'w' WHERE id = $1", id)
			ids = append(ids, w.inReview(projects[0], map[string]any{"freelancerId": people[len(ids)%2]}))
		}
		tryExec := func(text string, args ...any) {
			_ = db.Write(t.Context(), func(ctx context.Context) error {
				_, err := db.Exec(ctx, text, args...)
				return err
			})
		}
		one := func(of []int64) int64 { return of[r.IntN(len(of))] }
		for step := range stress.Size(300, 5000) {
			switch r.IntN(8) {
			case 0, 1, 2: // another of the same two may be on its way already, which the database refuses
				status := []string{"sf", "sf", "sp", "s2c", "a", "w"}[r.IntN(6)]
				tryExec("UPDATE applications SET status = $1 WHERE id = $2", status, one(ids))
			case 3:
				w.exec("UPDATE projects SET status = $1 WHERE id = $2", []string{"ACTIVE", "PAUSED"}[r.IntN(2)], one(projects))
			case 4:
				w.exec("UPDATE applications SET freelancer_status = $1 WHERE freelancer_id = $2",
					[]string{"AC", "AC", "DE"}[r.IntN(3)], one(people))
			case 5:
				tryExec("UPDATE applications SET deleted_at = CASE WHEN deleted_at IS NULL THEN 1 END WHERE id = $1", one(ids))
			case 6:
				tryExec("UPDATE applications SET freelancer_id = $1 WHERE id = $2", one(people), one(ids))
			case 7:
				tryExec("UPDATE applications SET project_id = $1 WHERE id = $2", one(projects), one(ids))
			}
			var wrong int
			if _, err := db.Row(t.Context(), []any{&wrong}, wronglyResendable); err != nil || wrong != 0 {
				t.Fatalf("step %d: %d are wrong: %v", step, wrong, err)
			}
		}
	})
}
