package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
)

// Unique says that no two records have the same values in some fields. The start makes the index where no migration
// has; records without a value in one of the fields are not compared.
type Unique struct {
	Fields []string // by their names; a refusal stands at each of them
	Within []string // further fields that have to be the same for two records to be compared, such as clientId
	While  While    // which records are compared; the zero value is all
	Code   string   // of the refusal; default DUPLICATE
}

// While narrows a Unique to the records that have one of some values in a field, or none of those in Except.
type While struct {
	Field          string   // name of the field
	Values, Except []string // its values: one of those, or none of these
}

// uniqueIndex is a Unique with the index that holds it.
type uniqueIndex struct {
	name    string // <table>_<columns>_unique, as Violated tells it
	table   string
	columns []string
	where   string // "" for all rows
}

// declareUnique finds the columns of every Unique and has their violations refused.
func (t *table) declareUnique(all []Unique) error {
	if t.refusals == nil {
		t.refusals = map[string]*fault.Error{}
	}
	for _, u := range all {
		index := uniqueIndex{table: t.config.Written}
		var blamed []*field.Field
		for i, name := range slices.Concat(u.Within, u.Fields) {
			f := field.Find(t.stored, name)
			if f == nil {
				return fmt.Errorf("a Unique names %q, which is no stored field", name)
			}
			index.add(f)
			if i >= len(u.Within) {
				blamed = append(blamed, f)
			}
		}
		if len(blamed) == 0 {
			return errors.New("a Unique names no field")
		}
		if err := index.addCondition(t, u.While); err != nil {
			return err
		}
		index.name = index.table + "_" + strings.Join(index.columns, "_") + "_unique"
		t.unique = append(t.unique, index)
		t.refusals[index.name] = u.refusal(blamed)
	}
	return nil
}

// add compares a field. Of an optional text nothing is stored as an empty one.
func (x *uniqueIndex) add(f *field.Field) {
	column := f.Column
	if f.Keyed {
		column += "_key"
	}
	x.columns = append(x.columns, column)
	if f.HasText() && !f.Required {
		x.appendCondition(column + " <> ''")
	}
}

func (x *uniqueIndex) addCondition(t *table, w While) error {
	if w.Field == "" {
		return nil
	}
	f := field.Find(t.stored, w.Field)
	if f == nil {
		return fmt.Errorf("the While of a Unique names %q, which is no stored field", w.Field)
	}
	if len(w.Values) > 0 {
		x.appendCondition(f.Column + " IN (" + quoted(w.Values) + ")")
	}
	if len(w.Except) > 0 {
		x.appendCondition(f.Column + " NOT IN (" + quoted(w.Except) + ")")
	}
	return nil
}

// quoted are texts as an index, which takes no parameters, names them.
func quoted(values []string) string {
	out := make([]string, len(values))
	for i, value := range values {
		out[i] = "'" + strings.ReplaceAll(value, "'", "''") + "'"
	}
	return strings.Join(out, ", ")
}

func (x *uniqueIndex) appendCondition(condition string) {
	if x.where != "" {
		condition = x.where + " AND " + condition
	}
	x.where = condition
}

func (u Unique) refusal(blamed []*field.Field) *fault.Error {
	code := u.Code
	if code == "" {
		code = "DUPLICATE"
	}
	out := fault.New(fault.Conflict, code, "another record has the same %s", strings.Join(u.Fields, " and "))
	for _, f := range blamed {
		out = out.Field(f.Name, fault.Key(code), nil)
	}
	return out
}

// MakeUniqueIndexes makes the indexes of every Unique that the database does not have yet. It fails where rows stand in
// the way, and says which: of every table at once.
func (db *DB) MakeUniqueIndexes(ctx context.Context) error {
	var missing []uniqueIndex
	for _, k := range db.scopedTables() {
		for _, index := range k.of.unique {
			exists, err := db.hasIndex(ctx, index.name)
			if err != nil {
				return err
			}
			if !exists {
				missing = append(missing, index)
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return db.migrateExclusively(ctx, func() (err error) {
		for _, index := range missing {
			err = errors.Join(err, db.makeUnique(ctx, index))
		}
		return err
	})
}

func (db *DB) hasIndex(ctx context.Context, name string) (bool, error) {
	query := "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND name = $1"
	if db.dialect == Postgres {
		query = "SELECT count(*) FROM pg_indexes WHERE schemaname = current_schema() AND indexname = $1"
	}
	var n int64
	_, err := db.Row(ctx, []any{&n}, query, name)
	return n > 0, err
}

// nonUnique says which rows keep the index of a Unique from being made. Where its columns are missing, that is told
// already.
func (t *table) nonUnique(ctx context.Context) (out []string) {
	for _, x := range t.unique {
		if exists, err := t.db.hasIndex(ctx, x.name); exists || err != nil {
			continue
		}
		if same, err := t.db.sameRows(ctx, x); err == nil && same != "" {
			out = append(out, x.refused(same))
		}
	}
	return out
}

// refused says which rows have the same values.
func (x *uniqueIndex) refused(same string) string {
	return fmt.Sprintf("rows of %s have the same %s: %s; change or merge them, then start again", x.table,
		strings.Join(x.columns, ", "), same)
}

// makeUnique makes an index, or tells the rows that have the same values.
func (db *DB) makeUnique(ctx context.Context, x uniqueIndex) error {
	twins, err := db.sameRows(ctx, x)
	if err != nil {
		return err
	}
	if twins != "" {
		return errors.New(x.refused(twins))
	}
	where := ""
	if x.where != "" {
		where = " WHERE " + x.where
	}
	handle, closeHandle, err := db.schemaHandle()
	if err != nil {
		return err
	}
	defer closeHandle()
	_, err = handle.ExecContext(ctx, "CREATE UNIQUE INDEX IF NOT EXISTS "+x.name+" ON "+x.table+" ("+
		strings.Join(x.columns, ", ")+")"+where)
	return err
}

// shownTwins is how many pairs of rows a refusal names.
const shownTwins = 3

// sameRows names some rows that have the same values, as "4 and 9".
func (db *DB) sameRows(ctx context.Context, x uniqueIndex) (string, error) {
	conditions := make([]string, 0, len(x.columns)+1)
	for _, column := range x.columns {
		conditions = append(conditions, column+" IS NOT NULL")
	}
	if x.where != "" {
		conditions = append(conditions, x.where)
	}
	query := fmt.Sprintf("SELECT min(id), max(id) FROM %s WHERE %s GROUP BY %s HAVING count(*) > 1 ORDER BY 1 LIMIT %d",
		x.table, strings.Join(conditions, " AND "), strings.Join(x.columns, ", "), shownTwins)
	rows, err := db.Query(ctx, query)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var first, last int64
		if err := rows.Scan(&first, &last); err != nil {
			return "", err
		}
		out = append(out, fmt.Sprintf("%d and %d", first, last))
	}
	return strings.Join(out, ", "), rows.Err()
}

// scopedTables are the tables of all entities, in the order of their names.
func (db *DB) scopedTables() []scopedTable {
	var out []scopedTable
	db.tables.Range(func(_, value any) bool {
		out = append(out, value.(scopedTable))
		return true
	})
	slices.SortFunc(out, func(a, b scopedTable) int { return strings.Compare(a.table, b.table) })
	return out
}
