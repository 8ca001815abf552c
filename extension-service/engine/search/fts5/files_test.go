package fts5

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
)

const otherIndex = "project-v1-20260102000000"

// newEngineWith makes indexes of one document each in a folder.
func newEngineWith(t *testing.T, dir string, names ...string) *Engine {
	t.Helper()
	e := open(t, dir)
	for _, name := range names {
		if err := errors.Join(e.Create(t.Context(), name, benchSchema),
			e.Write(t.Context(), name, []search.Document{project(7, 1)})); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// indexFiles are the files of a folder that belong to indexes.
func indexFiles(t *testing.T, dir string) (names []string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "index[.\\-]*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range found {
		if !strings.HasSuffix(file, "-wal") && !strings.HasSuffix(file, "-shm") ||
			!slices.Contains(names, filepath.Base(file[:len(file)-4])) {
			names = append(names, filepath.Base(file))
		}
	}
	return names
}

// expectDocument asks each index for its document.
func (e *Engine) expectDocument(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if n, err := e.Count(t.Context(), name, search.Query{}); err != nil || n != 1 {
			t.Errorf("%s: %d documents, %v", name, n, err)
		}
	}
}

func TestDrop_OfAnIndex_LeavesNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	e := newEngineWith(t, dir, benchIndex, otherIndex)
	if err := e.Drop(t.Context(), benchIndex); err != nil {
		t.Fatal(err)
	}
	if left := indexFiles(t, dir); !slices.Equal(left, []string{"index-2.db"}) {
		t.Errorf("left: %v", left)
	}
	e.expectDocument(t, otherIndex)
}

// A process that is killed after it has made the file of an index, or before it has removed one, leaves it without a
// row. A former version kept all indexes in one file.
func TestOpen_FilesWithoutARow_AreRemoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	e := newEngineWith(t, dir, benchIndex, otherIndex)
	if err := e.make(t.Context(), row{n: 3, schema: `{"type":"project"}`}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index-4.db-wal", "index.db", "index.db-wal", "index.db-shm"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("left"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(e.deleteFromCatalogue(t.Context(), 1), e.Close()); err != nil {
		t.Fatal(err)
	}
	if there := indexFiles(t, dir); len(there) != 5 {
		t.Fatalf("before: %v", there)
	}
	open(t, dir).expectDocument(t, otherIndex)
	if left := indexFiles(t, dir); !slices.Equal(left, []string{"index-2.db"}) {
		t.Errorf("left: %v", left)
	}
}

// While one process makes and drops indexes, others begin: none of them takes a new file for one that was left.
func TestOpen_IndexCreatedMeanwhile_IsNotRemoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	e := open(t, dir)
	done := make(chan struct{})
	var others sync.WaitGroup
	others.Go(func() {
		for {
			other, err := Open(t.Context(), Folder{Path: dir}, time.Now, slog.New(slog.DiscardHandler))
			if err == nil {
				_, err = other.State(t.Context(), "project")
				err = errors.Join(err, other.Close())
			}
			if err != nil {
				t.Error(err)
			}
			select {
			case <-done:
				return
			default:
			}
		}
	})
	defer others.Wait()
	defer close(done)
	for range 10 {
		if err := errors.Join(e.Create(t.Context(), benchIndex, benchSchema),
			e.Write(t.Context(), benchIndex, []search.Document{project(7, 1)})); err != nil {
			t.Fatal(err)
		}
		e.expectDocument(t, benchIndex)
		if err := e.Drop(t.Context(), benchIndex); err != nil {
			t.Fatal(err)
		}
	}
}

