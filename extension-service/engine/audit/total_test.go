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

// A total that was found before counts what has come since, and forgets what has gone.
func TestTotals_EntriesAddedAndRemoved_StayExact(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l := fresh(t, db)
		now := l.Now()
		l.Now = func() time.Time { return now }
		entries := &audit.Entries{Log: l, Mask: func(context.Context, *audit.Line) {}}
		of := new(audit.Entry)
		total := func(where ...query.Cond) int64 {
			t.Helper()
			page, err := entries.List(t.Context(), query.Query{
				Where: where,
				Sort:  []query.Sort{{Field: field.At(of, &of.ID), Desc: true}}, Limit: 1,
			})
			if err != nil {
				t.Fatal(err)
			}
			return page.Total
		}
		created := query.Where(of, &of.Action, "create")
		written := func(n int) {
			t.Helper()
			if err := db.Write(t.Context(), func(ctx context.Context) error {
				for i := range n {
					action := map[bool]string{true: "create", false: "update"}[i%2 == 0]
					if err := l.Record(ctx, store.Entry{Entity: "project", ID: 1, Act: resource.Act{Action: action}}); err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		for round, want := range []int64{3000, 3010, 6010, 6012} {
			written([]int{3000, 10, 3000, 2}[round])
			for range 2 {
				if all, some := total(), total(created); all != want || some != want/2 {
					t.Errorf("round %d: %d entries, %d of them created, want %d", round, all, some, want)
				}
				now = now.Add(time.Hour)
			}
		}
		indexed(t, l)
		oldest := "DELETE FROM audit WHERE id <= 1000"
		if db.Dialect() == store.SQLite {
			oldest = "DELETE FROM audit_indexed WHERE id <= 1000"
		}
		if err := db.Write(t.Context(), func(ctx context.Context) error { return asOwner(ctx, db, oldest) }); err != nil {
			t.Fatal(err)
		}
		if all, some := total(), total(created); all != 5012 || some != 2506 {
			t.Errorf("afterwards %d entries, %d of them created", all, some)
		}
	})
}

// asOwner does what only the owner of the database may: it lifts the guard of the log first.
func asOwner(ctx context.Context, db *store.DB, statement string) error {
	lift := "DROP TRIGGER audit_no_delete"
	if db.Dialect() == store.Postgres {
		lift = "DROP TRIGGER audit_append_only ON audit"
	}
	for _, text := range []string{lift, statement} {
		if _, err := db.Exec(ctx, text); err != nil {
			return err
		}
	}
	return nil
}
