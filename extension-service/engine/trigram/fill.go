package trigram

import (
	"context"
	"maps"
	"slices"
)

// Build goes through all rows of the table, whose index is complete then. Rows that are written meanwhile wait for it.
// It may be cut off anywhere and called again; alive is called between its steps, which are short, and its failure ends
// it.
func (x *Index) Build(ctx context.Context, alive func() error) error {
	err := x.db.ExecAll(ctx, slices.Concat(DropStatements(x.table, x.column),
		[]string{"CREATE TABLE " + x.name("filling") + " (" + postingsColumns + ")"},
		Waiting(x.table, x.column, x.trash))...)
	if err == nil {
		err = x.writePostings(ctx, alive)
	}
	if err != nil {
		return err
	}
	return x.db.ExecAll(ctx, "ALTER TABLE "+x.name("filling")+" RENAME TO "+x.Postings(), KnowsAll(x.table))
}

// writePostings writes the postings of all rows, block by block.
func (x *Index) writePostings(ctx context.Context, alive func() error) error {
	for after := int64(-1); ; {
		var next int64
		if found, err := x.db.Row(ctx, []any{&next}, "SELECT id FROM "+x.table+" WHERE id > $1 ORDER BY id LIMIT 1",
			after); err != nil || !found {
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
					if _, err := x.db.Exec(ctx, "INSERT INTO "+x.name("filling")+" (at, postings) VALUES ($1, $2)", at,
						sets[at].text); err != nil {
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

// packed are the postings of one block as they are kept. Its rows come in order, and with them the postings.
func (x *Index) packed(ctx context.Context, block int64) (map[int64]*packing, error) {
	sets := map[int64]*packing{}
	var id int64
	var text string
	err := x.db.Each(ctx, []any{&id, &text}, func() error {
		tokens(text, func(token int64, place int) {
			at := token<<atBits | block
			set := sets[at]
			if set == nil {
				set = &packing{last: blockStart(at)}
				sets[at] = set
			}
			set.add(id<<placeBits | int64(place))
		})
		return nil
	}, "SELECT id, "+x.column+" FROM "+x.table+" WHERE id >= $1 AND id < $2 AND "+x.column+" <> '' ORDER BY id",
		block<<blockBits, (block+1)<<blockBits)
	return sets, err
}
