package store

import (
	"context"
	"log/slog"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/canonical"
)

// Forms are columns of a table that are made of others of the same row.
type Forms struct {
	Table  string
	From   []string // what they are made of
	Into   []string
	Unique string // the column of Into that may be in one row only; "" is none
	Make   func(from []string) []string
}

// refoldRows are made anew in one transaction.
const refoldRows = 1000

// Refold makes the folded and compared forms of all texts anew, once after an upgrade that makes them otherwise: those
// of every table that was declared, and others. Copies of the service that start together do it one after the other. It
// may be cut off anywhere, and begins again at the next start. What two records have by now that may be in one only,
// such as an address, stays with the older one; the other is logged, and keeps its text.
func (db *DB) Refold(ctx context.Context, log *slog.Logger, others ...Forms) error {
	if current, err := db.isFolded(ctx); current || err != nil {
		return err
	}
	return db.migrateExclusively(ctx, func() error {
		if current, err := db.isFolded(ctx); current || err != nil {
			return err
		}
		forms := others
		db.tables.Range(func(_, k any) bool {
			if f, has := k.(scopedTable).of.forms(); has { //nolint:forcetypeassert // nothing else is put there
				forms = append(forms, f)
			}
			return true
		})
		for _, f := range forms {
			if err := db.refoldTable(ctx, log, f); err != nil {
				return err
			}
		}
		return db.Write(ctx, func(ctx context.Context) error {
			_, err := db.Exec(ctx, "UPDATE text_forms SET version = $1", canonical.FoldVersion)
			return err
		})
	})
}

func (db *DB) isFolded(ctx context.Context) (bool, error) {
	var version int64
	_, err := db.Row(ctx, []any{&version}, "SELECT version FROM text_forms")
	return version >= canonical.FoldVersion, err
}

// forms are the folded and compared columns of a table, and its addresses, which are stored in one form.
func (t *table) forms() (f Forms, has bool) {
	f.Table = t.config.Name
	var fields []*field.Field
	for _, one := range t.stored {
		isText := !one.Many && one.HasText() && (one.Folded || one.Keyed || one.Kind == field.Email)
		if !isText && !one.Listed {
			continue
		}
		fields, f.From = append(fields, one), append(f.From, one.Column)
		if one.Listed {
			f.Into = append(f.Into, one.Column+"_keys")
			continue
		}
		if one.Kind == field.Email {
			f.Into = append(f.Into, one.Column)
		}
		if one.Folded {
			f.Into = append(f.Into, one.Column+"_fold")
		}
		if one.Keyed {
			f.Unique = one.Column + "_key"
			f.Into = append(f.Into, f.Unique)
		}
	}
	f.Make = func(from []string) (into []string) {
		for i, one := range fields {
			text := from[i]
			if one.Listed {
				into = append(into, listOf(t.keysOf(one, text)))
				continue
			}
			if one.Kind == field.Email {
				text = canonical.Email(text)
				into = append(into, text)
			}
			if one.Folded {
				into = append(into, foldOf(one, text))
			}
			if one.Keyed {
				into = append(into, canonical.EmailKey(text))
			}
		}
		return into
	}
	return f, len(f.Into) > 0
}

// keysOf are the search keys of what a column of a field holds.
func (t *table) keysOf(f *field.Field, text string) []string {
	record := t.emptyRecord()
	if err := load(f, f.In(record), value{kind: someText, text: text}); err != nil {
		return []string{}
	}
	return field.SearchKeys(f.In(record))
}

// refoldTable goes through a table by its ids.
func (db *DB) refoldTable(ctx context.Context, log *slog.Logger, f Forms) error {
	columns := slices.Concat(f.From, f.Into)
	texts, dest := make([]string, len(columns)), []any{new(int64)}
	id, _ := dest[0].(*int64)
	for i := range texts {
		dest = append(dest, &texts[i])
	}
	statement := "SELECT id, " + strings.Join(columns,
		", ") + " FROM " + f.Table + " WHERE id > $1 ORDER BY id" + Limit(refoldRows)
	for after, n := int64(0), refoldRows; n == refoldRows; {
		n = 0
		var rows [][]any
		err := db.Each(ctx, dest, func() error {
			n, after = n+1, *id
			if into := f.Make(texts[:len(f.From)]); !slices.Equal(into, texts[len(f.From):]) {
				rows = append(rows, append(anyOf(into), *id))
			}
			return nil
		}, statement, after)
		if err == nil && len(rows) > 0 {
			err = db.rewrite(ctx, log, f, rows)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func anyOf(texts []string) []any {
	out := make([]any, len(texts))
	for i, text := range texts {
		out[i] = strings.Clone(text)
	}
	return out
}

// rewrite puts new forms into rows, all at once, or one by one where two of them may not be the same.
func (db *DB) rewrite(ctx context.Context, log *slog.Logger, f Forms, rows [][]any) error {
	err := db.setForms(ctx, f, rows)
	if err == nil || f.Unique == "" || Violated(err) == "" {
		return err
	}
	unique := slices.Index(f.Into, f.Unique)
	for _, row := range rows {
		err := db.setForms(ctx, f, [][]any{row})
		if Violated(err) != "" {
			log.Warn("two records have the same address", "table", f.Table, "id", row[len(row)-1])
			row[unique] = row[unique].(string) + " " + IDList(
				[]int64{row[len(row)-1].(int64)}) //nolint:forcetypeassert // remake has put them there
			err = db.setForms(ctx, f, [][]any{row})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (db *DB) setForms(ctx context.Context, f Forms, rows [][]any) error {
	return db.Write(ctx, func(ctx context.Context) error {
		values, from, args, err := db.spread(rows)
		if err != nil {
			return err
		}
		sets := make([]string, len(f.Into))
		for i, column := range f.Into {
			sets[i] = column + " = " + values[i]
		}
		if from != "" {
			from = " FROM " + from
		}
		_, err = db.Exec(ctx, "UPDATE "+f.Table+" SET "+strings.Join(sets,
			", ")+from+" WHERE "+f.Table+".id = "+values[len(sets)], args...)
		db.Touched(ctx, f.Table, f.Into...)
		return err
	})
}
