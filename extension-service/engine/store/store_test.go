package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// testRecord is a record with one field of every storage form.
type testRecord struct {
	resource.Record
	Name     string           `json:"name"     check:"required" store:"fold"`
	ClientID int64            `json:"clientId" kind:"ref:client"`
	Status   string           `json:"status"`
	Price    *decimal.Decimal `json:"price"`
	Day      date.Date        `json:"day"`
	Open     bool             `json:"open"`
	Tags     []string         `json:"tags"`
}

var things = fstest.MapFS{"migrations/0001_things.sql": {Data: []byte(`-- +goose Up
CREATE TABLE things (
	id {{id}}, handle {{text}} NOT NULL CONSTRAINT things_handle_unique UNIQUE, version BIGINT NOT NULL,
		created BIGINT NOT NULL, created_by {{text}} NOT NULL,
	last_updated BIGINT NOT NULL, last_updated_by {{text}} NOT NULL, deleted_at BIGINT,
	name {{text}} NOT NULL, name_fold {{text}} NOT NULL, client_id BIGINT NOT NULL, status {{text}} NOT NULL,
		price BIGINT, day {{text}} NOT NULL,
	open BIGINT NOT NULL, tags {{text}} NOT NULL,
	CONSTRAINT things_handle_unique UNIQUE (handle), CONSTRAINT things_name_unique UNIQUE (name)
);
CREATE INDEX things_created_idx ON things (created, id);
CREATE INDEX things_name_idx ON things (name_fold, id);
CREATE INDEX things_price_idx ON things (price) WHERE price IS NOT NULL;
CREATE INDEX things_trash_idx ON things (id) WHERE deleted_at IS NOT NULL;
{{counter "things" "client_id" "status"}}
{{contains "things" "name_fold"}}
{{searchCopy "things" "client_id" "status" "name_fold" "deleted_at"}}
{{searchCopyChanges "things"}}
`)}}

type fixture struct {
	*store.Table[testRecord, *testRecord]
	db      *store.DB
	mu      sync.Mutex
	entries []store.Entry
}

func newFixture(t *testing.T, db *store.DB) *fixture {
	t.Helper()
	if err := db.MigrateFrom(t.Context(), things, "things_version"); err != nil {
		t.Fatal(err)
	}
	f := &fixture{db: db}
	f.Table = store.NewTable[testRecord](db, store.Config{
		Name: "things", Entity: "thing", Handle: "T", Indexed: true, Counted: []string{"client_id", "status"},
		Conflicts: map[string]*fault.Error{"things_name_unique": fault.New(fault.Conflict, "NAME_TAKEN", "taken")},
		Now:       time.Now,
		Audit: func(_ context.Context, entries ...store.Entry) error {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.entries = append(f.entries, entries...)
			return nil
		},
	})
	return f
}

func (f *fixture) create(t *testing.T, v testRecord) testRecord {
	t.Helper()
	if err := f.db.Write(t.Context(), func(ctx context.Context) error { return f.Create(ctx, &v) }); err != nil {
		t.Fatal(err)
	}
	return v
}

func (f *fixture) update(t *testing.T, old testRecord, change func(*testRecord)) testRecord {
	t.Helper()
	v := old
	change(&v)
	if err := f.db.Write(t.Context(), func(ctx context.Context) error { return f.Update(ctx, old, &v) }); err != nil {
		t.Fatal(err)
	}
	return v
}

func fieldOf(t *testing.T, name string) *field.Field {
	t.Helper()
	fs, err := field.List(typeOfThing)
	if err != nil {
		t.Fatal(err)
	}
	return field.Find(fs, name)
}

func (f *fixture) list(t *testing.T, ctx context.Context, q query.Query) query.Page[testRecord] {
	t.Helper()
	if q.Sort == nil {
		q.Sort = []query.Sort{{Field: fieldOf(t, "id"), Desc: true}}
	}
	if q.Limit == 0 {
		q.Limit = 10
	}
	page, err := f.List(ctx, q)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func TestTable_CreateReadUpdate_RoundTrips(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		price := decimal.Decimal(125_000)
		made := f.create(t, testRecord{
			Name: "Größe", ClientID: 7, Status: "A", Price: &price, Day: "2026-03-01", Open: true,
			Tags: []string{"a", "b"},
		})
		got, err := f.Get(t.Context(), made.ID)
		if err != nil {
			t.Fatal(err)
		}
		if got.Name != "Größe" || *got.Price != price || got.Day != "2026-03-01" || !got.Open || len(got.Tags) != 2 ||
			got.Version != 1 {
			t.Errorf("read back %+v", got)
		}
		if !strings.HasPrefix(got.Handle, "T-") || len(got.Handle) != 8 || !got.Created.Equal(made.Created) {
			t.Errorf("handle %q, created %v", got.Handle, got.Created)
		}
		changed := f.update(t, got, func(v *testRecord) { v.Price, v.Tags = nil, nil })
		if got, _ = f.Get(t.Context(), made.ID); got.Price != nil || len(got.Tags) != 0 || got.Version != 2 {
			t.Errorf("after the change %+v", got)
		}
		before := len(f.entries)
		if f.update(t, got, func(*testRecord) {}); len(f.entries) != before {
			t.Error("an update that changes nothing was recorded")
		}
		if e := f.entries[1]; strings.Join(e.Changed, ",") != "price,tags" || e.Version != changed.Version {
			t.Errorf("entry %+v", e)
		}
	})
}

