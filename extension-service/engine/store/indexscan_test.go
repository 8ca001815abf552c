package store_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

// manyBegan is when the first of many things was created; three come each minute.
var manyBegan = time.UnixMilli(1_700_000_000_000)

// manyThings come in an order that is not that of their names: every third is an alpha, B are the oldest, C are
// everywhere.
func manyThings(t *testing.T, f *fixture) []testRecord {
	t.Helper()
	began := manyBegan
	rows := make([]testRecord, 3000)
	for i := range rows {
		v := &rows[i]
		v.Handle, v.Version, v.Created, v.LastUpdated = fmt.Sprintf("T-%06d", i), 1,
			began.Add(time.Duration(i/3)*time.Minute), began
		v.Name = fmt.Sprintf("%s %04d", []string{"Alpha", "beta", "gamma"}[i%3], (i*7919)%3000)
		v.Status, v.ClientID, v.Tags = "C", int64(1+i%2), []string{}
		if i < 1000 {
			v.Status = "B"
		}
		if i%50 == 7 {
			v.DeletedAt = began
		}
	}
	first, err := f.Load(t.Context(), rows)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		rows[i].ID = first + int64(i)
	}
	return slices.DeleteFunc(rows, func(v testRecord) bool { return !v.DeletedAt.IsZero() })
}

// Every page of every order holds what it should, wherever in the order the matching records lie.
func TestPages_ManyMatches_AreInOrder(t *testing.T) {
	t.Parallel()
	is := func(name string, values ...any) query.Cond {
		return query.Cond{Field: fieldOf(t, name), Op: query.Is, Values: values}
	}
	contains := func(text string) query.Cond {
		return query.Cond{Field: fieldOf(t, "name"), Op: query.Contains, Values: []any{text}}
	}
	has := func(text string) func(v *testRecord) bool {
		return func(v *testRecord) bool { return strings.Contains(strings.ToLower(v.Name), text) }
	}
	created := func(op query.Op, minute int) query.Cond {
		return query.Cond{Field: fieldOf(t, "created"), Op: op, Values: []any{manyBegan.Add(time.Duration(minute) *
			time.Minute).UnixMilli()}}
	}
	createdBy := func(from, until int) func(v *testRecord) bool {
		return func(v *testRecord) bool {
			at := int(v.Created.Sub(manyBegan) / time.Minute)
			return from <= at && at <= until
		}
	}
	filters := []struct {
		name  string
		where []query.Cond
		match func(v *testRecord) bool
	}{
		{"none", nil, func(*testRecord) bool { return true }},
		{"at one end", []query.Cond{is("status", "B")}, func(v *testRecord) bool { return v.Status == "B" }},
		{"one of two", []query.Cond{is("status", "B", "C")}, func(*testRecord) bool { return true }},
		{"word", []query.Cond{contains("ALPHA")}, has("alpha")},
		{"part of a word", []query.Cond{contains("lph")}, has("lph")},
		{"beginning", []query.Cond{contains("al")}, has("al")},
		{"word at one end", []query.Cond{contains("gamma"), is("status", "B")}, func(v *testRecord) bool {
			return v.Status == "B" && has("gamma")(v)
		}},
		{
			"either",
			[]query.Cond{{Op: query.AnyOf, Any: []query.Cond{is("clientId", int64(1)), is("status", "B")}}},
			func(v *testRecord) bool {
				return v.ClientID == 1 || v.Status == "B"
			},
		},
		{"few", []query.Cond{contains("alpha 00")}, has("alpha 00")},
		{"created until", []query.Cond{created(query.AtMost, 700)}, createdBy(0, 700)},
		{"created from", []query.Cond{created(query.AtLeast, 300)}, createdBy(300, 1000)},
		{
			"word, created between",
			[]query.Cond{
				contains("alpha"), created(query.AtLeast, 200), created(query.AtMost, 900),
			},
			func(v *testRecord) bool { return has("alpha")(v) && createdBy(200, 900)(v) },
		},
		{
			"word and either",
			[]query.Cond{contains("alpha"), {Op: query.AnyOf, Any: []query.Cond{
				is("clientId", int64(1)), is("status", "B"),
			}}},
			func(v *testRecord) bool { return has("alpha")(v) && (v.ClientID == 1 || v.Status == "B") },
		},
		{
			"two words",
			[]query.Cond{contains("alpha"), contains("pha"), is("status", "B", "C")},
			func(v *testRecord) bool { return has("alpha")(v) },
		},
	}
	keys := map[string]func(v *testRecord) string{
		"created": func(v *testRecord) string { return v.Created.UTC().Format(time.RFC3339) },
		"name":    func(v *testRecord) string { return store.Fold(v.Name) },
		"status":  func(v *testRecord) string { return v.Status },
		"id":      func(*testRecord) string { return "" },
	}
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		all := manyThings(t, f)
		one := role.With(t.Context(), &role.Caller{Kind: role.Admin, Scope: role.Scope{ClientIDs: []int64{2}}})
		for _, filter := range filters {
			for by, key := range keys {
				for _, desc := range []bool{false, true} {
					for _, scoped := range []bool{false, true} {
						ctx, want := t.Context(), []int64{}
						if scoped {
							ctx = one
						}
						for _, v := range ordered(all, key, desc) {
							if filter.match(&v) && (!scoped || v.ClientID == 2) {
								want = append(want, v.ID)
							}
						}
						for _, offset := range []int64{0, 13, int64(len(want)) / 2, int64(len(want)) - 25, int64(len(want)) - 3} {
							q := query.Query{
								Where: filter.where, Offset: max(offset, 0), Limit: 10,
								Sort: []query.Sort{{Field: fieldOf(t, by), Desc: desc}, {Field: fieldOf(t, "id"), Desc: desc}},
							}
							if by == "id" {
								q.Sort = q.Sort[1:]
							}
							page := f.list(t, ctx, q)
							if got := idsIn(page.Rows); page.Total != int64(len(want)) ||
								!slices.Equal(got, want[q.Offset:min(q.Offset+10, int64(len(want)))]) {
								t.Fatalf("%s by %s, descending %v, scoped %v, from %d of %d (%d): %v", filter.name, by, desc, scoped, q.Offset,
									len(want), page.Total, got)
							}
						}
					}
				}
			}
		}
	})
}

