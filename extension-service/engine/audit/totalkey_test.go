package audit_test

import (
	"context"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// The entries until two instants are counted apart, however large the numbers are that stand for the instants.
func TestAuditTotals_EntriesUntilTwoInstants_AreCountedSeparately(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l := fresh(t, db)
		now := time.Now().Add(-time.Hour).Truncate(time.Millisecond)
		l.Now = func() time.Time { return now }
		write := func(n int) {
			t.Helper()
			entries := make([]store.Entry, n)
			for i := range entries {
				entries[i] = store.Entry{Entity: "project", ID: 1, Act: resource.Act{Action: "create"}}
			}
			if err := db.Write(t.Context(), func(ctx context.Context) error { return l.Record(ctx, entries...) }); err != nil {
				t.Fatal(err)
			}
		}
		entries := &audit.Entries{Log: l, Mask: func(context.Context, *audit.Line) {}}
		of := new(audit.Entry)
		until := func(at time.Time) int64 {
			t.Helper()
			cond := query.Cond{Field: field.At(of, &of.At), Op: query.AtMost, Values: []any{at.UnixMilli()}}
			order := []query.Sort{{Field: field.At(of, &of.ID), Desc: true}}
			page, err := entries.List(t.Context(), query.Query{Where: []query.Cond{cond}, Sort: order, Limit: 1})
			if err != nil {
				t.Fatal(err)
			}
			return page.Total
		}
		first := now
		write(2000)
		now = now.Add(30 * time.Minute)
		second := now
		write(1000)
		now = now.Add(30 * time.Minute)
		if early, late, none := until(first), until(second), until(first.Add(-time.Hour)); early != 2000 || late != 3000 ||
			none != 0 {
			t.Errorf("until the first instant %d, until the second %d, before both %d; want 2000, 3000 and 0", early, late, none)
		}
	})
}
