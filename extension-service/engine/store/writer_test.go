package store_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
)

// blockWriter lets a test queue writes behind one that waits, so that they share a commit.
func blockWriter(db *store.DB) (release func()) {
	started, blocked := make(chan struct{}), make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() { // it shares the fate of the batch
		_ = db.Write(context.Background(), func(context.Context) error { close(started); <-blocked; return nil })
	})
	<-started
	return func() {
		close(blocked)
		done.Wait()
	}
}

const parents = "CREATE TABLE parents (id INTEGER PRIMARY KEY)"

// openFile opens a database in which statements have run, until the test ends.
func openFile(t *testing.T, statements ...string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "writer.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	for _, text := range statements {
		if err := exec(db, text); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

func exec(db *store.DB, text string) error {
	return db.Write(context.Background(), func(ctx context.Context) error { _, err := db.Exec(ctx, text); return err })
}

func rows(t *testing.T, db *store.DB, text string) (n int64) {
	t.Helper()
	if _, err := db.Row(t.Context(), []any{&n}, text); err != nil {
		t.Fatal(err)
	}
	return n
}

// Every write of a batch is told the truth: what was acknowledged is there, what was not is not.
func TestBatch_AcknowledgedWrites_AreStoredAndNoOthers(t *testing.T) {
	t.Parallel()
	for name, bad := range map[string]string{
		"a statement that ends the transaction": "INSERT OR ROLLBACK INTO parents (id) VALUES (1)",
		"a commit that fails":                   "INSERT INTO children (id, parent) VALUES (900, 77)",
		"a statement that fails":                "INSERT INTO parents (id) VALUES (1)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := openFile(t, parents,
				"CREATE TABLE children (id INTEGER PRIMARY KEY, parent BIGINT REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)",
				"INSERT INTO parents (id) VALUES (1)")
			release, reported, queued := blockWriter(db), map[int]error{}, sync.WaitGroup{}
			var mu sync.Mutex
			for i := range 9 {
				text := fmt.Sprintf("INSERT INTO children (id, parent) VALUES (%d, 1)", 100+i)
				if i == 4 {
					text = bad
				}
				queued.Go(func() {
					err := exec(db, text)
					mu.Lock()
					defer mu.Unlock()
					reported[i] = err
				})
			}
			release()
			queued.Wait()
			for i, err := range reported {
				there := rows(t, db, fmt.Sprintf("SELECT count(*) FROM children WHERE id = %d", 100+i)) == 1
				if i != 4 && there != (err == nil) {
					t.Errorf("write %d: stored %v, told %v", i, there, err)
				}
			}
			if reported[4] == nil {
				t.Error("the bad write was acknowledged")
			}
			if err := exec(db, "INSERT INTO children (id, parent) VALUES (999, 1)"); err != nil {
				t.Errorf("writing goes on: %v", err)
			}
		})
	}
}

func TestWrite_CancelledInTheQueue_IsNotDone(t *testing.T) {
	t.Parallel()
	db := openFile(t)
	release := blockWriter(db)
	ctx, cancel := context.WithCancel(t.Context())
	reported := make(chan error, 1)
	go func() {
		reported <- db.Write(ctx, func(context.Context) error { t.Error("it ran"); return nil })
	}()
	cancel()
	release()
	if err := <-reported; !errors.Is(err, context.Canceled) {
		t.Errorf("told %v", err)
	}
}

// Closing while writes wait loses no reply: each is done or refused.
func TestClose_QueuedWrites_AreAllAnswered(t *testing.T) {
	t.Parallel()
	db := openFile(t, parents)
	var writers sync.WaitGroup
	started := make(chan struct{}, 1)
	for i := range 32 {
		writers.Go(func() {
			for n := range 50 {
				err := exec(db, fmt.Sprintf("INSERT INTO parents (id) VALUES (%d)", i*1000+n+1))
				if errors.Is(err, store.ErrClosed) {
					return
				}
				if err != nil {
					t.Error(err)
				}
				select {
				case started <- struct{}{}:
				default:
				}
			}
		})
	}
	<-started
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	writers.Wait()
	if err := exec(db, "INSERT INTO parents (id) VALUES (1)"); !errors.Is(err, store.ErrClosed) {
		t.Errorf("a write after the end: %v", err)
	}
	if err := db.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
}

