package app_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
)

// changed is one row that a request has written, changed or deleted, as it was before and is now.
type changed struct {
	seq     int64
	table   string
	was, is string // every column, or nothing
}

// journal is kept by triggers on every table: it tells what a request has done without reading all there is.
type journal struct {
	p    *product
	seen int64
}

const journalTable = "test_journal"

func (p *product) journal(t *testing.T) *journal {
	t.Helper()
	tables := p.tables(t)
	err := p.DB.Write(t.Context(), func(ctx context.Context) error {
		for _, text := range p.watching(t, tables) {
			if _, err := p.DB.Exec(ctx, text); err != nil {
				return fmt.Errorf("%s: %w", text, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return &journal{p: p}
}

// watching are the statements that begin a journal of the tables.
func (p *product) watching(t *testing.T, tables []string) []string {
	t.Helper()
	if p.DB.Dialect() == store.Postgres {
		out := []string{
			"CREATE TABLE " + journalTable + " (seq bigserial PRIMARY KEY, name text NOT NULL, was text, now_is text)",
			`CREATE FUNCTION test_watch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
				INSERT INTO ` + journalTable + ` (name, was, now_is) VALUES (TG_TABLE_NAME,
					CASE WHEN TG_OP <> 'INSERT' THEN OLD::text END, CASE WHEN TG_OP <> 'DELETE' THEN NEW::text END);
				RETURN NULL;
			END $$`,
		}
		for _, table := range tables {
			out = append(out, fmt.Sprintf(
				"CREATE TRIGGER test_watch AFTER INSERT OR UPDATE OR DELETE ON %q FOR EACH ROW EXECUTE FUNCTION test_watch()",
				table))
		}
		return out
	}
	out := []string{"CREATE TABLE " + journalTable +
		" (seq INTEGER PRIMARY KEY, name TEXT NOT NULL, was TEXT, now_is TEXT)"}
	for _, table := range tables {
		if p.isDerived(t, table) {
			continue
		}
		columns, name := p.columns(t, table), table
		events := map[string][2]string{"INSERT": {"", "NEW"}, "UPDATE": {"OLD", "NEW"}, "DELETE": {"OLD", ""}}
		if table == "audit_recent" { // from where entries go on to audit_indexed
			name = "audit"
			delete(events, "DELETE")
		}
		for event, rows := range events {
			out = append(out, fmt.Sprintf(
				`CREATE TRIGGER "test_%s_%s" AFTER %s ON %q BEGIN INSERT INTO %s (name, was, now_is) VALUES ('%s', %s, %s); END`,
				table, event, event, table, journalTable, name, rowText(rows[0], columns), rowText(rows[1], columns)))
		}
	}
	return out
}

// isDerived says whether a table of SQLite belongs to an index over texts, which follows from other tables and takes no
// triggers, or has what another one had before.
func (p *product) isDerived(t *testing.T, table string) bool {
	t.Helper()
	var kind string
	if _, err := p.DB.Row(t.Context(), []any{&kind}, "SELECT type FROM pragma_table_list WHERE name = $1",
		table); err != nil {
		t.Fatal(err)
	}
	return kind != "table" || strings.HasSuffix(table, "_waiting") || strings.HasSuffix(table, "_fold_postings") ||
		table == "audit_indexed"
}

// rowText is an expression of SQLite for all of a row.
func rowText(row string, columns []string) string {
	if row == "" {
		return "NULL"
	}
	parts := make([]string, len(columns))
	for i, name := range columns {
		parts[i] = fmt.Sprintf(`quote(%s.%q)`, row, name)
	}
	return strings.Join(parts, " || ',' || ")
}

func (p *product) columns(t *testing.T, table string) (names []string) {
	t.Helper()
	rows, err := p.DB.Query(t.Context(), fmt.Sprintf("SELECT * FROM %q LIMIT 0", table))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	if names, err = rows.Columns(); err != nil {
		t.Fatal(err)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return names
}

// newChanges are the changes since it was asked last that are still there, those of the named tables aside.
func (j *journal) newChanges(t *testing.T, beside ...string) (out []changed) {
	t.Helper()
	rows, err := j.p.DB.Query(t.Context(), "SELECT seq, name, coalesce(was, ''), coalesce(now_is, '') FROM "+journalTable+
		" WHERE seq > $1 ORDER BY seq", j.seen)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var c changed
		if err := rows.Scan(&c.seq, &c.table, &c.was, &c.is); err != nil {
			t.Fatal(err)
		}
		j.seen = c.seq
		undone := slices.IndexFunc(out, func(o changed) bool { return o.table == c.table && o.was == c.is && o.is == c.was })
		switch {
		case undone >= 0: // such as a key that was taken and given back
			out = slices.Delete(out, undone, undone+1)
		case !slices.Contains(beside, c.table):
			out = append(out, c)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func (c changed) String() string {
	switch {
	case c.was == "":
		return fmt.Sprintf("%s: new %.300s", c.table, c.is)
	case c.is == "":
		return fmt.Sprintf("%s: gone %.300s", c.table, c.was)
	}
	return fmt.Sprintf("%s: %.300s → %.300s", c.table, c.was, c.is)
}
