package app_test

import (
	"context"
	"database/sql"
	"net/url"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/internal/example"
	"poolkeeper.example/extension-service/platform/role"
)

// fewRows are resources whose records people make one by one, some thousand at most: such a table is read and sorted
// whole in milliseconds, and an index would only cost the writes.
var fewRows = []string{
	"catalogImage", "client", "legalEntity", "msp", "pool", "poolCategory", "question", "erasure",
	"vmsConnection", "vmsMapping",
}

// unserved are filters and orders of large tables that no index serves, each with why that is enough.
var unserved = []struct{ resource, parts, why string }{
	{
		"application", "filter vmsId, filter projectHandle",
		"asked by hand for one id of another system, or of a project: the table is read once",
	},
	{
		"application", "filter confirmedAt, filter sentAt, filter hiredAt",
		"their indexes hold what is not deleted; the trash is short, and has an index of its own",
	},
	{"boundClient", "filter open", "bindings are listed of one person, whose index narrows first"},
	{
		"invitation", "filter clientId, filter legalEntityId, order state",
		"invitations are looked for in the search index only",
	},
	{"vmsMessage", "filter entity, filter detail", "messages are listed of one connection or one record, whose index narrows first"},
	{
		"poolMember", "filter status, filter source, filter rating, filter clientId, filter legalEntityId",
		"members are listed of one pool or one person, whose index narrows first",
	},
}

// excused are the exceptions by "resource: part".
func excused() map[string]string {
	out := map[string]string{}
	for _, one := range unserved {
		for part := range strings.SplitSeq(one.parts, ", ") {
			out[one.resource+": "+part] = one.why
		}
	}
	return out
}

// manyRows makes the planner of a database believe that every table is large: there a statement that an index could
// serve shows in its plan what it does without one.
func manyRows(t *testing.T, address string) string {
	t.Helper()
	if strings.HasPrefix(address, "postgres") {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		// it goes by the pages that a table has; without this one an empty table is always read
		q.Set("enable_seqscan", "off")
		u.RawQuery = q.Encode()
		return u.String()
	}
	db, err := sql.Open("sqlite", "file:"+strings.TrimPrefix(address, "file:"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{
		"ANALYZE sqlite_schema", "DELETE FROM sqlite_stat1",
		"INSERT INTO sqlite_stat1 (tbl, idx, stat) SELECT name, NULL, '100000' FROM sqlite_schema WHERE type = 'table'",
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	return address
}

// What a list can be narrowed or ordered by takes an index of a large table, or somebody has said why not.
func TestLists_EveryFilterAndOrder_IsServedByAnIndex(t *testing.T) {
	t.Parallel()
	without, known := map[string]bool{}, excused()
	for engine, address := range map[string]string{"sqlite": furnished.SQLite(t), "postgres": furnished.Postgres(t)} {
		p := newProduct(t, manyRows(t, address))
		for _, r := range p.Registry.All() {
			for _, part := range unservedIn(t, r) {
				without[part] = true
				if known[part] == "" {
					t.Errorf("%s: no index serves %s: make one by a migration, or say in unserved why none is needed", engine, part)
				}
			}
		}
	}
	for part := range known {
		if !without[part] {
			t.Errorf("an index serves %s on both databases: it needs no reason", part)
		}
	}
}

// unservedIn are the filters and orders of a resource without an index. Nobody is shown the version of a record as a
// column.
func unservedIn(t *testing.T, r resource.Resource) (out []string) {
	t.Helper()
	d := r.Declared()
	prober, ok := d.Prober.(interface {
		Unserved(ctx context.Context, u resource.Requirements) ([]string, error)
	})
	if !ok || slices.Contains(fewRows, d.Name) {
		return nil
	}
	parts, err := prober.Unserved(role.AsSystem(t.Context(), "test"), d.Uses)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		if part != "order version" {
			out = append(out, d.Name+": "+part)
		}
	}
	return out
}

// A new filter is named with its resource: the example orders by a level that it has no index for.
func TestLists_FilterWithoutAnIndex_IsNamed(t *testing.T) {
	t.Parallel()
	p := newProduct(t, manyRows(t, furnished.SQLite(t)), example.Extension)
	if got := unservedIn(t, p.Registry.Named("skill")); !slices.Contains(got, "skill: filter hot") ||
		!slices.Contains(got, "skill: order level") || slices.Contains(got, "skill: filter name") {
		t.Errorf("it names %v", got)
	}
}
