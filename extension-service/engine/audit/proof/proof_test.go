package proof_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/audit/proof"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/encryption"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// sink keeps what it is given.
type sink struct{ bytes.Buffer }

func (s *sink) Send(_ context.Context, lines []byte) error {
	_, err := s.Write(lines)
	return err
}

// product is a log with its chain, at a time that tests set.
type product struct {
	*audit.Log

	signer *proof.Signer
	sink   *sink
	now    time.Time
}

func newProduct(t *testing.T, db *store.DB) *product {
	t.Helper()
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	p := &product{sink: &sink{}, now: time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)}
	now := func() time.Time { return p.now }
	p.Log = &audit.Log{DB: db, Now: now}
	p.signer = &proof.Signer{
		Chain: &proof.Chain{DB: db, Now: now}, Sink: p.sink, Log: slog.New(slog.DiscardHandler),
		Box: encryption.Box{Secret: strings.Repeat("s", 32), Purpose: "test"},
	}
	return p
}

// record writes entries about as many people, each in a transaction of its own.
func (p *product) record(t *testing.T, from, n int64) {
	t.Helper()
	for id := from; id < from+n; id++ {
		p.write(t, func(ctx context.Context) error { return p.recordPerson(ctx, id) })
	}
}

// recordPerson writes an entry about a person, with a personal value.
func (p *product) recordPerson(ctx context.Context, id int64) error {
	return p.Record(ctx, store.Entry{
		Entity: "freelancer", ID: id, Act: resource.Act{Action: "update"}, Changed: []string{"email", "level"},
		Personal: []string{"email"}, About: store.Person{Entity: "freelancer", ID: id},
		After: map[string]any{"email": fmt.Sprintf("%d@people.example", id), "level": id},
	})
}

