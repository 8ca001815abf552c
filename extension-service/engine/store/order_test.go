package store_test

import (
	"context"
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// What is not set comes before everything else when sorting upwards, on both engines.
func TestOrder_UnsetValues_ComeFirst(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		for i, price := range []string{"3", "", "1", "2", ""} {
			v := testRecord{Name: fmt.Sprint("thing ", i), ClientID: 1, Status: "A"}
			if price != "" {
				d, err := decimal.Parse(price)
				if err != nil {
					t.Fatal(err)
				}
				v.Price = &d
			}
			f.create(t, v)
		}
		price, id := fieldOf(t, "price"), fieldOf(t, "id")
		for _, tc := range []struct {
			sort []query.Sort
			want string
		}{
			{[]query.Sort{{Field: price}, {Field: id}}, "[2 5 3 4 1]"},
			{[]query.Sort{{Field: price, Desc: true}, {Field: id}}, "[1 4 3 2 5]"},
			{[]query.Sort{{Field: id, Desc: true}}, "[5 4 3 2 1]"},
		} {
			var ids []int64
			err := f.IDs(t.Context(), query.Query{Sort: tc.sort}, func(id int64) { ids = append(ids, id) })
			if got := fmt.Sprint(ids); err != nil || got != tc.want {
				t.Errorf("%s %v, want %s", got, err, tc.want)
			}
			var listed []int64
			for _, v := range f.list(t, t.Context(), query.Query{Sort: tc.sort}).Rows {
				listed = append(listed, v.ID)
			}
			if got := fmt.Sprint(listed); got != tc.want {
				t.Errorf("listed %s, want %s", got, tc.want)
			}
		}
	})
}

func TestComputedFields_Requested_AreFilled(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		calls := 0
		f.Computes(func(_ context.Context, rows []testRecord) error {
			calls++
			for i := range rows {
				rows[i].Tags = []string{fmt.Sprint("of ", rows[i].ID)}
			}
			return nil
		}, "tags")
		made := f.create(t, testRecord{Name: "boat", ClientID: 1, Status: "A"})
		one, err := f.Get(t.Context(), made.ID)
		if err != nil || fmt.Sprint(one.Tags) != "[of 1]" {
			t.Errorf("%v %v", one.Tags, err)
		}
		before := calls
		f.list(t, t.Context(), query.Query{Fields: []*field.Field{fieldOf(t, "name")}})
		if calls != before {
			t.Error("asked for without being wanted")
		}
		if rows := f.list(t, t.Context(), query.Query{Fields: []*field.Field{fieldOf(t,
			"tags")}}).Rows; fmt.Sprint(rows[0].Tags) != "[of 1]" {
			t.Errorf("%v", rows[0].Tags)
		}
		f.Computes(func(_ context.Context, rows []testRecord) error {
			for i := range rows {
				rows[i].Open = rows[i].Status == "A"
			}
			return nil
		}, "open").From("status")
		if rows := f.list(t, t.Context(), query.Query{Fields: []*field.Field{fieldOf(t, "open")}}).Rows; !rows[0].Open {
			t.Error("what it is computed from was not read")
		}
	})
}
