// Package pgtest gives tests a real database of each engine: a SQLite file, and a PostgreSQL of its own started from
// the installed binaries.
package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"poolkeeper.example/extension-service/engine/store"
)

// URL names the variable that holds the address of a running server, to use instead of starting one.
const URL = "TEST_POSTGRES_URL"

var shared struct {
	once   sync.Once
	server *server
	err    error
	next   atomic.Int64

	templates sync.Map // name of a database → its server
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
	return open(t, migrated.SQLite(t))
}

// Postgres returns an empty, migrated database. In CI a missing PostgreSQL fails the test; elsewhere it skips it.
func Postgres(t testing.TB) *store.DB {
	t.Helper()
	return open(t, migrated.Postgres(t))
}

// PostgresURL returns the address of an empty schema.
func PostgresURL(t testing.TB) string {
	t.Helper()
	server, schema := serverURL(t), unique()
	if err := execute(server, "CREATE SCHEMA "+schema); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := execute(server, "DROP SCHEMA "+schema+" CASCADE"); err != nil {
			t.Error(err)
		}
	})
	joint := "?"
	if strings.Contains(server, "?") {
		joint = "&"
	}
	return server + joint + "search_path=" + schema + "%2Cpublic"
}

// serverURL is the address of a PostgreSQL.
func serverURL(t testing.TB) string {
	t.Helper()
	url, err := base()
	if err != nil {
		if os.Getenv("CI") == "" {
			t.Skipf("no PostgreSQL: %v", err)
		}
		t.Fatalf("no PostgreSQL: %v", err)
	}
	return url
}

// unique is a name that no other test has, of this process or another.
func unique() string {
	return fmt.Sprintf("t%d_%d_%d", os.Getpid(), time.Now().UnixNano(), shared.next.Add(1))
}

// Main runs the tests of a package and stops the server it may have started; one that was there before is left as it
// was. Call it from TestMain.
func Main(m *testing.M) {
	code := m.Run()
	Stop()
	shared.templates.Range(func(name, server any) bool {
		if err := dropDatabase(server.(string), name.(string)); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		return true
	})
	os.Exit(code)
}

// Stop ends the server that this process has started, if any; a test program without Main calls it.
func Stop() {
	if shared.server == nil {
		return
	}
	shared.server.stop()
	shared.templates.Clear() // they went with it
}

// DatabaseURL returns the address of the database of this name, which is made if there is none yet. It stays until the
// server goes.
func DatabaseURL(name string) (string, error) {
	server, err := base()
	if err != nil {
		return "", err
	}
	var refused *pgconn.PgError
	err = createDatabase(server, name, "template1")
	if err != nil && (!errors.As(err, &refused) || refused.Code != isThere) {
		return "", err
	}
	return database(server, name), nil
}

// isThere is how PostgreSQL refuses a second database of one name.
const isThere = "42P04"

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

func open(t testing.TB, url string) *store.DB {
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
	return db
}

func execute(url, text string) error {
	db, err := sql.Open("pgx", url)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(context.Background(), text); err != nil {
		return fmt.Errorf("%s: %w", text, err)
	}
	return nil
}

func query(url string, into any, text string) error {
	db, err := sql.Open("pgx", url)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	return db.QueryRowContext(context.Background(), text).Scan(into)
}
