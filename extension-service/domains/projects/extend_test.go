package projects_test

import (
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

func TestExtend_LaterEnd_IsSavedAndCanBeUndone(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject(map[string]any{"assignmentPeriodStart": "2026-01-01", "assignmentPeriodEnd": "2027-06-30"})
		extend := fmt.Sprintf("POST /api/project/%d/extend", p)
		for name, end := range map[string]string{"the same": "2027-06-30", "earlier": "2027-01-01", "no": ""} {
			got := w.call(extend, map[string]any{"assignmentPeriodEnd": end})
			if got.Refused("VALIDATION"); t.Failed() {
				t.Fatalf("%s day was accepted", name)
			}
		}
		if shown := w.call(fmt.Sprintf("GET /api/project/%d", p), nil).OK(); shown["earliestEnd"] != "2027-07-01" {
			t.Errorf("it says that it can be extended to %v", shown["earliestEnd"])
		}
		saved := w.call(extend, map[string]any{"assignmentPeriodEnd": "2027-12-31"}).OK()
		if saved["assignmentPeriodEnd"] != "2027-12-31" {
			t.Errorf("it ends on %v", saved["assignmentPeriodEnd"])
		}
		back := w.call(fmt.Sprintf("POST /api/undo/project/extend/%d", p), nil).OK()
		if back["assignmentPeriodEnd"] != "2027-06-30" {
			t.Errorf("undone it ends on %v", back["assignmentPeriodEnd"])
		}
	})
}
