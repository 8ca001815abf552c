package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// columnsOf is what the migrations have made of a table by now.
type columnsOf struct {
	table   string
	defined map[string]string // column → its definition behind the name
	indexes []index
	parts   []string // columns that are found by a part
}

// index is one of the table, with the columns that it is made of.
type index struct{ name, columns string }

var (
	columnRule = regexp.MustCompile(`^\s*([a-z]\w*) (.+?),?$`)
	alterRule  = regexp.MustCompile(
		`(?i)^ALTER TABLE (\w+) (ADD COLUMN|RENAME COLUMN|DROP COLUMN) (\w+)(?: TO)?(?: ([^;]+))?;`)
	indexRule   = regexp.MustCompile(`(?i)^CREATE (?:UNIQUE )?INDEX (\w+) ON (\w+) \(([^)]+)\)`)
	noIndexRule = regexp.MustCompile(`(?i)^DROP INDEX (\w+);`)
)

// readColumns follows the migrations of a table as make resource and make change write them.
func (t *tree) readColumns(r kind) (*columnsOf, error) {
	out := &columnsOf{table: r.table(), defined: map[string]string{}}
	files, err := t.migrations(r)
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		out.read(string(text))
	}
	if len(out.defined) == 0 {
		return nil, fmt.Errorf("no migration %s makes the table %s",
			filepath.Join(migrationsDir, "NNNN_"+r.table()+".sql"), r.table())
	}
	out.parts, err = t.searched(r)
	return out, err
}

func (c *columnsOf) read(text string) {
	isMade := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "CREATE TABLE "+c.table+" ("):
			isMade = true
		case strings.HasPrefix(line, ")"):
			isMade = false
		case isMade:
			if m := columnRule.FindStringSubmatch(line); m != nil {
				c.defined[m[1]] = m[2]
			}
		default:
			c.readChange(line)
		}
	}
}

func (c *columnsOf) readChange(line string) {
	if m := alterRule.FindStringSubmatch(line); m != nil && m[1] == c.table {
		switch strings.ToUpper(m[2][:1]) {
		case "A":
			c.defined[m[3]] = m[4]
		case "R":
			c.rename(m[3], strings.TrimSpace(m[4]))
		case "D":
			delete(c.defined, m[3])
		}
	}
	if m := indexRule.FindStringSubmatch(line); m != nil && m[2] == c.table {
		c.indexes = append(c.indexes, index{m[1], m[3]})
	}
	if m := noIndexRule.FindStringSubmatch(line); m != nil {
		c.indexes = slices.DeleteFunc(c.indexes, func(x index) bool { return x.name == m[1] })
	}
}

func (c *columnsOf) rename(from, to string) {
	c.defined[to] = strings.ReplaceAll(c.defined[from], "("+from+" IN", "("+to+" IN")
	delete(c.defined, from)
	word := regexp.MustCompile(`\b` + from + `\b`)
	for i := range c.indexes {
		c.indexes[i].columns = word.ReplaceAllString(c.indexes[i].columns, to)
	}
}

// indexesOn are those that name a column.
func (c *columnsOf) indexesOn(column string) (out []index) {
	word := regexp.MustCompile(`\b` + column + `\b`)
	for _, x := range c.indexes {
		if word.MatchString(x.columns) {
			out = append(out, x)
		}
	}
	return out
}

func (c *columnsOf) isFolded(column string) bool { return c.defined[column+"_fold"] != "" }

func (c *columnsOf) hasParts(column string) bool { return slices.Contains(c.parts, column+"_fold") }

var (
	knownRule = regexp.MustCompile(`IN \(([^)]*)\)`)
	valueText = regexp.MustCompile(`'([^']*)'`)
)

// values are those that the column of an enumeration may hold; nil where it is none.
func (c *columnsOf) values(column string) (out []string) {
	m := knownRule.FindStringSubmatch(c.defined[column])
	if m == nil {
		return nil
	}
	for _, one := range valueText.FindAllStringSubmatch(m[1], -1) {
		out = append(out, one[1])
	}
	return out
}
