package store_test

import (
	"context"
	"errors"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
)

var typeOfThing = reflect.TypeFor[testRecord]()

func TestRelay_FailedChange_IsRepeated(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		var carried []store.OutboxMessage
		fail := true
		relay := &store.Relay{
			DB: db, Topic: "index", Log: slog.Default(),
			Publish: func(_ context.Context, notes []store.OutboxMessage) error {
				if fail {
					return errors.New("index is down")
				}
				carried = append(carried, notes...)
				return nil
			},
		}
		made := f.create(t, testRecord{Name: "a", ClientID: 1})
		f.update(t, made, func(v *testRecord) { v.Status = "B" })
		if _, err := relay.Step(t.Context()); err == nil {
			t.Fatal("a failure was swallowed")
		}
		fail = false
		if n, err := relay.Step(t.Context()); n != 2 || err != nil {
			t.Fatalf("%d, %v", n, err)
		}
		if carried[1].EntityID != made.ID || carried[1].Version != 2 || carried[1].Entity != "thing" {
			t.Errorf("%+v", carried)
		}
		if n, _, err := db.Backlog(t.Context(), "index"); n != 0 || err != nil {
			t.Errorf("%d notes left, %v", n, err)
		}
	})
}

// What waits for one entity keeps no other back, is carried later, and none of it is lost.
func TestRelay_UndeliveredMessages_RemainAndBlockNoOthers(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		enqueue := func(entity string, n int) {
			t.Helper()
			notes := make([]store.OutboxMessage, n)
			for i := range notes {
				notes[i] = store.OutboxMessage{Topic: "index", Entity: entity, EntityID: int64(i + 1), Created: time.Now()}
			}
			if err := db.Write(t.Context(), func(ctx context.Context) error { return db.Enqueue(ctx, notes...) }); err != nil {
				t.Fatal(err)
			}
		}
		enqueue("early", 1500) // more than one batch
		enqueue("thing", 1)
		var carried []string
		publish := func(isThere bool) *store.Relay {
			return &store.Relay{
				DB: db, Topic: "index", Log: slog.Default(),
				Publish: func(_ context.Context, notes []store.OutboxMessage) error {
					carried = carried[:0]
					for _, n := range notes {
						if n.Entity == "early" && !isThere {
							return &store.UndeliveredError{Entities: []string{"early"}}
						}
						carried = append(carried, n.Entity)
					}
					return nil
				},
			}
		}
		relay := publish(false)
		for _, want := range []int{0, 1, 0} {
			if n, err := relay.Step(t.Context()); n != want || err != nil {
				t.Fatalf("%d carried, %v, want %d", n, err, want)
			}
		}
		if n, _, err := db.BacklogOf(t.Context(), "index", "early"); n != 1500 || err != nil {
			t.Fatalf("%d of 1500 were kept, %v", n, err)
		}
		relay = publish(true)
		for _, want := range []int{1000, 500, 0} {
			if n, err := relay.Step(t.Context()); n != want || err != nil {
				t.Fatalf("%d carried, %v, want %d", n, err, want)
			}
		}
	})
}

// An older copy that runs beside a newer one leaves it what only that one knows.
func TestOutbox_UnknownEntities_AreDeletedOnlyWhenOld(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		now := time.Now()
		notes := []store.OutboxMessage{
			{Topic: "index", Entity: "thing", EntityID: 1, Created: now.Add(-time.Hour)},
			{Topic: "index", Entity: "newer", EntityID: 2, Created: now},
			{Topic: "index", Entity: "gone", EntityID: 3, Created: now.Add(-time.Hour)},
		}
		if err := db.Write(t.Context(), func(ctx context.Context) error { return db.Enqueue(ctx, notes...) }); err != nil {
			t.Fatal(err)
		}
		for _, want := range []int64{1, 0} {
			n, err := db.DeleteUnknown(t.Context(), "index", []string{"thing"}, now.Add(-time.Minute))
			if n != want || err != nil {
				t.Errorf("%d deleted, %v, want %d", n, err, want)
			}
		}
		if n, _, err := db.Backlog(t.Context(), "index"); n != 2 || err != nil {
			t.Errorf("%d left, %v", n, err)
		}
	})
}

func TestRelay_Commit_WakesIt(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		seen := make(chan int64, 1)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		relay := &store.Relay{
			DB: db, Topic: "index", Log: slog.Default(),
			Publish: func(_ context.Context, notes []store.OutboxMessage) error {
				seen <- notes[0].EntityID
				return nil
			},
		}
		go func() { relay.Run(ctx); close(done) }()
		made := f.create(t, testRecord{Name: "a", ClientID: 1})
		select {
		case id := <-seen:
			if id != made.ID {
				t.Errorf("carried %d", id)
			}
		case <-time.After(5 * time.Minute):
			t.Error("nothing was carried")
		}
		stop()
		<-done
	})
}

// What a note is for may join later, as at every first start: that is no error of ours. Another failure is one.
func TestRelay_UnavailableTarget_IsNoError(t *testing.T) {
	t.Parallel()
	for level, failure := range map[string]error{
		"INFO": fault.New(fault.Upstream, "UNAVAILABLE", "not installed yet"), "ERROR": errors.New("broken"),
	} {
		db := pgtest.SQLite(t)
		enqueue := func(ctx context.Context) error {
			return db.Enqueue(ctx, store.OutboxMessage{Topic: "index", Entity: "x", Created: time.Now()})
		}
		if err := db.Write(t.Context(), enqueue); err != nil {
			t.Fatal(err)
		}
		log := &lines{came: make(chan string, 1)}
		relay := &store.Relay{
			DB: db, Topic: "index", Log: slog.New(slog.NewTextHandler(log, nil)),
			Publish: func(context.Context, []store.OutboxMessage) error {
				return failure
			},
		}
		ctx, stop := context.WithCancel(t.Context())
		go relay.Run(ctx)
		if line := <-log.came; !strings.Contains(line, "level="+level) {
			t.Errorf("%s is told as %s", failure, line)
		}
		stop()
	}
}

// lines is a log that hands out what comes.
type lines struct{ came chan string }

func (l *lines) Write(p []byte) (int, error) {
	select {
	case l.came <- string(p):
	default:
	}
	return len(p), nil
}

func TestFold_Texts_AreStable(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                  "",
		"Plain text":        "plain text",
		"  two   spaces \t": "two spaces",
		"Straße ÆØÅ":        "strasse aeoa",
		"Łódź, Đà Nẵng":     "lodz, da nang",
		"œuvre ﬁn":          "oeuvre fin",
		"ÄÖÜ":               "aou",
	} {
		if got := store.Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
		if again := store.Fold(want); again != want {
			t.Errorf("Fold(%q) is not stable: %q", want, again)
		}
	}
}
