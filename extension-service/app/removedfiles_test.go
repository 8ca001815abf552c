package app_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
)

// A database file that is removed, replaced or emptied while the service runs is told to whoever writes, by the
// readiness, by the status and by the nightly check, under a code of its own, and the service goes on.
func TestDamage_DatabaseFileRemoved_RefusesWritesAndReportsIt(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(path string) error{
		"removed": os.Remove,
		"emptied": func(path string) error { return os.Truncate(path, 0) },
		"replaced": func(path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, []byte("x"), 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := onDisk(t)
			p.expect(t, "config", "GET /api/client", "", 200, "")
			path := p.file(t)
			original, err := os.ReadFile(path)
			if err = errors.Join(err, lose(path)); err != nil {
				t.Fatal(err)
			}
			for _, list := range []string{"client", "project", "freelancer", "msp", "audit"} {
				p.call(t, "all", "GET", "/api/"+list, "") // which of them meets a page that is gone is no matter
			}
			got := p.expect(t, "csm", "POST /api/msp", `{"name":"Gone","email":"gone@provider.example"}`, 503,
				`"code":"UNAVAILABLE"`)
			for _, want := range []string{`"details":{"code":"DATABASE_GONE"}`, `"messages":["detail.DATABASE_GONE"]`} {
				if !strings.Contains(string(got.body), want) {
					t.Errorf("%s lacks %s", got.body, want)
				}
			}
			ready := p.expect(t, "", "GET /readyz", "", 503, `"database":"down"`)
			if !strings.Contains(string(ready.body), `"database":"DATABASE_GONE"`) {
				t.Errorf("the readiness says %s", ready.body)
			}
			if err := p.DB.Check(t.Context()); !store.IsGone(err) {
				t.Errorf("the nightly check says %v", err)
			}
			if err := os.WriteFile(path, original, 0o600); err != nil { // for what looks at the product when the test is over
				t.Error(err)
			}
		})
	}
}

// The file of the queue is told of in the same way, under its part.
func TestDamage_QueueFileRemoved_IsReportedByItsPart(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.runWorkers(t)
	p.expect(t, "", "GET /readyz", "", 200, `"jobs":"ok"`)
	if err := os.Remove(filepath.Join(p.Settings.DataDir, "jobs.db")); err != nil {
		t.Fatal(err)
	}
	p.expect(t, "tech", "GET /api/status", "", 200, `"code":"DATABASE_GONE"`)
	p.expect(t, "", "GET /readyz", "", 503, `"jobs":"DATABASE_GONE"`)
}
