package proof_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit/proof"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

func (p *product) pruner() *proof.Pruner { return &proof.Pruner{Signer: p.signer, Log: p.Log} }

// aged is a log of which the first ten entries are older than the retention.
func aged(t *testing.T, db *store.DB) *product {
	t.Helper()
	p := newProduct(t, db)
	p.record(t, 1, 10)
	p.checkpoint(t)
	p.now = p.now.AddDate(0, proof.Months, 1)
	p.record(t, 11, 10)
	p.checkpoint(t)
	if err := db.ExecAll(t.Context(), "UPDATE audit_stream SET last = 20 WHERE id = 1"); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *product) look(t *testing.T) proof.Prunable {
	t.Helper()
	found, err := p.pruner().Look(t.Context(), proof.Months)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func (p *product) count(t *testing.T, table string) (n int64) {
	t.Helper()
	if _, err := p.DB.Row(t.Context(), []any{&n}, "SELECT count(*) FROM "+table); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestPrune_EntriesOlderThanTheRetention_AreRemovedAndTheChainStillVerifies(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		p := aged(t, db)
		found := p.look(t)
		if found.Entries != 10 || found.LastID != 10 || p.count(t, "audit") != 20 {
			t.Fatalf("%+v", found)
		}
		if err := p.pruner().Prune(t.Context(), found); err != nil {
			t.Fatal(err)
		}
		p.checkpoint(t)
		if n, values := p.count(t, "audit"), p.count(t, "audit_values"); n != 11 || values != 10 {
			t.Errorf("%d entries are left, %d values", n, values)
		}
		if r := p.verify(t); len(r.Problems) > 0 || r.Pruned != 10 || r.Entries != 11 || r.Statements != 4 {
			t.Errorf("%+v", r)
		}
		if !strings.Contains(p.sink.String(), `"kind":"pruned"`) {
			t.Error("the sink does not know of it")
		}
		if found := p.look(t); found.Entries != 0 {
			t.Errorf("and again: %+v", found)
		}
	})
}

// The triggers are back, whatever was pruned.
func TestPrune_RemainingEntries_AreProtectedAsBefore(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		p := aged(t, db)
		if err := p.pruner().Prune(t.Context(), p.look(t)); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{
			"DELETE FROM audit WHERE id = 12", "DELETE FROM audit_values WHERE audit_id = 12",
			"UPDATE audit_values SET sealed = '' WHERE audit_id = 12",
		} {
			if db.Dialect() == store.SQLite {
				text = strings.Replace(text, "audit WHERE", "audit_indexed WHERE", 1)
			}
			if err := db.ExecAll(t.Context(), text); err == nil || !strings.Contains(err.Error(), "append-only") {
				t.Errorf("%s: %v", text, err)
			}
		}
	})
}

// Nobody is rid of the traces of a change by waiting for the retention.
func TestPrune_ChangedEntries_AreNotRemoved(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		p := aged(t, db)
		p.attack(t, "UPDATE ENTRIES SET actor_name = 'Nobody' WHERE id = 4")
		err := p.pruner().Prune(t.Context(), p.look(t))
		if !errors.Is(err, proof.ErrTampered) || !strings.Contains(err.Error(), "entry 4 was changed") {
			t.Errorf("%v", err)
		}
		if n := p.count(t, "audit"); n != 20 {
			t.Errorf("%d entries are left", n)
		}
	})
}

func TestPrune_EntriesTheSinkHasNotReceived_AreNotRemoved(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		p := aged(t, db)
		if err := db.ExecAll(t.Context(), "UPDATE audit_stream SET last = 9 WHERE id = 1"); err != nil {
			t.Fatal(err)
		}
		if found := p.look(t); found.Entries != 0 {
			t.Errorf("%+v", found)
		}
		p.signer.Sink = nil // without one nothing is waited for
		if found := p.look(t); found.Entries != 10 {
			t.Errorf("%+v", found)
		}
	})
}

// What was removed after a pruning is not covered by its statement.
func TestPrune_EntriesRemovedOtherwise_AreNamed(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		p := aged(t, db)
		if err := p.pruner().Prune(t.Context(), p.look(t)); err != nil {
			t.Fatal(err)
		}
		p.attack(t, "DELETE FROM ENTRIES WHERE id <= 20", "UPDATE audit_segments SET leaves = '' WHERE position = 2")
		want := "the hashes of the entries 11 to 20 are gone, and no statement says that they were pruned"
		if got := strings.Join(p.verify(t).Problems, "; "); got != want {
			t.Errorf("named are %q", got)
		}
	})
}

// A service whose role does not own the tables cannot remove what it has written.
func TestPrune_ByARoleThatOwnsNothing_IsRefused(t *testing.T) {
	t.Parallel()
	address := pgtest.PostgresURL(t)
	owner, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = owner.Close() })
	p := aged(t, owner)
	found := p.look(t)
	other := asRole(t, owner, address)
	p.DB, p.signer.Chain = other, &proof.Chain{DB: other, Now: func() time.Time { return p.now }}
	p.write(t, func(ctx context.Context) error {
		return p.Record(ctx, store.Entry{Entity: "project", ID: 1, Act: resource.Act{Action: "create"}})
	})
	p.checkpoint(t)
	for _, text := range []string{
		"DELETE FROM audit WHERE id = 21", "UPDATE audit SET reason = '' WHERE id = 21", "TRUNCATE audit",
		"DELETE FROM audit_values", "ALTER TABLE audit DISABLE TRIGGER USER",
	} {
		if err := other.ExecAll(t.Context(), text); err == nil || strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := p.pruner().Prune(t.Context(), found); err == nil || !strings.Contains(err.Error(), "owner of the tables") {
		t.Errorf("%v", err)
	}
	if r := p.verify(t); r.Pruned != 0 || r.Entries != 21 {
		t.Errorf("%+v", r)
	}
}

// asRole is the database as a role has it that was granted what a service needs.
func asRole(t *testing.T, owner *store.DB, address string) *store.DB {
	t.Helper()
	name := "service_" + strings.ToLower(rand.Text())
	if err := owner.ExecAll(t.Context(), "CREATE ROLE "+name+" LOGIN PASSWORD 'secret'"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := owner.ExecAll(context.WithoutCancel(t.Context()), "DROP OWNED BY "+name, "DROP ROLE "+name); err != nil {
			t.Error(err)
		}
	})
	if err := proof.Grant(t.Context(), owner, name); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(name, "secret")
	db, err := store.Open(t.Context(), u.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}
