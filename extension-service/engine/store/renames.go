package store

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// rename is a column that a migration has given another name.
type rename struct{ file, table, from, to string }

var renameRule = regexp.MustCompile(`(?i)\bALTER TABLE (\w+)\s+RENAME COLUMN (\w+) TO (\w+)`)

// readRenames reads which columns the migrations of a folder rename, in their order.
func (db *DB) readRenames(fsys fs.FS) error {
	names, err := fs.Glob(fsys, "migrations/*.sql")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		for _, m := range renameRule.FindAllStringSubmatch(string(text), -1) {
			db.renames = append(db.renames, rename{path.Base(name), m[1], m[2], m[3]})
		}
	}
	return nil
}

// camel turns a column into the JSON name of its field: last_updated → lastUpdated.
func camel(column string) string {
	words := strings.Split(column, "_")
	for i, word := range words[1:] {
		if word != "" {
			words[i+1] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, "")
}
