package demo_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"poolkeeper.example/extension-service/cmd/seed/demo"
	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// TestMain is the process of mappings too, as the product's own program is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == transform.Command {
		if err := transform.Serve(os.Stdin, os.Stdout, time.Now); err != nil {
			os.Exit(1)
		}
		return
	}
	pgtest.Main(m)
}

func count(t *testing.T, db *store.DB, text string) (n int) {
	t.Helper()
	if _, err := db.Row(t.Context(), []any{&n}, text); err != nil {
		t.Fatal(err)
	}
	return n
}

var now = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// Filling is dear: what is promised of the records, of a second start and of the images is asked of one database.
func TestDemoData_FilledTwice_IsConsistentAndWrittenOnce(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		keeper := files.New(files.Deps{
			DB: db, Storage: files.Folder(t.TempDir()), Spool: t.TempDir(), Audit: (&audit.Log{DB: db, Now: time.Now}).Record,
			Now: time.Now,
		})
		fill := func() {
			t.Helper()
			if err := demo.Fill(context.Background(), db, keeper, now); err != nil {
				t.Fatal(err)
			}
		}
		begun := time.Now()
		fill()
		t.Logf("filled in %v", time.Since(begun))
		writesWhatTheDesignPromises(t, db)
		isTheSameAtEveryStart(t, db)
		hasRatesOfLastWeek(t, db)
		namesEverySkillOnce(t, db)
		paintsTheCatalogueAndLogos(t, db)
		if old := count(t, db, fmt.Sprint("SELECT count(*) FROM outbox WHERE created < ", now.UnixMilli())); old > 0 ||
			count(t, db, "SELECT count(*) FROM outbox") == 0 {
			t.Errorf("%d changes look as if they had waited for years", old)
		}
		before := count(t, db, "SELECT count(*) FROM audit") + count(t, db, "SELECT count(*) FROM resources")
		fill()
		if after := count(t, db, "SELECT count(*) FROM audit") + count(t, db,
			"SELECT count(*) FROM resources"); after != before {
			t.Errorf("a second start wrote %d entries", after-before)
		}
	})
}

// isTheSameAtEveryStart holds what links and pictures name against what it has been since there is a demo.
func isTheSameAtEveryStart(t *testing.T, db *store.DB) {
	t.Helper()
	for text, want := range map[string]string{
		"SELECT handle FROM projects WHERE id = 1":                 "P-H4XBMJ",
		"SELECT handle FROM projects WHERE id = 252":               "P-WNFSDR",
		"SELECT title FROM projects WHERE id = 200":                "Project manager, MES rollout",
		"SELECT handle FROM applications WHERE id = 1":             "A-H4XBMJ",
		"SELECT handle FROM applications WHERE id = 6000":          "A-GK18SB",
		"SELECT freelancer_name FROM applications WHERE id = 3000": "Floyd Vincent",
		"SELECT handle FROM freelancers WHERE id = 3030":           "F-P1BSZM",
		"SELECT handle FROM msps WHERE id = 43":                    "M-V250C1",
	} {
		var got string
		if _, err := db.Row(t.Context(), []any{&got}, text); err != nil || got != want {
			t.Errorf("%s: %q, want %q: %v", text, got, want, err)
		}
	}
}

// hasRatesOfLastWeek lets who looks for a changed rate find one.
func hasRatesOfLastWeek(t *testing.T, db *store.DB) {
	t.Helper()
	week := now.AddDate(0, 0, -7).UnixMilli()
	if n := count(t, db, fmt.Sprint("SELECT count(*) FROM audit WHERE entity = 'freelancer' AND action = 'update' ",
		"AND changed LIKE '%hourRate%' AND at > ", week)); n < 5 {
		t.Errorf("%d rates were changed within a week, want at least 5", n)
	}
}

func namesEverySkillOnce(t *testing.T, db *store.DB) {
	t.Helper()
	found, err := db.Query(t.Context(), "SELECT DISTINCT skills FROM freelancers")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = found.Close() }()
	for found.Next() {
		var text string
		var list []string
		if err := errors.Join(found.Scan(&text), json.Unmarshal([]byte(text), &list)); err != nil {
			t.Fatal(err)
		}
		if once := slices.Compact(slices.Sorted(slices.Values(list))); len(once) < len(list) || len(list) == 0 {
			t.Errorf("somebody knows %v", list)
		}
	}
	if err := found.Err(); err != nil {
		t.Error(err)
	}
}

