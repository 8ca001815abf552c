package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"poolkeeper.example/extension-service/platform/config"
)

func TestOpenSecret_NoSecretSet_CreatesAFileReadableByTheOwnerOnly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var secrets sync.Map
	var starting sync.WaitGroup
	for range 8 { // processes that start at once agree
		starting.Go(func() {
			s := config.Settings{DataDir: dir, DatabaseURL: filepath.Join(dir, "poolkeeper.db")}
			if err := s.OpenSecret(); err != nil || !s.OwnSecret || len(s.SigningSecret) != 64 {
				t.Errorf("%v %d", err, len(s.SigningSecret))
			}
			secrets.Store(string(s.SigningSecret), true)
		})
	}
	starting.Wait()
	n := 0
	secrets.Range(func(any, any) bool { n++; return true })
	found, err := os.Stat(filepath.Join(dir, "signing-secret"))
	if err != nil || found.Mode().Perm() != 0o600 || n != 1 {
		t.Errorf("%v: %v, %d secrets", err, found, n)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".signing-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestOpenSecret_ConfiguredOrDamaged_IsUsedOrRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	configured := config.Settings{DataDir: dir, DatabaseURL: "x.db", SigningSecret: config.Secret(strings.Repeat("s", 32))}
	if err := configured.OpenSecret(); err != nil || configured.OwnSecret || configured.HasKeyFile() {
		t.Errorf("a given secret: %v %t %t", err, configured.OwnSecret, configured.HasKeyFile())
	}
	if err := os.WriteFile(filepath.Join(dir, "signing-secret"), []byte("short\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	damaged := config.Settings{DataDir: dir, DatabaseURL: "x.db"}
	if err := damaged.OpenSecret(); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged file: %v", err)
	}
}
