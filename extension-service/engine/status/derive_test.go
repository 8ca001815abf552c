package status_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/status"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// deriving is a service of copies that derive fields, and counts how often all records were computed anew.
type deriving struct {
	*fixture

	times int
	fails error
}

// derivingCopy is a copy of the release that derives these fields.
func (d *deriving) derivingCopy(host, derivations string) *status.Service {
	s := d.copy(host)
	s.Derivations = derivations
	s.Derive = func(context.Context) (map[string]int, error) {
		d.times++
		return map[string]int{"application": 1}, d.fails
	}
	return s
}

// steps has copies say that they run, and derive what is due.
func (d *deriving) steps(t *testing.T, after time.Duration, copies ...*status.Service) {
	t.Helper()
	for i, s := range copies {
		if i > 0 {
			after = 0
		}
		d.step(t, s, after)
	}
	for _, s := range copies {
		if err := s.StepDerive(t.Context()); err != nil && !errors.Is(err, d.fails) {
			t.Fatal(err)
		}
	}
}

// expect fails where the records were computed another number of times, or the copy says something else of them.
func (d *deriving) expect(t *testing.T, when string, times int, reported *status.Service, want string) {
	t.Helper()
	got := ""
	if err := reported.CheckDerived(t.Context()); err != nil {
		got = err.Error()
	}
	if d.times != times || got != want {
		t.Errorf("%s: computed %d times instead of %d, %q instead of %q", when, d.times, times, got, want)
	}
}

// Copies of another release leave the derived fields empty that they do not know. Once the last of them is gone, one
// copy computes all anew, once; so it is after going back, and for a copy that was frozen.
func TestDerive_CopyOfAnotherReleaseIsGone_ComputesOnce(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		d := &deriving{fixture: &fixture{db: db, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}}
		first, second := d.derivingCopy("a", "new"), d.derivingCopy("b", "new")
		older, frozen := d.derivingCopy("c", ""), d.derivingCopy("d", "")
		d.steps(t, 0, first, second)
		d.expect(t, "nobody derives others", 0, second, "")
		d.step(t, older, time.Second)
		d.step(t, frozen, 0)
		d.steps(t, 15*time.Second, first, second)
		d.expect(t, "older copies run", 0, second, "waiting")
		d.steps(t, 30*time.Second, first, second)
		d.expect(t, "45 seconds after they were seen", 1, second, "")
		d.steps(t, time.Hour, first, second)
		d.expect(t, "an hour later", 1, first, "")

		d.step(t, frozen, time.Second)
		d.steps(t, time.Second, first, second)
		d.expect(t, "a frozen one goes on", 1, first, "waiting")
		ended, end := context.WithCancel(t.Context())
		end()
		frozen.Run(ended)
		d.steps(t, time.Second, first, second)
		d.expect(t, "it was stopped, and may end what it was at", 1, first, "waiting")
		d.steps(t, 45*time.Second, first, second)
		d.expect(t, "it has ended", 2, first, "")
	})
}

// Where computing fails, or the copy that does it dies, it begins anew.
func TestDerive_Fails_BeginsAnew(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		d := &deriving{fixture: &fixture{db: db, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}}
		first, second := d.derivingCopy("a", "new"), d.derivingCopy("b", "new")
		d.step(t, d.derivingCopy("c", "old"), 0)
		d.fails = errors.New("the database is away")
		d.steps(t, time.Minute, first, second)
		d.expect(t, "it failed", 1, second, "computing")
		d.fails = nil
		d.steps(t, time.Minute, second)
		d.expect(t, "the leader is gone", 2, second, "")
	})
}
