package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"poolkeeper.example/extension-service/engine/store"
)

// Template is what a database of a test begins with. It is filled once of each engine, and copied for every test, which
// takes a tenth of the time that making it anew does.
type Template struct {
	// Fill makes it, in an empty database at the address, and has left it when it returns.
	Fill func(ctx context.Context, url string) error
	// Fresh is how long it is copied before it is filled anew; 0 means for as long as the tests run.
	Fresh time.Duration

	sqlite, postgres filled
}

// filled is what a template was last filled with.
type filled struct {
	mu   sync.Mutex
	at   time.Time
	made []byte // the file, or the name of the database
	err  error
}

// latest returns what was made last, and makes it if that is too long ago.
func (f *filled) latest(fresh time.Duration, fill func() ([]byte, error)) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.at.IsZero() || fresh > 0 && time.Since(f.at) > fresh {
		f.at = time.Now()
		f.made, f.err = fill()
	}
	return f.made, f.err
}

// SQLite returns the path of a copy of the test's own.
func (m *Template) SQLite(t testing.TB) string {
	t.Helper()
	made, err := m.sqlite.latest(m.Fresh, m.fillFile)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(path, made, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func (m *Template) fillFile() (made []byte, err error) {
	dir, err := os.MkdirTemp("", "poolkeeper-template-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "template.db")
	if err := m.Fill(context.Background(), path); err != nil {
		return nil, err
	}
	if _, err := os.Stat(path + "-wal"); err == nil {
		return nil, fmt.Errorf("%s has not been closed", path)
	}
	return os.ReadFile(path)
}

// Postgres returns the address of a copy of the test's own. Where there is no PostgreSQL it does as PostgresURL.
func (m *Template) Postgres(t testing.TB) string {
	t.Helper()
	skipPostgresInShort(t)
	server := serverURL(t)
	made, err := m.postgres.latest(m.Fresh, func() ([]byte, error) { return m.fillDatabase(server) })
	if err != nil {
		t.Fatal(err)
	}
	name := unique()
	if err := createDatabase(server, name, string(made)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := dropDatabase(server, name); err != nil {
			t.Error(err)
		}
	})
	return database(server, name)
}

func (m *Template) fillDatabase(server string) ([]byte, error) {
	name := unique()
	shared.templates.Store(name, server)
	if err := createDatabase(server, name, "template1"); err != nil {
		return nil, err
	}
	if err := execute(database(server, name), extension); err != nil {
		return nil, err
	}
	return []byte(name), m.Fill(context.Background(), database(server, name))
}

// createDatabase copies files, where the server does not do so by itself: writing all of it to the log takes four
// times as long.
func createDatabase(server, name, like string) error {
	text := "CREATE DATABASE " + name + " TEMPLATE " + like
	var version int
	if err := query(server, &version, "SELECT current_setting('server_version_num')::int"); err != nil {
		return err
	}
	if version >= 150_000 {
		text += " STRATEGY FILE_COPY"
	}
	var err error
	for range copyAttempts {
		var refused *pgconn.PgError
		if err = execute(server, text); !errors.As(err, &refused) || refused.Code != inUse {
			return err
		}
	}
	return err
}

const (
	inUse        = "55006" // somebody who has left is still being seen out; the server itself waits five seconds for that
	copyAttempts = 20
)

func dropDatabase(server, name string) error {
	return execute(server, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
}

// database is the address of another database of the same server.
func database(server, name string) string {
	u, err := url.Parse(server)
	if err != nil {
		return server // whoever connects is told
	}
	u.Path = "/" + name
	return u.String()
}

// migrated is what Each, SQLite and Postgres begin with.
var migrated = Template{Fill: func(ctx context.Context, url string) error {
	db, err := store.Open(ctx, url)
	if err != nil {
		return err
	}
	return errors.Join(db.Migrate(ctx), db.Close())
}}
