package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"poolkeeper.example/extension-service/engine/store"
)

// database is where the product of this tree keeps its records, by the same settings; "" when there is none yet.
func (t *tree) database() string {
	address := cmp.Or(os.Getenv("DATABASE_URL"), filepath.Join(cmp.Or(os.Getenv("DATA_DIR"), "data"), "poolkeeper.db"))
	if strings.HasPrefix(address, "postgres") {
		return address
	}
	path := strings.TrimPrefix(address, "file:")
	if !filepath.IsAbs(path) {
		path = filepath.Join(t.root, path)
	}
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// unmigrate takes the table out of the database of this tree, which has run migrations that are about to go: a program
// without them would refuse it as one of a newer version. It is done first, and refused while the table has rows.
func (t *tree) unmigrate(r kind, migrations []string) (err error) {
	address := t.database()
	if address == "" || len(migrations) == 0 {
		return nil
	}
	numbers := make([]int64, len(migrations))
	for i, path := range migrations {
		if _, err := fmt.Sscanf(filepath.Base(path), "%04d_", &numbers[i]); err != nil {
			return err
		}
	}
	searched, err := t.searched(r)
	if err != nil {
		return err
	}
	ctx := context.Background()
	db, err := store.Open(ctx, address)
	if err != nil {
		return fmt.Errorf("the database that has the table cannot be opened: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	ran, err := db.Unmigrate(ctx, numbers, string(r.dropping(searched)))
	if err != nil {
		return fmt.Errorf("the table %s stays in %s, and so does everything else: %w; delete its records first", r.table(), t.named(address), err)
	}
	if ran {
		t.touched = append(t.touched, "the table "+r.table()+" in "+t.named(address)+" is gone")
	}
	return nil
}

// named is a database as people may read it: an address holds a password.
func (t *tree) named(address string) string {
	if strings.HasPrefix(address, "postgres") {
		return "DATABASE_URL"
	}
	return strings.TrimPrefix(address, t.root+string(filepath.Separator))
}
