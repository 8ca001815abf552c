package store_test

import (
	"fmt"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// daysOfThings are things of one client and status, ten of each day.
func daysOfThings(t *testing.T, f *fixture, n int) {
	t.Helper()
	mustSucceed(t, f.db.ExecAll(t.Context(),
		"CREATE INDEX things_client_status_idx ON things (client_id, status, id, deleted_at)",
		"CREATE INDEX things_day_idx ON things (day, id, deleted_at)"))
	rows, began := make([]testRecord, n), time.UnixMilli(1_700_000_000_000)
	for i := range rows {
		rows[i] = testRecord{
			Name: fmt.Sprintf("Thing %06d", i), ClientID: 1, Status: "open",
			Day: date.Date(fmt.Sprintf("day %05d", i/10)), Tags: []string{},
		}
		rows[i].Handle, rows[i].Version, rows[i].Created, rows[i].LastUpdated = fmt.Sprintf("T-%06d", i), 1, began, began
	}
	_, err := f.Load(t.Context(), rows)
	mustSucceed(t, err)
}

// A rare value beside common ones is looked up by its own index: the statistics tell how rare it is. A connection that
// is open learns of them too.
func TestStatistics_RareValueBesideCommonOnes_IsFoundByItsIndex(t *testing.T) {
	t.Parallel()
	db := pgtest.SQLite(t)
	f := newFixture(t, db)
	daysOfThings(t, f, 20_000)
	is := func(name string, value any) query.Cond {
		return query.Cond{Field: fieldOf(t, name), Op: query.Is, Values: []any{value}}
	}
	steps := func(day string) int64 {
		before := db.Steps()
		page := f.list(t, t.Context(), query.Query{Where: []query.Cond{
			is("day", day), is("clientId", int64(1)),
			is("status", "open"),
		}})
		if page.Total != 10 || len(page.Rows) != 10 {
			t.Fatalf("%d of %d rows of one day", len(page.Rows), page.Total)
		}
		return db.Steps() - before
	}
	const most = 5000 // for ten rows, where all of them take a hundred thousand
	if n := steps("day 00007"); n < 20_000 {
		t.Errorf("%d steps without statistics: this test shows nothing", n)
	}
	mustSucceed(t, db.RefreshStatistics(t.Context()))
	if n := steps("day 01234"); n > most {
		t.Errorf("%d steps for ten rows, want %d at most", n, most)
	}
}

// A small table is not analysed: it may become a large one until it is looked at again, and is quick by any plan.
func TestStatistics_FewRows_AreNotAnalysed(t *testing.T) {
	t.Parallel()
	db := pgtest.SQLite(t)
	daysOfThings(t, newFixture(t, db), 300)
	mustSucceed(t, db.RefreshStatistics(t.Context()))
	if n, err := db.Texts(t.Context(), "SELECT name FROM sqlite_schema WHERE name = 'sqlite_stat1'"); err != nil ||
		len(n) > 0 {
		t.Errorf("there are statistics of a table with 300 rows, %v", err)
	}
}

// After a bulk load both engines plan by what there is now.
func TestStatistics_AfterBulkLoad_KnowTheRows(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		daysOfThings(t, newFixture(t, db), 12_000)
		mustSucceed(t, db.RefreshStatistics(t.Context()))
		text := "SELECT count(*) FROM sqlite_stat1 WHERE idx = 'things_day_idx' AND stat LIKE '12000 10 %'"
		if db.Dialect() == store.Postgres {
			text = "SELECT count(*) FROM pg_class WHERE relname = 'things' AND reltuples = 12000"
		}
		var n int64
		if _, err := db.Row(t.Context(), []any{&n}, text); err != nil || n != 1 {
			t.Errorf("%d matching statistics, %v", n, err)
		}
	})
}
