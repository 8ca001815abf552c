package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	manyAlike = 3000
	manyTimes = 14 // so often that as many rows were looked at as pay for keeping which of them a condition holds for
)

// A search that finds thousands of rows goes on to find what the other conditions and the caller's reach let through,
// to the row, whatever was written between, and however often it was asked.
func TestSearch_ManyMatches_AreFilteredExactly(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		bound := store.NewTable[testRecord](db, store.Config{
			Name: "things", Entity: "thing", Handle: "T", ReachOn: []string{"price", "client_id"}, Bound: "things_price_idx",
			Reach: func(s role.Scope, arg func(any) string) string {
				return "t.price IS NULL OR t.client_id IN (" + arg(s.ClientIDs[0]) + ")"
			},
		})
		many := make([]*testRecord, manyAlike)
		for i := range many {
			v := testRecord{Name: fmt.Sprintf("crane %d", i), ClientID: int64(1 + i%2), Status: []string{"A", "B", "C"}[i%3]}
			if i%5 == 0 {
				v.Price = new(decimal.Decimal(5))
			}
			many[i] = &v
		}
		write := func(fn func(ctx context.Context) error) {
			t.Helper()
			if err := db.Write(t.Context(), fn); err != nil {
				t.Fatal(err)
			}
		}
		write(func(ctx context.Context) error { return f.CreateAll(ctx, many) })

		scoped := role.With(t.Context(), &role.Caller{ID: 1, Kind: role.Admin, Scope: role.Scope{ClientIDs: []int64{1}}})
		lists := map[string]func(ctx context.Context, q query.Query) (query.Page[testRecord], error){
			"owned": f.List,
			"bound": bound.List,
		}
		query := query.Query{
			Where: []query.Cond{
				{Field: fieldOf(t, "name"), Op: query.Contains, Values: []any{"crane"}},
				{Field: fieldOf(t, "status"), Op: query.Is, Values: []any{"A", "B"}},
			},
			Sort: []query.Sort{{Field: fieldOf(t, "id"), Desc: true}}, Limit: 2 * manyAlike,
		}
		check := func(ctx context.Context, step string, times int) {
			t.Helper()
			for name, list := range lists {
				for _, ctx := range []context.Context{ctx, role.With(ctx, role.From(scoped))} {
					want := map[int64]bool{}
					for _, id := range ids(t, db, ctx, name) {
						want[id] = true
					}
					for range times {
						page, err := list(ctx, query)
						if err != nil || page.Total != int64(len(want)) || len(page.Rows) != len(want) {
							t.Fatalf("%s: %s: total %d of %d rows, want %d, %v", step, name, page.Total, len(page.Rows), len(want), err)
						}
						for _, v := range page.Rows {
							if !want[v.ID] {
								t.Fatalf("%s: %s: %+v is none of them", step, name, v)
							}
						}
					}
				}
			}
		}
		check(t.Context(), "at first", manyTimes)
		v := f.create(t, testRecord{Name: "crane that came", ClientID: 2, Status: "A"})
		f.create(t, testRecord{Name: "crane in another state", ClientID: 1, Status: "C"})
		check(t.Context(), "two came", 1)
		v = f.update(t, v, func(v *testRecord) { v.Status = "C" })
		check(t.Context(), "one changed its state", manyTimes)
		v = f.update(t, v, func(v *testRecord) { v.Status, v.ClientID, v.Price = "B", 1, new(decimal.Decimal(7)) })
		check(t.Context(), "and back, and its client", manyTimes)
		f.update(t, *many[0], func(v *testRecord) { v.DeletedAt = time.Now() })
		check(t.Context(), "one was deleted", 1)
		write(func(ctx context.Context) error { return f.Delete(ctx, &v) })
		check(t.Context(), "one is gone", manyTimes)
		undone := errors.New("undone")
		err := db.Write(t.Context(), func(ctx context.Context) error {
			if err := f.Create(ctx, &testRecord{Name: "crane of a transaction", ClientID: 1, Status: "A"}); err != nil {
				return err
			}
			check(ctx, "inside of a transaction", 1)
			return undone
		})
		if !errors.Is(err, undone) {
			t.Fatal(err)
		}
		check(t.Context(), "after what was undone", 1)
	})
}

// ids are what the lists of the test shall hold, asked for in plain words.
func ids(t *testing.T, db *store.DB, ctx context.Context, table string) []int64 {
	t.Helper()
	reach := ""
	if who := role.From(ctx); who.Kind == role.Admin {
		reach = map[string]string{"owned": " AND client_id = 1", "bound": " AND (price IS NULL OR client_id = 1)"}[table]
	}
	out, err := db.IDs(ctx,
		"SELECT id FROM things WHERE name LIKE 'crane%' AND status IN ('A', 'B') AND deleted_at IS NULL"+reach)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
