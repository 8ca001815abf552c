package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// changing writes the statements of one migration, which both databases run.
type changing struct {
	*columnsOf
	strings.Builder

	goType func(field string) (string, error) // of a field, as its struct says it before it is changed
}

func (c *changing) printLine(format string, args ...any) { fmt.Fprintf(c, format+"\n", args...) }

// column is that of a field, which has to be there.
func (c *changing) column(name string) (string, error) {
	if column := snake(name); c.defined[column] != "" {
		return column, nil
	}
	if column := snake(name) + "_id"; c.defined[column] != "" {
		return column, nil
	}
	isTwin := func(column string) bool { return strings.HasSuffix(column, "_fold") }
	own := slices.DeleteFunc(slices.Sorted(maps.Keys(c.defined)), isTwin)
	return "", fmt.Errorf("the table %s has no column %s; %sits columns are %s",
		c.table, snake(name), suggestName(snake(name), own), strings.Join(own, ", "))
}

// rename gives a field another name, and its column and twin with it.
func (c *changing) rename(order string) error {
	from, to, found := strings.Cut(order, ":")
	column, err := c.column(from)
	switch {
	case err != nil:
		return err
	case !found || !camelRule.MatchString(to):
		return fmt.Errorf("RENAME=%s does not read old:new, such as issuer:authority", order)
	case reservedName(to) != "":
		return fmt.Errorf("a field cannot be called %s: %s", to, reservedName(to))
	case c.defined[snake(to)] != "":
		return fmt.Errorf("the table %s has a column %s already", c.table, snake(to))
	}
	if strings.HasSuffix(column, "_id") && !strings.HasSuffix(from, "Id") && snake(from) != column {
		to += "Id"
	}
	c.forgetParts(column)
	c.printLine("ALTER TABLE %s RENAME COLUMN %s TO %s;", c.table, column, snake(to))
	if c.isFolded(column) {
		c.printLine("ALTER TABLE %s RENAME COLUMN %s_fold TO %s_fold;", c.table, column, snake(to))
	}
	if c.hasParts(column) {
		c.printLine(`{{contains %q %q}}`, c.table, snake(to)+"_fold")
	}
	return nil
}

func (c *changing) forgetParts(column string) {
	if c.hasParts(column) {
		c.printLine(`{{uncontains %q %q}}`, c.table, column+"_fold")
	}
}

// drop takes a field away, with its twin and its indexes. What rows have in it is lost.
func (c *changing) drop(name string) error {
	column, err := c.column(name)
	if err != nil {
		return err
	}
	c.dropTwin(column)
	c.dropColumn(column)
	return nil
}

func (c *changing) dropTwin(column string) {
	c.forgetParts(column)
	if c.isFolded(column) {
		c.dropColumn(column + "_fold")
	}
}

func (c *changing) dropColumn(column string) {
	for _, x := range c.indexesOn(column) {
		c.printLine("DROP INDEX %s;", x.name)
	}
	c.printLine("ALTER TABLE %s DROP COLUMN %s;", c.table, column)
}

// refuse ends the migration, and with it the start, while rows meet a condition: the name of the constraint is what is
// said then.
func (c *changing) refuse(name, condition string) {
	guard := c.table + "_" + name
	c.printLine("CREATE TABLE %[1]s_guard (n BIGINT CONSTRAINT %[1]s CHECK (n = 0));", guard)
	c.printLine("INSERT INTO %s_guard (n) SELECT count(*) FROM %s WHERE %s;", guard, c.table, condition)
	c.printLine("DROP TABLE %s_guard;", guard)
}

// redefineColumn gives a column another definition. SQLite changes none, so that it is made again under its name: the
// values wait beside it. That is no renaming, of which the start would ask what the field was called before.
func (c *changing) redefineColumn(column, definition, value string) {
	was := c.defined[column]
	waiting, _, _ := strings.Cut(was, " ")
	indexes := c.indexesOn(column)
	c.printLine("ALTER TABLE %s ADD COLUMN %s_before %s;", c.table, column, waiting)
	c.printLine("UPDATE %s SET %s_before = %s;", c.table, column, column)
	c.dropColumn(column)
	c.printLine("ALTER TABLE %s ADD COLUMN %s %s;", c.table, column, definition)
	c.printLine("UPDATE %s SET %s = %s;", c.table, column, strings.ReplaceAll(value, "OLD", column+"_before"))
	c.printLine("ALTER TABLE %s DROP COLUMN %s_before;", c.table, column)
	for _, x := range indexes {
		c.printLine("CREATE INDEX %s ON %s (%s);", x.name, c.table, x.columns)
	}
}

