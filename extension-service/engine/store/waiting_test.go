package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// locked holds the lock that every write of the table needs, as another program would, until the test ends.
func locked(t *testing.T, url string, driver string, statements ...string) {
	t.Helper()
	other, err := sql.Open(driver, url)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := other.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range statements {
		if _, err := conn.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		_, _ = conn.ExecContext(context.Background(), "ROLLBACK")
		_ = conn.Close()
		_ = other.Close()
	})
}

// Six writers and a reader of a locked database are told so within the time that one of them may wait.
func TestDatabase_Locked_IsReportedToAllWithinOneTimeout(t *testing.T) {
	t.Parallel()
	write := func(t *testing.T, db *store.DB) {
		t.Helper()
		var writers sync.WaitGroup
		began := time.Now()
		for i := range 6 {
			writers.Go(func() {
				err := db.Write(t.Context(), func(ctx context.Context) error {
					_, err := db.Exec(ctx, "INSERT INTO parents (id) VALUES ($1)", i+2)
					return err
				})
				if !store.IsBusy(err) {
					t.Errorf("told %v", err)
				}
			})
		}
		writers.Wait()
		if took := time.Since(began); took > 2*store.LockTimeout {
			t.Errorf("they waited %s", took)
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "locked.db")
		db := openAt(t, path)
		create(t, db)
		locked(t, path, "sqlite", "BEGIN IMMEDIATE")
		write(t, db)
		began := time.Now()
		write(t, db)
		if took := time.Since(began); took > store.LockTimeout/2 {
			t.Errorf("who came later waited %s", took)
		}
		if n := rows(t, db, "SELECT count(*) FROM parents"); n != 1 {
			t.Errorf("%d rows", n)
		}
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		url := pgtest.PostgresURL(t)
		db := openAt(t, url)
		create(t, db)
		locked(t, url, "pgx", "BEGIN", "LOCK TABLE parents IN ACCESS EXCLUSIVE MODE")
		write(t, db)
		var n int64
		if _, err := db.Row(t.Context(), []any{&n}, "SELECT count(*) FROM parents"); !store.IsBusy(err) {
			t.Errorf("a reader is told %v", err)
		}
	})
}

func openAt(t *testing.T, url string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func create(t *testing.T, db *store.DB) {
	t.Helper()
	for _, text := range []string{
		"CREATE TABLE parents (id BIGINT PRIMARY KEY)",
		"CREATE TABLE changes (xid BIGINT, tab TEXT, col TEXT)", "INSERT INTO parents (id) VALUES (1)",
	} {
		if err := exec(db, text); err != nil {
			t.Fatal(err)
		}
	}
}

// Whoever waits behind another write is answered when its time is over, not when the other is done.
func TestWrite_QueuedTooLong_EndsWithItsContext(t *testing.T) {
	t.Parallel()
	db := openFile(t)
	release := blockWriter(db)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := db.Write(ctx, func(context.Context) error {
		t.Error("it ran")
		return nil
	}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("told %v", err)
	}
	release()
	if err := exec(db, "CREATE TABLE parents (id INTEGER PRIMARY KEY)"); err != nil {
		t.Errorf("writing goes on: %v", err)
	}
}

// A write whose time is over in the middle leaves nothing, even when it does not look at what its statements say.
func TestWrite_TimeOver_IsUndoneCompletely(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		create := "CREATE TABLE slow (id BIGINT PRIMARY KEY)"
		if err := exec(db, create); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		err := db.Write(ctx, func(ctx context.Context) error {
			if _, err := db.Exec(ctx, "INSERT INTO slow (id) VALUES (1)"); err != nil {
				return err
			}
			<-ctx.Done()
			_, _ = db.Exec(ctx, "INSERT INTO slow (id) VALUES (2)")
			return nil
		})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("told %v", err)
		}
		if n := rows(t, db, "SELECT count(*) FROM slow"); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

// A caller that goes away does not cut off what has begun.
func TestWrite_CallerLeaves_Continues(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		if err := exec(db, "CREATE TABLE begun (id BIGINT PRIMARY KEY)"); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		err := db.Write(ctx, func(ctx context.Context) error {
			cancel()
			_, err := db.Exec(ctx, "INSERT INTO begun (id) VALUES (1)")
			return err
		})
		if err != nil {
			t.Errorf("told %v", err)
		}
		if n := rows(t, db, "SELECT count(*) FROM begun"); n != 1 {
			t.Errorf("%d rows", n)
		}
	})
}

