package app_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/move"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/config"
	"poolkeeper.example/extension-service/platform/fault"
)

// emptyDatabase is one of PostgreSQL without a table.
var emptyDatabase = pgtest.Template{Fill: func(context.Context, string) error { return nil }}

func ignoreProgress(string, int64) {}

// useProduct has a product work on a database for a while, and leaves it.
func useProduct(t *testing.T, settings config.Settings, do func(p *product)) {
	t.Helper()
	s, err := app.Open(t.Context(), settings, silent())
	if err != nil {
		t.Fatal(err)
	}
	do(&product{Service: s, tokens: sessionsOf(t, s.DB)})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// moveDatabase copies the database of the settings and returns settings for the copy.
func moveDatabase(t *testing.T, from config.Settings, to string) (config.Settings, []move.Table) {
	t.Helper()
	tables, err := app.Move(t.Context(), from, to, ignoreProgress)
	if err != nil {
		t.Fatal(err)
	}
	from.DatabaseURL = to
	return from, tables
}

// A product goes from one machine to several, and back: every row goes along, ids that were given are not given again,
// indexes are built anew, and nothing is sent before somebody has released it.
func TestMove_ToPostgreSQLAndBack_NothingIsLostOrSentTwice(t *testing.T) {
	t.Parallel()
	settings, to := ownFolder(t), emptyDatabase.Postgres(t)
	var last int
	useProduct(t, settings, func(p *product) {
		p.newProject(t, "Boat builder Ä 船")
		p.uploaded(t, "csm", "cv.pdf", []byte(minimalPDF))
		p.expect(t, "csm", "POST /api/freelancer", `{"firstName":"Ida","lastName":"Neu","email":"ida@new.example"}`,
			201, "")
		last = p.newProject(t, "Never again")
		if err := p.PublishAll(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
	before := fileText(t, settings.DatabaseURL)
	there, tables := moveDatabase(t, settings, to)
	if after := fileText(t, settings.DatabaseURL); after != before {
		t.Error("the source has changed")
	}
	rows := map[string]int64{}
	for _, table := range tables {
		rows[table.Name] = table.Rows
	}
	for _, name := range []string{"projects", "freelancers", "audit", "resources", "mails", "projects_count"} {
		if rows[name] == 0 {
			t.Errorf("no row of %s was copied, of %v", name, rows)
		}
	}
	checkMoved := func(p *product) {
		p.expect(t, "config", "GET /api/restore", "", 200, `"held":true`)
		p.expect(t, "csm", "GET /api/project?title=Boat", "", 200, "Boat builder Ä 船")
		p.expect(t, "csm", "GET /api/find?q=ida+neu", "", 200, "Ida Neu")
		if _, err := p.Indexed(t.Context(), "project", ""); fault.KindOf(err) != fault.Upstream {
			t.Errorf("an index answers that was never built here: %v", err)
		}
		if id := p.newProject(t, "Later"); id <= last {
			t.Errorf("the project after %d is %d", last, id)
		} else {
			last = id
		}
	}
	useProduct(t, there, func(p *product) {
		checkMoved(p)
		p.expect(t, "config", "POST /api/restore/release",
			`{"mails":"RELEASE","deliveries":"RELEASE","jobs":"RELEASE","reason":"It has moved"}`, 200, `"held":false`)
	})
	back, _ := moveDatabase(t, there, filepath.Join(t.TempDir(), "poolkeeper.db"))
	useProduct(t, back, checkMoved)
}

// A move never adds to what is there, and never reads what it does not know.
func TestMove_Refused_LeavesBothAsTheyWere(t *testing.T) {
	t.Parallel()
	settings, full := ownFolder(t), furnished.Postgres(t)
	useProduct(t, settingsIn(t.TempDir(), full), func(*product) {})
	older := settingsIn(t.TempDir(), filepath.Join(t.TempDir(), "older.db"))
	migrateBefore(t, older.DatabaseURL, beforeSteps)
	foreign := emptyDatabase.Postgres(t)
	useProduct(t, settings, func(p *product) { p.newProject(t, "Boat builder") })
	executed(t, foreign, "CREATE TABLE theirs (id BIGINT)")
	for name, tc := range map[string]struct {
		from    config.Settings
		to, why string
	}{
		"a product has worked with it": {settings, full, "not empty"},
		"it has tables of others":      {settings, foreign, "not empty"},
		"the source is older":          {older, emptyDatabase.Postgres(t), "at version"},
		"the file is there":            {settingsIn(t.TempDir(), full), settings.DatabaseURL, "there already"},
		"both are files":               {settings, filepath.Join(t.TempDir(), "other.db"), "backup and restore"},
		"there is no source":           {settingsIn(t.TempDir(), "none.db"), full, "no such file"},
	} {
		_, err := app.Move(t.Context(), tc.from, tc.to, ignoreProgress)
		if err == nil || !strings.Contains(err.Error(), tc.why) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(tc.to + ".moving"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a file is left: %v", name, err)
		}
	}
}

// What cannot be copied whole is not copied at all, and the target can be used again.
func TestMove_CutOff_LeavesTheTargetEmpty(t *testing.T) {
	t.Parallel()
	settings, to := ownFolder(t), emptyDatabase.Postgres(t)
	useProduct(t, settings, func(p *product) { p.newProject(t, "Boat builder") })
	ctx, stop := context.WithCancel(t.Context())
	_, err := app.Move(ctx, settings, to, func(table string, _ int64) {
		if table == "projects" {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("it was cut off: %v", err)
	}
	there, _ := moveDatabase(t, settings, to)
	useProduct(t, there, func(p *product) { p.expect(t, "csm", "GET /api/project?title=Boat", "", 200, "Boat builder") })
}

// An archive of one machine is brought back into PostgreSQL, with its uploads.
func TestRestore_IntoPostgreSQL_RestoresEveryRow(t *testing.T) {
	t.Parallel()
	settings := ownFolder(t)
	archive, upload := filepath.Join(t.TempDir(), "backup.zip"), ""
	useProduct(t, settings, func(p *product) {
		p.newProject(t, "Boat builder")
		upload = p.uploaded(t, "csm", "cv.pdf", []byte(minimalPDF))
	})
	if _, err := app.BackUp(t.Context(), settings, archive, roomy); err != nil {
		t.Fatal(err)
	}
	there := settingsIn(filepath.Join(t.TempDir(), "restored"), emptyDatabase.Postgres(t))
	if err := there.OpenData(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := app.Restore(t.Context(), there, archive); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(there.DataDir, "poolkeeper.db*")); err != nil || len(left) > 0 {
		t.Errorf("files of the database are left: %v, %v", left, err)
	}
	useProduct(t, there, func(p *product) {
		p.expect(t, "config", "GET /api/restore", "", 200, `"held":true`)
		p.expect(t, "csm", "GET /api/project?title=Boat", "", 200, "Boat builder")
		p.expect(t, "csm", "GET /api/resource/"+upload, "", 200, "")
	})
	if _, _, err := app.Restore(t.Context(), there, archive); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("a second time: %v", err)
	}
}

func executed(t *testing.T, address, statement string) {
	t.Helper()
	db, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.ExecAll(t.Context(), statement), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func fileText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
