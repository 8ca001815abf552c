package proof

import (
	"context"
	"encoding/base64"
	"errors"
	"time"

	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/store"
)

const (
	// segmentEntries is how many entries a segment has at most. A full one is chained at once, a smaller one when its
	// entries have waited for chainEvery.
	segmentEntries = 1000
	chainEvery     = 5 * time.Minute
	lookEvery      = 10 * time.Second
)

// Chain adds what is new in the log to the chain. Each copy of the service may: a segment is added once.
type Chain struct {
	DB  *store.DB
	Now func() time.Time

	rising  audit.Rising
	chained time.Time // when nothing waited last
}

// segment is a link of the chain: hashes of successive entries, bound to all that were before. Position 0 is where it
// begins, with no entries and no hash.
type segment struct {
	position        int64
	firstID, lastID int64
	lastAt, entries int64 // the latest time among them, and how many
	leaves          string
	digest, hash    string
}

const segmentColumns = "position, first_id, last_id, last_at, entries, leaves, digest, hash"

func (s *segment) dest() []any {
	return []any{&s.position, &s.firstID, &s.lastID, &s.lastAt, &s.entries, &s.leaves, &s.digest, &s.hash}
}

func (s *segment) row() []any {
	return []any{s.position, s.firstID, s.lastID, s.lastAt, s.entries, s.leaves, s.digest, s.hash}
}

// digestOf is the hash of the leaves of a segment. It stays when they are pruned.
func digestOf(leaves string) string {
	h := newHasher("poolkeeper audit leaves 1")
	h.text(leaves)
	return textOf(h.sum())
}

// hashAfter is the hash of a segment behind another.
func (s *segment) hashAfter(previous string) string {
	h := newHasher("poolkeeper audit segment 1")
	h.text(previous)
	for _, n := range []int64{s.position, s.firstID, s.lastID, s.lastAt, s.entries} {
		h.number(n)
	}
	h.text(s.digest)
	return textOf(h.sum())
}

func textOf(s sum) string { return base64.RawURLEncoding.EncodeToString(s[:]) }

// newest is the last segment of the chain.
func newest(ctx context.Context, db *store.DB) (s segment, err error) {
	_, err = db.Row(ctx, s.dest(), "SELECT "+segmentColumns+" FROM audit_segments ORDER BY position DESC LIMIT 1")
	return s, err
}

// Run chains until ctx ends. What fails is reported once until it works again.
func (c *Chain) Run(ctx context.Context, report func(error)) {
	tick, failing := time.NewTicker(lookEvery), false
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		err := c.Step(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			report(err)
		}
		failing = err != nil
	}
}

// Step chains what fills a segment, and the rest once it has waited long enough.
func (c *Chain) Step(ctx context.Context) error {
	last, upTo, err := c.waiting(ctx)
	if err != nil || upTo <= last {
		c.chained = c.Now()
		return err
	}
	if upTo-last < segmentEntries && c.Now().Sub(c.chained) < chainEvery {
		return nil
	}
	_, err = c.chainUpTo(ctx, upTo)
	return err
}

// All chains everything that no earlier entry can come before any more, and says how many entries.
func (c *Chain) All(ctx context.Context) (n int64, err error) {
	last, upTo, err := c.waiting(ctx)
	if err != nil || upTo <= last {
		return 0, err
	}
	return c.chainUpTo(ctx, upTo)
}

// waiting are the last id of the chain, and that up to which it can go on.
func (c *Chain) waiting(ctx context.Context) (last, upTo int64, err error) {
	newest, err := newest(ctx, c.DB)
	if err != nil {
		return 0, 0, err
	}
	upTo, err = c.rising.SettledID(ctx, c.DB)
	return newest.lastID, upTo, err
}

func (c *Chain) chainUpTo(ctx context.Context, upTo int64) (n int64, err error) {
	for {
		added, err := c.addSegment(ctx, upTo)
		if n += added; err != nil || added == 0 {
			return n, err
		}
		c.chained = c.Now()
	}
}

// addSegment chains the next entries up to an id, and says how many. It hashes them outside of a write.
func (c *Chain) addSegment(ctx context.Context, upTo int64) (int64, error) {
	previous, err := newest(ctx, c.DB)
	if err != nil {
		return 0, err
	}
	end := int64(0)
	if _, err := c.DB.Row(ctx, []any{&end}, `
		SELECT coalesce(max(s.id), 0)
		  FROM (SELECT id FROM audit WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3) s`,
		previous.lastID, upTo, segmentEntries); err != nil || end == 0 {
		return 0, err
	}
	next, err := segmentOf(ctx, c.DB, &previous, end)
	if err != nil {
		return 0, err
	}
	err = c.DB.Write(ctx, func(ctx context.Context) error {
		return c.DB.Insert(ctx, "audit_segments ("+segmentColumns+")", [][]any{next.row()},
			"ON CONFLICT (position) DO NOTHING")
	})
	return next.entries, err
}

// segmentOf is the segment that follows another, of the entries up to an id.
func segmentOf(ctx context.Context, db *store.DB, previous *segment, end int64) (s segment, err error) {
	leaves, lastAt, err := readLeaves(ctx, db, previous.lastID, end)
	if err != nil {
		return s, err
	}
	if len(leaves) == 0 {
		return s, errors.New("audit: entries that were there a moment ago are gone")
	}
	s = segment{
		position: previous.position + 1, firstID: leaves[0].id, lastID: end, lastAt: lastAt, entries: int64(len(leaves)),
		leaves: encodeLeaves(leaves),
	}
	s.digest = digestOf(s.leaves)
	s.hash = s.hashAfter(previous.hash)
	return s, nil
}