func TestFailure_FullDisk_IsDistinguished(t *testing.T) {
	t.Parallel()
	db := openFile(t, "CREATE TABLE parents (id INTEGER PRIMARY KEY, filler BLOB)", "PRAGMA max_page_count = 4")
	if err := exec(db, "INSERT INTO parents (filler) VALUES (zeroblob(1000000))"); !store.IsFull(err) ||
		store.IsBusy(err) {
		t.Errorf("told %v", err)
	}
	for code, want := range map[string][2]bool{
		"53100": {true, false}, "53300": {false, true}, "55P03": {false, true}, "57P01": {false, true},
		"08006": {false, true}, "25006": {false, true}, "25P03": {false, true}, "23505": {}, "42601": {},
	} {
		err := error(&pgconn.PgError{Code: code})
		if got := [2]bool{store.IsFull(err), store.IsBusy(err)}; got != want {
			t.Errorf("%s: %v, want %v", code, got, want)
		}
	}
	// by a server that is stopped at once, in a transaction
	if !store.IsBusy(fmt.Errorf("refresh: %w", pgconn.ErrConnClosed)) {
		t.Error("a connection that is closed counts as a fault of ours")
	}
}

// Ready says whether a write would be done, not only whether somebody answers.
func TestReady_LockedDatabase_Fails(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ready.db")
	db := openAt(t, path)
	if err := db.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	locked(t, path, "sqlite", "BEGIN IMMEDIATE")
	if err := db.Ping(t.Context()); err != nil {
		t.Errorf("reading: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := db.Ready(ctx); err == nil {
		t.Error("ready, and yet locked")
	}
	pg := pgtest.Postgres(t)
	if err := pg.Ready(t.Context()); err != nil {
		t.Error(err)
	}
}

// A database that is not there is said in one line, without the password, and soon.
func TestOpen_UnreachableDatabase_IsNamedWithoutPassword(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"postgres://me:hidden@127.0.0.1:1/there":         "PostgreSQL at 127.0.0.1:1 cannot be used: connect: connection refused",
		"postgres://me:hidden@nowhere.invalid/there":     "PostgreSQL at nowhere.invalid:5432 cannot be used",
		"postgres://me:hidden@127.0.0.1:none/there":      "DATABASE_URL cannot be read",
		"postgresql://me:hidden@localhost:1/there?a=b%z": "DATABASE_URL",
	} {
		_, err := store.Open(t.Context(), url)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "DATABASE_URL") ||
			strings.ContainsAny(err.Error(), "\n\t") || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// A query that takes long is cut off with its caller, also where the same statement was quick before.
func TestQuery_Long_EndsWithItsContext(t *testing.T) {
	t.Parallel()
	db := openFile(t)
	const count = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) SELECT count(*) FROM n"
	var n int64
	for _, upTo := range []int64{10, 10, 1_000_000} { // a new statement, a quick one, and one that turns out not to be
		if _, err := db.Row(t.Context(), []any{&n}, count, upTo); err != nil || n != upTo {
			t.Fatal(n, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := db.Row(ctx, []any{&n}, count, int64(1)<<40); err == nil || ctx.Err() == nil {
		t.Errorf("counted to %d, %v", n, err)
	}
	if _, err := db.Row(ctx, []any{&n}, count, 10); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("afterwards: %v", err)
	}
}