// A reader that counts while writers commit never keeps a total that is too old.
func TestTotals_ConcurrentWrites_AreNeverStale(t *testing.T) {
	t.Parallel()
	db := openFile(t)
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	f := newFixture(t, db)
	search := query.Query{Limit: 1, Where: []query.Cond{{
		Field: fieldOf(t, "name"), Op: query.Contains,
		Values: []any{"needle"},
	}}}
	var acknowledged sync.Mutex
	done, readers := make(chan struct{}), sync.WaitGroup{}
	var written int64
	for range 3 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				acknowledged.Lock()
				least := written
				acknowledged.Unlock()
				if got := f.list(t, t.Context(), search).Total; got < least {
					t.Errorf("%d rows after %d were acknowledged", got, least)
				}
			}
		})
	}
	for i := range 300 {
		f.create(t, testRecord{Name: fmt.Sprintf("needle %d", i), ClientID: 1})
		acknowledged.Lock()
		written++
		acknowledged.Unlock()
	}
	close(done)
	readers.Wait()
	if got := f.list(t, t.Context(), search).Total; got != 300 {
		t.Errorf("%d rows at the end", got)
	}
}

// However many different statements are asked, only so many stay prepared, and none fails for being put away.
func TestStatements_Many_AreLimitedAndWork(t *testing.T) {
	t.Parallel()
	db := openFile(t)
	var readers sync.WaitGroup
	for r := range 4 {
		readers.Go(func() {
			for i := range 1500 {
				var n int
				if _, err := db.Row(t.Context(), []any{&n}, fmt.Sprintf("SELECT %d", i%(700+r))); err != nil || n != i%(700+r) {
					t.Errorf("%d %v", n, err)
					return
				}
			}
		})
	}
	readers.Wait()
	if n := db.Prepared(); n == 0 || n > 600 {
		t.Errorf("%d statements are prepared", n)
	}
}

// A write that fails takes nothing with it and leaves nothing behind, wherever in a batch it stands.
func TestBatch_FailingWrite_IsUndoneAlone(t *testing.T) {
	t.Parallel()
	for name, fails := range map[string][]int{
		"none":                {},
		"one among good ones": {2},
		"two among good ones": {1, 3},
		"the first":           {0},
		"the first and more":  {0, 1, 3},
		"all but the first":   {1, 2, 3, 4},
		"every one":           {0, 1, 2, 3, 4},
	} {
		for how, fail := range map[string]func() error{
			"error": func() error { return errors.New("no") },
			"panic": func() error { panic("broken") },
		} {
			t.Run(name+": "+how, func(t *testing.T) {
				t.Parallel()
				db := openFile(t, parents)
				reported, hooks := batchOf(db, 5, func(ctx context.Context, i int) error {
					if _, err := db.Exec(ctx, fmt.Sprintf("INSERT INTO parents (id) VALUES (%d)", i)); err != nil ||
						!slices.Contains(fails, i) {
						return err
					}
					return fail()
				})
				for i := range 5 {
					bad := slices.Contains(fails, i)
					if there := rows(t, db, fmt.Sprintf("SELECT count(*) FROM parents WHERE id = %d", i)) == 1; there == bad ||
						(reported[i] != nil) != bad || hooks[i] == bad {
						t.Errorf("write %d: stored %v, told %v, hook run %v", i, there, reported[i], hooks[i])
					}
				}
			})
		}
	}
}

