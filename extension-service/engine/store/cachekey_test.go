package store_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// sizes are numbers around every border that a way of writing a number may have: digits, runes, surrogates, 32 and 53
// bits.
var sizes = []int64{
	1, 9, 10, 127, 128, 55_295, 55_296, 55_297, 57_343, 57_344, 1_114_111, 1_114_112, 1_114_113,
	math.MaxInt32, math.MaxInt32 + 1, 1_769_904_000_000, 1_769_904_000_001, 1_795_651_200_000, 1<<53 - 2, 1<<53 - 1,
}

// Records whose ids, references and instants have any size are counted each for itself, by "is" and by "until".
func TestTotals_NumbersOfAnySize_AreCountedSeparately(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		for i, n := range sizes {
			v := testRecord{Name: fmt.Sprint("thing ", i), ClientID: n, Status: "A"}
			v.ID, v.Created = n, time.UnixMilli(n)
			created := f.create(t, v)
			if err := db.Write(t.Context(), func(ctx context.Context) error {
				_, err := db.Exec(ctx, "UPDATE things SET created = $1 WHERE id = $2", n, created.ID)
				db.Touched(ctx, "things", "created")
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		count := func(name string, op query.Op, n int64) int64 {
			cond := query.Cond{Field: fieldOf(t, name), Op: op, Values: []any{n}}
			return f.list(t, t.Context(), query.Query{Where: []query.Cond{cond}, Limit: 100}).Total
		}
		for i, n := range sizes {
			for _, name := range []string{"id", "clientId"} {
				if got := count(name, query.Is, n); got != 1 {
					t.Errorf("%s is %d: total %d, want 1", name, n, got)
				}
			}
			if got := count("created", query.AtMost, n); got != int64(i+1) {
				t.Errorf("created until %d: total %d, want %d", n, got, i+1)
			}
		}
	})
}

// Two statements share a key only if their texts and parameters are the same, of whatever types and sizes they are.
func TestCacheKey_DifferentParameters_GiveDifferentKeys(t *testing.T) {
	t.Parallel()
	r := stress.Rand(t)
	texts := []string{"", "a", "ab", "\x00", "\x03\x01a", "1", "\ufffd", "\U0010ffff", "null", "[1,2]", "[12]", `"a" "b"`}
	one := func() any {
		switch r.IntN(6) {
		case 0:
			return nil
		case 1:
			return sizes[r.IntN(len(sizes))] + r.Int64N(3) - 1
		case 2:
			return []float64{0, 0.1, 1, 55_296.5, 1e300}[r.IntN(5)]
		case 3:
			return []byte(texts[r.IntN(len(texts))])
		case 4:
			return r.Int64()
		}
		return texts[r.IntN(len(texts))]
	}
	known := map[store.CacheKey][]any{}
	for range stress.Size(20_000, 1_000_000) {
		args := make([]any, r.IntN(4))
		for i := range args {
			args[i] = one()
		}
		statement := append([]any{texts[r.IntN(len(texts))]}, args...)
		key, err := store.KeyOf(statement[0].(string), args...)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := known[key]; ok && fmt.Sprintf("%#v", other) != fmt.Sprintf("%#v", statement) {
			t.Fatalf("%#v and %#v have one key", other, statement)
		}
		known[key] = statement
	}
}

// What a statement is given in different Go types is one parameter, and has one key.
func TestCacheKey_SameParameterInAnotherType_GivesTheSameKey(t *testing.T) {
	t.Parallel()
	type status string
	for _, same := range [][]any{
		{int64(7), 7, int32(7)},
		{true, int64(1)},
		{"A", status("A")},
		{[]int64{1, 2}, "[1,2]"},
		{nil, (*string)(nil)},
	} {
		var keys []store.CacheKey
		for _, arg := range same {
			key, err := store.KeyOf("SELECT $1", arg)
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, key)
		}
		if len(slices.Compact(keys)) != 1 {
			t.Errorf("%#v have keys %q", same, keys)
		}
	}
	if key, err := store.KeyOf("SELECT $1", time.Now()); err == nil {
		t.Errorf("an instant, which no statement takes, has the key %q", key)
	}
}
