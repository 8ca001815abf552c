package app_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/store"
)

const pageSize = 4096 // of every SQLite file here

// damagePages overwrites pages of a file as a failing disk does.
func damagePages(t *testing.T, path string, pages ...int64) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		_, failed := file.WriteAt([]byte(strings.Repeat("\xa5", pageSize)), (page-1)*pageSize)
		err = errors.Join(err, failed)
	}
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
}

// onDisk is a product over a file of its own, all of which has been written to that file.
func onDisk(t *testing.T) *product {
	t.Helper()

	p := newProduct(t, furnished.SQLite(t))
	if err := p.DB.TruncateLog(t.Context()); err != nil {
		t.Fatal(err)
	}
	return p
}

// pageOf is where a table of the database begins.
func (p *product) pageOf(t *testing.T, table string) (page int64) {
	t.Helper()
	if _, err := p.DB.Row(t.Context(), []any{&page}, "SELECT rootpage FROM sqlite_schema WHERE name = $1",
		table); err != nil || page < 2 {
		t.Fatalf("page of %s: %d, %v", table, page, err)
	}
	return page
}

func (p *product) file(t *testing.T) (path string) {
	t.Helper()
	if _, err := p.DB.Row(t.Context(), []any{&path},
		"SELECT file FROM pragma_database_list WHERE name = 'main'"); err != nil {
		t.Fatal(err)
	}
	return path
}

// A start that meets a damaged page, wherever it looks, says that the database is damaged, not that a declaration is
// wrong.
func TestDamage_PageReadAtStart_IsReportedAsDamage(t *testing.T) {
	t.Parallel()
	p := onDisk(t)
	original, err := os.ReadFile(p.file(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"projects", "applications", "freelancers", "clients"} {
		path := filepath.Join(t.TempDir(), "poolkeeper.db")
		if err := os.WriteFile(path, original, 0o600); err != nil {
			t.Fatal(err)
		}
		damagePages(t, path, p.pageOf(t, table))
		_, err := app.Open(t.Context(), settingsIn(t.TempDir(), path), silent())
		if !store.IsDamage(err) || strings.Contains(err.Error(), "declaration") {
			t.Errorf("with a damaged page of %s the start says %v", table, err)
		}
	}
}

// A request that meets a damaged page is told so under a code of its own, and from then on the readiness, the status
// and the nightly check say which part is damaged, while what is whole is still served.
func TestDamage_PageOfTheDatabase_IsReportedEverywhere(t *testing.T) {
	t.Parallel()
	p := onDisk(t)
	p.expect(t, "", "GET /readyz", "", 200, `"database":"ok"`)
	p.expect(t, "config", "GET /api/client", "", 200, "")
	damagePages(t, p.file(t), p.pageOf(t, "clients"))
	got := p.expect(t, "config", "GET /api/client", "", 503, `"code":"UNAVAILABLE"`)
	for _, want := range []string{`"details":{"code":"DATABASE_DAMAGED"}`, `"messages":["detail.DATABASE_DAMAGED"]`} {
		if !strings.Contains(string(got.body), want) {
			t.Errorf("%s lacks %s", got.body, want)
		}
	}
	if pause := got.header.Get("Retry-After"); pause != "" {
		t.Errorf("it asks to be tried again after %s s, which mends nothing", pause)
	}
	p.expect(t, "csm", "GET /api/msp", "", 200, "")
	ready := p.expect(t, "", "GET /readyz", "", 503, `"database":"down"`)
	if !strings.Contains(string(ready.body), `"database":"DATABASE_DAMAGED"`) {
		t.Errorf("the readiness says %s", ready.body)
	}
	p.expect(t, "tech", "GET /api/status", "", 200, `"code":"DATABASE_DAMAGED"`)
	if _, err := p.RunScheduled(t.Context(), "database.quickCheck", false); !store.IsDamage(err) {
		t.Errorf("the nightly check says %v", err)
	}
}

// The nightly check finds damage that nobody has met yet.
func TestDamage_UnreadPage_IsFoundByTheNightlyCheck(t *testing.T) {
	t.Parallel()
	p := onDisk(t)
	counts, err := p.RunScheduled(t.Context(), "database.quickCheck", false)
	if err != nil || counts["checked"] < 3 || counts["damaged"] != 0 {
		t.Fatalf("of a product in order: %v, %v", counts, err)
	}
	page := p.pageOf(t, "pool_categories")
	damagePages(t, p.file(t), page)
	p.expect(t, "", "GET /readyz", "", 200, `"database":"ok"`)
	counts, err = p.RunScheduled(t.Context(), "database.quickCheck", false)
	if !store.IsDamage(err) || counts["damaged"] != 1 {
		t.Errorf("of a damaged database: %v, %v", counts, err)
	}
	p.expect(t, "", "GET /readyz", "", 503, `"database":"DATABASE_DAMAGED"`)
}

// The other files are looked at as well: those of the search indexes, and that of the content service.
func TestDamage_OtherFiles_AreReportedByTheirPart(t *testing.T) {
	t.Parallel()
	for part, pattern := range map[string]string{
		"index":   "index-*.db",
		"content": filepath.Join("content", "directus.db"),
	} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			p := newProduct(t, furnished.SQLite(t))
			dir := p.Settings.DataDir
			if part == "content" {
				makeContentFile(t, filepath.Join(dir, "content", "directus.db"))
			} else {
				p.someProjects(t, 3)
			}
			found, err := filepath.Glob(filepath.Join(dir, pattern))
			if err != nil || len(found) == 0 {
				t.Fatalf("files %v, %v", found, err)
			}
			for _, path := range found {
				at, err := os.Stat(path)
				if err != nil {
					t.Fatal(err)
				}
				for page := int64(2); page <= at.Size()/pageSize; page++ {
					damagePages(t, path, page)
				}
			}
			if _, err := p.RunScheduled(t.Context(), "database.quickCheck", false); !store.IsDamage(err) {
				t.Errorf("the nightly check says %v", err)
			}
			ready := p.call(t, "", "GET", "/readyz", "")
			if want := fmt.Sprintf(`%q:"DATABASE_DAMAGED"`, part); !strings.Contains(string(ready.body), want) {
				t.Errorf("the readiness lacks %s: %s", want, ready.body)
			}
		})
	}
}