func TestWrite_Failing_LeavesNothing(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		boom := errors.New("boom")
		var ran bool
		err := db.Write(t.Context(), func(ctx context.Context) error {
			store.AfterCommit(ctx, func() { ran = true })
			if err := f.Create(ctx, &testRecord{Name: "kept?", ClientID: 1}); err != nil {
				return err
			}
			return boom
		})
		if !errors.Is(err, boom) || ran || f.list(t, t.Context(), query.Query{}).Total != 0 {
			t.Errorf("err %v, hook ran %v, rows %d", err, ran, f.list(t, t.Context(), query.Query{}).Total)
		}
		err = db.Write(t.Context(), func(ctx context.Context) error {
			_ = db.Write(ctx, func(ctx context.Context) error {
				_ = f.Create(ctx, &testRecord{Name: "inner", ClientID: 1})
				return boom
			})
			return f.Create(ctx, &testRecord{Name: "outer", ClientID: 1})
		})
		if page := f.list(t, t.Context(), query.Query{}); err != nil || page.Total != 1 || page.Rows[0].Name != "outer" {
			t.Errorf("err %v, rows %+v", err, page)
		}
		if err := db.Write(t.Context(), func(context.Context) error {
			panic("broken")
		}); err == nil || !strings.Contains(err.Error(), "broken") {
			t.Errorf("a panic became %v", err)
		}
		f.create(t, testRecord{Name: "still writing", ClientID: 1})
	})
}

func TestCreate_NameInUse_IsRefused(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		f.create(t, testRecord{Name: "one", ClientID: 1})
		err := db.Write(t.Context(), func(ctx context.Context) error {
			return f.Create(ctx, &testRecord{Name: "one", ClientID: 1})
		})
		if fault.CodeOf(err) != "NAME_TAKEN" {
			t.Errorf("%v", err)
		}
	})
}

func TestLists_ConditionsAndOrders_FindTheirRows(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		for i := range 30 {
			f.create(t, testRecord{
				Name: fmt.Sprintf("Ärger %02d Straße", i), ClientID: int64(i%3 + 1),
				Status: string(rune('A' + i%2)),
			})
		}
		last := f.list(t, t.Context(), query.Query{}).Rows[0]
		f.update(t, last, func(v *testRecord) { v.DeletedAt = time.Now() })
		name, client, status, id := fieldOf(t, "name"), fieldOf(t, "clientId"), fieldOf(t, "status"), fieldOf(t, "id")
		is := func(f *field.Field, v ...any) query.Cond {
			return query.Cond{Field: f, Op: query.Is, Values: v}
		}
		has := func(s string) query.Cond {
			return query.Cond{Field: name, Op: query.Contains, Values: []any{s}}
		}
		for title, tc := range map[string]struct {
			q     query.Query
			total int64
			first string
		}{
			"everything but the trash": {query.Query{}, 29, "Ärger 28 Straße"},
			"the trash":                {query.Query{Trash: query.Deleted}, 1, "Ärger 29 Straße"},
			"both":                     {query.Query{Trash: query.Both}, 30, "Ärger 29 Straße"},
			"by client":                {query.Query{Where: []query.Cond{is(client, int64(2))}}, 10, "Ärger 28 Straße"},
			"client and status": {
				query.Query{Where: []query.Cond{is(client, int64(3)), is(status, "A", "B")}},
				9,
				"Ärger 26 Straße",
			},
			"contains, folded": {query.Query{Where: []query.Cond{has("STRASSE")}}, 29, "Ärger 28 Straße"},
			"contains and client": {
				query.Query{Where: []query.Cond{has("arger 1"), is(client, int64(1))}},
				3,
				"Ärger 18 Straße",
			},
			"two letters start a word": {query.Query{Where: []query.Cond{has("st")}}, 29, "Ärger 28 Straße"},
			"not inside a word":        {query.Query{Where: []query.Cond{has("tr")}}, 0, ""},
			"quotes are text":          {query.Query{Where: []query.Cond{has(`a" OR "x`)}}, 0, ""},
			"wildcards are text":       {query.Query{Where: []query.Cond{has("%ger")}}, 0, ""},
			"sorted by name": {
				query.Query{Sort: []query.Sort{{Field: name}, {Field: id}}},
				29,
				"Ärger 00 Straße",
			},
			"either of two": {query.Query{
				Where: []query.Cond{{Op: query.AnyOf, Any: []query.Cond{has("arger 1"), is(client, int64(2))}}},
				Sort:  []query.Sort{{Field: name}, {Field: id}},
			}, 16, "Ärger 01 Straße"},
			"a text and either of two": {query.Query{
				Where: []query.Cond{has("straße"), {
					Op:  query.AnyOf,
					Any: []query.Cond{has("arger 1"), is(client, int64(2))},
				}}, Offset: 15,
			}, 16, "Ärger 01 Straße"},
			"two texts, sorted by name": {query.Query{
				Where: []query.Cond{has("straße"), has("arger 2")},
				Sort:  []query.Sort{{Field: name, Desc: true}, {Field: id}},
			}, 9, "Ärger 28 Straße"},
			"nothing to look for": {query.Query{Where: []query.Cond{has("  ")}}, 29, "Ärger 28 Straße"},
			"from the far end":    {query.Query{Offset: 27}, 29, "Ärger 01 Straße"},
			"past the end":        {query.Query{Offset: 40}, 29, ""},
			"a text, past the end": {
				query.Query{Where: []query.Cond{has("straße")}, Offset: 40},
				29,
				"",
			},
			"a text, from the far end by name": {query.Query{
				Where: []query.Cond{has("straße")}, Offset: 27,
				Sort: []query.Sort{{Field: name, Desc: true}, {Field: id}},
			}, 29, "Ärger 01 Straße"},
		} {
			page := f.list(t, t.Context(), tc.q)
			first := ""
			if len(page.Rows) > 0 {
				first = page.Rows[0].Name
			}
			if page.Total != tc.total || first != tc.first {
				t.Errorf("%s: %d, first %q; want %d, %q", title, page.Total, first, tc.total, tc.first)
			}
		}
	})
}

