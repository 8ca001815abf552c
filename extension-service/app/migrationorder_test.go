package app_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/platform/config"
)

// A migration that comes before one that has run would never run where the product is in use.
func TestMigration_OutOfOrder_StopsTheStart(t *testing.T) {
	t.Parallel()
	url := furnished.SQLite(t)
	at := func(names ...string) app.Extension {
		files := fstest.MapFS{}
		for _, name := range names {
			table, _, _ := strings.Cut(name, "_")
			files["migrations/"+name] = &fstest.MapFile{Data: []byte("-- +goose Up\nCREATE TABLE t" + table + " (id BIGINT);\n")}
		}
		return app.Extension{Migrations: files, Declare: func(*app.Service) {}}
	}
	settings := func() config.Settings { return settingsIn(t.TempDir(), url) }
	s, err := app.Open(t.Context(), settings(), silent(), at("0002_two.sql"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = app.Open(t.Context(), settings(), silent(), at("0001_one.sql", "0002_two.sql"))
	if err == nil || !strings.Contains(err.Error(), "lower than database version (2): version 1") {
		t.Errorf("it says %v", err)
	}
}
