package audit_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/fault"
)

// rateChanges has entries of members whose rates were changed, and others.
func rateChanges(t *testing.T, l *audit.Log) {
	t.Helper()
	change := func(id int64, action, field string, before, after any) {
		record(t, l, store.Entry{
			Entity: "poolMember", ID: id, Act: resource.Act{Action: action}, Changed: []string{field},
			Before: map[string]any{field: before}, After: map[string]any{field: after},
		})
	}
	change(1, "update", "rate", "85.00", "95.50")
	change(2, "update", "rate", 85, 100)
	change(3, "update", "note", "85", "86")
	change(4, "create", "rate", nil, "85")
	change(5, "update", "tags", []string{"Go", "Rust"}, []string{"Go"})
}

func TestEntries_ChangedFieldAndValue_AreSearchable(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l := fresh(t, db)
		entries := &audit.Entries{Log: l, Mask: func(context.Context, *audit.Line) {}}
		rateChanges(t, l)
		e := new(audit.Entry)
		condOf := func(name string) query.Cond { return query.Where(e, &e.Field, "poolMember."+name) }
		was := func(value string) query.Cond { return query.Where(e, &e.OldValue, value) }
		is := func(value string) query.Cond { return query.Where(e, &e.NewValue, value) }
		for name, tc := range map[string]struct {
			where []query.Cond
			want  string
		}{
			"the field, not where it was made":    {[]query.Cond{condOf("rate")}, "[2 1]"},
			"an old value, however it is written": {[]query.Cond{condOf("rate"), was("85.0")}, "[2 1]"},
			"a new value":                         {[]query.Cond{condOf("rate"), is("95.5")}, "[1]"},
			"both":                                {[]query.Cond{condOf("rate"), was("85"), is("100")}, "[2]"},
			"the old value is not the new one":    {[]query.Cond{condOf("rate"), is("85")}, "[]"},
			"another field":                       {[]query.Cond{condOf("note"), was("85")}, "[3]"},
			"one of a list, in any case":          {[]query.Cond{condOf("tags"), was("rust")}, "[5]"},
		} {
			page, err := entries.List(t.Context(), query.Query{
				Where: tc.where, Limit: 10, Sort: []query.Sort{{Field: field.At(e, &e.At), Desc: true}},
			})
			ids := []int64{}
			for _, row := range page.Rows {
				ids = append(ids, row.EntityID)
			}
			if got := fmt.Sprint(ids); err != nil || got != tc.want || page.Total != int64(len(ids)) {
				t.Errorf("%s: %s of %d, want %s: %v", name, got, page.Total, tc.want, err)
			}
		}
	})
}

func TestEntries_ValueTheReaderMayNotRead_IsNotSearched(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		entries := &audit.Entries{Log: fresh(t, db), Mask: func(_ context.Context, l *audit.Line) { l.Redact() }}
		e := new(audit.Entry)
		value := query.Where(e, &e.NewValue, "85")
		for name, where := range map[string][]query.Cond{
			"of a field that is masked": {query.Where(e, &e.Field, "poolMember.rate"), value},
			"without a field":           {value},
		} {
			_, err := entries.List(t.Context(), query.Query{Where: where, Limit: 1})
			if fault.KindOf(err) != fault.KindOf(fault.Validation()) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// A page of what changed a field to a value, with its total, costs the same however long the log is.
func TestProveChanges_InALongLog_AreFoundAtConstantCost(t *testing.T) {
	t.Parallel()
	n := stress.Size(3000, 1_000_000)
	db := opened(t, empty.SQLite(t))
	l := fresh(t, db)
	l.Now = time.Now
	entries := &audit.Entries{Log: l, Mask: func(context.Context, *audit.Line) {}}
	for from := 0; from < n; from += 1000 {
		if err := db.Write(t.Context(), func(ctx context.Context) error {
			made := make([]store.Entry, 1000)
			for i := range made {
				value := (from + i) % 5000
				made[i] = store.Entry{
					Entity: "poolMember", ID: int64(i), Act: resource.Act{Action: "update"},
					Changed: []string{"rate", "note"},
					Before:  map[string]any{"rate": value, "note": "before"},
					After:   map[string]any{"rate": value + 1, "note": "after"},
				}
			}
			return l.Record(ctx, made...)
		}); err != nil {
			t.Fatal(err)
		}
		if from%20_000 == 0 {
			indexed(t, l)
		}
	}
	indexed(t, l)
	started := time.Now()
	for db.Dialect() == store.SQLite {
		if left, err := l.IndexChanges(t.Context()); err != nil || left == 0 {
			break
		}
	}
	t.Logf("indexed in %s", time.Since(started))
	e := new(audit.Entry)
	for range 3 {
		started := time.Now()
		page, err := entries.List(t.Context(), query.Query{
			Where: []query.Cond{query.Where(e, &e.Field, "poolMember.rate"), query.Where(e, &e.NewValue, "71")},
			Limit: 25, Sort: []query.Sort{{Field: field.At(e, &e.At), Desc: true}},
		})
		if err != nil || page.Total == 0 {
			t.Fatal(err, page.Total)
		}
		t.Logf("%d entries in %s", page.Total, time.Since(started))
	}
}
