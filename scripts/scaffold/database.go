package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
func (t *tree) unmigrate(r kind, migrations []string) error {
	address := t.database()
	if address == "" || len(migrations) == 0 {
		return nil
	}
	searched, err := t.searched(r)
	if err != nil {
		return err
	}
	args := []string{"run", "poolkeeper.example/scripts/scaffold/unmigrate", address}
	for _, path := range migrations {
		number, _, _ := strings.Cut(filepath.Base(path), "_")
		args = append(args, strings.TrimLeft(number, "0"))
	}
	c := exec.CommandContext(context.Background(), "go", args...)
	c.Stdin = bytes.NewReader(r.dropping(searched))
	var output bytes.Buffer
	c.Stderr = &output
	out, err := c.Output()
	if err != nil {
		reason, _, _ := strings.Cut(output.String(), "\nexit status")
		return fmt.Errorf("the table %s stays in %s, and so does everything else: %s; delete its records first",
			r.table(), t.named(address), strings.TrimSpace(reason))
	}
	if len(out) > 0 {
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
