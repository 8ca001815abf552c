package audit_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

// opened is a database at an address until the test ends.
func opened(t *testing.T, address string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// withoutScans is the address of a database that looks into the indexes of a table that holds nothing, too.
func withoutScans(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	if u.Scheme != "postgres" {
		return address
	}
	q := u.Query()
	q.Set("enable_seqscan", "off")
	u.RawQuery = q.Encode()
	return u.String()
}

// No filter of the log reads all of it: each has an index.
func TestAuditLog_EveryFilter_UsesAnIndex(t *testing.T) {
	t.Parallel()
	e := new(audit.Entry)
	filters := map[string]query.Cond{
		"entity": query.Where(e, &e.Entity, "project"), "record": query.Where(e, &e.EntityID, int64(7)),
		"action": query.Where(e, &e.Action, "create"), "source": query.Where(e, &e.Source, "UI"),
		"person":              query.Where(e, &e.ActorKey, "admin:7"),
		"part of the product": query.Where(e, &e.ActorKey, "system:follow"),
		"system of a client":  query.Where(e, &e.ActorKey, "vms:Fieldglass"),
		"two people":          query.Where(e, &e.ActorKey, "admin:7", "admin:8"),
		"actor id":            query.Where(e, &e.ActorID, int64(7)), "request": query.Where(e, &e.RequestID, "x"),
		"batch": query.Where(e, &e.BatchID, "job_1"), "field": query.Where(e, &e.Field, "project.title"),
		"since": {Field: field.At(e, &e.At), Op: query.AtLeast, Values: []any{int64(1)}},
		"until": {Field: field.At(e, &e.At), Op: query.AtMost, Values: []any{int64(1)}},
	}
	for name, at := range map[string]func(testing.TB) string{"sqlite": empty.SQLite, "postgres": empty.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := opened(t, withoutScans(t, at(t)))
			l := &audit.Log{DB: db}
			for filter, cond := range filters {
				where, args, err := (&audit.Entries{Log: l}).Conditions(role.AsSystem(t.Context(), "test"),
					[]query.Cond{cond})
				if err != nil {
					t.Fatal(err)
				}
				if plan := planned(t, db, l.Selects("count(*)", where)[0], args); scanned(plan) {
					t.Errorf("%s: %s", filter, plan)
				}
			}
			if plan := planned(t, db, l.Selects("count(*)", "comment = 'x'")[0], nil); !scanned(plan) {
				t.Errorf("a scan is not recognised: %s", plan)
			}
		})
	}
}

// scanned says whether a plan reads the whole log.
func scanned(plan string) bool {
	return strings.Contains(plan, "SCAN a\n") || strings.Contains(plan, "SCAN a USING") ||
		strings.Contains(plan, "SCAN audit_indexed") || strings.Contains(plan, "Seq Scan on audit")
}

// planned is what the database says it would do.
func planned(t *testing.T, db *store.DB, text string, args []any) string {
	t.Helper()
	var out strings.Builder
	var line string
	explain, dest := "EXPLAIN ", []any{&line}
	if db.Dialect() == store.SQLite {
		var id, parent, unused int64
		explain, dest = "EXPLAIN QUERY PLAN ", []any{&id, &parent, &unused, &line}
	}
	if err := db.Each(t.Context(), dest, func() error {
		out.WriteString(line + "\n")
		return nil
	}, explain+text, args...); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A batch is known from its first entry on, whoever writes it.
func TestAuditLog_Batch_IsNamedByItsFirstEntry(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l := fresh(t, db)
		for _, batch := range []string{"job_1", "", "job_2", "job_1"} {
			who := &role.Caller{Kind: role.Admin, ID: 3, Name: "Jonas Ekberg", BatchID: batch}
			if err := db.Write(role.With(t.Context(), who), func(ctx context.Context) error {
				return l.Record(ctx, store.Entry{Entity: "project", ID: 1, Act: resource.Act{Action: "changeStatus"}})
			}); err != nil {
				t.Fatal(err)
			}
		}
		var text string
		if err := db.Each(t.Context(), []any{&text}, func() error {
			return nil
		}, "SELECT batch_id FROM audit_batches ORDER BY entry_id"); err != nil || text != "job_2" {
			t.Errorf("the last batch is %q, %v", text, err)
		}
		var n, first int64
		if _, err := db.Row(t.Context(), []any{&n, &first},
			"SELECT count(*), min(entry_id) FROM audit_batches"); err != nil || n != 2 || first != 1 {
			t.Errorf("%d batches, the first from entry %d on, %v", n, first, err)
		}
	})
}
