package fts5

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

const catalogueFile = "indexes.db"

// indexFile matches the files of an index by its number, and those in which former versions kept all of them.
var indexFile = regexp.MustCompile(`^index(?:-(\d+))?\.db(?:-wal|-shm)?$`)

var errNoIndex = errors.New("no such index")

func noIndex(name string) error { return fmt.Errorf("%w: %s", errNoIndex, name) }

// row is an index in the catalogue with one of its aliases, if any. Its number, which names its file, is never given
// twice. Its schema is read only when the file is opened.
type row struct {
	n                   int64
	name, schema, alias string
	since               int64 // in milliseconds
}

// rows are those of a condition, in order; "" means all.
func (e *Engine) rows(ctx context.Context, where string, args ...any) (out []row, err error) {
	var r row
	err = e.catalogue.Each(ctx, []any{&r.n, &r.name, &r.alias, &r.since}, func() error {
		out = append(out, r)
		return nil
	}, "SELECT i.n, i.name, coalesce(a.alias, ''), coalesce(a.since, 0) FROM indexes i LEFT JOIN aliases a ON a.n = i.n "+
		where+" ORDER BY i.n, a.alias", args...)
	return out, err
}

func (e *Engine) path(n int64) string { return filepath.Join(e.dir, fmt.Sprintf("index-%d.db", n)) }

// QuarantinedFile names the damaged file that was set aside last; "" when there was none.
func (e *Engine) QuarantinedFile() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.quarantined
}

// RemoveQuarantined removes the damaged files of a folder that were set aside.
func RemoveQuarantined(dir string) error {
	return store.RemoveQuarantined(filepath.Join(dir, "index*.db"))
}

// replace says that a damaged file was set aside, in the place of those that were set aside at other times.
func (e *Engine) replace(damaged string) error {
	e.log.Error("a file of the search indexes was damaged: it was set aside and is built anew", "file", damaged)
	e.mu.Lock()
	e.quarantined = damaged
	e.mu.Unlock()
	old, err := filepath.Glob(filepath.Join(e.dir, "index*.db.damaged-*"))
	for _, file := range old {
		if at := damaged[strings.LastIndexByte(damaged, '-'):]; !strings.Contains(filepath.Base(file), at) {
			err = errors.Join(err, os.Remove(file))
		}
	}
	return err
}

// quarantineAll sets the files of all indexes aside with the catalogue.
func (e *Engine) quarantineAll(catalogue string, at time.Time) error {
	files, err := filepath.Glob(filepath.Join(e.dir, "index-*.db"))
	for _, file := range files {
		_, failed := store.Quarantine(file, at)
		err = errors.Join(err, failed)
	}
	return errors.Join(err, e.replace(catalogue))
}

// dropForeign takes the indexes out of the catalogue that were made for another database than the owner's, such as for
// the one that stood here before a restore. The table is no migration: an older version would refuse a catalogue with
// one that it does not know.
func (e *Engine) dropForeign(ctx context.Context, owner string) error {
	return e.catalogue.Write(ctx, func(ctx context.Context) error {
		_, err := e.catalogue.Exec(ctx, "CREATE TABLE IF NOT EXISTS owner (name TEXT NOT NULL) STRICT")
		if err != nil {
			return err
		}
		var found string
		if _, err := e.catalogue.Row(ctx, []any{&found}, "SELECT name FROM owner"); err != nil || found == owner {
			return err
		}
		dropped, err := e.catalogue.Exec(ctx, "DELETE FROM indexes")
		if err != nil {
			return err
		}
		if dropped > 0 {
			e.log.Warn("the search indexes are of another database: they are built anew", "indexes", dropped)
		}
		if _, err := e.catalogue.Exec(ctx, "DELETE FROM owner"); err != nil {
			return err
		}
		_, err = e.catalogue.Exec(ctx, "INSERT INTO owner (name) VALUES ($1)", owner)
		return err
	})
}

// sweep removes the files that no row names: a process that was killed has left them, or a former version. It holds the
// lock on the catalogue, as whoever makes the file of an index does.
func (e *Engine) sweep(ctx context.Context) error {
	return e.catalogue.Write(ctx, func(ctx context.Context) error {
		there, err := e.catalogue.IDs(ctx, "SELECT n FROM indexes")
		if err != nil {
			return err
		}
		entries, err := os.ReadDir(e.dir)
		for _, entry := range entries {
			if parts := indexFile.FindStringSubmatch(entry.Name()); parts != nil {
				if n, _ := strconv.ParseInt(parts[1], 10, 64); !slices.Contains(there, n) {
					err = errors.Join(err, os.Remove(filepath.Join(e.dir, entry.Name())))
				}
			}
		}
		return err
	})
}