// What another process has dropped is not kept open, or its room on the disk would not come free.
func TestDrop_ByAnotherProcess_ClosesTheFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	e := newEngineWith(t, dir, benchIndex, otherIndex)
	other := open(t, dir)
	other.expectDocument(t, benchIndex, otherIndex)
	if err := e.Drop(t.Context(), benchIndex); err != nil {
		t.Fatal(err)
	}
	if err := other.flushOpen(t.Context()); err != nil {
		t.Error(err)
	}
	if isOpen, known := stillOpen(t, filepath.Join(dir, "index-1.db")); known && isOpen {
		t.Error("its file is open")
	}
	if _, err := other.Count(t.Context(), benchIndex, search.Query{}); !errors.Is(err, errNoIndex) {
		t.Errorf("asked for it: %v", err)
	}
	other.expectDocument(t, otherIndex)
}

// stillOpen says whether this process has a removed file open, where the system tells.
func stillOpen(t *testing.T, path string) (isOpen, known bool) {
	t.Helper()
	const open = "/proc/self/fd"
	entries, err := os.ReadDir(open)
	for _, entry := range entries {
		to, _ := os.Readlink(filepath.Join(open, entry.Name()))
		isOpen = isOpen || strings.HasPrefix(to, path)
	}
	return isOpen, err == nil
}

// A name that is dropped and given again by another process stands for the new index.
func TestName_DroppedAndReused_IsTheNewIndex(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	e := newEngineWith(t, dir, benchIndex)
	other := open(t, dir)
	other.expectDocument(t, benchIndex)
	if err := errors.Join(e.Drop(t.Context(), benchIndex), e.Create(t.Context(), benchIndex, benchSchema)); err != nil {
		t.Fatal(err)
	}
	if _, err := other.State(t.Context(), "project"); err != nil {
		t.Fatal(err)
	}
	if n, err := other.Count(t.Context(), benchIndex, search.Query{}); err != nil || n != 0 {
		t.Errorf("%d documents, %v", n, err)
	}
}

// Queries that run while their index is dropped get their answer or an error, and those of others their answer.
func TestQuery_IndexDroppedMeanwhile_IsAnsweredOrFails(t *testing.T) {
	t.Parallel()
	e := newEngineWith(t, t.TempDir(), benchIndex, otherIndex)
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for err := error(nil); !errors.Is(err, errNoIndex); {
				e.expectDocument(t, otherIndex)
				_, err = e.Query(t.Context(), benchIndex, search.Query{
					Size:  10,
					Terms: []search.Term{{Field: "title", Values: []string{"team"}}},
				})
			}
		})
	}
	if err := e.Drop(t.Context(), benchIndex); err != nil {
		t.Error(err)
	}
	readers.Wait()
}

// Whoever asks first opens the file, and all who ask meanwhile get the same.
func TestFile_ConcurrentQueries_IsOpenedOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := newEngineWith(t, dir, benchIndex).Close(); err != nil {
		t.Fatal(err)
	}
	e := open(t, dir)
	var opened [8]*index
	var all sync.WaitGroup
	for i := range opened {
		all.Go(func() { opened[i], _ = e.index(t.Context(), benchIndex) })
	}
	all.Wait()
	if opened[0] == nil || len(slices.Compact(opened[:])) > 1 {
		t.Errorf("%v", opened)
	}
}

// useFormerTables has the first index wait for each column apart.
func useFormerTables(dir string) error {
	db, err := store.Open(context.Background(), filepath.Join(dir, "index-1.db"))
	if err != nil {
		return err
	}
	err = db.Write(context.Background(), func(ctx context.Context) error {
		_, err := db.Exec(ctx,
			"CREATE TABLE doc_f1_waiting (number INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL UNIQUE)")
		return err
	})
	return errors.Join(err, db.Close())
}

