package directustest_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"poolkeeper.example/extension-service/internal/test/directustest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// template is the folder of a Directus that ended: three texts, and a collection that somebody has added in Studio.
var template = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "poolkeeper-start-")
	if err != nil {
		return "", err
	}
	s, err := directustest.Start(dir, "http://127.0.0.1:9/")
	if err != nil {
		return "", err
	}
	defer s.Kill()
	token, err := s.AdminToken()
	if err != nil {
		return "", err
	}
	for _, row := range []struct {
		path string
		body any
	}{
		{"/items/d_language", map[string]any{"iso": "en", "name": "English", "active": true}},
		{"/items/d_translation_keys", []map[string]any{
			{"locale": "en", "messageKey": "start.a", "messageValue": "A"},
			{"locale": "en", "messageKey": "start.b", "messageValue": "B"},
			{"locale": "en", "messageKey": "start.c", "messageValue": "C"},
		}},
	} {
		if status, body, err := s.Do(token, http.MethodPost, row.path, row.body); err != nil ||
			status >= http.StatusBadRequest {
			return "", fmt.Errorf("%s: status %d: %s: %w", row.path, status, body, err)
		}
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := template(); err == nil && dir != "" {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// folder is a copy of the template, after the statements.
func folder(t *testing.T, statements ...string) *directustest.Server {
	t.Helper()
	from, err := template()
	if errors.Is(err, directustest.ErrNotInstalled) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "cp", "-a", from+"/.",
		dir).CombinedOutput(); err != nil { //nolint:gosec // folders of ours
		t.Fatalf("%v: %s", err, out)
	}
	s, err := directustest.Reserve(dir, "http://127.0.0.1:9/")
	if err != nil {
		t.Fatal(err)
	}
	change(t, s, statements...)
	return s
}

func file(s *directustest.Server) string { return filepath.Join(s.Dir, "directus.db") }

func change(t *testing.T, s *directustest.Server, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", file(s))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

func content(t *testing.T, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func values(t *testing.T, name string) (out []string) {
	t.Helper()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(),
		`SELECT messageValue FROM d_translation_keys WHERE messageKey LIKE 'start.%' ORDER BY messageKey`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var value string
		if err := rows.Scan(&value); err != nil {
			t.Fatal(err)
		}
		out = append(out, value)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// unprepared makes the next start look at the database anew.
func unprepared(t *testing.T, s *directustest.Server) {
	t.Helper()
	if err := os.Remove(filepath.Join(s.Dir, "prepared")); err != nil {
		t.Fatal(err)
	}
}

const (
	addCollection = `INSERT INTO directus_collections (collection) VALUES ('d_own%d')`
	addTable      = `CREATE TABLE d_own%d (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, word varchar(255))`
	addAdmin      = `INSERT INTO directus_users (id, email, role, status) SELECT 'u%[1]d', 'u%[1]d@example.com', role, 'active'
		FROM directus_users WHERE email = 'developer@example.com'`
	beforeUpgrade = `DELETE FROM directus_migrations WHERE version = '20260909A'`
)

func repeat(n int, templates ...string) (out []string) {
	for i := range n {
		for _, template := range templates {
			out = append(out, fmt.Sprintf(template, i))
		}
	}
	return out
}

// inShort are the refusals that make test looks at: what would lose a text, and a newer database.
var inShort = []string{"a field that the snapshot lacks", "a migration that this version does not know"}

// A start that is refused says why, names what it would lose, and leaves the database byte for byte as it was.
func TestStart_DestructiveSnapshot_IsRefusedWithoutChange(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		statements []string
		env        []string
		want       []string
	}{
		"a collection that the snapshot lacks": {
			statements: repeat(1, addCollection, addTable),
			want:       []string{"would delete d_own0", "CONTENT_IGNORE=d_own0", "nothing was changed"},
		},
		"a field that the snapshot lacks": {
			statements: []string{
				`ALTER TABLE d_client ADD COLUMN extra varchar(255)`,
				`INSERT INTO directus_fields (collection, field) VALUES ('d_client', 'extra')`,
			},
			want: []string{"would delete d_client.extra", "nothing was changed"},
		},
		"a migration that this version does not know": {
			statements: []string{`INSERT INTO directus_migrations (version, name) VALUES ('20991231A', 'Later')`},
			want:       []string{"a newer version", "20991231A", "nothing was changed"},
		},
		"an upgrade with five Studio accounts": {
			statements: append(repeat(4, addAdmin), beforeUpgrade),
			want: []string{
				"5 Studio accounts are active, 3 are free without a licence; deactivate 2 or set LICENSE_KEY",
				"nothing was changed",
			},
		},
		"an upgrade with 26 collections": {
			statements: append(repeat(21, addCollection, addTable), beforeUpgrade),
			want:       []string{"26 collections exist, 25 are free without a licence; remove 1 or set LICENSE_KEY"},
		},
		"an upgrade with six flows": {
			statements: append(repeat(6, `INSERT INTO directus_flows (id, name, status) VALUES ('f%[1]d', 'Flow', 'active')`),
				beforeUpgrade),
			want: []string{"6 flows are active, 5 are free without a licence; deactivate 1 or set LICENSE_KEY"},
		},
		"an upgrade with an account of another provider": {
			statements: []string{`UPDATE directus_users SET provider = 'company' WHERE email IS NULL`, beforeUpgrade},
			want:       []string{"1 accounts sign in by another provider"},
		},
		"an upgrade with a rule of permission": {
			statements: []string{
				`UPDATE directus_permissions SET permissions = '{"iso":{"_eq":"en"}}' WHERE collection = 'd_language' AND action = 'read'`,
				beforeUpgrade,
			},
			want: []string{"1 permissions have rules of their own"},
		},
		"a Directus of somebody's own": {
			env: []string{"CONTENT_URL=https://texts.example.com"}, want: []string{"texts.example.com", "nothing is applied"},
		},
		"a copy that cannot be made": {
			statements: []string{`UPDATE directus_collections SET note = 'Other' WHERE collection = 'd_client'`},
			env:        []string{"READ_ONLY=1"},
			want:       []string{"no copy of", "nothing was changed"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !slices.Contains(inShort, name) {
				stress.SkipInShort(t, "starts Directus")
			}
			s := folder(t, tc.statements...)
			unprepared(t, s)
			s.Env = tc.env
			if slices.Contains(tc.env, "READ_ONLY=1") { // a folder in the place of the copy cannot be removed or written
				if err := os.MkdirAll(filepath.Join(s.Dir, "directus.db.next", "busy"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			before := content(t, file(s))
			err := s.Restart()
			if err == nil {
				s.Kill()
				t.Fatal("it started")
			}
			for _, want := range tc.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("it says %q, want %q in it", err, want)
				}
			}
			if !bytes.Equal(content(t, file(s)), before) {
				t.Error("the database was changed")
			}
			if strings.Count(err.Error(), "\n") > 1 {
				t.Errorf("the reason is not one line: %s", err)
			}
		})
	}
}

// What is applied, is applied to a copy; the database from before it stays, and what the operator names is left as it
// is.
func TestStart_SnapshotIsApplied_RetainsTheFormerCopy(t *testing.T) {
	stress.SkipInShort(t, "starts Directus")
	t.Parallel()
	s := folder(t, append(repeat(1, addCollection, addTable),
		`UPDATE directus_collections SET note = 'Other' WHERE collection = 'd_client'`,
		`INSERT INTO d_own0 (word) VALUES ('mine')`)...)
	unprepared(t, s)
	s.Env = []string{"CONTENT_IGNORE=d_own0"}
	before := content(t, file(s))
	if err := s.Restart(); err != nil {
		t.Fatal(err)
	}
	s.Kill()
	copies, err := filepath.Glob(filepath.Join(s.Dir, "copies", "*.db"))
	if err != nil || len(copies) == 0 || !bytes.Equal(content(t, slices.Max(copies)), before) {
		t.Errorf("the newest of the copies %v is not the database from before: %v", copies, err)
	}
	if got := values(t, file(s)); !slices.Equal(got, []string{"A", "B", "C"}) {
		t.Errorf("texts %v", got)
	}
	change(t, s, `UPDATE d_own0 SET word = 'still mine' WHERE word = 'mine'`)
	if bytes.Contains(content(t, file(s)), []byte("Other")) && !bytes.Contains(content(t, file(s)), []byte("still mine")) {
		t.Error("the collection of the operator's own was changed")
	}
}

// Our versions with Directus 11 look for migrations in this folder before they apply their snapshot, which would delete
// every text.
func TestStart_OlderVersionOnThisDatabase_IsStoppedBeforeItsSnapshot(t *testing.T) {
	stress.SkipInShort(t, "starts Directus")
	t.Parallel()
	s := folder(t)
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	service := filepath.Join(root, "directus-schema/service")
	nodes, err := filepath.Glob(filepath.Join(service, "node_modules/node-linux-*/bin/node"))
	if err != nil || len(nodes) != 1 {
		t.Fatal(nodes, err)
	}
	//nolint:gosec // programs of ours
	older := exec.CommandContext(t.Context(), nodes[0],
		filepath.Join(service, "node_modules/@directus/api/dist/cli/run.js"), "bootstrap")
	older.Dir = service
	older.Env = append(os.Environ(), "CONFIG_PATH="+filepath.Join(s.Dir, "none.env"), "DB_CLIENT=sqlite3",
		"DB_FILENAME="+file(s),
		"MIGRATIONS_PATH="+filepath.Join(s.Dir, "no-migrations"), "SECRET=x", "LOG_STYLE=raw", "LOG_LEVEL=error")
	out, err := older.CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err == nil || !strings.Contains(lines[len(lines)-1], "a newer version of Poolkeeper has worked on this database") {
		t.Errorf("%v: %s", err, out)
	}
}

func TestStart_SecondOnOneFolder_IsRefused(t *testing.T) {
	t.Parallel()
	s := folder(t)
	if err := s.Restart(); err != nil {
		t.Fatal(err)
	}
	defer s.Kill()
	second, err := directustest.Reserve(filepath.Dir(s.Dir), s.WakeURL)
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Restart(); err == nil || !strings.Contains(err.Error(), "another Directus uses") {
		t.Errorf("the second start: %v", err)
	}
}

// A Directus that was over its limits before our hook asks says so to the account of our service, and to nobody else.
func TestStart_DatabaseBeyondTheFreeLimits_ReportsTheLicence(t *testing.T) {
	stress.SkipInShort(t, "starts Directus")
	t.Parallel()
	old := `UPDATE directus_migrations SET timestamp = timestamp - 172800000 WHERE version < '20260101A'`
	for name, tc := range map[string]struct {
		statements []string
		status     string
		items      int
	}{
		"locked at once, since it is new": {repeat(4, addAdmin), "locked", http.StatusForbidden},
		"in grace, since it is older":     {append(repeat(4, addAdmin), old), "grace", http.StatusOK},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := folder(t, tc.statements...)
			if err := s.Restart(); err != nil {
				t.Fatal(err)
			}
			defer s.Kill()
			_, body, err := s.Do(s.Token, http.MethodGet, "/poolkeeper/licence", nil)
			text := string(body)
			if err != nil || !strings.Contains(text, `"status":"`+tc.status+`"`) ||
				!strings.Contains(text, `{"key":"seats","used":5,"free":3}`) {
				t.Errorf("%s %v", text, err)
			}
			if tc.status == "grace" != strings.Contains(text, `"until":`) {
				t.Errorf("the end of grace: %s", text)
			}
			if status, body, err := s.Do(s.Token, http.MethodGet, "/items/d_language", nil); err != nil || status != tc.items {
				t.Errorf("texts: status %d, want %d: %s %v", status, tc.items, body, err)
			}
			if status, _, err := s.Do("", http.MethodGet, "/poolkeeper/licence", nil); err != nil ||
				status != http.StatusForbidden {
				t.Errorf("anybody: status %d %v", status, err)
			}
		})
	}
}
