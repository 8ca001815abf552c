package app_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"poolkeeper.example/extension-service/app"
)

// lines is a log that several may write to.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// What is derived heals by itself: a damaged index, catalogue of the indexes or queue is set aside, said so, and built
// anew, and jobs go on.
func TestDerivedFiles_Damaged_AreRebuilt(t *testing.T) {
	t.Parallel()
	for _, index := range []string{"indexes.db", "index-1.db"} {
		t.Run(index, func(t *testing.T) {
			t.Parallel()
			healing(t, index, "jobs.db")
		})
	}
}

func healing(t *testing.T, files ...string) {
	t.Helper()
	settings := settingsIn(filepath.Join(t.TempDir(), "data"), furnished.SQLite(t))
	s, err := app.Open(t.Context(), settings, silent())
	if err != nil {
		t.Fatal(err)
	}
	before := &product{Service: s, tokens: sessionsOf(t, s.DB)}
	before.newProject(t, "Boat builder")
	person := before.expect(t, "csm", "POST /api/freelancer",
		`{"firstName":"Ida","lastName":"Neu","email":"ida@new.example"}`, 201, "").json(t)["id"]
	if err := before.PublishAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	// not begun yet
	export := before.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/export", person),
		`{"reason":"Asked by letter"}`, 202, "").json(t)
	if err := before.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if err := os.WriteFile(filepath.Join(settings.DataDir, name), bytes.Repeat([]byte("broken "), 4000),
			0o600); err != nil {
			t.Fatal(err)
		}
	}
	var log lines
	s, err = app.Open(t.Context(), settings, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatalf("the start ends: %v", err)
	}
	t.Cleanup(func() { _ = s.Close() })
	p := &product{Service: s, tokens: sessionsOf(t, s.DB)}
	p.runWorkers(t)
	p.finished(t, "csm", export["statusUrl"].(string))
	if err := p.PublishAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := p.indexed(t, "project", `title:"Boat builder"`); n != 1 {
		t.Errorf("%d documents are found", n)
	}
	ready := string(p.expect(t, "", "GET /readyz", "", 200, `"index":"ok"`).body)
	for _, name := range files {
		damaged, err := filepath.Glob(filepath.Join(settings.DataDir, name+".damaged-*"))
		if err != nil || len(damaged) != 1 {
			t.Fatalf("%s was not set aside: %v, %v", name, damaged, err)
		}
		if !strings.Contains(log.String(), damaged[0]) || !strings.Contains(ready, filepath.Base(damaged[0])) ||
			strings.Contains(ready, settings.DataDir) {
			t.Errorf("%s is not named rightly: status %s, log %s", damaged[0], ready, log.String())
		}
	}
}
