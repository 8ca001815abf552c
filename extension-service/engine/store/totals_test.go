package store_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

// A total that is kept must follow every write, and only those it depends on.
func TestTotals_Writes_AreFollowed(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		one := f.create(t, testRecord{Name: "alpha", Status: "A", ClientID: 1})
		search := query.Query{Where: []query.Cond{{
			Field: fieldOf(t, "name"), Op: query.Contains,
			Values: []any{"alpha"},
		}}}
		active := query.Query{Where: []query.Cond{{Field: fieldOf(t, "status"), Op: query.Is, Values: []any{"A"}}}}
		for step, tc := range []struct {
			change         func(*testRecord)
			search, active int64
		}{
			{func(*testRecord) {}, 1, 1},
			{func(v *testRecord) { v.Status = "B" }, 1, 0},
			{func(v *testRecord) { v.Name = "beta" }, 0, 0},
			{func(v *testRecord) { v.Name, v.Status = "alpha", "A" }, 1, 1},
			{func(v *testRecord) { v.DeletedAt = time.Now() }, 0, 0},
		} {
			one = f.update(t, one, tc.change)
			if s, a := f.list(t, t.Context(), search).Total, f.list(t, t.Context(), active).Total; s != tc.search ||
				a != tc.active {
				t.Errorf("step %d: search %d, active %d; want %d, %d", step, s, a, tc.search, tc.active)
			}
		}
	})
}