func (p *product) write(t *testing.T, fn func(context.Context) error) {
	t.Helper()
	if err := p.DB.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// checkpoint signs how the log stands.
func (p *product) checkpoint(t *testing.T) {
	t.Helper()
	if _, err := p.signer.Checkpoint(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// verify is what somebody finds who has the public key and what the sink was given.
func (p *product) verify(t *testing.T) proof.Report {
	t.Helper()
	text, err := p.signer.PublicKey(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	key, err := proof.ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	known, err := proof.ReadStatements(strings.NewReader(p.sink.String()))
	if err != nil {
		t.Fatal(err)
	}
	r, err := proof.Verify(t.Context(), p.DB, proof.Against{Key: key, Statements: known})
	if (err != nil) != (len(r.Problems) > 0) || err != nil && !errors.Is(err, proof.ErrTampered) {
		t.Fatalf("%v, but the problems are %q", err, r.Problems)
	}
	return r
}

// attack changes the database as somebody would who owns it: without its triggers.
func (p *product) attack(t *testing.T, statements ...string) {
	t.Helper()
	if err := p.IndexAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	entries := "audit"
	if p.DB.Dialect() == store.SQLite {
		entries = "audit_indexed"
		statements = append([]string{
			"DROP TRIGGER audit_no_delete", "DROP TRIGGER audit_no_update", "DROP TRIGGER audit_no_replace",
			"DROP TRIGGER audit_values_no_update", "DROP TRIGGER audit_values_no_delete",
		}, statements...)
	} else {
		statements = append([]string{"ALTER TABLE audit DISABLE TRIGGER USER", "ALTER TABLE audit_values DISABLE TRIGGER USER"},
			statements...)
	}
	for i, text := range statements {
		statements[i] = strings.ReplaceAll(text, "ENTRIES", entries)
	}
	if err := p.DB.ExecAll(t.Context(), statements...); err != nil {
		t.Fatal(err)
	}
}

// swapEntries gives each of two entries the other's id.
func swapEntries(a, b int64) []string {
	return []string{
		fmt.Sprintf("UPDATE ENTRIES SET id = -1 WHERE id = %d", a),
		fmt.Sprintf("UPDATE ENTRIES SET id = %d WHERE id = %d", a, b),
		fmt.Sprintf("UPDATE ENTRIES SET id = %d WHERE id = -1", b),
		fmt.Sprintf("UPDATE audit_values SET audit_id = -1 WHERE audit_id = %d", a),
		fmt.Sprintf("UPDATE audit_values SET audit_id = %d WHERE audit_id = %d", a, b),
		fmt.Sprintf("UPDATE audit_values SET audit_id = %d WHERE audit_id = -1", b),
	}
}

func TestVerify_ChangedLog_NamesTheChanges(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		attack []string
		want   string // the problems, joined
	}{
		"nothing": {nil, ""},
		"an entry is removed": {
			[]string{"DELETE FROM ENTRIES WHERE id = 3", "DELETE FROM audit_values WHERE audit_id = 3"},
			"entry 3 was removed",
		},
		"the newest is removed": {[]string{"DELETE FROM ENTRIES WHERE id = 20"}, "entry 20 was removed"},
		"one is changed":        {[]string{"UPDATE ENTRIES SET actor_name = 'Nobody' WHERE id = 7"}, "entry 7 was changed"},
		"the time of the newest": {
			[]string{"UPDATE ENTRIES SET at = at - 1 WHERE id = 20"}, "entry 20 was changed",
		},
		"encrypted values":        {[]string{"UPDATE audit_values SET sealed = 'x' WHERE audit_id = 4"}, "entry 4 was changed"},
		"encrypted values vanish": {[]string{"DELETE FROM audit_values WHERE audit_id = 4"}, "entry 4 was changed"},
		"two are swapped": {
			swapEntries(5, 15),
			"entry 5 was swapped: it says what entry 15 said; entry 15 was swapped: it says what entry 5 said",
		},
		"one is added before others": {
			[]string{"UPDATE ENTRIES SET id = 0 WHERE id = 1"},
			"entry 0 stands before the first; entry 1 was removed",
		},
		"the newest with its hashes": {
			[]string{"DELETE FROM ENTRIES WHERE id > 10", "DELETE FROM audit_segments WHERE position = 2"},
			"the entries 11 to 20 are missing from the chain: they were there at 2026-11-28T12:00:00Z",
		},
		"and the checkpoints of the database": {
			[]string{
				"DELETE FROM ENTRIES WHERE id > 10", "DELETE FROM audit_segments WHERE position = 2",
				"DELETE FROM audit_statements",
			},
			"the entries 11 to 20 are missing from the chain: they were there at 2026-11-28T12:00:00Z",
		},
		"the oldest with their hashes": {
			[]string{"DELETE FROM ENTRIES WHERE id <= 10", "DELETE FROM audit_segments WHERE position = 1"},
			"the chain lacks a part between the entries 0 and 11; the chain lacks a part that was signed at " +
				"2026-11-28T12:00:00Z, with entries up to 10",
		},
		"the oldest as if they were pruned": {
			[]string{"DELETE FROM ENTRIES WHERE id <= 10", "UPDATE audit_segments SET leaves = '' WHERE position = 1"},
			"the hashes of the entries 1 to 10 are gone, and no statement says that they were pruned",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pgtest.Each(t, func(t *testing.T, db *store.DB) {
				p := newProduct(t, db)
				p.record(t, 1, 10)
				p.checkpoint(t)
				p.record(t, 11, 10)
				p.checkpoint(t)
				p.attack(t, tc.attack...)
				if got := strings.Join(p.verify(t).Problems, "; "); got != tc.want {
					t.Errorf("named are\n%s\nnot\n%s", got, tc.want)
				}
			})
		})
	}
}

// Whoever can write to the database can make a chain of what is left of the log. It is not the one that was signed.
func TestVerify_RecreatedChain_DoesNotMatchTheSignature(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		p := newProduct(t, db)
		p.record(t, 1, 10)
		p.checkpoint(t)
		p.record(t, 11, 10)
		p.checkpoint(t)
		p.attack(t, "DELETE FROM ENTRIES WHERE id = 15", "DELETE FROM audit_segments WHERE position = 2",
			"DELETE FROM audit_statements WHERE position = 2")
		if _, err := p.signer.Chain.All(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := "the chain is not the one that was signed at 2026-11-28T12:00:00Z: entries 11 to 20 were changed, and hashed anew"
		if got := strings.Join(p.verify(t).Problems, "; "); got != want {
			t.Errorf("named are %q", got)
		}
	})
}

// A key of one's own signs nothing that somebody accepts who knows the true one.
func TestVerify_StatementsOfAnotherKey_AreRefused(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		p := newProduct(t, db)
		p.record(t, 1, 3)
		p.checkpoint(t)
		text, err := p.signer.PublicKey(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		key, err := proof.ParseKey(text)
		if err != nil {
			t.Fatal(err)
		}
		p.attack(t, "DELETE FROM audit_key", "DELETE FROM audit_statements", "DELETE FROM audit_segments",
			"DELETE FROM ENTRIES WHERE id = 2")
		p.checkpoint(t)
		r, err := proof.Verify(t.Context(), p.DB, proof.Against{Key: key})
		want := "the key in the database is not the one given: its statements are signed by another; " +
			"the statement of 2026-11-28T12:00:00Z about the entries up to 3 is not signed by the key"
		if got := strings.Join(r.Problems, "; "); !errors.Is(err, proof.ErrTampered) || got != want {
			t.Errorf("%v: %q", err, got)
		}
	})
}

