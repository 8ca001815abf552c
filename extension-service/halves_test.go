package main

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
)

// halves find what only a write that was cut in two could have left, by what it would be.
var halves = map[string]string{
	"a change that is twice in the audit log": `
		SELECT entity, ' ', entity_id, ' ', version, ' ', action, ' ', min(changed) FROM audit 
		 WHERE version > 0 AND changed <> '' AND action NOT IN ('read', 'permission', 'toLegalEntity', 'fromLegalEntity')
		 GROUP BY entity, entity_id, version, action HAVING count(*) > 1`,
	"a record that a job changed twice": `
		SELECT a.batch_id, a.entity, a.entity_id FROM audit a JOIN jobs j ON j.id = a.batch_id AND j.kind = 'bulk' AND j.undo_by IS NULL AND j.entity = a.entity
		 WHERE a.version > 0 GROUP BY a.batch_id, a.entity, a.entity_id HAVING count(*) > 1`,
	"a project whose last change is not in the audit log":      lastChange("project", "projects"),
	"an application whose last change is not in the audit log": lastChange("application", "applications"),
	"a freelancer whose last change is not in the audit log":   lastChange("freelancer", "freelancers"),
	"an MSP whose last change is not in the audit log":         lastChange("msp", "msps"),
	"a client whose last change is not in the audit log":       lastChange("client", "clients"),
	"an account whose last change is not in the audit log":     lastChange("admin", "staff") + " AND t.id > 7",
	"a binding whose last change is not in the audit log":      lastChange("boundClient", "bound_clients"),
	"an application whose paper or CV has no row": `
		SELECT a.id, a.cv_resource_id, a.pdf_resource_id FROM applications a
		 WHERE a.cv_resource_id <> '' AND NOT EXISTS (SELECT 1 FROM resource_uses u WHERE u.resource_id = a.cv_resource_id)
		    OR a.pdf_resource_id <> '' AND NOT EXISTS (SELECT 1 FROM resources r WHERE r.id = a.pdf_resource_id)`,
	"a use of a file by a record that does not name it": `
		SELECT u.resource_id, u.entity_id FROM resource_uses u
		 WHERE u.entity = 'application' AND NOT EXISTS (SELECT 1 FROM applications a WHERE a.id = u.entity_id)`,
	"somebody merged who is not deleted": "SELECT id, user_status FROM freelancers WHERE merged_into_id IS NOT NULL AND deleted_at IS NULL",
	"an application that stayed with somebody merged": `
		SELECT a.id FROM applications a JOIN freelancers f ON f.id = a.freelancer_id WHERE f.merged_into_id IS NOT NULL AND a.status NOT IN ('rm', 'w', 'r')`,
	"an open application of somebody gone": `
		SELECT a.id, a.status FROM applications a JOIN freelancers f ON f.id = a.freelancer_id
		 WHERE f.deleted_at IS NOT NULL AND a.deleted_at IS NULL AND a.status IN ('uc', 'a')`,
	"somebody erased who has a name": `
		SELECT f.id, f.first_name FROM freelancers f JOIN erasure_requests e ON e.freelancer_id = f.id WHERE e.state = 'DONE' AND f.email LIKE '%people.example'`,
	"an erasure without a job": `
		SELECT e.id FROM erasure_requests e WHERE e.state = 'IN_PROGRESS' AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = e.job_id)`,
	"a job that counted another number of changes than are in the audit log": `
		SELECT j.id, j.entity, j.updated FROM jobs j
		 WHERE j.kind = 'bulk' AND j.state IN ('RUNNING', 'COMPLETED', 'COMPLETED_WITH_CONFLICTS')
		   AND j.updated <> (SELECT count(*) FROM audit a WHERE a.batch_id = j.id AND a.entity = j.entity)
		   AND j.can_undo_until IS NOT NULL AND j.undo_by IS NULL`,
	"a row of a job that is done twice or not counted": `
		SELECT j.id, j.processed FROM jobs j
		 WHERE j.kind = 'bulk' AND j.state IN ('RUNNING', 'COMPLETED', 'COMPLETED_WITH_CONFLICTS') AND j.undo_by IS NULL
		   AND j.processed <> (SELECT count(*) FROM job_rows r WHERE r.job_id = j.id AND r.outcome <> 'WAITING')`,
	"a counter of projects that is wrong":     counter("projects", "client_id, status"),
	"a counter of applications that is wrong": counter("applications", "client_id, status"),
	"a counter of freelancers that is wrong":  counter("freelancers", "user_status"),
	"a mail of nobody":                        "SELECT id FROM mails WHERE entity = 'freelancer' AND NOT EXISTS (SELECT 1 FROM freelancers f WHERE f.id = mails.entity_id)",
}

