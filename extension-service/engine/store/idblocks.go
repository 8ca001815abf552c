package store

import (
	"context"
	"math"
	"sync"

	"poolkeeper.example/extension-service/engine/admin/query"
)

// blockIDs is how many ids share the bounds of when their records were created.
const blockIDs = 1024

// idBlocks remember of SQLite, for each block of ids, between which instants its records were created. Records get
// higher ids the later they are created, though nothing promises it: a page in the order of ids of those that were
// created until some instant begins at the first block that may have one, and not at the newest id.
type idBlocks struct {
	mu sync.Mutex
	m  map[string]tableBlocks
}

type tableBlocks struct {
	generation uint64
	bounds     map[int64]blockBounds
}

// blockBounds are the first and the last instant of the records of a block up to an id, which new ones come after.
type blockBounds struct{ least, greatest, until int64 }

func (b blockBounds) isEmpty() bool { return b.least > b.greatest }

// covers says whether a record of the block may meet a range.
func (b blockBounds) covers(op query.Op, at int64) bool {
	if op == query.AtMost {
		return b.least <= at
	}
	return b.greatest >= at
}

func (k *idBlocks) get(table string, generation uint64, block int64) (blockBounds, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.m[table].generation != generation {
		return blockBounds{}, false
	}
	b, known := k.m[table].bounds[block]
	return b, known
}

func (k *idBlocks) store(table string, generation uint64, block int64, b blockBounds) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.m == nil {
		k.m = map[string]tableBlocks{}
	}
	if of, known := k.m[table]; !known || of.generation != generation {
		k.m[table] = tableBlocks{generation, map[int64]blockBounds{}}
	}
	k.m[table].bounds[block] = b
}

// firstID is the first id, in their order up or down, that a record may have which meets the conditions on when it was
// created, and whether there is such a condition that may leave out the ids that come first.
func (t *table) firstID(ctx context.Context, where []query.Cond, isDown bool) (id int64, isBound bool, err error) {
	var last int64
	if last, err = t.lastID(ctx); err != nil {
		return 0, false, err
	}
	leading, first := query.AtLeast, int64(1)
	if isDown {
		leading, first = query.AtMost, last
	}
	for _, c := range where {
		if c.Op != leading || c.Field.Name != "created" || InTransaction(ctx) {
			continue
		}
		if at, isInstant := c.Values[0].(int64); isInstant {
			id, err = t.firstCreated(ctx, leading, blockRange{at, last})
			return id, true, err
		}
	}
	return first, false, nil
}

// blockRange is an instant that records are created before or after, and their highest id.
type blockRange struct{ at, last int64 }

func (t *table) firstCreated(ctx context.Context, op query.Op, r blockRange) (int64, error) {
	isDown, newest := op == query.AtMost, r.last/blockIDs // the block that new records get into
	block := newest
	if !isDown {
		block = 0
	}
	for 0 <= block && block <= newest {
		b, err := t.createdIn(ctx, block, r.last)
		switch {
		case err != nil || b.covers(op, r.at) && isDown:
			return (block+1)*blockIDs - 1, err
		case b.covers(op, r.at):
			return block * blockIDs, nil
		case b.isEmpty(): // ids may lie far apart
			block, err = t.nextBlock(ctx, block, isDown)
		case isDown:
			block--
		default:
			block++
		}
		if err != nil {
			return 0, err
		}
	}
	return max(0, block*blockIDs), nil
}

// nextBlock is the next block, up or down, that has records; one behind the last where there is none.
func (t *table) nextBlock(ctx context.Context, block int64, isDown bool) (next int64, err error) {
	id, text := (block+1)*blockIDs, "SELECT coalesce(min(id), $1) FROM "+t.config.Name+" WHERE id >= $1"
	if isDown {
		id, text = block*blockIDs, "SELECT coalesce(max(id), -1) FROM "+t.config.Name+" WHERE id < $1"
	}
	_, err = t.db.Row(ctx, []any{&next}, text, id)
	if next < 0 {
		return -1, err
	}
	return next / blockIDs, err
}

// createdIn is between which instants the records of a block were created, of which the last id of the table says
// whether new ones have come. A block that has none covers no instant.
func (t *table) createdIn(ctx context.Context, block, last int64) (b blockBounds, err error) {
	generation := t.db.generation(t.config.Written, []string{"created"})
	b, known := t.db.blocks.get(t.config.Name, generation, block)
	if !known {
		b = blockBounds{math.MaxInt64, math.MinInt64, block*blockIDs - 1}
	}
	until := min(last, (block+1)*blockIDs-1)
	if b.until >= until {
		return b, nil
	}
	more := blockBounds{until: until}
	_, err = t.db.Row(ctx, []any{&more.least, &more.greatest}, `
		SELECT coalesce(min(created), $1), coalesce(max(created), $2)
		  FROM `+t.config.Name+` NOT INDEXED
		 WHERE id > $3
		   AND id <= $4`, b.least, b.greatest, b.until, until)
	more.least, more.greatest = min(more.least, b.least), max(more.greatest, b.greatest)
	if err == nil {
		t.db.blocks.store(t.config.Name, generation, block, more)
	}
	return more, err
}
