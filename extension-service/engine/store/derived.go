package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

const (
	damagedSuffix = ".damaged-"
	// checkLimit is the size up to which a file is checked whole before it is used, which takes a second or two.
	checkLimit = 256 << 20
)

// QuarantineDamaged looks at a SQLite file that can be built anew from the database, and sets a damaged one aside. It
// returns the new path, "" when the file may be used.
func QuarantineDamaged(ctx context.Context, path string, now time.Time) (quarantined string, err error) {
	switch err := check(ctx, path); {
	case err == nil:
		return "", nil
	case !IsDamage(err):
		return "", fmt.Errorf("check %s: %w", path, err)
	}
	return Quarantine(path, now)
}

// Quarantine renames a SQLite file and what lies beside it, in the place of one that was set aside earlier, and returns
// the new path.
func Quarantine(path string, now time.Time) (string, error) {
	if err := RemoveQuarantined(path); err != nil {
		return "", err
	}
	quarantined := path + damagedSuffix + now.UTC().Format("20060102150405")
	for _, part := range []string{"", "-wal", "-shm"} {
		if err := os.Rename(path+part, quarantined+part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return quarantined, nil
}

// RemoveQuarantined removes what was set aside of a file: it is kept for looking at the damage, not for ever.
func RemoveQuarantined(path string) error {
	old, err := filepath.Glob(path + damagedSuffix + "*")
	for _, file := range old {
		err = errors.Join(err, os.Remove(file))
	}
	return err
}

// check reads a SQLite file, whole if it is not too large. One that is not there is in order.
func check(ctx context.Context, path string) error {
	found, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	query := "PRAGMA quick_check(1)"
	if found.Size() > checkLimit {
		query = "SELECT CASE WHEN count(*) >= 0 THEN 'ok' END FROM sqlite_schema"
	}
	return visit(path, []string{"busy_timeout(10000)"}, func(c *connection) error { return c.checkIntegrity(ctx, query) })
}

// checkIntegrity asks SQLite whether the file is in order.
func (c *connection) checkIntegrity(ctx context.Context, query string) error {
	var result string
	if _, err := c.row(ctx, []any{&result}, query); err != nil {
		return err
	}
	if result != "ok" {
		return fmt.Errorf("%w: %s", errDamaged, result)
	}
	return nil
}

var errDamaged = errors.New("the file is damaged")

// IsDamage says whether a failure means that the bytes of a SQLite file are wrong, rather than that they cannot be had
// now.
func IsDamage(err error) bool {
	if lite, ok := errors.AsType[codedError](err); ok {
		primary := lite.Code() & 0xff
		return primary == sqlite3.SQLITE_CORRUPT || primary == sqlite3.SQLITE_NOTADB
	}
	return errors.Is(err, errDamaged) || IsGone(err)
}