// opened is an index whose file is open; nil when it is not.
func (e *Engine) opened(name string) *index {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.files[name]
}

// all are those whose files are open.
func (e *Engine) all() []*index {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Collect(maps.Values(e.files))
}

// index finds an index by its name. While its file is open the catalogue is not asked.
func (e *Engine) index(ctx context.Context, name string) (*index, error) {
	if x := e.opened(name); x != nil {
		return x, nil
	}
	found, err := e.rows(ctx, "WHERE i.name = $1", name)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, noIndex(name)
	}
	return e.open(ctx, found[0])
}

// open opens the file of an index, once for all who ask. One that is damaged, or gone, is no index any more.
func (e *Engine) open(ctx context.Context, r row) (*index, error) {
	if x := e.opened(r.name); x != nil && x.n == r.n {
		return x, nil
	}
	got, err, _ := e.opening.Do(e.path(r.n), func() (any, error) {
		if x := e.opened(r.name); x != nil && x.n == r.n {
			return x, nil
		}
		return e.load(context.WithoutCancel(ctx), r)
	})
	x, _ := got.(*index)
	return x, err
}

func (e *Engine) load(ctx context.Context, r row) (*index, error) {
	if found, err := e.catalogue.Row(ctx, []any{&r.schema}, "SELECT schema FROM indexes WHERE n = $1", r.n); err != nil {
		return nil, err
	} else if !found {
		return nil, noIndex(r.name)
	}
	x, err := newIndex(r, e.now)
	if err != nil {
		return nil, err
	}
	path, at := e.path(r.n), e.now()
	damaged, err := store.QuarantineDamaged(ctx, path, at)
	if err == nil && damaged == "" {
		err = x.open(ctx, path)
	}
	switch {
	case err != nil && store.IsDamage(err):
		damaged, err = store.Quarantine(path, at)
	case err == nil && damaged == "":
		err = e.add(x)
	}
	there, failed := e.rows(ctx, "WHERE i.n = $1", r.n)
	switch {
	case failed != nil:
		return nil, errors.Join(err, failed)
	case len(there) == 0: // dropped meanwhile, by somebody who may not have found it here
		return nil, errors.Join(noIndex(r.name), e.remove(r.n))
	case damaged != "" || errors.Is(err, fs.ErrNotExist):
		return nil, e.dropIndex(ctx, r, damaged)
	}
	return x, err
}

// add has an index found whose file is open.
func (e *Engine) add(x *index) (err error) {
	e.mu.Lock()
	done := e.files[x.name] // dropped by another process, which has given its name again
	if e.closed {
		done, err = x, store.ErrClosed
	} else {
		e.files[x.name] = x
	}
	e.mu.Unlock()
	if done != nil {
		err = errors.Join(err, done.db.Close())
	}
	return err
}

// dropIndex takes an index out of the catalogue whose file is damaged or gone, so that it is built anew.
func (e *Engine) dropIndex(ctx context.Context, r row, damaged string) error {
	err := e.deleteFromCatalogue(ctx, r.n)
	switch {
	case err != nil:
		return err
	case damaged != "":
		err = e.replace(damaged)
	default:
		e.log.Error("the file of a search index is gone: it is built anew", "index", r.name)
	}
	return errors.Join(noIndex(r.name), err, e.remove(r.n))
}

// deleteFromCatalogue takes an index out of the catalogue.
func (e *Engine) deleteFromCatalogue(ctx context.Context, n int64) error {
	return e.catalogue.Write(ctx, func(ctx context.Context) error {
		_, err := e.catalogue.Exec(ctx, "DELETE FROM indexes WHERE n = $1", n)
		return err
	})
}

// make makes the file of an index.
func (e *Engine) make(ctx context.Context, r row) error {
	x, err := newIndex(r, e.now)
	if err != nil {
		return err
	}
	if err := e.remove(r.n); err != nil { // a process was killed before its number was taken
		return err
	}
	if x.db, err = store.Open(ctx, e.path(r.n)); err != nil {
		return err
	}
	return errors.Join(x.db.ExecAll(ctx, x.tables()...), x.db.Close())
}

// remove removes the file of an index, and closes it after that: what stands in its log need not be brought into it any
// more.
func (e *Engine) remove(n int64) (err error) {
	for _, part := range []string{"", "-wal", "-shm"} {
		if failed := os.Remove(e.path(n) + part); !errors.Is(failed, fs.ErrNotExist) {
			err = errors.Join(err, failed)
		}
	}
	for _, x := range e.all() {
		if x.n == n {
			e.mu.Lock()
			if e.files[x.name] == x {
				delete(e.files, x.name)
			}
			e.mu.Unlock()
			err = errors.Join(err, x.db.Close())
		}
	}
	return err
}