// Every page in turn must give every row once, whichever end it is read from.
func TestPages_Successive_CoverEveryRowOnce(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		for i := range 23 {
			f.create(t, testRecord{Name: fmt.Sprint(i), ClientID: 1})
		}
		seen := map[int64]int{}
		previous := int64(1 << 60)
		for offset := int64(0); offset < 25; offset += 5 {
			for _, row := range f.list(t, t.Context(), query.Query{Offset: offset, Limit: 5}).Rows {
				seen[row.ID]++
				if row.ID >= previous {
					t.Errorf("row %d after %d", row.ID, previous)
				}
				previous = row.ID
			}
		}
		if len(seen) != 23 {
			t.Errorf("%d of 23 rows seen: %v", len(seen), seen)
		}
	})
}

func TestScope_Caller_LimitsReadingAndWriting(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		inside, outside := f.create(t, testRecord{Name: "in", ClientID: 1}), f.create(t, testRecord{Name: "out", ClientID: 2})
		ctx := role.With(t.Context(), &role.Caller{Kind: role.Admin, ID: 9, Scope: role.Scope{ClientIDs: []int64{1}}})
		if page := f.list(t, ctx, query.Query{}); page.Total != 1 || page.Rows[0].ID != inside.ID {
			t.Errorf("list %+v", page)
		}
		if _, err := f.Get(ctx, outside.ID); fault.KindOf(err) != fault.NotFound {
			t.Errorf("get outside: %v", err)
		}
		err := db.Write(ctx, func(ctx context.Context) error {
			return f.Create(ctx, &testRecord{Name: "stray", ClientID: 2})
		})
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("create outside: %v", err)
		}
		err = db.Write(ctx, func(ctx context.Context) error {
			moved := inside
			moved.ClientID = 2
			return f.Update(ctx, inside, &moved)
		})
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("moved out of one's own scope: %v", err)
		}
		if page := f.list(t, t.Context(), query.Query{}); page.Total != 2 || page.Rows[1].ClientID != 1 {
			t.Errorf("after refused writes %+v", page)
		}
	})
}

func TestUpdate_Concurrent_LosesNothing(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		made := f.create(t, testRecord{Name: "counted", ClientID: 1, Tags: []string{}})
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				err := db.Write(t.Context(), func(ctx context.Context) error {
					old, err := f.Get(ctx, made.ID)
					if err != nil {
						return err
					}
					v := old
					v.Tags = append(append([]string{}, old.Tags...), fmt.Sprint(i))
					return f.Update(ctx, old, &v)
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if got, _ := f.Get(t.Context(), made.ID); len(got.Tags) != 20 || got.Version != 21 {
			t.Errorf("%d tags at version %d", len(got.Tags), got.Version)
		}
	})
}
