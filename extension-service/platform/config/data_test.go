package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/config"
)

func TestDataFolder_Access_IsTheOwnersOnly(t *testing.T) {
	for name, tc := range map[string]struct {
		before  func(t *testing.T, dir string)
		refused string // the path in the refusal; "" = it starts
	}{
		"there is none":      {func(*testing.T, string) {}, ""},
		"an empty one, open": {func(t *testing.T, dir string) { folder(t, dir, 0o755) }, ""},
		"one with logs of make run": {func(t *testing.T, dir string) {
			folder(t, dir, 0o755)
			folder(t, dir+"/logs", 0o700)
		}, ""},
		"in use, private": {func(t *testing.T, dir string) {
			folder(t, dir, 0o700)
			writeFile(t, dir+"/poolkeeper.db", 0o600)
		}, ""},
		"in use, open": {func(t *testing.T, dir string) {
			writeFile(t, dir+"/poolkeeper.db", 0o600)
			folder(t, dir, 0o755)
		}, "data"},
		"in use, open to a group": {func(t *testing.T, dir string) {
			writeFile(t, dir+"/poolkeeper.db", 0o600)
			folder(t, dir, 0o710)
		}, "data"},
		"a database others can read": {func(t *testing.T, dir string) {
			folder(t, dir, 0o700)
			writeFile(t, dir+"/poolkeeper.db", 0o644)
		}, "data/poolkeeper.db"},
		"an index others can read": {func(t *testing.T, dir string) {
			folder(t, dir, 0o700)
			writeFile(t, dir+"/index-1.db-wal", 0o640)
		}, "data/index-1.db-wal"},
		"uploads others can read": {func(t *testing.T, dir string) {
			folder(t, dir, 0o700)
			folder(t, dir+"/files", 0o750)
		}, "data/files"},
		"a database elsewhere": {func(t *testing.T, dir string) {
			writeFile(t, filepath.Join(dir, "../../else.db"), 0o644)
		}, "else.db"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			tc.before(t, dir)
			s := config.Settings{DataDir: dir, DatabaseURL: filepath.Join(dir, "poolkeeper.db")}
			if name == "a database elsewhere" {
				s.DatabaseURL = "file:" + filepath.Join(dir, "../../else.db")
			}
			err := s.OpenData()
			if tc.refused == "" {
				if err != nil {
					t.Fatal(err)
				}
				if found, err := os.Stat(dir); err != nil || found.Mode().Perm() != 0o700 {
					t.Errorf("the folder is %v, %v", found.Mode(), err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tc.refused+" (0") ||
				!strings.Contains(err.Error(), "chmod -R go= ") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want a line about %s", err, tc.refused)
			}
		})
	}
}

func folder(t *testing.T, dir string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, mode); err != nil {
		t.Fatal(err)
	}
}

func writeFile(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	folder(t, filepath.Dir(path), 0o700)
	if err := os.WriteFile(path, nil, mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}