// values renames, drops or adds a value of an enumeration: level:OLD=NEW, level:OLD= and level:+NEW.
func (c *changing) changeValues(order string) error {
	name, change, _ := strings.Cut(order, ":")
	column, err := c.column(name)
	if err != nil {
		return err
	}
	values := c.values(column)
	if values == nil {
		return fmt.Errorf("the column %s of %s lists no values: nothing has to be migrated", column, c.table)
	}
	old, now, isChanged := strings.Cut(change, "=")
	added, isAdded := strings.CutPrefix(change, "+")
	at := slices.Index(values, old)
	switch {
	case !isAdded && !isChanged, isAdded && !valueRule.MatchString(added), isChanged && now != "" &&
		!valueRule.MatchString(now):
		return fmt.Errorf("VALUES=%s does not read level:OLD=NEW, level:OLD= or level:+NEW", order)
	case isAdded && slices.Contains(values, added):
		return fmt.Errorf("%s has the value %s already", name, added)
	case isChanged && (at < 0 || old == ""):
		return fmt.Errorf("%s has no value %q; %sits values are %s",
			name, old, suggestName(old, values), strings.Join(values, ", "))
	}
	value := "OLD"
	switch {
	case isAdded:
		values = append([]string{added}, values...)
	case now == "":
		c.refuse(column+"_still_has_"+strings.ToLower(old), column+" = '"+old+"'")
		values = slices.Delete(values, at, at+1)
	default:
		value = fmt.Sprintf("CASE OLD WHEN '%s' THEN '%s' ELSE OLD END", old, now)
		values[at] = now
		slices.Sort(values)
		values = slices.Compact(values)
	}
	if len(values) == 0 {
		return errors.New("an enumeration without a value holds nothing: drop the field")
	}
	c.redefineColumn(column, enumColumn(c.table, column, values), value)
	return nil
}

func enumColumn(table, column string, values []string) string {
	fallback := values[0]
	if slices.Contains(values, "") {
		fallback = ""
	}
	list := "'" + strings.Join(values, "', '") + "'"
	return fmt.Sprintf("%s DEFAULT '%s' CONSTRAINT %s_%s_known CHECK (%s IN (%s))",
		textColumn, fallback, table, column, column, list)
}

// retype keeps a field as another kind: hours:decimal. Values that the other kind does not have end the start, and are
// not lost.
func (c *changing) retype(order string) error {
	f, wrong := newField(order)
	if wrong != nil {
		return mistakes{*wrong}
	}
	if slices.Contains([]string{"ref", "bool", "instant", "status"}, f.Kind) {
		return fmt.Errorf("nothing becomes a %s: add a field of that kind, and drop this one", f.Kind)
	}
	column, err := c.column(f.Name)
	if err != nil {
		return err
	}
	wasText := strings.HasPrefix(c.defined[column], "{{text}}")
	guard := column + "_is_not_of_kind_" + f.Kind
	switch {
	case f.Kind == "enum":
		if !wasText {
			return fmt.Errorf("%s is no text: add a field with values, and drop it", f.Name)
		}
		values := f.Values
		if !f.Required {
			values = append(values, "")
		}
		c.refuse(guard, column+" NOT IN ('"+strings.Join(values, "', '")+"')")
		c.dropTwin(column)
		c.redefineColumn(column, enumColumn(c.table, column, values), "OLD")
		if len(c.indexesOn(column)) == 0 {
			c.printLine("CREATE INDEX %[1]s_%[2]s_idx ON %[1]s (%[2]s, id, deleted_at);", c.table, column)
		}
	case f.shape().Column == textColumn:
		c.toText(column, f, wasText)
	case wasText && f.Kind == "int":
		isOther := "{{if sqlite}}CAST(CAST(" + column + " AS BIGINT) AS TEXT) <> " + column +
			"{{else}}" + column + " !~ '^(0|-?[1-9][0-9]{0,17})$'{{end}}"
		c.refuse(guard, column+" <> '' AND "+isOther)
		c.dropTwin(column)
		c.redefineColumn(column, "BIGINT", "CAST(nullif(OLD, '') AS BIGINT)")
	case wasText:
		return fmt.Errorf("a text becomes a whole number: RETYPE=%s:int, and then RETYPE=%s:%s", f.Name, f.Name, f.Kind)
	default:
		return c.scale(column, f, guard)
	}
	return nil
}

// scale makes a decimal number, which is stored in ten-thousandths, of a whole one, or the other way round.
func (c *changing) scale(column string, f field, guard string) error {
	was, err := c.goType(f.Name)
	if err != nil {
		return err
	}
	wasDecimal, becomesDecimal := strings.HasSuffix(was, "decimal.Decimal"),
		strings.HasSuffix(f.shape().Type, "decimal.Decimal")
	switch {
	case wasDecimal == becomesDecimal:
		return fmt.Errorf("%s is %s already, which is stored alike: nothing has to be migrated", f.Name, was)
	case wasDecimal:
		c.refuse(guard, column+" % 10000 <> 0")
		c.printLine("UPDATE %s SET %s = %s / 10000;", c.table, column, column)
	default:
		c.printLine("UPDATE %s SET %s = %s * 10000;", c.table, column, column)
	}
	return nil
}

// toText makes a text of another kind of it. The forms for searching are made at the next start, where there are none
// yet.
func (c *changing) toText(column string, f field, wasText bool) {
	if !wasText || c.values(column) != nil {
		value := "OLD"
		if !wasText {
			value = "coalesce(CAST(OLD AS TEXT), '')"
		}
		c.redefineColumn(column, textColumn+" DEFAULT ''", value)
	}
	switch {
	case f.shape().Folded == c.isFolded(column):
	case f.shape().Folded:
		for _, x := range c.indexesOn(column) {
			c.printLine("DROP INDEX %s;", x.name)
		}
		c.printLine("ALTER TABLE %s ADD COLUMN %s_fold %s DEFAULT '';", c.table, column, textColumn)
		c.printLine("CREATE INDEX %[1]s_%[2]s_idx ON %[1]s (%[2]s_fold, id, deleted_at);", c.table, column)
		c.printLine(`{{contains %q %q}}`, c.table, column+"_fold")
		c.printLine("UPDATE text_forms SET version = 0;")
	default:
		c.dropTwin(column)
	}
}
