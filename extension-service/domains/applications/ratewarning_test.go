package applications_test

import (
	"testing"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// wronglyWarned counts the applications whose column differs from what the view of warned ones says.
const wronglyWarned = `
	SELECT count(*)
	  FROM applications a
	 WHERE a.rate_warning <> CASE WHEN a.id IN (SELECT id FROM warned_applications) THEN 1 ELSE 0 END`

// Whatever statement changes applications, the list finds those with warnings that the formulas are told of.
func TestProveRateWarning_AnyChanges_FilterFindsTheWarnedApplications(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w, r := newFixture(t, db), stress.Rand(t)
		project := w.newProject("VMS", nil)
		var ids []int64
		for _, name := range []string{"Ada Öberg", "Ben Öberg", "Cleo Öberg"} {
			ids = append(ids, w.inReview(project, map[string]any{"freelancerId": w.newPerson(name)}))
		}
		warned := []string{`{"warnings":[{"code":"RATE_OUT_OF_RANGE"}]}`, `{"warnings":[]}`, ``}
		seen := 0
		for step := range stress.Size(200, 3000) {
			id := ids[r.IntN(len(ids))]
			switch r.IntN(4) {
			case 0:
				w.exec("UPDATE applications SET rate_breakdown = $1 WHERE id = $2", warned[r.IntN(3)], id)
			case 1:
				w.exec("UPDATE applications SET status = $1 WHERE id = $2", []string{"uc", "a", "a", "w"}[r.IntN(4)], id)
			case 2:
				w.exec("UPDATE applications SET rate_override = $1, rate_override_reason = $2 WHERE id = $3", r.IntN(2),
					[]string{"", "agreed"}[r.IntN(2)], id)
			case 3:
				w.exec("UPDATE applications SET deleted_at = CASE WHEN deleted_at IS NULL THEN 1 END WHERE id = $1", id)
			}
			var wrong, found int
			if _, err := db.Row(t.Context(), []any{&wrong}, wronglyWarned); err != nil || wrong != 0 {
				t.Fatalf("step %d: %d are wrong: %v", step, wrong, err)
			}
			if _, err := db.Row(t.Context(), []any{&found}, "SELECT count(*) FROM warned_applications"); err != nil {
				t.Fatal(err)
			}
			seen += found
			if step%20 > 0 {
				continue
			}
			for _, column := range []string{"rate_breakdown", "status", "rate_override", "rate_override_reason", "deleted_at"} {
				db.Touched(t.Context(), "applications", column)
			}
			got := w.call(`GET /api/projectApplication?rate=WARNED&limit=1`, nil).OK()["totalResults"]
			if got != float64(found) {
				t.Errorf("step %d: %v are listed, %d are warned", step, got, found)
			}
		}
		if seen == 0 {
			t.Error("none was warned: nothing is proven")
		}
	})
}