// A second process on the same file, such as the one that fills it, is noticed: no total stays as it was.
func TestTotals_WritesOfAnotherProcess_AreFollowed(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shared.db")
	open := func() *fixture {
		db, err := store.Open(t.Context(), path)
		if err == nil {
			err = db.Migrate(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return newFixture(t, db)
	}
	ours, theirs := open(), open()
	active := query.Query{Where: []query.Cond{{Field: fieldOf(t, "status"), Op: query.Is, Values: []any{"A"}}}}
	search := query.Query{Where: []query.Cond{{
		Field: fieldOf(t, "name"), Op: query.Contains,
		Values: []any{"alpha"},
	}}}
	follows := func(step string, want int64) {
		t.Helper()
		for name, q := range map[string]query.Query{"all": {}, "active": active, "search": search} {
			q.Limit = 10
			for deadline := time.Now().Add(10 * time.Second); ; runtime.Gosched() {
				total := ours.list(t, t.Context(), q).Total
				if total == want {
					break
				}
				if time.Now().After(deadline) {
					t.Fatalf("%s, %s: the total stays %d, want %d", step, name, total, want)
				}
			}
		}
	}
	follows("none", 0)
	first := theirs.create(t, testRecord{Name: "alpha one", Status: "A", ClientID: 1})
	follows("one came", 1)
	second := theirs.create(t, testRecord{Name: "alpha two", Status: "A", ClientID: 1})
	follows("two came", 2)
	theirs.update(t, first, func(v *testRecord) { v.DeletedAt = time.Now() })
	follows("one was deleted", 1)
	theirs.update(t, second, func(v *testRecord) { v.Name, v.Status, v.DeletedAt = "beta", "B", time.Now() })
	follows("the other has changed", 0)
}

// Whatever is written between, the total of every list is that of its rows.
func TestTotals_AnyWrites_EqualTheRows(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f, r := newFixture(t, db), rand.New(rand.NewPCG(1, 2))
		mustSucceed(t, db.ExecAll(t.Context(), "CREATE INDEX things_day_idx ON things (day, id)",
			"CREATE INDEX things_open_idx ON things (open, id) WHERE open = 1"))
		scoped := role.With(t.Context(), &role.Caller{ID: 1, Kind: role.Admin, Scope: role.Scope{ClientIDs: []int64{1, 2}}})
		cond := func(name string, op query.Op, values ...any) query.Cond {
			return query.Cond{Field: fieldOf(t, name), Op: op, Values: values}
		}
		bound := store.NewTable[testRecord](db, store.Config{
			Name: "things", Entity: "thing", Handle: "T", Counted: []string{"client_id", "status"},
			ReachOn: []string{"price", "client_id", "day"}, Bound: "things_price_idx",
			Reach: func(s role.Scope, arg func(any) string) string {
				return "t.price IS NULL OR t.day < " + arg("2026-02-15") + " OR t.client_id IN (" + arg(s.ClientIDs[0]) + ")"
			},
		})
		queries := map[string]query.Query{
			"all": {}, "trash": {Trash: query.Deleted}, "both": {Trash: query.Both},
			"status": {Where: []query.Cond{cond("status", query.Is, "A")}},
			"day":    {Where: []query.Cond{cond("day", query.AtLeast, "2026-02-01")}},
			"shut":   {Where: []query.Cond{cond("open", query.Is, false)}},
			"shut on a day": {Where: []query.Cond{
				cond("open", query.Is, false), cond("day", query.Is, "2026-02-01"), cond("status", query.Is, "A"),
			}},
			"on one of two days": {Where: []query.Cond{
				cond("status", query.Is, "A"), {Op: query.AnyOf, Any: []query.Cond{
					cond("day", query.Is, "2026-02-01"), cond("day", query.Is, "2026-03-01"),
				}},
			}},
			"search": {Where: []query.Cond{cond("name", query.Contains, "alp")}},
			"both searched": {Where: []query.Cond{
				cond("name", query.Contains, "a"), {
					Op:  query.AnyOf,
					Any: []query.Cond{cond("name", query.Contains, "bet"), cond("open", query.Is, true)},
				},
			}},
		}
		const copied = "SELECT id, client_id, status, name_fold, deleted_at FROM things"
		check := func(step string) {
			t.Helper()
			if db.Dialect() == store.Postgres {
				stale, err := db.IDs(t.Context(), "SELECT id FROM (("+copied+" EXCEPT "+copied+"_searched) UNION ALL ("+copied+
					"_searched EXCEPT "+copied+")) d")
				if err != nil || len(stale) > 0 {
					t.Fatalf("%s: the search copy differs at %v, %v", step, stale, err)
				}
			}
			for _, ctx := range []context.Context{t.Context(), scoped} {
				q := query.Query{Limit: 1000, Sort: []query.Sort{{Field: fieldOf(t, "id")}}}
				want := map[any]int64{}
				for _, row := range f.list(t, ctx, q).Rows {
					want[row.Status]++
				}
				if got, err := f.CountBy(ctx, "status"); err != nil || !maps.Equal(got, want) {
					t.Fatalf("%s: by status %v, want %v, %v", step, got, want, err)
				}
			}
			for name, q := range queries {
				for _, ctx := range []context.Context{t.Context(), scoped} {
					q.Limit, q.Sort = 1000, []query.Sort{{Field: fieldOf(t, "id")}}
					if page, err := bound.List(ctx, q); err != nil || page.Total != int64(len(page.Rows)) {
						t.Fatalf("%s: %s: total %d of %d rows within reach, %v", step, name, page.Total, len(page.Rows), err)
					}
					page := f.list(t, ctx, q)
					if page.Total != int64(len(page.Rows)) {
						t.Fatalf("%s: %s: total %d of %d rows", step, name, page.Total, len(page.Rows))
					}
					q.Limit = 5 // which is cached where it is looked up by a text
					first := f.list(t, ctx, q)
					if want := page.Rows[:min(5, len(page.Rows))]; first.Total != page.Total || !reflect.DeepEqual(first.Rows, want) {
						t.Fatalf("%s: %s: the first of %d rows %v, want those of %d, %v", step, name, first.Total, first.Rows,
							page.Total, want)
					}
				}
			}
		}
		made := func() testRecord {
			prices := []*decimal.Decimal{nil, new(decimal.Decimal(5))}
			return testRecord{
				Price:    prices[r.IntN(2)],
				Name:     fmt.Sprintf("%s %d", []string{"alpha", "beta", "gamma"}[r.IntN(3)], r.Int64()),
				ClientID: 1 + r.Int64N(3), Status: []string{"A", "B"}[r.IntN(2)], Open: r.IntN(2) == 0,
				Day: date.Date(fmt.Sprintf("2026-%02d-01", 1+r.IntN(4))),
			}
		}
		stored := []testRecord{f.create(t, made())}
		for step := range 120 {
			at, what := r.IntN(len(stored)), r.IntN(9)
			switch what {
			case 0:
				stored[at] = f.update(t, stored[at], func(v *testRecord) { v.Name = made().Name })
			case 1:
				stored[at] = f.update(t, stored[at], func(v *testRecord) {
					v.Status, v.Day, v.Price = made().Status, made().Day, made().Price
				})
			case 2:
				stored[at] = f.update(t, stored[at], func(v *testRecord) { v.DeletedAt = time.Now() })
			case 3: // for good, so that the highest id may go
				if err := db.Write(t.Context(), func(ctx context.Context) error { return f.Delete(ctx, &stored[at]) }); err != nil {
					t.Fatal(err)
				}
				stored[at] = f.create(t, made())
			case 4: // under an id of its own, below the others
				v := made()
				v.ID = 1_000_000 - int64(step)
				stored = append(stored, f.create(t, v))
			case 5: // undone
				_ = db.Write(t.Context(), func(ctx context.Context) error {
					v := made()
					return errors.Join(f.Create(ctx, &v), errors.New("no"))
				})
			default:
				stored = append(stored, f.create(t, made()))
			}
			check(fmt.Sprintf("step %d, %d", step, what))
		}
	})
}
