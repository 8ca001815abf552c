package audit_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/role"
)

func TestRecent_ManyRecordsOfOneBatch_AreOneActivity(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l := fresh(t, db)
		record(t, l, store.Entry{Entity: "project", ID: 9, Act: resource.Act{Action: "update"}})
		batch := role.With(t.Context(), &role.Caller{Kind: role.Admin, BatchID: "job_1"})
		err := db.Write(batch, func(ctx context.Context) error {
			var entries []store.Entry
			for i := range int64(40) {
				entries = append(
					entries,
					store.Entry{Entity: "project", ID: 100 + i, ClientID: i % 4, Act: resource.Act{Action: "changeStatus"}},
					store.Entry{Entity: "application", ID: 200 + i, ClientID: i % 4, Act: resource.Act{Action: "withdraw"}},
				)
			}
			return l.Record(ctx, entries...)
		})
		if err != nil {
			t.Fatal(err)
		}
		record(t, l, store.Entry{Entity: "project", ID: 10, Act: resource.Act{Action: "auth.signIn"}})
		record(t, l, store.Entry{Entity: "project", ID: 11, Act: resource.Act{Action: "create"}})
		for scope, want := range map[int64]string{
			0: "[create project 11 ×1 withdraw application 239 ×40 changeStatus project 139 ×40 update project 9 ×1]",
			1: "[withdraw application 237 ×10 changeStatus project 137 ×10]",
		} {
			ctx := t.Context()
			if scope != 0 {
				ctx = role.With(ctx, &role.Caller{Kind: role.Admin, Scope: role.Scope{ClientIDs: []int64{scope}}})
			}
			recent, err := l.Recent(ctx, []string{"project", "application"}, 4)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, a := range recent {
				got = append(got, fmt.Sprintf("%s %s %d ×%d", a.Action, a.Entity, a.EntityID, a.Records))
			}
			if fmt.Sprint(got) != want {
				t.Errorf("within client %d: %v, want %s", scope, got, want)
			}
		}
	})
}

func TestRecent_ManyChangesOfARecordByOneActor_AreOneActivity(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l := fresh(t, db)
		for i := range int64(40) {
			ctx := role.With(t.Context(), &role.Caller{Kind: role.Admin, ID: 1 + i%2})
			entry := store.Entry{Entity: "project", ID: 9, Act: resource.Act{Action: "update"}}
			if err := db.Write(ctx, func(ctx context.Context) error { return l.Record(ctx, entry) }); err != nil {
				t.Fatal(err)
			}
		}
		record(t, l, store.Entry{Entity: "project", ID: 10, Act: resource.Act{Action: "create"}})
		recent, err := l.Recent(t.Context(), []string{"project"}, 10)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, a := range recent {
			got = append(got, fmt.Sprintf("%d: %s project %d", a.Actor.ID, a.Action, a.EntityID))
		}
		if want := "[0: create project 10 2: update project 9 1: update project 9]"; fmt.Sprint(got) != want {
			t.Errorf("%v, want %s", got, want)
		}
	})
}

// What is kept of earlier looks makes no difference: after any changes, somebody who has looked before sees what
// somebody sees who looks for the first time.
func TestProveRecent_AnyChanges_CachedEntriesEqualAFirstRead(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l, r, now := fresh(t, db), stress.Rand(t), time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
		l.Now = func() time.Time { return now }
		for range stress.Size(60, 2000) {
			now = now.Add(time.Duration(r.IntN(5)) * time.Minute)
			who := &role.Caller{Kind: role.Admin, ID: r.Int64N(3)}
			if r.IntN(2) == 0 {
				who.BatchID = fmt.Sprintf("job_%d", r.IntN(4))
			}
			entries := make([]store.Entry, 1+r.IntN(20))
			for i := range entries {
				entries[i] = store.Entry{
					Entity: []string{"project", "application", "client"}[r.IntN(3)], ID: r.Int64N(9), ClientID: r.Int64N(3),
					Act: resource.Act{Action: []string{"update", "changeStatus", "read"}[r.IntN(3)]},
				}
			}
			ctx := role.With(t.Context(), who)
			if err := db.Write(ctx, func(ctx context.Context) error { return l.Record(ctx, entries...) }); err != nil {
				t.Fatal(err)
			}
			looker := &role.Caller{Kind: role.Admin, Scope: []role.Scope{{}, {ClientIDs: []int64{1}}}[r.IntN(2)]}
			entities := [][]string{{"project", "application"}, {"client"}}[r.IntN(2)]
			limit := []int{3, 12}[r.IntN(2)]
			if r.IntN(3) == 0 {
				continue // so that more than one change has come
			}
			look := func(l *audit.Log) []audit.Activity {
				found, err := l.Recent(role.With(t.Context(), looker), entities, limit)
				if err != nil {
					t.Fatal(err)
				}
				return found
			}
			cached, first := look(l), look(&audit.Log{DB: l.DB, Now: l.Now})
			if !reflect.DeepEqual(cached, first) {
				t.Fatalf("kept are\n%+v\nat first sight they are\n%+v", cached, first)
			}
		}
	})
}
