package proof

import (
	"context"
	"errors"
	"fmt"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/store"
)

// Months is how long entries are kept at least ("Audit and history").
const Months = 24

// prunedAtOnce segments go in one transaction, while no entry can be written.
const prunedAtOnce = 5

// Pruner removes entries that were kept long enough, in whole segments. Of each its hash stays, so the chain still
// verifies from where it begins, and a signed statement says up to where entries may be gone.
type Pruner struct {
	Signer *Signer
	Log    *audit.Log
}

// Prunable is what a pruning would remove.
type Prunable struct {
	Entries int64
	LastID  int64     // the last of them
	Before  time.Time // they are older than this

	end segment
}

// Look says what is older than some months. What the sink has not taken yet is never pruned.
func (p *Pruner) Look(ctx context.Context, months int64) (Prunable, error) {
	found := Prunable{Before: p.Signer.Chain.Now().AddDate(0, -int(months), 0)}
	handedOn, err := p.handedOn(ctx)
	if err != nil {
		return found, err
	}
	db := p.Signer.Chain.DB
	// The first segment that stays, or the end of the chain.
	stays := int64(0)
	if _, err := db.Row(ctx, []any{&stays}, `
		SELECT coalesce((SELECT min(position) FROM audit_segments WHERE last_at >= $1 OR last_id > $2),
		                (SELECT max(position) + 1 FROM audit_segments), 1)`, found.Before.UnixMilli(), handedOn); err != nil {
		return found, err
	}
	if _, err := db.Row(ctx, found.end.dest(), "SELECT "+segmentColumns+" FROM audit_segments WHERE position = $1",
		stays-1); err != nil {
		return found, err
	}
	found.LastID = found.end.lastID
	_, err = db.Row(ctx, []any{&found.Entries},
		"SELECT coalesce(sum(entries), 0) FROM audit_segments WHERE position < $1 AND leaves <> ''", stays)
	return found, err
}

const everything = int64(1) << 62

// handedOn is the last id that the sink has taken; without a sink it takes none.
func (p *Pruner) handedOn(ctx context.Context) (last int64, err error) {
	if p.Signer.Sink == nil {
		return everything, nil
	}
	_, err = p.Signer.Chain.DB.Row(ctx, []any{&last}, "SELECT last FROM audit_stream WHERE id = 1")
	return last, err
}

// Prune removes what was found. It fails before anything is removed where these entries are not as they were written:
// whoever has changed them would be rid of the traces. It may be cut off anywhere; the next one goes on.
func (p *Pruner) Prune(ctx context.Context, found Prunable) error {
	if found.Entries == 0 {
		return nil
	}
	if err := p.Log.IndexAll(ctx); err != nil {
		return err
	}
	if err := p.check(ctx, &found.end); err != nil {
		return err
	}
	if err := p.Signer.state(ctx, Pruned, &found.end); err != nil {
		return err
	}
	if err := p.removeAll(ctx, found.end.position); err != nil {
		return err
	}
	if err := p.Signer.Chain.DB.Write(ctx, func(ctx context.Context) error {
		return p.Log.Record(ctx, store.Entry{Entity: "audit", ID: found.LastID, Act: resource.Act{
			Action:  "purge",
			Comment: fmt.Sprintf("id ≤ %d, < %s (%d)", found.LastID, found.Before.UTC().Format(time.DateOnly), found.Entries),
		}})
	}); err != nil {
		return err
	}
	return p.Signer.handOn(ctx)
}

// check verifies what is about to go.
func (p *Pruner) check(ctx context.Context, end *segment) error {
	v := &verification{db: p.Signer.Chain.DB, statements: map[int64][]Statement{}, end: *end, prunedTo: end.position}
	if err := v.checkSegments(ctx); err != nil {
		return err
	}
	if v.name(v.add); len(v.Problems) > 0 {
		return fmt.Errorf("%w, so nothing was pruned: %s; \"audit verify\" names all", ErrTampered, v.Problems[0])
	}
	return nil
}

// removeAll removes the entries of the segments up to a position.
func (p *Pruner) removeAll(ctx context.Context, upTo int64) error {
	db := p.Signer.Chain.DB
	for {
		var from, to, firstID, lastID int64
		if _, err := db.Row(ctx, []any{&from, &to, &firstID, &lastID}, `
			SELECT coalesce(min(position), 0), coalesce(max(position), 0), coalesce(min(first_id), 0), coalesce(max(last_id), 0)
			  FROM (SELECT position, first_id, last_id FROM audit_segments
			         WHERE position <= $1 AND leaves <> '' ORDER BY position LIMIT $2) s`,
			upTo, prunedAtOnce); err != nil || from == 0 {
			return err
		}
		if err := db.Write(ctx, func(ctx context.Context) error {
			if err := p.remove(ctx, firstID, lastID); err != nil {
				return err
			}
			_, err := db.Exec(ctx, "UPDATE audit_segments SET leaves = '' WHERE position >= $1 AND position <= $2", from, to)
			return err
		}); err != nil {
			return err
		}
	}
}

// remove removes entries, for which the triggers that refuse it are off until the end of the transaction: only who owns
// the tables can do that.
func (p *Pruner) remove(ctx context.Context, firstID, lastID int64) error {
	db := p.Signer.Chain.DB
	restore, err := disableGuards(ctx, db)
	if err != nil {
		return errors.Join(errors.New("entries can only be removed by the owner of the tables of the audit log"), err)
	}
	entries := "audit"
	if db.Dialect() == store.SQLite {
		entries = "audit_indexed"
	}
	for _, text := range []string{
		"DELETE FROM audit_values WHERE audit_id >= $1 AND audit_id <= $2",
		"DELETE FROM audit_batches WHERE entry_id >= $1 AND entry_id <= $2",
		"DELETE FROM " + entries + " WHERE id >= $1 AND id <= $2",
	} {
		if _, err := db.Exec(ctx, text, firstID, lastID); err != nil {
			return err
		}
	}
	return execAll(ctx, db, restore)
}

// disableGuards takes the triggers away that keep rows from being deleted, and returns the statements that bring them
// back.
func disableGuards(ctx context.Context, db *store.DB) (restore []string, err error) {
	if db.Dialect() == store.Postgres {
		switched := func(to string) []string {
			return []string{
				"ALTER TABLE audit " + to + " TRIGGER audit_append_only",
				"ALTER TABLE audit_values " + to + " TRIGGER audit_values_append_only",
			}
		}
		return switched("ENABLE"), execAll(ctx, db, switched("DISABLE"))
	}
	var name, text string
	var drop []string
	if err := db.Each(ctx, []any{&name, &text}, func() error {
		drop, restore = append(drop, "DROP TRIGGER "+name), append(restore, text)
		return nil
	}, `SELECT name, sql FROM sqlite_master
	     WHERE type = 'trigger' AND name IN ('audit_no_delete', 'audit_values_no_delete')`); err != nil {
		return nil, err
	}
	if len(drop) != 2 {
		return nil, fmt.Errorf("%d triggers protect the audit log, not 2", len(drop))
	}
	return restore, execAll(ctx, db, drop)
}

func execAll(ctx context.Context, db *store.DB, texts []string) error {
	for _, text := range texts {
		if _, err := db.Exec(ctx, text); err != nil {
			return err
		}
	}
	return nil
}