func TestVerify_AfterPeopleWereErased_FindsNoProblem(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		p := newProduct(t, db)
		p.record(t, 1, 30)
		p.checkpoint(t)
		for id := range int64(20) {
			p.write(t, func(ctx context.Context) error { return p.Anonymise(ctx, "freelancer", id+1) })
		}
		if r := p.verify(t); len(r.Problems) > 0 || r.Entries != 30 || r.Statements != 1 {
			t.Errorf("%+v", r)
		}
	})
}

// Erasing people deletes keys, and what is hashed is what was encrypted under them: the log of many who were erased
// verifies as it did before.
func TestProveVerify_AfterManyWereErased_FindsNoProblem(t *testing.T) {
	t.Parallel()
	people := int64(stress.Size(200, 10_000))
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		p := newProduct(t, db)
		p.record(t, 1, people)
		p.checkpoint(t)
		for id := range people {
			p.write(t, func(ctx context.Context) error { return p.Anonymise(ctx, "freelancer", id+1) })
		}
		began := time.Now()
		if r := p.verify(t); len(r.Problems) > 0 || r.Entries != people || r.Statements != 1 {
			t.Errorf("%+v", r)
		}
		t.Logf("%d people erased: verified in %s", people, time.Since(began))
	})
}

// Of a log of a million entries each that was changed is named, and nothing else.
func TestProveVerify_AmongManyEntries_NamesTheChangedOnes(t *testing.T) {
	t.Parallel()
	const inOneWrite = 1000
	entries := int64(stress.Size(3, 1000)) * inOneWrite
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		p := newProduct(t, db)
		for from := int64(0); from < entries; from += inOneWrite {
			p.write(t, func(ctx context.Context) (err error) {
				for n := int64(1); n <= inOneWrite && err == nil; n++ {
					err = p.recordPerson(ctx, from+n)
				}
				return err
			})
		}
		p.checkpoint(t)
		began := time.Now()
		if r := p.verify(t); len(r.Problems) > 0 || r.Entries != entries {
			t.Fatalf("%+v", r)
		}
		t.Logf("%d entries verified in %s", entries, time.Since(began))

		removed, changed, first, second := entries/5, entries/3, entries/2, entries-2
		p.attack(t, slices.Concat(swapEntries(first, second), []string{
			fmt.Sprintf("DELETE FROM ENTRIES WHERE id IN (%d, %d)", removed, entries),
			fmt.Sprintf("UPDATE ENTRIES SET actor_name = 'Nobody' WHERE id = %d", changed),
		})...)
		want := fmt.Sprintf("entry %d was removed; entry %d was changed; entry %d was swapped: it says what entry %d said; "+
			"entry %d was swapped: it says what entry %d said; entry %d was removed",
			removed, changed, first, second, second, first, entries)
		if got := strings.Join(p.verify(t).Problems, "; "); got != want {
			t.Errorf("named are\n%s\nnot\n%s", got, want)
		}
	})
}

// Entries that come after the chain are counted, and are chained later.
func TestVerify_EntriesAfterTheChain_AreCounted(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		p := newProduct(t, db)
		p.record(t, 1, 3)
		p.checkpoint(t)
		p.record(t, 4, 2)
		if r := p.verify(t); len(r.Problems) > 0 || r.Entries != 3 || r.Unchained != 2 {
			t.Errorf("%+v", r)
		}
		p.checkpoint(t)
		p.checkpoint(t) // nothing is new
		r := p.verify(t)
		if len(r.Problems) > 0 || r.Entries != 5 || r.Unchained != 0 || r.Segments != 2 || r.Statements != 2 {
			t.Errorf("%+v", r)
		}
		if n := strings.Count(p.sink.String(), "\n"); n != 2 {
			t.Errorf("the sink has %d statements", n)
		}
	})
}

// Several copies of the service chain beside each other, and each entry once.
func TestChain_BySeveralCopies_HasEachEntryOnce(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		p := newProduct(t, db)
		p.write(t, func(ctx context.Context) error { return p.Record(ctx, make([]store.Entry, 4500)...) })
		done := make(chan error)
		for range 4 {
			go func() {
				_, err := (&proof.Chain{DB: db, Now: time.Now}).All(t.Context())
				done <- err
			}()
		}
		for range 4 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		p.checkpoint(t)
		if r := p.verify(t); len(r.Problems) > 0 || r.Entries != 4500 || r.Segments != 5 {
			t.Errorf("%+v", r)
		}
	})
}
