package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/app"
)

// command runs a command of the program to its end and returns what it prints.
func (p programPlace) command(t *testing.T, words ...string) (string, error) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), program)
	run.Env = append(os.Environ(), asProgram+"="+strings.Join(words, " "), "DATA_DIR="+p.dir, "DATABASE_URL="+p.url,
		"SIGNING_SECRET="+p.secret)
	out, err := run.CombinedOutput()
	return string(out), err
}

// The keys of a product are encrypted: its backup proves to be whole, and starts elsewhere, with its secret alone.
func TestBackup_KeysAreEncrypted_NeedsTheSecretOfItsProduct(t *testing.T) {
	t.Parallel()
	for name, secret := range map[string]string{
		"the key file":   "",
		"SIGNING_SECRET": "a secret of tests, long enough to be one",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			p.secret = secret
			p.withService(t, func(s *app.Service) error { return s.FillAccounts(t.Context()) })
			run := p.start(t)
			run.signIn(t) // makes a key for tokens
			run.Kill()
			<-run.Done()

			archive := filepath.Join(t.TempDir(), "backup.zip")
			if output, err := p.command(t, "backup", archive); err != nil || !strings.Contains(output, "not in the archive: ") {
				t.Fatalf("%v: %s", err, output)
			}
			if output, err := p.command(t, "backup", "verify", archive); err != nil ||
				!strings.Contains(output, "equal to what was backed up") {
				t.Errorf("%v: %s", err, output)
			}
			other := newPlace(t)
			other.secret = "another secret of tests, long enough to be one"
			if output, err := other.command(t, "backup", "verify", archive); err == nil ||
				!strings.Contains(output, "another SIGNING_SECRET") {
				t.Errorf("under another secret: %v: %s", err, output)
			}
			restored := newPlace(t)
			restored.secret = secret
			if output, err := restored.command(t, "restore", archive); err != nil {
				t.Fatalf("%v: %s", err, output)
			}
			if secret == "" {
				key, err := os.ReadFile(filepath.Join(p.dir, "signing-secret"))
				if err == nil {
					err = os.WriteFile(filepath.Join(restored.dir, "signing-secret"), key, 0o600)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			restored.start(t).signIn(t)
		})
	}
}
