package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// requirement is something that a declaration counts on: a part of a SELECT list over the table that fails where it is
// missing, and what to say then.
type requirement struct{ text, missing string }

// MissingSchema says what of the table the database does not have, a sentence for each. Nothing is read: one statement
// asks for all at once, and only if that fails each is asked for alone.
func (t *table) MissingSchema(ctx context.Context, u resource.Requirements) []string {
	if t.isUnmapped {
		return nil // Mistakes tells why
	}
	var pieces []requirement
	for _, f := range t.fields {
		if t.isFollowed(f) {
			pieces = append(pieces, t.columnsOf(f)...)
		}
	}
	for _, f := range u.Sorted {
		if f.From != "" && t.isFollowed(f) {
			pieces = append(pieces, requirement{
				t.referenced(f, "_fold"),
				fmt.Sprintf("field %s: it is sorted by %s_fold, which is no column of what it comes from", f.Name, fromColumn(f)),
			})
		}
	}
	for _, f := range u.Parts {
		if t.db.dialect == SQLite && f.Folded {
			index := t.db.fragments.ForColumn(t.config.Name, f.Column+"_fold", true)
			pieces = append(pieces, requirement{"(SELECT max(at) FROM " + index.Postings() + ")", t.noPart(f)})
		}
	}
	for _, f := range u.Named {
		if !t.db.hasTableFor(f) {
			continue
		}
		table := t.db.tableOf(f)
		pieces = append(pieces, requirement{
			"(SELECT n.name FROM " + table + " n WHERE n.id = 0)",
			fmt.Sprintf("field %s: the table %s has no column name to narrow by", f.Name, table),
		})
	}
	return slices.Concat(t.lacking(ctx, pieces), t.partless(ctx, u.Parts), t.undeclaredRenames(), t.unreachable(),
		t.mistyped(ctx),
		t.miscomputed(ctx, u.Shown), t.strayValues(ctx), t.unordered(ctx, u), t.misderived(), t.nonUnique(ctx))
}

// isFollowed says whether a field is in the table, or comes from one that there is. Where none is, the declaration is
// refused for it.
func (t *table) isFollowed(f *field.Field) bool {
	ref, _, comes := strings.Cut(f.From, ".")
	return !comes || t.db.hasTableFor(field.Find(t.stored, ref))
}

func (t *table) columnsOf(f *field.Field) []requirement {
	if f.From != "" {
		return []requirement{{t.referenced(f, ""), fmt.Sprintf("field %s: it comes from %s, and %s is no column there",
			f.Name, f.From, fromColumn(f))}}
	}
	out := []requirement{{"t." + f.Column, fmt.Sprintf("field %s: the table %s has no column %s%s", f.Name, t.config.Name,
		f.Column, unnamed)}}
	if f.Folded {
		out = append(out, requirement{
			"t." + f.Column + "_fold",
			fmt.Sprintf("field %s: the table %s has no column %s_fold", f.Name, t.config.Name, f.Column),
		})
	}
	if f.Keyed {
		out = append(out, requirement{
			"t." + f.Column + "_key",
			fmt.Sprintf("field %s: the table %s has no column %s_key", f.Name, t.config.Name, f.Column),
		})
	}
	if f.Listed {
		out = append(out, requirement{
			"t." + f.Column + "_keys",
			fmt.Sprintf("field %s: the table %s has no column %s_keys", f.Name, t.config.Name, f.Column),
		})
	}
	return out
}

func fromColumn(f *field.Field) string {
	_, column, _ := strings.Cut(f.From, ".")
	return column
}

func (t *table) noPart(f *field.Field) string {
	return fmt.Sprintf("field %[1]s: it is found by a part of its text, for which there is no index: "+
		"{{contains %[2]q \"%[3]s_fold\"}} in its migration makes one",
		f.Name, t.config.Name, f.Column)
}

func (t *table) lacking(ctx context.Context, pieces []requirement) (out []string) {
	all := make([]string, len(pieces))
	for i, p := range pieces {
		all[i] = p.text
	}
	if t.selects(ctx, strings.Join(all, ", ")) == nil {
		return nil
	}
	if err := t.selects(ctx, "1"); err != nil {
		return []string{fmt.Sprintf("the table %s cannot be read: %v", t.config.Name, err)}
	}
	for _, p := range pieces {
		if err := t.selects(ctx, p.text); err != nil {
			out = append(out, fmt.Sprintf("%s (%v)", strings.Replace(p.missing, unnamed, t.unnamed(ctx), 1), err))
		}
	}
	return out
}

// unnamed stands in what is said of a missing column for the columns that no field names: one of them may be what the
// field was called before. They are looked up only when something is missing.
const unnamed = "\x00"

func (t *table) unnamed(ctx context.Context) string {
	rows, err := t.db.Query(ctx, "SELECT * FROM "+t.config.Name+" LIMIT 0")
	if err != nil {
		return ""
	}
	defer rows.Close()
	has, err := rows.Columns()
	if err != nil {
		return ""
	}
	has = slices.DeleteFunc(has, func(column string) bool {
		return strings.HasSuffix(column, "_fold") || strings.HasSuffix(column, "_key") ||
			strings.HasSuffix(column, "_keys") || column == "handle" ||
			slices.ContainsFunc(t.stored, func(f *field.Field) bool {
				return f.Column == column
			})
	})
	if len(has) == 0 {
		return ""
	}
	return ", but " + strings.Join(has, ", ") +
		`, which no field names: if it was called so, rename the column by a migration and give the field the tag was:"…"`
}

// undeclaredRenames names the columns that a migration has renamed and whose fields do not say what they were called:
// what history and saved views tell of them would be lost without a word.
func (t *table) undeclaredRenames() (out []string) {
	now := map[string]string{} // by a name of before
	for _, r := range slices.Backward(t.db.renames) {
		if r.table != t.config.Name {
			continue
		}
		last := r.to
		if further := now[r.to]; further != "" {
			last = further
		}
		now[r.from] = last
		named := func(column string) func(*field.Field) bool {
			return func(f *field.Field) bool { return f.Column == column }
		}
		i := slices.IndexFunc(t.stored, named(last))
		if i < 0 || t.stored[i].WasColumn(r.from) || slices.ContainsFunc(t.stored, named(r.from)) {
			continue
		}
		out = append(out, fmt.Sprintf(
			"field %s: the migration %s calls the column %s now %s: give the field the tag was:%q, "+
				"or its history and what people have saved is lost",
			t.stored[i].Name, r.file, r.from, r.to, camel(r.from)))
	}
	return out
}

func (t *table) selects(ctx context.Context, list string) error {
	rows, err := t.db.Query(ctx, "SELECT "+list+" FROM "+t.config.Name+" t LIMIT 0")
	if err != nil {
		return err
	}
	defer rows.Close()
	rows.Next()
	return rows.Err()
}

// partless names the texts that PostgreSQL has no index of parts for.
func (t *table) partless(ctx context.Context, parts []*field.Field) (out []string) {
	if t.db.dialect != Postgres || len(parts) == 0 {
		return nil
	}
	has, err := t.db.Texts(ctx, `
		SELECT a.attname
		  FROM pg_index i
		  JOIN pg_class c ON c.oid = i.indexrelid
		  JOIN pg_am m ON m.oid = c.relam
		  JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
		 WHERE i.indrelid = to_regclass($1)
		   AND m.amname IN ('gin', 'gist')`, t.config.Name)
	if err != nil {
		return []string{err.Error()}
	}
	for _, f := range parts {
		if !slices.Contains(has, f.Column+"_fold") {
			out = append(out, t.noPart(f))
		}
	}
	return out
}
