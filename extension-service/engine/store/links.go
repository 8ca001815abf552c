package store

import (
	"context"
	"fmt"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/query"
)

// linked is a column of a table that lists search keys, and what links call the id of its rows.
type linked struct{ table, own, column string }

// linkTable adds a column for the search keys of a field with the tag store:"keys", and makes a table that links each
// key to the rows that list it, which triggers keep. Rows that are there already get their keys from Refold: the
// migration sets text_forms back.
func linkTable(d Dialect, links string, l linked) string {
	made := fmt.Sprintf(`ALTER TABLE %[2]s ADD COLUMN %[4]s %[5]s NOT NULL DEFAULT '[]';
CREATE TABLE %[1]s (
	search_key %[5]s NOT NULL,
	%[3]s BIGINT NOT NULL CONSTRAINT %[1]s_fk REFERENCES %[2]s (id) ON DELETE CASCADE,
	CONSTRAINT %[1]s_pk PRIMARY KEY (search_key, %[3]s)
)%[6]s;
CREATE INDEX %[1]s_own_idx ON %[1]s (%[3]s, search_key);
`, links, l.table, l.own, l.column, textColumn(d), map[Dialect]string{SQLite: " WITHOUT ROWID"}[d])
	if d == SQLite {
		return made + sqliteLinking(links, l)
	}
	return made + statement(fmt.Sprintf(`CREATE FUNCTION %[1]s_linked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF old.%[3]s = new.%[3]s THEN
			RETURN NULL;
		END IF;
		DELETE FROM %[1]s WHERE %[2]s = old.id;
	END IF;
	INSERT INTO %[1]s (search_key, %[2]s) SELECT k.value, new.id FROM json_array_elements_text(new.%[3]s::json) k(value);
	RETURN NULL;
END $$;`, links, l.own, l.column)) +
		statement(fmt.Sprintf(
			"CREATE TRIGGER %[1]s_kept AFTER INSERT OR UPDATE OF %[3]s ON %[2]s FOR EACH ROW EXECUTE FUNCTION %[1]s_linked();",
			links, l.table, l.column))
}

func sqliteLinking(links string, l linked) string {
	add := fmt.Sprintf("INSERT INTO %[1]s (search_key, %[2]s) SELECT k.value, new.id FROM json_each(new.%[3]s) k;", links,
		l.own, l.column)
	return statement(fmt.Sprintf(
		"CREATE TRIGGER %[1]s_insert AFTER INSERT ON %[2]s WHEN new.%[3]s <> '[]' BEGIN\n\t%[4]s\nEND;", links, l.table,
		l.column, add)) +
		statement(fmt.Sprintf(
			"CREATE TRIGGER %[1]s_update AFTER UPDATE OF %[3]s ON %[2]s WHEN new.%[3]s <> old.%[3]s BEGIN\n\t"+
				"DELETE FROM %[1]s WHERE %[5]s = old.id;\n\t%[4]s\nEND;", links, l.table, l.column, add, l.own))
}

// linkedBy is a condition on a table of links. Where rows are looked at one by one, each is looked up there.
func linkedBy(c query.Cond, q *builder) string {
	switch {
	case c.Link.Keys != "":
		q.keyed, q.depends = true, append(q.depends, c.Link.Keys)
	case c.Link.Written != "":
		q.follows = append(q.follows, c.Link.Written)
	default:
		q.linked = true
	}
	wanted := wantedLinks(c, q)
	not := ""
	if c.Op == query.Unlinked {
		not = "NOT "
	}
	if q.byRow {
		return not + "EXISTS (SELECT 1 FROM " + c.Link.Table + " l WHERE l." + c.Link.Own + " = t.id AND " + wanted + ")"
	}
	return "t.id " + not + "IN (SELECT l." + c.Link.Own + " FROM " + c.Link.Table + " l WHERE " + wanted + ")"
}

// wantedLinks is the condition on the other side of the links.
func wantedLinks(c query.Cond, q *builder) string {
	other := "l." + c.Link.Other
	switch {
	case c.Link.Named != "":
		return other + " = (SELECT n.id FROM " + c.Link.Named + " n WHERE n.name = " + q.arg(c.Values[0]) + ")"
	case c.Op == query.LinkedRange:
		return other + " >= " + q.arg(c.Values[0]) + " AND " + other + " < " + q.arg(c.Values[1])
	}
	return isOneOf(other, c.Values, q)
}

// hasLinks says whether a condition asks a table of links.
func hasLinks(where []query.Cond) bool {
	return slices.ContainsFunc(where, func(c query.Cond) bool { return c.Link.Table != "" || hasLinks(c.Any) })
}

// comesThroughLink says whether a page is read along the index of a link: nothing else narrows it, and it is in the
// order of ids.
func (t *table) comesThroughLink(query query.Query) bool {
	return t.db.dialect == SQLite && len(query.Sort) == 1 && isOneLink(query) && query.Where[0].Link.Ordered
}

// isOneLink says whether a query is narrowed by one value of one link.
func isOneLink(wanted query.Query) bool {
	return len(wanted.Where) == 1 && wanted.Where[0].Op == query.Linked && len(wanted.Where[0].Values) == 1
}

// linkedPage reads a page along the index of a link, which has the ids in order: as many rows are looked at as are
// skipped or shown, however many there are. SQLite keeps the order of the left side of a cross join.
func (t *table) linkedPage(ctx context.Context, query query.Query, p pagePlan) reading {
	q, link := &builder{dialect: SQLite}, query.Where[0].Link
	direction := ""
	if query.Sort[0].Desc != p.reversed {
		direction = " DESC"
	}
	wanted := wantedLinks(query.Where[0], q)
	inOrder := "SELECT DISTINCT l." + link.Own + " AS id FROM " + link.Table + " l WHERE " + wanted + " ORDER BY 1" +
		direction
	all := query
	all.Where = nil
	from := " FROM (" + inOrder + ") f CROSS JOIN " + t.config.Name + " t WHERE t.id = f.id AND " + t.whereClause(ctx, all,
		q)
	limit := Limit(p.window.limit)
	if p.window.offset > 0 {
		limit += " OFFSET " + q.arg(p.window.offset)
	}
	text := "SELECT " + p.selected + from + limit
	if p.window.offset > deferAfter {
		text = "SELECT " + p.selected + " FROM " + t.config.Name + " t WHERE t.id IN (SELECT t.id" + from + limit + ")" +
			t.order(query, p.reversed)
	}
	return reading{text, q.values(), p.window.limit}
}

// linkedTotal is the total of a query that one value of a link narrows, where the link counts what it leads to and the
// caller sees all.
func (t *table) linkedTotal(ctx context.Context, wanted query.Query) (n int64, known bool, err error) {
	if !isOneLink(wanted) || wanted.Where[0].Link.Totals == "" || wanted.Trash != query.Live || InTransaction(ctx) ||
		t.scopeCondition(ctx, &builder{}) != "" {
		return 0, false, nil
	}
	q := &builder{dialect: t.db.dialect}
	rows := wantedLinks(wanted.Where[0], q)
	_, err = t.db.Row(ctx, []any{&n}, "SELECT coalesce(sum(l.n), 0) FROM "+wanted.Where[0].Link.Totals+" l WHERE "+rows,
		q.values()...)
	return n, true, err
}
