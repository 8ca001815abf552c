package app_test

import (
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/status"
	"poolkeeper.example/extension-service/internal/test/buckettest"
	"poolkeeper.example/extension-service/internal/test/clamdtest"
	"poolkeeper.example/extension-service/internal/test/proctest"
	"poolkeeper.example/extension-service/platform/config"
)

// part is one part of the copy that answers, as the screen gets it.
type part struct {
	Name, State, Detail string
	Past                []struct{ State, From string }
}

// awaitPartState waits until a part of a product stands in a state, and looks for what the screen tells of it: why, and
// since when. Everything else that stands in the way of the answer is a failure.
func (p *product) awaitPartState(t *testing.T, name string, state status.State, detail string) {
	t.Helper()
	var last part
	defer func() {
		if t.Failed() {
			t.Logf("%+v", last)
		}
	}()
	p.awaitAnswer(t, "tech", "/api/status", func(got answer) bool {
		var all struct{ Copies []struct{ Parts []part } }
		if err := json.Unmarshal(got.body, &all); err != nil || len(all.Copies) == 0 {
			t.Fatalf("%v %s", err, got.body)
		}
		for _, one := range all.Copies[0].Parts {
			if one.Name == name {
				last = one
			}
		}
		return last.State == string(state)
	})
	if !strings.Contains(last.Detail, detail) {
		t.Errorf("%s: %q, and not %q", name, last.Detail, detail)
	}
	if n := len(last.Past); n == 0 || last.Past[n-1].State != string(state) || last.Past[n-1].From == "" {
		t.Errorf("%s: nobody knows since when", name)
	}
}

// Whatever a product stands on is lost while it runs: its screen says of each which it is, why and since when, and that
// it works again where it comes back.
func TestStatus_FailedDependency_IsNamedUntilItRecovers(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		settings func(t *testing.T, s *config.Settings) (lose func())
		state    status.State
		detail   string
	}{
		"index": {lostServer(func(s *config.Settings, at string) {
			s.SearchURL = at
		}), status.Degraded, "connection refused"},
		"content": {lostServer(func(s *config.Settings, at string) {
			s.ContentURL, s.ContentToken = at, "token"
		}), status.Degraded, ""},
		"files": {lostBucket, status.Degraded, "connection refused"},
		"scanner": {func(t *testing.T, s *config.Settings) func() {
			t.Helper()
			daemon := clamdtest.New(t, func([]byte) string { return "stream: OK\x00" })
			s.ScannerURL = daemon.Address
			return daemon.Close
		}, status.Degraded, "connection refused"},
		"mail": {func(_ *testing.T, s *config.Settings) func() {
			s.SMTPURL = "smtp://127.0.0.1:1"
			return func() {}
		}, status.Degraded, "connection refused"},
		"audit": {func(t *testing.T, s *config.Settings) func() {
			s.AuditSink = config.Secret(filepath.Join(t.TempDir(), "none", "audit.jsonl"))
			return func() {}
		}, status.Degraded, "no such file"},
		"database": {frozenFile, status.Down, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			settings := ownFolder(t)
			lose := tc.settings(t, &settings)
			p := openProduct(t, settings)
			if name == "audit" {
				p.runWorkers(t)
			}
			lose()
			p.awaitPartState(t, name, tc.state, tc.detail)
		})
	}
}

// lostServer is one that is there when the product opens, and gone after.
func lostServer(name func(s *config.Settings, at string)) func(t *testing.T, s *config.Settings) func() {
	return func(t *testing.T, s *config.Settings) func() {
		t.Helper()
		server := httptest.NewServer(http.NotFoundHandler())
		t.Cleanup(server.Close)
		name(s, server.URL)
		return server.Close
	}
}

func lostBucket(t *testing.T, s *config.Settings) func() {
	t.Helper()
	bucket := buckettest.New(t)
	s.S3URL = config.Secret(bucket.Address)
	return bucket.Close
}