// batchOf runs writes that share a commit, the first of them first, and returns what each was told and whether its hook
// ran.
func batchOf(db *store.DB, n int, fn func(ctx context.Context, i int) error) (reported []error, hooks []bool) {
	reported, hooks = make([]error, n), make([]bool, n)
	var writes, coming sync.WaitGroup
	coming.Add(n - 1)
	start := make(chan struct{})
	write := func(i int) {
		reported[i] = db.Write(context.Background(), func(ctx context.Context) error {
			if i == 0 {
				close(start)
				coming.Wait()
			}
			store.AfterCommit(ctx, func() { hooks[i] = true })
			return fn(ctx, i)
		})
	}
	writes.Go(func() { write(0) })
	<-start
	for i := 1; i < n; i++ {
		writes.Go(func() { coming.Done(); write(i) })
	}
	writes.Wait()
	return reported, hooks
}

// A write alone in its transaction is told the truth, and the next one finds the database in order.
func TestWrite_Failing_IsUndoneCompletely(t *testing.T) {
	t.Parallel()
	db := openFile(t, parents)
	for how, fail := range map[string]func(ctx context.Context) error{
		"an error": func(context.Context) error { return errors.New("no") },
		"a panic":  func(context.Context) error { panic("broken") },
		"a failing statement": func(ctx context.Context) error {
			_, err := db.Exec(ctx, "INSERT INTO parents (id) VALUES (1)")
			return err
		},
	} {
		err := db.Write(t.Context(), func(ctx context.Context) error {
			if _, err := db.Exec(ctx, "INSERT INTO parents (id) VALUES (1)"); err != nil {
				return err
			}
			return fail(ctx)
		})
		if n := rows(t, db, "SELECT count(*) FROM parents"); err == nil || n != 0 {
			t.Errorf("%s: told %v, and %d rows are there", how, err, n)
		}
	}
	if err := exec(db, "INSERT INTO parents (id) VALUES (1)"); err != nil {
		t.Errorf("writing goes on: %v", err)
	}
}

// SQLite may end a transaction while a write goes on. What follows in the batch is not stored on its own and refused.
func TestBatch_TransactionEndedByAWrite_RefusesTheRest(t *testing.T) {
	t.Parallel()
	db := openFile(t, parents)
	reported, hooks := batchOf(db, 5, func(ctx context.Context, i int) error {
		if i == 0 {
			_, _ = db.Exec(ctx, "INSERT INTO parents (id) VALUES (0)")
			_, _ = db.Exec(ctx, "INSERT OR ROLLBACK INTO parents (id) VALUES (0)") // and does not look at what it is told
			return nil
		}
		_, err := db.Exec(ctx, fmt.Sprintf("INSERT INTO parents (id) VALUES (%d)", i))
		return err
	})
	for i, err := range reported {
		there := rows(t, db, fmt.Sprintf("SELECT count(*) FROM parents WHERE id = %d", i)) == 1
		if there != (err == nil) || hooks[i] != there {
			t.Errorf("write %d: stored %v, told %v, hook run %v", i, there, err, hooks[i])
		}
	}
	if reported[0] == nil {
		t.Error("a write whose transaction was gone is acknowledged")
	}
}

// Within a write, too, rows may be read while the same question is asked again, and a text is one statement.
func TestStatements_WithinAWrite_AreIndependent(t *testing.T) {
	t.Parallel()
	db := openFile(t, parents, "INSERT INTO parents (id) VALUES (1), (2), (3)")
	err := db.Write(t.Context(), func(ctx context.Context) error {
		const question = "SELECT id FROM parents WHERE id > $1 ORDER BY id"
		var pairs []string
		var outer, inner int64
		err := db.Each(ctx, []any{&outer}, func() error {
			return db.Each(ctx, []any{&inner}, func() error {
				pairs = append(pairs, fmt.Sprint(outer, inner))
				return nil
			}, question, outer)
		}, question, 0)
		if want := []string{"1 2", "1 3", "2 3"}; !slices.Equal(pairs, want) {
			t.Errorf("read %q instead of %q", pairs, want)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if err := exec(db, "INSERT INTO parents (id) VALUES (4); INSERT INTO parents (id) VALUES (5)"); err == nil ||
		rows(t, db, "SELECT max(id) FROM parents") != 3 {
		t.Errorf("two statements in one text: %v", err)
	}
	if err := exec(db, "INSERT INTO parents (id) VALUES (4);\n"); err != nil {
		t.Error(err)
	}
}
