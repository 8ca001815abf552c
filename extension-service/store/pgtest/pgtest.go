// Package pgtest gives tests a real database of each engine: a SQLite file, and a PostgreSQL of its own started from
// the installed binaries.
package pgtest

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"poolkeeper.example/extension-service/store"
)

// URL names the variable that holds a running server to use instead of starting one; scripts/test sets it so that all
// packages share one.
const URL = "TEST_POSTGRES_URL"

var shared struct {
	once   sync.Once
	server *server
	err    error
	next   atomic.Int64
}

// Each runs fn on an empty, migrated database of each engine, in parallel.
func Each(t *testing.T, fn func(t *testing.T, db *store.DB)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		fn(t, SQLite(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		fn(t, Postgres(t))
	})
}

// SQLite returns an empty, migrated database in a file of its own.
func SQLite(t testing.TB) *store.DB {
	t.Helper()
	return migrated(t, filepath.Join(t.TempDir(), "test.db"))
}

// Postgres returns an empty, migrated schema. In CI a missing PostgreSQL fails the test; elsewhere it skips it.
func Postgres(t testing.TB) *store.DB {
	t.Helper()
	return migrated(t, PostgresURL(t))
}

// PostgresURL returns the address of an empty schema.
func PostgresURL(t testing.TB) string {
	t.Helper()
	url, err := base()
	if err != nil {
		if os.Getenv("CI") == "" {
			t.Skipf("no PostgreSQL: %v", err)
		}
		t.Fatalf("no PostgreSQL: %v", err)
	}
	schema := fmt.Sprintf("t%d_%d_%d", os.Getpid(), time.Now().UnixNano(), shared.next.Add(1))
	execute(t, url, "CREATE SCHEMA "+schema)
	t.Cleanup(func() { execute(t, url, "DROP SCHEMA "+schema+" CASCADE") })
	joint := "?"
	if strings.Contains(url, "?") {
		joint = "&"
	}
	return url + joint + "search_path=" + schema + "%2Cpublic"
}

// Main runs the tests of a package and stops the server it may have started. Call it from TestMain.
func Main(m *testing.M) {
	code := m.Run()
	if shared.server != nil {
		shared.server.stop()
	}
	os.Exit(code)
}

func base() (string, error) {
	if url := os.Getenv(URL); url != "" {
		return url, nil
	}
	shared.once.Do(func() { shared.server, shared.err = start() })
	if shared.err != nil {
		return "", shared.err
	}
	return shared.server.url, nil
}

func migrated(t testing.TB, url string) *store.DB {
	t.Helper()
	db, err := store.Open(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := db.Migrate(context.Background()); err != nil {
		t.Fatal(err)
	}
	return db
}

func execute(t testing.TB, url, text string) {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(context.Background(), text); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}
