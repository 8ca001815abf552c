package main

import (
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/app"
)

// projectsAssigned are given to somebody by the release before.
const projectsAssigned = 20

// lacking finds applications that do not repeat who answers for their project.
const lacking = `
	SELECT a.id
	  FROM applications a
	  JOIN projects p ON p.id = a.project_id
	 WHERE coalesce(a.project_owner_id, 0) <> coalesce(p.owner_id, 0)`

// assignProjects gives the projects with most applications to the first account while only the release before runs,
// which may not know all derived fields of this one.
func (o *operation) assignProjects(t *testing.T) {
	t.Helper()
	who := signInAt(t, o.proxy.url, ownPassword)
	o.withService(t, func(s *app.Service) error {
		ids, err := s.DB.IDs(t.Context(), fmt.Sprintf(`
			SELECT project_id
			  FROM applications
			 GROUP BY project_id
			 ORDER BY count(*) DESC, project_id
			 LIMIT %d`, projectsAssigned))
		for _, id := range ids {
			who.mustSend(t, "PUT", fmt.Sprintf("/api/project/%d", id), `{"ownerId":1}`, 200)
		}
		if err != nil {
			return err
		}
		found, err := rows(t.Context(), s, lacking)
		t.Logf("the release before left %d applications without a derived field of this one", len(found))
		return err
	})
}

// checkDerived waits until the product has computed what the release before left out.
func (o *operation) checkDerived(t *testing.T) {
	t.Helper()
	o.alerts.await(t, `^poolkeeper_check_up{.*check="derived"`, "1", 1)
	o.withService(t, func(s *app.Service) error {
		found, err := rows(t.Context(), s, lacking)
		if len(found) > 0 {
			t.Errorf("%d applications lack a derived field", len(found))
		}
		return err
	})
}
