package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// DeriveAll computes the derived fields of every record anew, and says how many records of each entity there were to
// compute. Only those whose fields differ are locked and written, some hundred in a transaction.
func (db *DB) DeriveAll(ctx context.Context) (map[string]int, error) {
	out := map[string]int{}
	for _, one := range db.deriving() {
		ids, err := db.IDs(ctx, "SELECT id FROM "+one.config.Name+" ORDER BY id")
		if err != nil {
			return out, err
		}
		for part := range slices.Chunk(ids, rowsAtOnce) {
			if err := one.correct(ctx, part); err != nil {
				return out, err
			}
		}
		out[one.config.Entity] = len(ids)
	}
	return out, nil
}

// correct derives those of the records anew whose derived fields differ.
func (t *table) correct(ctx context.Context, ids []int64) error {
	changes, err := t.recompute(ctx, ids, "", t.deriving())
	if err != nil || len(changes) == 0 {
		return err
	}
	wrong := make([]int64, len(changes))
	for i, c := range changes {
		wrong[i] = baseOf(c.was).ID
	}
	return t.db.Write(ctx, func(ctx context.Context) error { return t.derive(ctx, wrong) })
}

// deriving are the derived fields, and those of the record itself that they are derived from.
func (t *table) deriving() []*field.Field {
	out := t.derived(field.ByCopy, field.ByCount, field.BySum, field.ByJoin, field.ByProduct)
	for _, f := range slices.Clone(out) {
		of := f.Derived.Of // of a count and a sum, the fields of another
		switch f.Derived.How {
		case field.ByCopy:
			of = of[:1]
		case field.ByCount, field.BySum:
			of = nil
		case field.ByJoin, field.ByProduct:
		}
		for _, name := range of {
			if source := field.Find(t.stored, name); !slices.Contains(out, source) {
				out = append(out, source)
			}
		}
	}
	return out
}

// Derivations names all derived fields and what they are derived from, in a few letters: a version that derives others
// has another name for them.
func (db *DB) Derivations() string {
	sum := sha256.New()
	for _, one := range db.deriving() {
		for _, f := range one.stored {
			if f.Derived != nil {
				fmt.Fprintln(sum, one.config.Name, f.Name, f.Derived.How, f.Derived.Of)
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