// deepPage is a page in the middle of many matches, which is asked for so often that it pays to cache all of them.
func deepPage(t *testing.T, f *fixture, by ...query.Sort) query.Page[testRecord] {
	t.Helper()
	q := query.Query{
		Where: []query.Cond{{Field: fieldOf(t, "status"), Op: query.Is, Values: []any{"B", "C"}}},
		Sort:  by, Offset: 1200, Limit: 20,
	}
	for range 30 {
		f.list(t, t.Context(), q)
	}
	return f.list(t, t.Context(), q)
}

// A page in the middle of many matches has the rows that are there, whatever was written before.
func TestPages_DeepInManyMatches_FollowEveryWrite(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		rows := manyThings(t, f)
		byID := query.Sort{Field: fieldOf(t, "id"), Desc: true}
		orders := map[string][]query.Sort{
			"id DESC":            {byID},
			"name_fold, id":      {{Field: fieldOf(t, "name")}, {Field: fieldOf(t, "id")}},
			"name_fold, id DESC": {{Field: fieldOf(t, "name")}, byID},
		}
		check := func(when string) {
			t.Helper()
			for order, by := range orders {
				want, err := db.IDs(t.Context(), "SELECT id FROM things WHERE status IN ('B', 'C') AND deleted_at IS NULL ORDER BY "+
					order+" LIMIT 20 OFFSET 1200")
				if got := idsIn(deepPage(t, f, by...).Rows); err != nil || !slices.Equal(got, want) {
					t.Errorf("%s, by %s: %v, want %v, %v", when, order, got, want, err)
				}
			}
		}
		check("at first")
		f.create(t, testRecord{Name: "Alpha that came", ClientID: 1, Status: "B"})
		check("one came")
		one := f.update(t, rows[2500], func(v *testRecord) { v.Status = "A" })
		check("one left its status")
		f.update(t, one, func(v *testRecord) { v.Status, v.Name = "C", "Aardvark" })
		check("and came back under another name")
		f.update(t, rows[2600], func(v *testRecord) { v.DeletedAt = time.Now() })
		check("one was deleted")
	})
}

// A page in the middle of many matches, in an order of its own, looks at no row that lies before it.
func TestPages_DeepInManyMatches_LookAtNoRowBefore(t *testing.T) {
	t.Parallel()
	db := pgtest.SQLite(t)
	f := newFixture(t, db)
	manyThings(t, f)
	byName := []query.Sort{{Field: fieldOf(t, "name")}, {Field: fieldOf(t, "id")}}
	deepPage(t, f, byName...)
	before := db.Steps()
	deepPage(t, f, byName...)
	if steps := (db.Steps() - before) / 31; steps > 8000 {
		t.Errorf("20 rows behind 1,200 take %d steps", steps)
	}
}

// Whoever asks for the newest of what is theirs in one of two ways does not pay for all of it.
func TestPages_EitherOfTwoConditions_DoNotReadAllThatMatches(t *testing.T) {
	t.Parallel()
	db := pgtest.SQLite(t)
	f := newFixture(t, db)
	mustSucceed(t, db.ExecAll(t.Context(), "CREATE INDEX things_client_idx ON things (client_id, id, deleted_at)",
		"CREATE INDEX things_status_idx ON things (status, id, deleted_at)"))
	manyThings(t, f)
	mine := query.Cond{Op: query.AnyOf, Any: []query.Cond{
		{Field: fieldOf(t, "clientId"), Op: query.Is, Values: []any{int64(1)}},
		{Field: fieldOf(t, "status"), Op: query.Is, Values: []any{"B"}},
	}}
	newest := query.Query{
		Where: []query.Cond{mine}, Sort: []query.Sort{{Field: fieldOf(t, "id"), Desc: true}}, Limit: 10,
	}
	f.list(t, t.Context(), newest) // the total is counted once
	before := db.Steps()
	f.list(t, t.Context(), newest)
	if steps := db.Steps() - before; steps > 2500 {
		t.Errorf("ten of 2,000 that match take %d steps", steps)
	}
}

func ordered(all []testRecord, key func(*testRecord) string, desc bool) []testRecord {
	out := slices.Clone(all)
	slices.SortFunc(out, func(a, b testRecord) int {
		n := cmp.Or(cmp.Compare(key(&a), key(&b)), cmp.Compare(a.ID, b.ID))
		if desc {
			return -n
		}
		return n
	})
	return out
}

func idsIn(rows []testRecord) []int64 {
	out := make([]int64, len(rows))
	for i := range rows {
		out[i] = rows[i].ID
	}
	return out
}
