package audit_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

// indexed is a log of which every entry is indexed.
func indexed(t *testing.T, l *audit.Log) {
	t.Helper()
	for range 2 { // it is quiet when nothing has come since the first time
		if err := l.Index(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// waiting is how many entries are not indexed yet.
func waiting(t *testing.T, l *audit.Log) (n int) {
	t.Helper()
	if _, err := l.DB.Row(t.Context(), []any{&n}, "SELECT count(*) FROM audit_recent"); err != nil {
		t.Fatal(err)
	}
	return n
}

// recordMany writes entries of several entities, records, actors, batches and requests.
func recordMany(t *testing.T, l *audit.Log, n int) {
	t.Helper()
	for i := range n {
		who := &role.Caller{
			Kind: role.Admin, ID: int64(i % 3), Name: fmt.Sprint("Person ", i%3),
			RequestID: fmt.Sprint("request ", i%5), Source: "UI", BatchID: []string{"", "job_1", "job_2"}[i%3],
		}
		if i%4 == 0 {
			who = &role.Caller{Kind: role.System, Name: fmt.Sprint("part ", i%8), Source: "JOB"}
		}
		e := change(int64(i%6+1), store.Person{})
		e.Entity, e.Version, e.ClientID = []string{"project", "freelancer"}[i%2], int64(i), int64(i%3)
		if err := l.DB.Write(role.With(t.Context(), who), func(ctx context.Context) error {
			return l.Record(ctx, e)
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// Nobody who reads the log can tell which of its entries are indexed.
func TestAuditLog_IndexedEntries_ReadLikeOthers(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l := fresh(t, db)
		recordMany(t, l, 40)
		before := readersAnswers(t, l)
		if db.Dialect() == store.SQLite {
			if err := db.Write(t.Context(), func(ctx context.Context) error { return l.IndexBefore(ctx, 15) }); err != nil {
				t.Fatal(err)
			}
			compare(t, "in parts", before, readersAnswers(t, l))
			if n := waiting(t, l); n != 26 {
				t.Errorf("%d entries wait", n)
			}
		}
		indexed(t, l)
		compare(t, "indexed", before, readersAnswers(t, l))
		recordMany(t, l, 1)
		if page, err := l.History(t.Context(), "project", 1, resource.HistoryQuery{}); err != nil || page.Rows[0].ID != 41 {
			t.Errorf("%v, the next entry is %+v", err, page.Rows)
		}
	})
}

func compare(t *testing.T, when string, want, got map[string]string) {
	t.Helper()
	for of := range want {
		if got[of] != want[of] {
			t.Errorf("%s, %s: %s, before %s", when, of, got[of], want[of])
		}
	}
}

// readersAnswers are what readers of the log are told, by what they ask.
func readersAnswers(t *testing.T, l *audit.Log) map[string]string {
	t.Helper()
	out := map[string]string{}
	compare := func(of string, is any, err error) {
		t.Helper()
		text, wrong := json.Marshal(is)
		if err != nil || wrong != nil || len(text) < 10 {
			t.Errorf("%s: %s, %v %v", of, text, err, wrong)
		}
		out[of] = string(text)
	}
	e, entries := new(audit.Entry), &audit.Entries{Log: l, Mask: func(context.Context, *audit.Line) {}}
	for name, where := range map[string][]query.Cond{
		"all": nil, "entity": {query.Where(e, &e.Entity, "project")}, "id": {query.Where(e, &e.EntityID, int64(3))},
		"actor":   {query.Where(e, &e.ActorKey, "admin:1", "system:part 4")},
		"request": {query.Where(e, &e.RequestID, "request 2")}, "batch": {query.Where(e, &e.BatchID, "job_1")},
		"source": {query.Where(e, &e.Source, "JOB")},
	} {
		for _, by := range []any{&e.ID, &e.At, &e.Entity} {
			sort := []query.Sort{{Field: field.At(e, by), Desc: true}, {Field: field.At(e, &e.ID)}}
			page, err := entries.List(t.Context(), query.Query{Where: where, Sort: sort, Limit: 5, Offset: 2})
			compare(fmt.Sprint("list by ", name, " in order of ", sort[0].Field.Name), page, err)
		}
	}
	scoped := role.With(t.Context(), &role.Caller{Kind: role.Admin, Scope: role.Scope{ClientIDs: []int64{1}}})
	history, err := l.History(scoped, "project", 3, resource.HistoryQuery{Limit: 3})
	compare("history", history, err)
	since, err := l.ChangesSince(scoped, "project", 3, 5)
	compare("since", since, err)
	recent, err := l.Recent(scoped, []string{"project", "freelancer"}, 7)
	compare("recent", recent, err)
	lines, err := entries.OfRequest(scoped, "request 1")
	compare("request", lines, err)
	lookups := &audit.Lookups{Log: l, Staff: func(context.Context, string) ([]audit.Person, error) {
		return []audit.Person{{ID: 1}, {ID: 2}, {ID: 9}}, nil
	}}
	people, err := lookups.People(scoped, "")
	compare("people", people, err)
	named, err := lookups.Named(scoped, "system:part 4")
	compare("named", named, err)
	batches, err := lookups.Batches(scoped)
	compare("batches", batches, err)
	return out
}

// Entries are indexed once many wait, or none comes any more.
func TestAuditLog_ManyUnindexedEntriesOrNoNewOnes_AreIndexed(t *testing.T) {
	t.Parallel()
	l := fresh(t, opened(t, empty.SQLite(t)))
	write := func(n int) {
		t.Helper()
		if err := l.DB.Write(t.Context(), func(ctx context.Context) error {
			return l.Record(ctx, make([]store.Entry, n)...)
		}); err != nil {
			t.Fatal(err)
		}
	}
	for i, step := range []struct{ comes, pending int }{
		{10, 10},
		{0, 0},
		{0, 0},
		{1, 1},
		{10, 11},
		{5000, 0},
		{10, 10},
		{0, 0},
	} {
		if step.comes > 0 {
			write(step.comes)
		}
		if err := l.Index(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := waiting(t, l); n != step.pending {
			t.Errorf("step %d: %d entries wait, not %d", i, n, step.pending)
		}
	}
	for range 600 { // reads that come together need not wait
		if err := l.RecordLater(t.Context(), store.Entry{Act: resource.Act{Action: "read"}}); err != nil {
			t.Fatal(err)
		}
	}
	write(5)
	err := l.Flush(t.Context())
	for errors.Is(err, context.DeadlineExceeded) { // a busy machine begins it late, and the next call tries again
		err = l.Flush(t.Context())
	}
	if err != nil || waiting(t, l) != 0 {
		t.Errorf("%v, %d entries wait", err, waiting(t, l))
	}
	write(5)
	var n, distinct int
	if _, err := l.DB.Row(t.Context(), []any{&n, &distinct},
		"SELECT count(*), count(DISTINCT id) FROM audit"); err != nil || n != 5641 || distinct != n {
		t.Errorf("%d entries, %d ids, %v", n, distinct, err)
	}
}
