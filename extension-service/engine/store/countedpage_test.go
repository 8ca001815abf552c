package store_test

import (
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// A page has the exact total wherever it begins, behind the last row too, and whether counters hold what narrows it.
func TestList_PageAnywhere_HasTheTotal(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		for i := range 30 {
			f.create(t, testRecord{Name: fmt.Sprintf("name %d", i), Status: []string{"A", "B", "B"}[i%3], ClientID: 1})
		}
		for _, tc := range []struct {
			status string
			name   string
			total  int64
		}{{"B", "", 20}, {"A", "", 10}, {"C", "", 0}, {"B", "name 4", 1}} {
			where := []query.Cond{{Field: fieldOf(t, "status"), Op: query.Is, Values: []any{tc.status}}}
			if tc.name != "" {
				where = append(where, query.Cond{Field: fieldOf(t, "name"), Op: query.Is, Values: []any{tc.name}})
			}
			for _, offset := range []int64{0, 5, 15, 20, 40} {
				got := f.list(t, t.Context(), query.Query{Where: where, Offset: offset, Limit: 6})
				if rows := min(6, max(0, tc.total-offset)); got.Total != tc.total || int64(len(got.Rows)) != rows {
					t.Errorf("%+v from %d: %d rows of %d, want %d", tc, offset, len(got.Rows), got.Total, rows)
				}
			}
		}
	})
}
