package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
)

// DamageError says that the bytes of a SQLite file are wrong. Only another copy of the file helps: a backup, or for
// what can be built anew, building it.
type DamageError struct {
	File string // its name, without the folder
	Err  error
}

func (e *DamageError) Error() string { return e.File + " is damaged: " + e.Err.Error() }

func (e *DamageError) Unwrap() error { return e.Err }

// damage remembers the first damage that any connection to a file has met. It lasts until the file is opened anew:
// later statements may well succeed, since they read other pages.
type damage struct {
	path  string
	file  os.FileInfo // as it was opened
	found atomic.Pointer[DamageError]
}

// errGone is damage that somebody does while the file is open: what was acknowledged may be lost with it.
var errGone = errors.New("it was removed, replaced or truncated while it was open")

// IsGone says whether a failure means that a SQLite file was taken away under whoever has it open. It is damage too.
func IsGone(err error) bool { return errors.Is(err, errGone) }

// WatchFile returns what says whether the SQLite file at a path is still the one that lies there now; see IsGone.
func WatchFile(path string) (look func() error, err error) {
	d, err := watchFile(path)
	return d.lookForFile, err
}

// watchFile remembers which file was opened at a path. A database of its own that is new has its first page by then.
func watchFile(path string) (*damage, error) {
	file, err := os.Stat(path)
	return &damage{path: path, file: file}, err
}

// lookForFile says whether the opened file lies no longer at its path, or has lost its content, and remembers that. It
// takes a microsecond.
func (d *damage) lookForFile() error {
	if found := d.found.Load(); found != nil && IsGone(found) {
		return found
	}
	now, err := os.Stat(d.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case os.SameFile(now, d.file) && now.Size() > 0:
		return nil
	}
	return d.markLost()
}

// markLost remembers that the file is gone, also when other damage was found in it before.
func (d *damage) markLost() error {
	if d == nil {
		return errGone
	}
	gone := &DamageError{filepath.Base(d.path), errGone}
	d.found.Store(gone)
	return gone
}

// notice remembers a failure that means damage.
func (d *damage) notice(err error) {
	if d != nil && err != nil && IsDamage(err) {
		d.found.CompareAndSwap(nil, &DamageError{filepath.Base(d.path), err})
	}
}

// Damage is the damage that was found in the file since it was opened; nil for none, and for PostgreSQL.
func (db *DB) Damage() error {
	if db.damage == nil {
		return nil
	}
	if found := db.damage.found.Load(); found != nil {
		return found
	}
	return nil
}

// Check reads the file of the database from its beginning to its end and remembers what is wrong with it. It takes
// seconds for each gigabyte and keeps nobody from reading or writing. PostgreSQL has no file of ours.
func (db *DB) Check(ctx context.Context) error {
	if db.dialect == Postgres {
		return nil
	}
	err := errors.Join(db.damage.lookForFile(), CheckFile(ctx, db.path))
	db.damage.notice(err)
	return errors.Join(err, db.Damage())
}

// CheckFile reads a SQLite file that is there, whatever its size. What is wrong with its bytes is a DamageError.
func CheckFile(ctx context.Context, path string) error {
	err := visit(path, []string{"busy_timeout(10000)"}, func(c *connection) error {
		return c.checkIntegrity(ctx, "PRAGMA quick_check(1)")
	})
	if err != nil && IsDamage(err) {
		return &DamageError{filepath.Base(path), err}
	}
	return err
}