// frozenFile is the product's file, which another process takes for itself, so that nothing can be written.
func frozenFile(t *testing.T, s *config.Settings) func() {
	t.Helper()
	path := s.DatabaseURL
	return func() {
		db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(10000)&_txlock=exclusive")
		if err != nil {
			t.Fatal(err)
		}
		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := errors.Join(tx.Rollback(), db.Close()); err != nil && !errors.Is(err, sql.ErrTxDone) {
				t.Error(err)
			}
		})
	}
}

// What waits for too long is named, until it is through; nothing is late while a restored product is held.
func TestStatus_OverdueQueue_IsNamed(t *testing.T) {
	t.Parallel()
	p := openProduct(t, ownFolder(t))
	p.publishIndex(t)
	p.awaitPartState(t, "queues", status.OK, "")
	p.newProject(t, "Behind")
	p.change(t, "UPDATE outbox SET created = $1", time.Now().Add(-2*time.Minute).UnixMilli())
	p.awaitPartState(t, "queues", status.Degraded, "index")
	p.change(t, "INSERT INTO restores (taken, restored) VALUES (1, 2)")
	p.awaitPartState(t, "queues", status.OK, "")
	p.change(t, "UPDATE restores SET released = 3")
	p.awaitPartState(t, "queues", status.Degraded, "index")
	p.publishIndex(t)
	p.awaitPartState(t, "queues", status.OK, "")
}

// A queue that cannot be opened does not work, and does once it can.
func TestStatus_QueueThatCannotBeOpened_IsDown(t *testing.T) {
	t.Parallel()
	p := openProduct(t, ownFolder(t))
	inTheWay := filepath.Join(p.Settings.DataDir, "jobs.db")
	if err := os.Mkdir(inTheWay, 0o700); err != nil {
		t.Fatal(err)
	}
	p.jobs(t)
	p.awaitPartState(t, "jobs", status.Down, "not open")
	if err := os.Remove(inTheWay); err != nil {
		t.Fatal(err)
	}
	p.awaitPartState(t, "jobs", status.OK, "")
}

// A disk that is nearly full is told before it is full.
func TestStatus_DiskNearlyFull_IsDegraded(t *testing.T) {
	t.Parallel()
	if !proctest.HasOwnMounts(t) {
		return
	}
	d := proctest.NewDisk(t, diskSize)
	p := openProduct(t, movedTo(t, ownFolder(t), d.Dir))
	p.awaitPartState(t, "disk", status.OK, "")
	d.LeaveFree(t, diskSize/20)
	p.awaitPartState(t, "disk", status.Degraded, "low")
	d.LeaveFree(t, diskSize)
	p.awaitPartState(t, "disk", status.OK, "")
}

// The status page warns of a service that others can reach and whose secret lies beside its data, and of no other.
func TestStatus_ReachedByOthersWithoutASecret_Warns(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		host, secret string
		warns        bool
	}{
		"reached by others, without a secret": {host: "0.0.0.0", warns: true},
		"reached by others, with one":         {host: "0.0.0.0", secret: strings.Repeat("s", 32)},
		"on this machine only":                {host: "127.0.0.1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			settings := settingsIn(t.TempDir(), furnished.SQLite(t))
			forgetPasswords(t, settings)
			settings.Host, settings.SigningSecret = one.host, config.Secret(one.secret)
			if err := settings.OpenSecret(); err != nil {
				t.Fatal(err)
			}
			p := openProduct(t, settings)
			if one.warns {
				p.awaitPartState(t, "secrets", status.Degraded, "besideTheData")
				return
			}
			if got := p.expect(t, "tech", "GET /api/status", "", 200, ""); strings.Contains(string(got.body),
				`"name":"secrets"`) {
				t.Errorf("it warns: %s", got.body)
			}
		})
	}
}

// forgetPasswords takes the passwords of the accounts, of which everybody knows those of the demonstration.
func forgetPasswords(t *testing.T, settings config.Settings) {
	t.Helper()
	s, err := app.Open(t.Context(), settings, silent())
	if err != nil {
		t.Fatal(err)
	}
	(&product{Service: s}).change(t, "UPDATE staff SET password_hash = ''")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
