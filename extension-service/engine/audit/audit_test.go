package audit_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

// TestMain runs the tests, or, when asked to, the service that will be killed while its sink is away.
func TestMain(m *testing.M) {
	if url := os.Getenv(childURL); url != "" {
		if err := handOnUntilKilled(url); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	pgtest.Main(m)
}

func fresh(t *testing.T, db *store.DB) *audit.Log {
	t.Helper()
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return &audit.Log{DB: db, Now: func() time.Time { return time.UnixMilli(1_700_000_000_000) }}
}

func record(t *testing.T, l *audit.Log, e store.Entry) {
	t.Helper()
	if err := l.DB.Write(t.Context(), func(ctx context.Context) error { return l.Record(ctx, e) }); err != nil {
		t.Fatal(err)
	}
}

// The database itself refuses to change what has been recorded.
func TestAuditLog_RecordedEntries_CannotBeChanged(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l := fresh(t, db)
		record(t, l, store.Entry{Entity: "project", ID: 1, Act: resource.Act{Action: "create"}})
		statements := []string{
			"UPDATE audit SET reason = 'other'", "DELETE FROM audit WHERE id = 1",
			"INSERT INTO audit SELECT * FROM audit",
		}
		if db.Dialect() == store.Postgres {
			statements = append(statements, "TRUNCATE audit")
		} else {
			indexed(t, l)
			record(t, l, store.Entry{Entity: "pool", ID: 1, Act: resource.Act{Action: "create"}})
			for _, table := range []string{"audit_indexed", "audit_recent"} {
				statements = append(statements, "UPDATE "+table+" SET reason = 'other'", "DELETE FROM "+table,
					"INSERT OR REPLACE INTO "+table+" SELECT * FROM "+table)
			}
			statements = append(statements, "INSERT INTO audit_recent SELECT * FROM audit_indexed", `
				INSERT INTO audit_indexed SELECT * FROM audit_recent;
				UPDATE audit_indexed SET reason = 'other'`, `
				CREATE TEMP TABLE other AS SELECT * FROM audit_recent;
				UPDATE other SET reason = 'other';
				INSERT INTO audit_indexed SELECT * FROM other;
				DELETE FROM audit_recent`)
		}
		for _, text := range statements {
			if err := db.Write(t.Context(), func(ctx context.Context) error {
				_, err := db.Exec(ctx, text)
				return err
			}); err == nil {
				t.Errorf("%s was done", text)
			}
		}
		if lines, err := l.Recent(t.Context(), []string{"project"}, 10); err != nil || len(lines) != 1 ||
			lines[0].Reason != "" {
			t.Errorf("%v %+v", err, lines)
		}
	})
}

func TestAuditLog_RecentOfManyEntities_StaysWithinTheScope(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l := fresh(t, db)
		var entities []string
		for i := range 12 {
			entities = append(entities, fmt.Sprint("entity", i))
			record(t, l, store.Entry{Entity: entities[i], ID: 1, ClientID: int64(i % 2), LegalEntityID: int64(i)})
		}
		for name, tc := range map[string]struct {
			scope role.Scope
			want  int
		}{
			"everything":     {role.Scope{}, 12},
			"a client":       {role.Scope{ClientIDs: []int64{1}}, 6},
			"a legal entity": {role.Scope{LegalEntityIDs: []int64{4}}, 1},
			"both":           {role.Scope{ClientIDs: []int64{1}, LegalEntityIDs: []int64{4}}, 7},
			"neither":        {role.Scope{ClientIDs: []int64{9}}, 0},
		} {
			ctx := role.With(t.Context(), &role.Caller{Kind: role.Admin, Scope: tc.scope})
			if lines, err := l.Recent(ctx, entities, 50); err != nil || len(lines) != tc.want {
				t.Errorf("%s: %d entries, %v; want %d", name, len(lines), err, tc.want)
			}
		}
	})
}

// Reads are recorded together: all of them, in their order, and once.
func TestAuditLog_DeferredReads_AreRecordedOnceInOrder(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l := fresh(t, db)
		for _, n := range []int64{1, 60} {
			for i := range n {
				if err := l.RecordLater(t.Context(), store.Entry{
					Entity: "freelancer", ID: n*100 + i,
					Act: resource.Act{Action: "read"}, Changed: []string{"email", "name"},
				}); err != nil {
					t.Fatal(err)
				}
			}
			for range 2 {
				if err := l.Flush(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		var want []int64
		for i := range int64(60) {
			want = append(want, 6000+i)
		}
		got, err := db.IDs(t.Context(),
			"SELECT entity_id FROM audit WHERE action = 'read' AND changed = 'email,name' ORDER BY id")
		if want = append([]int64{100}, want...); err != nil || !slices.Equal(got, want) {
			t.Errorf("%v %v, want %v", err, got, want)
		}
	})
}