// lastChange finds records whose version is not the one of their last entry.
func lastChange(entity, table string) string {
	return `SELECT t.id, t.version FROM ` + table + ` t
		 WHERE t.version <> coalesce((SELECT max(a.version) FROM audit a WHERE a.entity = '` + entity + `' AND a.entity_id = t.id), 0)`
}

// counter finds counters that say another number than there are rows.
func counter(table, columns string) string {
	return `SELECT ` + columns + `, live, sum(n) FROM ` + table + `_count GROUP BY ` + columns + `, live HAVING sum(n) <> 0
		EXCEPT SELECT ` + columns + `, CASE WHEN deleted_at IS NULL THEN 1 ELSE 0 END, count(*) FROM ` + table + ` GROUP BY 1, 2` + strings.Repeat(", 3", strings.Count(columns, ","))
}

// check looks for what was acknowledged and for halves, while the program is dead.
func (k *killing) check(t *testing.T, s *app.Service) error {
	t.Helper()
	if err := k.checkRows(t, s); err != nil {
		return err
	}
	_, err := k.files(t, s)
	return err
}

// checkRows does so in the database.
func (k *killing) checkRows(t *testing.T, s *app.Service) error {
	t.Helper()
	for i := range k.answered {
		if err := k.isStored(t, s, &k.answered[i]); err != nil {
			return err
		}
	}
	k.heard += len(k.answered)
	var open int64
	if _, err := s.DB.Row(t.Context(), []any{&open}, openJobs); err != nil {
		return err
	}
	k.atWork += open
	for what, text := range halves {
		if k.reported[what] {
			continue
		}
		found, err := rows(t.Context(), s, text)
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		if len(found) > 0 {
			k.reported[what] = true
			t.Errorf("%s: %d, such as %s", what, len(found), found[0])
		}
	}
	return nil
}

// mark is a word that nobody has used, so that the call which sends it changes something.
var mark = regexp.MustCompile("W[0-9]+x[0-9a-f]{8}")

// isStored says whether an acknowledged write is in the audit log, and a record that was asked for under a key there
// once.
func (k *killing) isStored(t *testing.T, s *app.Service, made *call) error {
	t.Helper()
	var entries, created int64
	_, err := s.DB.Row(t.Context(), []any{&entries, &created}, `
		SELECT count(*), coalesce(sum(CASE WHEN action = 'create' THEN 1 ELSE 0 END), 0) FROM audit WHERE request_id = $1`, made.id)
	switch {
	case err != nil:
		return err
	case entries == 0 && mark.MatchString(made.body) && !strings.HasPrefix(made.path, "/api/preference/"):
		t.Errorf("%s was acknowledged and is not there: %s %s %.300s", made.writer, made.method, made.path, made.body)
	case made.key != "" && created != 1:
		t.Errorf("%s is there %d times: %s %s %.300s", made.writer, created, made.method, made.path, made.body)
	}
	return nil
}

// rows are what a query finds, as text.
func rows(ctx context.Context, s *app.Service, text string) (out []string, err error) {
	found, err := s.DB.Query(ctx, text)
	if err != nil {
		return nil, err
	}
	defer func() { _ = found.Close() }()
	columns, err := found.Columns()
	if err != nil {
		return nil, err
	}
	values, dest := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		dest[i] = &values[i]
	}
	for found.Next() {
		if err := found.Scan(dest...); err != nil {
			return nil, err
		}
		out = append(out, fmt.Sprint(values...))
	}
	return out, found.Err()
}

// files holds the kept bytes against their rows: every row has its bytes. It returns the bytes that have no row, which
// the cleaner takes.
func (k *killing) files(t *testing.T, s *app.Service) ([]string, error) {
	t.Helper()
	named, err := rows(t.Context(), s, "SELECT id FROM resources")
	if err != nil {
		return nil, err
	}
	stray := map[string]string{}
	err = filepath.WalkDir(filepath.Join(k.dir, "files", "kept"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			stray[d.Name()] = path
		}
		return nil // there is no folder before the first upload
	})
	for _, id := range named {
		if stray[id] == "" {
			t.Errorf("file %s has a row and no bytes", id)
		}
		delete(stray, id)
	}
	return slices.Collect(maps.Values(stray)), err
}

// cleaned lets the cleaner come when what a kill has left is old enough: nothing of it stays.
func (k *killing) cleaned(t *testing.T, s *app.Service) error {
	t.Helper()
	stray, err := k.files(t, s)
	if err != nil {
		return err
	}
	old := time.Now().Add(-2 * time.Hour)
	for _, path := range stray {
		if err := os.Chtimes(path, old, old); err != nil {
			return err
		}
	}
	if err := s.SweepFiles(t.Context()); err != nil {
		return err
	}
	left, err := k.files(t, s)
	if len(left) > 0 {
		t.Errorf("bytes without a row that nobody takes: %v", left)
	}
	t.Logf("the kills left %d files without a row, which the cleaner took", len(stray))
	return err
}
