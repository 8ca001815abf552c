package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// tree is the product's source.
type tree struct {
	root    string
	touched []string
	english []string // keys of texts that are left in English

	declares map[string]bool // folder → whether it declares a resource of the name for itself
}

// The places that a resource shows in beside its own files.
const (
	permissionsFile = "extension-service/platform/role/permissions.go"
	domainsFile     = "extension-service/app/domains.go"
	migrationsDir   = "extension-service/engine/store/migrations"
	domainsDir      = "extension-service/domains"
	seedDir         = "directus-schema/seed"
)

func (t *tree) add(r kind) error {
	folder := filepath.Join(domainsDir, r.folder())
	if _, err := os.Stat(filepath.Join(t.root, folder)); err == nil {
		return fmt.Errorf("%s is there already", folder)
	}
	source, err := r.source()
	if err != nil {
		return err
	}
	number, err := t.nextMigration()
	if err != nil {
		return err
	}
	if err := t.write(filepath.Join(folder, strings.ToLower(r.Name)+".go"), source); err != nil {
		return err
	}
	if err := t.writeRules(r, folder); err != nil {
		return err
	}
	if err := t.write(fmt.Sprintf("%s/%04d_%s.sql", migrationsDir, number, r.table()), r.migration()); err != nil {
		return err
	}
	if err := t.writeTexts(r); err != nil {
		return err
	}
	if err := t.edit(permissionsFile, r.grant); err != nil {
		return err
	}
	return t.edit(domainsFile, r.addToProduct)
}

// writeRules writes the test of the resource, where it can have a table of rules.
func (t *tree) writeRules(r kind, folder string) error {
	if r.needsFile() {
		return nil
	}
	text, err := r.rules()
	if err != nil {
		return err
	}
	return t.write(filepath.Join(folder, strings.ToLower(r.Name)+"_test.go"), text)
}

// locales are the languages that a resource is written in.
var locales = []string{"de", "en"}

func (t *tree) writeTexts(r kind) error {
	known, err := knownTexts(filepath.Join(t.root, seedDir))
	if err != nil {
		return err
	}
	all := r.texts(known)
	in := map[string]map[string]string{"de": {}, "en": {}}
	for key, text := range all {
		in["de"][key], in["en"][key] = text.de, text.en
	}
	for _, locale := range locales {
		text, err := json.MarshalIndent(in[locale], "", "  ")
		if err != nil {
			return err
		}
		if err := t.write(t.textsOf(r, locale), append(text, '\n')); err != nil {
			return err
		}
	}
	t.english = english(all)
	return nil
}

func (*tree) textsOf(r kind, locale string) string {
	return filepath.Join(seedDir, locale, strings.ToLower(r.Name)+".json")
}

// remove leaves nothing behind, and refuses where something refers to the resource that it does not take away itself. A
// table that others may have by now goes by a migration of its own; one that only a database of this tree can have goes
// from there.
func (t *tree) remove(r kind) error {
	folder := filepath.Join(domainsDir, r.folder())
	if _, err := os.Stat(filepath.Join(t.root, folder)); err != nil {
		return fmt.Errorf("there is no %s", folder)
	}
	refer, err := t.referrers(r)
	if err != nil {
		return err
	}
	if len(refer) > 0 {
		return fmt.Errorf("%d lines refer to %s, and nothing was removed; take them away first:\n  %s",
			len(refer), r.Name, strings.Join(refer, "\n  "))
	}
	migrations, err := t.migrations(r)
	if err != nil {
		return err
	}
	isShared := slices.ContainsFunc(migrations, t.committed)
	if !isShared {
		if err := t.unmigrate(r, migrations); err != nil {
			return err
		}
	}
	if err := t.edit(permissionsFile, r.revoke); err != nil {
		return err
	}
	if err := t.edit(domainsFile, r.delist); err != nil {
		return err
	}
	gone := []string{folder}
	for _, locale := range locales {
		gone = append(gone, t.textsOf(r, locale))
	}
	if isShared {
		return t.drop(r, gone)
	}
	for _, path := range migrations {
		name, err := filepath.Rel(t.root, path)
		if err != nil {
			return err
		}
		gone = append(gone, name)
	}
	return t.unlink(gone)
}

// migrations are those that are named after the table: NNNN_certificates.sql, NNNN_certificates_authority.sql.
func (t *tree) migrations(r kind) ([]string, error) {
	made, err := filepath.Glob(filepath.Join(t.root, migrationsDir, "[0-9][0-9][0-9][0-9]_"+r.table()+".sql"))
	if err != nil {
		return nil, err
	}
	changed, err := filepath.Glob(filepath.Join(t.root, migrationsDir, "[0-9][0-9][0-9][0-9]_"+r.table()+"_*.sql"))
	return append(made, changed...), err
}

// drop adds a migration that takes the table away, and deletes the files.
func (t *tree) drop(r kind, gone []string) error {
	number, err := t.nextMigration()
	if err != nil {
		return err
	}
	searched, err := t.searched(r)
	if err != nil {
		return err
	}
	if err := t.write(fmt.Sprintf("%s/%04d_no_%s.sql",
		migrationsDir, number, r.table()), r.dropping(searched)); err != nil {
		return err
	}
	return t.unlink(gone)
}

var searchedRule = regexp.MustCompile(`\{\{(un)?contains "(\w+)" "(\w+)"\}\}`)

// searched are the columns of the table that can be searched for a part, after all migrations.
func (t *tree) searched(r kind) (out []string, err error) {
	files, err := filepath.Glob(filepath.Join(t.root, migrationsDir, "*.sql"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, m := range searchedRule.FindAllStringSubmatch(string(text), -1) {
			switch {
			case m[2] != r.table():
			case m[1] == "":
				out = append(out, m[3])
			default:
				out = slices.DeleteFunc(out, func(column string) bool { return column == m[3] })
			}
		}
	}
	return out, nil
}

func (t *tree) unlink(names []string) error {
	for _, name := range names {
		if err := os.RemoveAll(filepath.Join(t.root, name)); err != nil {
			return err
		}
		t.touched = append(t.touched, name+" is gone")
	}
	return nil
}

// committed says whether others may have the file.
func (t *tree) committed(path string) bool {
	c := exec.CommandContext(context.Background(), "git", "ls-files", "--error-unmatch", path)
	c.Dir = t.root
	return c.Run() == nil
}

// nextMigration is the first number behind all there are.
func (t *tree) nextMigration() (int, error) {
	files, err := filepath.Glob(filepath.Join(t.root, migrationsDir, "*.sql"))
	if err != nil || len(files) == 0 {
		return 1, err
	}
	last := 0
	_, err = fmt.Sscanf(filepath.Base(files[len(files)-1]), "%04d_", &last)
	return last + 1, err
}

func (t *tree) write(name string, text []byte) error {
	path := filepath.Join(t.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	t.touched = append(t.touched, name)
	return os.WriteFile(path, text, 0o644)
}

// edit changes a Go file and formats it.
func (t *tree) edit(name string, change func(text string) (string, error)) error {
	path := filepath.Join(t.root, name)
	before, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	after, err := change(string(before))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	formatted, err := format.Source([]byte(after))
	if err != nil || bytes.Equal(before, formatted) {
		return err
	}
	t.touched = append(t.touched, name)
	return os.WriteFile(path, formatted, 0o644)
}