func makeContentFile(t *testing.T, path string) {
	t.Helper()
	db, err := store.Open(t.Context(), path)
	if err == nil {
		err = db.ExecAll(t.Context(), "CREATE TABLE d_language (iso TEXT PRIMARY KEY)",
			"INSERT INTO d_language VALUES ('en')")
	}
	if err == nil {
		err = errors.Join(db.TruncateLog(t.Context()), db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A main file that is empty or gone while other data lie beside it is no new installation: the start says what to do
// and leaves everything as it is.
func TestStart_EmptyDatabaseBesideOtherData_IsRefused(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(path string) error{
		"truncated": func(path string) error { return os.Truncate(path, 0) },
		"removed":   os.Remove,
	} {
		for _, beside := range []string{"index-1.db", "jobs.db", "files/kept/0f"} {
			t.Run(name+" beside "+beside, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				main, other := filepath.Join(dir, "poolkeeper.db"), filepath.Join(dir, beside)
				write := func(path string) error {
					return errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("data"), 0o600))
				}
				if err := errors.Join(write(main), write(other), lose(main)); err != nil {
					t.Fatal(err)
				}
				_, err := app.Open(context.Background(), settingsIn(dir, main), silent())
				if err == nil || !strings.Contains(err.Error(), "extension-service restore FILE") ||
					!strings.Contains(err.Error(), dir) {
					t.Fatalf("the start says %v", err)
				}
				if got, err := os.ReadFile(other); err != nil || !slices.Equal(got, []byte("data")) {
					t.Errorf("the other file holds %q, %v", got, err)
				}
			})
		}
	}
}

// A folder in which nothing but an empty file and the content service's own data lie is a new installation.
func TestStart_OnlyAnEmptyDatabase_IsANewInstallation(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	main := filepath.Join(dir, "poolkeeper.db")
	if err := errors.Join(os.WriteFile(main, nil, 0o600), os.MkdirAll(filepath.Join(dir, "content"), 0o700),
		os.MkdirAll(filepath.Join(dir, "files", "kept"), 0o700)); err != nil {
		t.Fatal(err)
	}
	s, err := app.Open(t.Context(), settingsIn(dir, main), silent())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
