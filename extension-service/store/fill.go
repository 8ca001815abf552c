package store

import (
	"context"
	"maps"
	"slices"

	"poolkeeper.example/extension-service/resource"
)

// IndexTexts lets the rows of a SQLite table be found by any part of a column of folded texts, see FindText, as records are.
// Rows that are written meanwhile wait for the index. It may be cut off anywhere and called again; alive is called between its
// steps, which are short, and its failure ends it.
func (db *DB) IndexTexts(ctx context.Context, table, column string, alive func() error) error {
	x := db.textsOf(table, column, false)
	x.settling.Lock()
	defer x.settling.Unlock()
	err := db.statements(ctx, append(append(forgetTexts(table, column), waitingTable(table+"_"+column),
		"CREATE TABLE "+x.name("filling")+" ("+postingsColumns+")"), waitingTriggers(table, column, false)...))
	if err == nil {
		err = x.fill(ctx, alive)
	}
	if err != nil {
		return err
	}
	return db.statements(ctx, []string{"ALTER TABLE " + x.name("filling") + " RENAME TO " + x.name("postings")})
}

// FindText returns the ids of the rows whose column, which IndexTexts has gone through, holds a folded text of three characters or
// more, in order. It is not ok while too many rows wait for the index.
func (db *DB) FindText(ctx context.Context, table, column, text string) (ids []int64, ok bool, err error) {
	return db.textsOf(table, column, false).find(ctx, text, resource.Both)
}

// SettleTexts writes the rows that wait for the indexes of texts into them where enough wait, as KeepTexts does from time to time.
func (db *DB) SettleTexts(ctx context.Context) error { return db.settle(ctx, waitLeast, waitShare) }

func forgetTexts(table, column string) (out []string) {
	for _, event := range []string{"insert", "update", "delete"} {
		out = append(out, "DROP TRIGGER IF EXISTS "+table+"_"+column+"_waits_"+event)
	}
	for _, of := range []string{"filling", "postings", "waiting"} {
		out = append(out, "DROP TABLE IF EXISTS "+table+"_"+column+"_"+of)
	}
	return out
}

// statements are one change.
func (db *DB) statements(ctx context.Context, texts []string) error {
	return db.Write(ctx, func(ctx context.Context) error {
		for _, text := range texts {
			if _, err := db.Exec(ctx, text); err != nil {
				return err
			}
		}
		return nil
	})
}

// fill writes the postings of all rows, block by block.
func (x *textIndex) fill(ctx context.Context, alive func() error) error {
	for after := int64(-1); ; {
		var next int64
		if found, err := x.db.Row(ctx, []any{&next}, "SELECT id FROM "+x.table+" WHERE id > $1 ORDER BY id LIMIT 1", after); err != nil || !found {
			return err
		}
		block := next >> blockBits
		after = (block+1)<<blockBits - 1
		sets, err := x.packed(ctx, block)
		if err != nil {
			return err
		}
		for part := range slices.Chunk(slices.Sorted(maps.Keys(sets)), fillTurn) {
			if err := alive(); err != nil {
				return err
			}
			err := x.db.Write(ctx, func(ctx context.Context) error {
				for _, at := range part {
					if _, err := x.db.Exec(ctx, "INSERT INTO "+x.name("filling")+" (at, postings) VALUES ($1, $2)", at, sets[at].text); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
	}
}

// packed are the postings of one block as pack would write them. Its rows come in order, and with them the postings.
func (x *textIndex) packed(ctx context.Context, block int64) (map[int64]*packing, error) {
	sets := map[int64]*packing{}
	var id int64
	var text string
	err := x.db.Each(ctx, []any{&id, &text}, func() error {
		tokens(text, func(token int64, place int) {
			at := token<<atBits | block
			set := sets[at]
			if set == nil {
				set = &packing{last: beginning(at)}
				sets[at] = set
			}
			set.add(id<<placeBits | int64(place))
		})
		return nil
	}, "SELECT id, "+x.column+" FROM "+x.table+" WHERE id >= $1 AND id < $2 AND "+x.column+" <> '' ORDER BY id", block<<blockBits, (block+1)<<blockBits)
	return sets, err
}
