package store

import (
	"context"
	"errors"
	"path/filepath"
	"sync/atomic"
)

// DamageError says that the bytes of a SQLite file are wrong. Only another copy of the file helps: a backup, or for what can be
// built anew, building it.
type DamageError struct {
	File string // its name, without the folder
	Err  error
}

func (e *DamageError) Error() string { return e.File + " is damaged: " + e.Err.Error() }

func (e *DamageError) Unwrap() error { return e.Err }

// damage remembers the first damage that any connection to a file has met. It lasts until the file is opened anew: later
// statements may well succeed, since they read other pages.
type damage struct {
	path  string
	found atomic.Pointer[DamageError]
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

// Check reads the file of the database from its beginning to its end and remembers what is wrong with it. It takes seconds for
// each gigabyte and keeps nobody from reading or writing. PostgreSQL has no file of ours.
func (db *DB) Check(ctx context.Context) error {
	if db.dialect == Postgres {
		return nil
	}
	err := CheckFile(ctx, db.path)
	db.damage.notice(err)
	return errors.Join(err, db.Damage())
}

// CheckFile reads a SQLite file that is there, whatever its size. What is wrong with its bytes is a DamageError.
func CheckFile(ctx context.Context, path string) error {
	err := visit(path, []string{"busy_timeout(10000)"}, func(c *connection) error { return c.checkIntegrity(ctx, "PRAGMA quick_check(1)") })
	if err != nil && IsDamage(err) {
		return &DamageError{filepath.Base(path), err}
	}
	return err
}
