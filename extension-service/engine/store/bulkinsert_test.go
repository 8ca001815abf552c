package store_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
)

// differingThings are things that differ in which of their fields are set, more of them than one statement carries.
func differingThings() []*testRecord {
	out := make([]*testRecord, 1100)
	for i := range out {
		v := &testRecord{
			Name: fmt.Sprintf("Thing %04d \"%c\" \\", i, 'a'+rune(i%26)), ClientID: 1, Status: "open",
			Tags: []string{"näh", "<b>"}[:i%3%2+i%2],
		}
		if i%2 == 0 {
			v.Price = new(decimal.Decimal(int64(i)))
		}
		v.Open = i%5 == 0
		out[i] = v
	}
	return out
}

// Records that are created together are each as if it had been created alone.
func TestCreateAll_ManyRecords_EqualsSingleCreates(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f, list := newFixture(t, db), differingThings()
		mustSucceed(t, db.Write(t.Context(), func(ctx context.Context) error { return f.CreateAll(ctx, list) }))
		alone := *differingThings()[7]
		alone.Name = "Alone"
		f.create(t, alone)
		handles := map[string]bool{}
		for i, v := range list {
			got, err := f.Get(t.Context(), v.ID)
			mustSucceed(t, err)
			if got.Name != v.Name || got.Open != v.Open || !reflect.DeepEqual(got.Price, v.Price) ||
				len(got.Tags) != len(v.Tags) || got.Version != 1 || got.Handle != v.Handle {
				t.Fatalf("%d is %+v, want %+v", i, got, v)
			}
			if handles[v.Handle] = true; f.entries[i].ID != v.ID || f.entries[i].Version != 1 ||
				f.entries[i].Act.Action != "create" {
				t.Fatalf("%d: entry %+v", i, f.entries[i])
			}
		}
		if was, is := f.entries[7], f.entries[len(list)]; !reflect.DeepEqual(was.Changed, is.Changed) ||
			len(handles) != len(list) {
			t.Errorf("together %v, alone %v; %d handles", was.Changed, is.Changed, len(handles))
		}
		if n, _, err := db.Backlog(t.Context(), "index"); err != nil || n != int64(len(list)+1) {
			t.Errorf("%d notes, %v", n, err)
		}
		if n, err := f.Count(t.Context()); err != nil || n != int64(len(list)+1) {
			t.Errorf("the total is %d, %v", n, err)
		}
	})
}

// Records that are changed together are each changed as it is alone: whichever fields of each, and not those that stay
// the same.
func TestUpdateAll_ManyRecords_EqualsSingleUpdates(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f, list := newFixture(t, db), differingThings()
		mustSucceed(t, db.Write(t.Context(), func(ctx context.Context) error { return f.CreateAll(ctx, list) }))
		f.entries = nil
		changes := make([]store.Changed[testRecord], len(list))
		for i, v := range list {
			is := *v
			switch i % 4 {
			case 0:
				is.Price = nil
			case 1:
				is.Price, is.Tags = new(decimal.Decimal(7)), []string{fmt.Sprint(i)}
			case 2:
				is.Name += "!"
			default: // it stays as it is
			}
			changes[i] = store.Changed[testRecord]{Was: *v, Is: &is}
		}
		mustSucceed(t, db.Write(t.Context(), func(ctx context.Context) error { return f.UpdateAll(ctx, changes) }))
		for i, c := range changes {
			got, err := f.Get(t.Context(), c.Is.ID)
			mustSucceed(t, err)
			want := int64(2)
			if i%4 == 3 {
				want = 1
			}
			if got.Version != want || c.Is.Version != want || got.Name != c.Is.Name ||
				!reflect.DeepEqual(got.Price, c.Is.Price) || len(got.Tags) != len(c.Is.Tags) {
				t.Fatalf("%d is %+v, want %+v at version %d", i, got, c.Is, want)
			}
		}
		if len(f.entries) != len(list)*3/4 || f.entries[1].Changed[0] != "price" || f.entries[2].ID != list[2].ID {
			t.Errorf("%d entries, such as %+v", len(f.entries), f.entries[1])
		}
	})
}

// One record that somebody else has written meanwhile keeps all from being written.
func TestUpdateAll_OneChangedMeanwhile_WritesNone(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f, list := newFixture(t, db), differingThings()[:10]
		mustSucceed(t, db.Write(t.Context(), func(ctx context.Context) error { return f.CreateAll(ctx, list) }))
		changes := make([]store.Changed[testRecord], len(list))
		for i, v := range list {
			is := *v
			is.Status = "done"
			changes[i] = store.Changed[testRecord]{Was: *v, Is: &is}
		}
		changes[4].Was.Version--
		err := db.Write(t.Context(), func(ctx context.Context) error { return f.UpdateAll(ctx, changes) })
		if got, _ := f.Get(t.Context(), list[0].ID); fault.From(err).Code != "STALE_VERSION" || got.Status != "open" {
			t.Errorf("%v, and the first is %s", err, got.Status)
		}
	})
}
