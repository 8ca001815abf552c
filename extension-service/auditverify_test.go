package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
)

// An auditor has a copy of the database, the public key and what was signed, and neither the product nor its secret.
func TestAuditVerify_OnAnotherMachine_NamesTheChanges(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.prints(t, "admin", "create", "ada@people.example", "Ada", "Lovelace")
	signed, key := p.prints(t, "audit", "checkpoint"), strings.TrimSpace(p.prints(t, "audit", "key"))

	there := newPlace(t) // with no data folder
	dir := t.TempDir()
	statements, database := filepath.Join(dir, "audit.jsonl"), filepath.Join(dir, "copy.db")
	content, err := os.ReadFile(p.url)
	if err := errors.Join(err, os.WriteFile(database, content, 0o600),
		os.WriteFile(statements, []byte(signed), 0o600)); err != nil {
		t.Fatal(err)
	}
	verify := []string{"audit", "verify", database, "--key", key, "--checkpoints", statements}
	if output, err := there.command(t, verify...); err != nil ||
		!strings.Contains(output, "entries in 1 segments verified") {
		t.Fatalf("%v: %s", err, output)
	}

	removeNewest(t, database)
	output, err := there.command(t, verify...)
	ended, _ := errors.AsType[*exec.ExitError](err)
	if ended == nil || ended.ExitCode() != tamperedCode || !strings.Contains(output, " was removed\n") {
		t.Errorf("%v: %s", err, output)
	}
	if _, err := os.Stat(there.dir); err == nil {
		t.Error("it has made a data folder")
	}
	for _, words := range [][]string{
		{"audit", "verify", filepath.Join(dir, "none.db")},
		{"audit", "verify", database, "--key", "abc"},
		{"audit", "verify", database, "--checkpoints", database},
	} {
		output, err := there.command(t, words...)
		if ended, _ := errors.AsType[*exec.ExitError](err); ended == nil || ended.ExitCode() != 1 {
			t.Errorf("%q: %v: %s", words, err, output)
		}
	}
}

// prints is what a command prints that goes well, without what it logs.
func (p programPlace) prints(t *testing.T, words ...string) string {
	t.Helper()
	output, err := p.command(t, words...)
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	var out strings.Builder
	for line := range strings.Lines(output) {
		if !strings.HasPrefix(line, `{"time":`) {
			out.WriteString(line)
		}
	}
	return out.String()
}

// removeNewest removes the newest entry as whoever owns the file can.
func removeNewest(t *testing.T, database string) {
	t.Helper()
	db, err := store.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.ExecAll(t.Context(),
		"INSERT INTO audit_indexed SELECT * FROM audit_recent", "DELETE FROM audit_recent",
		"DROP TRIGGER audit_no_delete", "DELETE FROM audit_indexed WHERE id = (SELECT max(id) FROM audit_indexed)",
	), db.Close()); err != nil {
		t.Fatal(err)
	}
}
