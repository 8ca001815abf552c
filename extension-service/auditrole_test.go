package main

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/audit/proof"
	"poolkeeper.example/extension-service/engine/store"
)

// serviceRole makes a role that owns nothing, and says what the database is called under it.
func (p programPlace) serviceRole(t *testing.T) (name, address string) {
	t.Helper()
	name = "service_" + strings.ToLower(rand.Text())
	owner, err := store.Open(t.Context(), p.url)
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.ExecAll(t.Context(), "CREATE ROLE "+name+" LOGIN PASSWORD 'secret'"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(owner.ExecAll(context.WithoutCancel(t.Context()), "DROP OWNED BY "+name, "DROP ROLE "+name),
			owner.Close()); err != nil {
			t.Error(err)
		}
	})
	u, err := url.Parse(p.url)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(name, "secret")
	return name, u.String()
}

// recordOld adds an entry that is older than the retention.
func (p programPlace) recordOld(t *testing.T) {
	t.Helper()
	p.withService(t, func(s *app.Service) error {
		old := audit.Log{DB: s.DB, Now: func() time.Time { return time.Now().AddDate(0, -proof.Months-1, 0) }}
		err := s.DB.Write(t.Context(), func(ctx context.Context) error {
			return old.Record(ctx, store.Entry{Entity: "project", ID: 1})
		})
		_, signing := s.AuditCheckpoint(t.Context()) // a segment of its own
		return errors.Join(err, signing, s.FillAccounts(t.Context()))
	})
}

// The program works under the role that docs/operating.md has it granted: it starts, signs in, writes and signs its
// log. What is older than the retention is removed by the owner alone.
func TestProgram_UnderARoleThatOwnsNothing_WritesAndCannotPrune(t *testing.T) {
	t.Parallel()
	owner := programPlace{dir: filepath.Join(t.TempDir(), "data"), url: ownDatabase.Postgres(t)}
	owner.secret = owner.signing()
	owner.recordOld(t)
	role, address := owner.serviceRole(t)
	owner.prints(t, "migrate", "--grant", role)
	service := owner
	service.url = address

	run := service.start(t)
	who := run.signIn(t)
	client := request{method: "POST", path: "/api/client", body: `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`}
	if got, err := who.send(t.Context(), client); err != nil || got.status != 201 {
		t.Errorf("%v, %d %s", err, got.status, got.body)
	}
	run.Kill()
	service.prints(t, "audit", "checkpoint")
	output, err := service.command(t, "audit", "prune")
	if _, ended := errors.AsType[*exec.ExitError](err); !ended || !strings.Contains(output, "owner of the tables") {
		t.Errorf("pruned by the service: %v: %s", err, output)
	}
	if output, err := owner.command(t, "audit", "prune"); err != nil || !strings.Contains(output, "1 entries") {
		t.Errorf("pruned by the owner: %v: %s", err, output)
	}
	if output, err := service.command(t, "audit", "verify"); err != nil {
		t.Errorf("%v: %s", err, output)
	}
}

// The chain goes along to another database, with what was signed and the key: there, and back in a file, the log
// verifies against what was signed before.
func TestMove_TheAuditLog_StillVerifies(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.secret = "a secret of tests, long enough to be one"
	p.prints(t, "admin", "create", "ada@people.example", "Ada", "Lovelace")
	signed, key := p.prints(t, "audit", "checkpoint"), strings.TrimSpace(p.prints(t, "audit", "key"))
	statements := filepath.Join(t.TempDir(), "audit.jsonl")
	if err := os.WriteFile(statements, []byte(signed), 0o600); err != nil {
		t.Fatal(err)
	}

	there := programPlace{dir: p.dir, url: ownDatabase.Postgres(t), secret: p.secret}
	back := programPlace{dir: p.dir, url: filepath.Join(t.TempDir(), "back.db"), secret: p.secret}
	for from, to := p, there; ; from, to = to, back {
		t.Log(from.prints(t, "move", "--to="+to.url))
		output, err := to.command(t, "audit", "verify", to.url, "--key", key, "--checkpoints", statements)
		if err != nil || !strings.Contains(output, "1 segments verified") {
			t.Fatalf("%v: %s", err, output)
		}
		if got := strings.TrimSpace(to.prints(t, "audit", "key")); got != key {
			t.Errorf("the key is another: %s, not %s", got, key)
		}
		if to.url == back.url {
			return
		}
	}
}