// A file that is damaged or gone takes its index out of the catalogue, so that it is built anew, and leaves the others
// alone. With the catalogue all are lost.
func TestFile_DamagedOrMissing_IsRemovedFromTheCatalogue(t *testing.T) {
	t.Parallel()
	broken := bytes.Repeat([]byte("broken "), 4000)
	for name, tc := range map[string]struct {
		damage   func(dir string) error
		replaced []string // parts of the names of damaged files, the reported one first
		left     []string
		logged   string
	}{
		"one index": {
			damage:   func(dir string) error { return os.WriteFile(filepath.Join(dir, "index-1.db"), broken, 0o600) },
			replaced: []string{"index-1.db.damaged-"},
			left:     []string{otherIndex},
			logged:   "damaged",
		},
		"an index that is gone": {
			damage: func(dir string) error { return os.Remove(filepath.Join(dir, "index-1.db")) },
			left:   []string{otherIndex},
			logged: "is gone",
		},
		"an index without a table": {
			damage: func(dir string) error { return os.Truncate(filepath.Join(dir, "index-1.db"), 0) },
			left:   []string{otherIndex},
			logged: "is gone",
		},
		"an index of a former version": {
			damage: useFormerTables,
			left:   []string{otherIndex},
			logged: "is gone",
		},
		"the catalogue": {
			damage:   func(dir string) error { return os.WriteFile(filepath.Join(dir, "indexes.db"), broken, 0o600) },
			replaced: []string{"indexes.db.damaged-", "index-1.db.damaged-", "index-2.db.damaged-"},
			logged:   "damaged",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			earlier := filepath.Join(dir, "index-0.db.damaged-20260101000000")
			if err := errors.Join(newEngineWith(t, dir, benchIndex, otherIndex).Close(), os.WriteFile(earlier, broken, 0o600),
				tc.damage(dir)); err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			e, err := Open(t.Context(), Folder{Path: dir}, time.Now, slog.New(slog.NewTextHandler(&log, nil)))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = e.Close() })
			state, err := e.State(t.Context(), "project")
			if err != nil || len(state.Indexes) != len(tc.left) {
				t.Errorf("%+v, %v", state, err)
			}
			e.expectDocument(t, tc.left...)
			damaged, _ := filepath.Glob(filepath.Join(dir, "*.damaged-*"))
			if len(tc.replaced) > 0 {
				if !strings.Contains(e.QuarantinedFile(), tc.replaced[0]) || !strings.Contains(log.String(), e.QuarantinedFile()) ||
					len(damaged) != len(tc.replaced) {
					t.Errorf("%q is set aside, there are %v", e.QuarantinedFile(), damaged)
				}
				for _, part := range tc.replaced {
					if !slices.ContainsFunc(damaged, func(file string) bool { return strings.Contains(file, part) }) {
						t.Errorf("%s is not set aside", part)
					}
				}
			}
			if !strings.Contains(log.String(), tc.logged) {
				t.Errorf("logged: %s", log.String())
			}
			if err := errors.Join(e.Create(t.Context(), benchIndex, benchSchema),
				e.Write(t.Context(), benchIndex, []search.Document{project(7, 1)})); err != nil {
				t.Error(err)
			}
			e.expectDocument(t, benchIndex)
			if err := RemoveQuarantined(dir); err != nil {
				t.Error(err)
			}
			if damaged, _ := filepath.Glob(filepath.Join(dir, "*.damaged-*")); len(damaged) > 0 {
				t.Errorf("left: %v", damaged)
			}
		})
	}
}

// An index that is dropped while another process begins to open its file is no index, and was not lost.
func TestDrop_WhileAnotherProcessOpens_IsNoLoss(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	e := newEngineWith(t, dir, benchIndex)
	var log bytes.Buffer
	other, err := Open(t.Context(), Folder{Path: dir}, time.Now, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Close() })
	rows, err := other.rows(t.Context(), "")
	if err = errors.Join(err, e.Drop(t.Context(), benchIndex)); err != nil || len(rows) != 1 {
		t.Fatalf("%v, %v", rows, err)
	}
	if _, err := other.open(t.Context(), rows[0]); !errors.Is(err, errNoIndex) || log.Len() > 0 {
		t.Errorf("%v, logged: %s", err, log.String())
	}
	if left := indexFiles(t, dir); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}
