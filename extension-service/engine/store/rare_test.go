package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

const (
	crowded   = 20_000 // rows of a table of which one in a thousand is special
	fewSteps  = 2_000  // of SQLite
	someSteps = 30_000 // those of some two thousand rows
)

// crowdedThings belong to one client, and are shut. One in a thousand is open and of a day of its own.
func crowdedThings(t *testing.T) (*fixture, *store.DB) {
	t.Helper()
	db := pgtest.SQLite(t)
	f := newFixture(t, db)
	mustSucceed(t, db.ExecAll(t.Context(), "CREATE INDEX things_client_idx ON things (client_id, id, deleted_at)",
		"CREATE INDEX things_day_idx ON things (day, id)", "CREATE INDEX things_open_idx ON things (open, id) WHERE open = 1",
		"CREATE TABLE thing_marks (mark TEXT, thing_id BIGINT, PRIMARY KEY (mark, thing_id)) WITHOUT ROWID"))
	rows := make([]testRecord, crowded)
	for i := range rows {
		v := &rows[i]
		v.Handle, v.Version, v.Created, v.LastUpdated = fmt.Sprintf("T-%06d", i), 1,
			manyBegan.Add(time.Duration(i)*time.Minute), manyBegan
		v.Name, v.Status, v.ClientID, v.Day, v.Tags = fmt.Sprintf("crane %d", i), "A", 1, "2026-01-01", []string{}
		if i%1000 == 500 {
			v.Day, v.Open, v.Name = "2026-02-02", true, fmt.Sprintf("heron %d", i)
		}
	}
	if _, err := f.Load(t.Context(), rows); err != nil {
		t.Fatal(err)
	}
	mustSucceed(t, db.ExecAll(t.Context(), "INSERT INTO thing_marks (mark, thing_id) SELECT 'seen', id FROM things"))
	mustSucceed(t, db.Fragments().FlushAll(t.Context()))
	return f, db
}

// What a list costs follows from its rarest filter, or from where in the order its rows lie, not from the size of the
// table.
func TestLists_FewMatchesBesideMany_ReadFewRows(t *testing.T) {
	t.Parallel()
	f, db := crowdedThings(t)
	cond := func(name string, op query.Op, values ...any) query.Cond {
		return query.Cond{Field: fieldOf(t, name), Op: op, Values: values}
	}
	special := query.Cond{Op: query.AnyOf, Any: []query.Cond{
		cond("day", query.Is, "2026-02-02"), cond("day", query.Is, "2026-03-03"),
	}}
	seen := query.Cond{
		Op: query.Linked, Values: []any{"seen"}, Link: query.Link{Table: "thing_marks", Own: "thing_id", Other: "mark"},
	}
	minute := func(n int) int64 { return manyBegan.Add(time.Duration(n) * time.Minute).UnixMilli() }
	for name, tc := range map[string]struct {
		where []query.Cond
		total int64
		most  int64
	}{
		"a rare one of two values": {[]query.Cond{cond("clientId", query.Is, int64(1)), special}, 20, someSteps},
		"a flag that is off":       {[]query.Cond{cond("open", query.Is, false)}, crowded - 20, fewSteps},
		"words and a rare value":   {[]query.Cond{cond("name", query.Contains, "crane"), special}, 0, fewSteps},
		"rare words and a link":    {[]query.Cond{cond("name", query.Contains, "heron"), seen}, 20, fewSteps},
		"the oldest":               {[]query.Cond{cond("created", query.AtMost, minute(2_500))}, 2_501, someSteps},
	} {
		query := query.Query{
			Where: tc.where, Sort: []query.Sort{{Field: fieldOf(t, "id"), Desc: true}}, Limit: 10,
		}
		if name == "the oldest" {
			f.list(t, t.Context(), query) // when each block of ids was created is read once
		}
		before := db.Steps()
		page := f.list(t, t.Context(), query)
		if steps := db.Steps() - before; page.Total != tc.total || steps > tc.most {
			t.Errorf("%s: %d of %d in %d steps, want %d in %d at most", name, len(page.Rows), page.Total, steps, tc.total,
				tc.most)
		}
	}
}

// The second page of what words and one of two conditions narrow follows the first one.
func TestPages_WordsAndAlternatives_FollowOneAnother(t *testing.T) {
	t.Parallel()
	f, _ := crowdedThings(t)
	either := []query.Cond{
		{Field: fieldOf(t, "clientId"), Op: query.Is, Values: []any{int64(1)}},
		{Field: fieldOf(t, "day"), Op: query.Is, Values: []any{"2026-02-02"}},
	}
	query := query.Query{
		Where: []query.Cond{
			{Field: fieldOf(t, "name"), Op: query.Contains, Values: []any{"crane"}},
			{Op: query.AnyOf, Any: either},
		},
		Sort: []query.Sort{{Field: fieldOf(t, "id"), Desc: true}}, Limit: 40,
	}
	both := idsIn(f.list(t, t.Context(), query).Rows)
	query.Offset, query.Limit = 20, 20
	if second := idsIn(f.list(t, t.Context(), query).Rows); !slices.Equal(second, both[20:]) {
		t.Errorf("the second page has %v, want %v", second, both[20:])
	}
}
