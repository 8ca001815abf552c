package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

type changeCommand struct {
	Name   string `arg:"" help:"Name of one record, as it was given when the resource was made."`
	Rename string `help:"Gives a field another name: issuer:authority."`
	Drop   string `help:"Takes a field away: paper."`
	Retype string `help:"Keeps a field as another kind: hours:decimal, level:enum(LOW|HIGH)."`
	Values string `help:"Renames, drops or adds a value: level:OLD=NEW, level:OLD=, level:+NEW."`
}

// Run writes the migration, and says what is to be changed by hand.
func (c *changeCommand) Run() error {
	t := tree{root: "."}
	left, err := t.change(kind{Name: c.Name}, *c)
	if err != nil {
		return err
	}
	if err := t.report("What there is now:"); err != nil {
		return err
	}
	_, err = fmt.Fprintln(os.Stdout, "Change these lines with it, and run make generate:\n  "+strings.Join(left, "\n  "))
	return err
}

// change writes one migration for one change, and returns the lines that name what is changed.
func (t *tree) change(r kind, command changeCommand) (left []string, err error) {
	if !nameRule.MatchString(r.Name) {
		return nil, fmt.Errorf("the name %q is not in camel case, such as tradeFair", r.Name)
	}
	columns, err := t.readColumns(r)
	if err != nil {
		return nil, err
	}
	c := &changing{columnsOf: columns, goType: func(field string) (string, error) { return t.goTypeOf(r, field) }}
	var done []string
	for _, one := range []struct {
		order string
		write func(string) error
	}{{command.Rename, c.rename}, {command.Drop, c.drop}, {command.Retype, c.retype}, {command.Values, c.changeValues}} {
		if one.order == "" {
			continue
		}
		if err := one.write(one.order); err != nil {
			return nil, err
		}
		done = append(done, one.order)
	}
	if len(done) != 1 {
		return nil, fmt.Errorf(
			"name one change of %s: RENAME=issuer:authority, DROP=paper, RETYPE=hours:decimal or VALUES=level:OLD=NEW", r.Name)
	}
	field, _, _ := strings.Cut(done[0], ":")
	number, err := t.nextMigration()
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%s/%04d_%s_%s.sql", migrationsDir, number, r.table(), snake(field))
	text := fmt.Appendf(nil, "-- +goose Up\n-- contract: change the field %s of %s.\n%s", field, r.table(), c.String())
	if err := t.write(name, text); err != nil {
		return nil, err
	}
	return t.naming(r, field)
}

// goTypeOf is the type of a field in the struct of the resource.
func (t *tree) goTypeOf(r kind, field string) (string, error) {
	file := filepath.Join(domainsDir, r.folder(), strings.ToLower(r.Name)+".go")
	text, err := os.ReadFile(filepath.Join(t.root, file))
	if err != nil {
		return "", err
	}
	m := regexp.MustCompile(`(\S+)\s+` + "`" + `json:"` + field + `"`).FindSubmatch(text)
	if m == nil {
		return "", fmt.Errorf("%s has no field %s: write the migration before the struct is changed", file, field)
	}
	return string(m[1]), nil
}

// naming are the lines of the resource that name a field.
func (t *tree) naming(r kind, field string) (out []string, err error) {
	files, err := filepath.Glob(filepath.Join(t.root, domainsDir, r.folder(), "*.go"))
	if err != nil {
		return nil, err
	}
	for _, locale := range locales {
		files = append(files, filepath.Join(t.root, t.textsOf(r, locale)))
	}
	word := regexp.MustCompile(`\b(` + field + `|` + goName(field) + `)(Id|ID)?\b|enum\.` + r.Name + goName(field) + `\.`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for i, line := range slices.Collect(strings.Lines(string(text))) {
			if word.MatchString(line) {
				out = append(out, fmt.Sprintf("%s:%d: %s", t.relative(file), i+1, strings.TrimSpace(line)))
			}
		}
	}
	return out, nil
}