func writesWhatTheDesignPromises(t *testing.T, db *store.DB) {
	t.Helper()
	for what, want := range map[string]struct {
		text     string
		min, max int
	}{
		"clients":          {"SELECT count(*) FROM clients", 6, 6},
		"active pools":     {"SELECT count(*) FROM pools WHERE status = 'ACTIVE'", 24, 24},
		"archived pools":   {"SELECT count(*) FROM pools WHERE status = 'ARCHIVED'", 3, 3},
		"questions":        {"SELECT count(*) FROM questions", 60, 60},
		"fewest entities":  {"SELECT min(n) FROM (SELECT count(*) AS n FROM legal_entities GROUP BY client_id) x", 2, 4},
		"most entities":    {"SELECT max(n) FROM (SELECT count(*) AS n FROM legal_entities GROUP BY client_id) x", 2, 4},
		"living projects":  {"SELECT count(*) FROM projects WHERE deleted_at IS NULL", 240, 240},
		"deleted projects": {"SELECT count(*) FROM projects WHERE status = 'DELETED'", 12, 12},
		"fewest by status": {
			"SELECT min(n) FROM (SELECT count(*) AS n FROM projects WHERE status <> 'DELETED' GROUP BY status) x",
			40, 240,
		},
		"applications":   {"SELECT count(*) FROM applications", 6000, 6000},
		"their statuses": {"SELECT count(DISTINCT status) FROM applications", 9, 9},
		"fewest of one":  {"SELECT min(n) FROM (SELECT count(*) AS n FROM applications GROUP BY status) x", 50, 6000},
		"sent by hand": {
			"SELECT count(*) FROM applications a JOIN clients c ON c.id = a.client_id WHERE c.send_channel = 'MANUAL' AND (a.channel = 'VMS' OR a.status IN ('sp', 'sf'))",
			0, 0,
		},
		"waiting to be sent": {
			"SELECT count(*) FROM applications a WHERE a.status = 'sp' AND NOT EXISTS (SELECT 1 FROM outbound_tasks t WHERE t.application_id = a.id AND t.state = 'QUEUED')",
			0, 0,
		},
		"failed untried": {
			"SELECT count(*) FROM applications a WHERE a.status = 'sf' AND send_attempts <> (SELECT count(*) FROM application_attempts t WHERE t.application_id = a.id)",
			0, 0,
		},
		"invitations":  {"SELECT count(*) FROM invitations", 1500, 1500},
		"their states": {"SELECT count(DISTINCT state) FROM invitations", 6, 6},
		"titles twice": {
			"SELECT count(*) FROM (SELECT client_id, title FROM projects GROUP BY client_id, title HAVING count(*) > 1) x",
			0, 0,
		},
		"open projects that the first night would close": {
			"SELECT count(*) FROM projects WHERE status IN ('ACTIVE', 'PAUSED') AND (assignment_period_end < '2026-11-22' OR application_deadline <> '' AND application_deadline < '2026-10-22' OR positions_filled >= positions)",
			0, 0,
		},
		"unconfirmed that the first night would withdraw": {
			"SELECT count(*) FROM applications a JOIN projects p ON p.id = a.project_id WHERE a.status = 'uc' AND p.status IN ('ACTIVE', 'PAUSED') AND a.created < 1794043800000",
			0, 0,
		},
		"unconfirmed for a week": {
			"SELECT count(*) FROM applications WHERE status = 'uc' AND created < 1794648600000", 50, 400,
		},
		"hired when they were sent": {"SELECT count(*) FROM applications WHERE hired_at <= sent_at", 0, 0},
		"wrong hires": {
			"SELECT count(*) FROM projects p WHERE positions_filled <> (SELECT count(*) FROM applications a WHERE a.project_id = p.id AND a.status = 'h')",
			0, 0,
		},
		"active MSPs":     {"SELECT count(*) FROM msps WHERE user_status = 'AC'", 30, 30},
		"inactive MSPs":   {"SELECT count(*) FROM msps WHERE user_status = 'DE'", 6, 6},
		"unverified MSPs": {"SELECT count(*) FROM msps WHERE user_status = 'UV'", 4, 4},
		"deleted MSPs":    {"SELECT count(*) FROM msps WHERE user_status = 'DL'", 3, 3},
		"MSPs by name":    {"SELECT count(DISTINCT name_fold) FROM msps", 43, 43},
		"unlike their MSP": {
			"SELECT count(*) FROM applications a LEFT JOIN msps m ON m.id = a.msp_id WHERE a.provider_kind = 'msp' AND (m.id IS NULL OR a.msp_name <> m.name OR a.msp_status <> m.user_status)",
			0, 0,
		},
		"through MSPs": {"SELECT count(*) FROM applications WHERE provider_kind = 'msp'", 1500, 2500},
		"through lost MSPs": {
			"SELECT count(*) FROM applications a JOIN msps m ON m.id = a.msp_id WHERE m.user_status IN ('UV', 'DL')",
			0, 0,
		},
		"assigned projects": {"SELECT count(DISTINCT project_id) FROM project_msps", 120, 252},
		"assigned elsewhere": {
			"SELECT count(*) FROM project_msps x JOIN projects p ON p.id = x.project_id WHERE NOT EXISTS (SELECT 1 FROM msp_legal_entities l WHERE l.msp_id = x.msp_id AND l.client_id = p.client_id)",
			0, 0,
		},
		"MSPs without work": {
			"SELECT count(*) FROM msps m WHERE user_status = 'AC' AND NOT EXISTS (SELECT 1 FROM project_msps x WHERE x.msp_id = m.id)",
			0, 12,
		},
		"grants implied": {
			"SELECT count(*) FROM msp_grants g WHERE permission = 'RATE_EDIT' AND NOT EXISTS (SELECT 1 FROM msp_grants v WHERE v.msp_id = g.msp_id AND v.client_id = g.client_id AND v.legal_entity_id = g.legal_entity_id AND v.permission = 'RATE_VIEW')",
			0, 0,
		},
		"freelancers":       {"SELECT count(*) FROM freelancers WHERE user_status <> 'DL'", 3000, 3000},
		"active people":     {"SELECT count(*) FROM freelancers WHERE user_status = 'AC'", 2700, 2700},
		"inactive people":   {"SELECT count(*) FROM freelancers WHERE user_status = 'DE'", 180, 180},
		"unverified people": {"SELECT count(*) FROM freelancers WHERE user_status = 'UV'", 120, 120},
		"deleted people":    {"SELECT count(*) FROM freelancers WHERE user_status = 'DL'", 30, 30},
		"bindings":          {"SELECT count(*) FROM bound_clients", 400, 400},
		"ended bindings":    {"SELECT count(*) FROM bound_clients WHERE open = 0 AND bound_until < '2026-11-21'", 40, 40},
		"unlike the binding": {
			"SELECT count(*) FROM bound_clients b JOIN freelancers f ON f.id = b.freelancer_id WHERE b.open = 1 AND (f.bound_client_id IS NULL OR f.bound_client_id <> b.client_id OR f.bound_until <> b.bound_until)",
			0, 0,
		},
		"unlike the person": {
			"SELECT count(*) FROM applications a LEFT JOIN freelancers f ON f.id = a.freelancer_id WHERE f.id IS NULL OR a.freelancer_name <> f.name OR a.freelancer_status <> f.user_status",
			0, 0,
		},
		"unlike their MSP's": {
			"SELECT count(*) FROM applications a JOIN freelancers f ON f.id = a.freelancer_id WHERE a.msp_name <> f.msp_name",
			0, 0,
		},
		"suspected twins":  {"SELECT count(*) FROM freelancer_duplicates WHERE state = 'OPEN'", 12, 12},
		"erasure requests": {"SELECT count(*) FROM erasure_requests WHERE state = 'RECEIVED'", 3, 3},
		"from the future":  {"SELECT count(*) FROM audit WHERE at > 1795253400000", 0, 0},
		"out of order":     {"SELECT count(*) FROM audit a JOIN audit b ON b.id = a.id + 1 WHERE b.at < a.at", 0, 0},
		"without an audit": {
			"SELECT count(*) FROM projects p WHERE NOT EXISTS (SELECT 1 FROM audit a WHERE a.entity = 'project' AND a.entity_id = p.id)",
			0, 0,
		},
		"wrong counters": {
			"SELECT count(*) FROM (SELECT client_id, status, count(*) AS n FROM projects GROUP BY client_id, status) x LEFT JOIN (SELECT client_id, status, sum(n) AS n FROM projects_count GROUP BY client_id, status) c ON c.client_id = x.client_id AND c.status = x.status WHERE c.n IS NULL OR c.n <> x.n",
			0, 0,
		},
		"ended but open": {
			"SELECT count(*) FROM projects WHERE status IN ('ACTIVE', 'PAUSED') AND assignment_period_end < '2026-11-21'",
			0, 0,
		},
		"open after closing": {
			"SELECT count(*) FROM applications a JOIN projects p ON p.id = a.project_id WHERE p.status IN ('CLOSED', 'DELETED') AND a.status IN ('uc', 'a', 'sp', 'sf')",
			0, 0,
		},
	} {
		if n := count(t, db, want.text); n < want.min || n > want.max {
			t.Errorf("%s: %d, want %d to %d", what, n, want.min, want.max)
		}
	}
}
