package store

import (
	"context"
	"maps"
	"slices"
	"sync"

	"poolkeeper.example/extension-service/engine/admin/query"
)

// rowSet are the rows of SQLite for which a condition holds, as of a generation of its columns. It spares a search that
// finds thousands of rows looking at each of them, which costs more than all else.
type rowSet struct {
	generation, came uint64
	looked           int64    // rows that were looked at one by one since then
	bits             []uint64 // a bit for each id; nil while it would not be worth it
	last             int64    // the highest id by then
}

const (
	maxSets = 64
	// A row that is looked at by its id costs as much as ten that go into a set, which seldom has a third of all.
	worthIt  = 32
	leastSet = 1 << 15
	// maxSetID is the highest id in a table up to which sets are made, of two megabytes each then.
	maxSetID = 1 << 24
)

func (s *rowSet) add(id int64) {
	for int64(len(s.bits))<<6 <= id {
		s.bits = append(s.bits, 0)
	}
	s.bits[id>>6] |= 1 << (id & 63)
}

func (s *rowSet) has(id int64) bool {
	return id>>6 < int64(len(s.bits)) && s.bits[id>>6]&(1<<(id&63)) != 0
}

// setCache keeps the sets by table and condition; they do not change once they are there.
type setCache struct {
	mu sync.Mutex
	m  map[CacheKey]rowSet
}

func (c *setCache) get(key CacheKey) rowSet {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.m[key]
}

func (c *setCache) store(key CacheKey, s rowSet) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m == nil {
		c.m = map[CacheKey]rowSet{}
	}
	if _, known := c.m[key]; !known && len(c.m) >= maxSets {
		maps.DeleteFunc(c.m, func(_ CacheKey, s rowSet) bool { return s.bits == nil })
	}
	if len(c.m) >= maxSets {
		clear(c.m)
	}
	c.m[key] = s
}

// narrower is a condition beside a fragment: text says for which rows it holds, or does not.
type narrower struct {
	text string
	q    *builder
	not  bool
}

// filterBySets leaves of what is found what kept sets let through. It returns the conditions that no set is kept of,
// and whether the reach of the caller is one of them; the trash is none, since what is found is inside or outside of it
// already.
func (t *table) filterBySets(ctx context.Context, found *foundRows, where []query.Cond) (left []query.Cond,
	reaches bool, err error,
) {
	for _, c := range where {
		n := narrower{q: &builder{dialect: SQLite}}
		n.text = t.cond(c, n.q)
		done := false
		if err == nil && c.Op != query.AnyOf && !textual[c.Op] {
			done, err = t.filter(ctx, found, n)
		}
		if !done {
			left = append(left, c)
		}
	}
	if n := t.outOfScope(ctx); n.text != "" && err == nil {
		reaches, err = t.filter(ctx, found, n)
		reaches = !reaches
	}
	return left, reaches, err
}

// outOfScope is the caller's reach, where few rows are out of it by those; "" where all are within it.
func (t *table) outOfScope(ctx context.Context) narrower {
	n := narrower{q: &builder{dialect: SQLite, index: t.config.Bound}, not: t.config.Bound != ""}
	switch n.text = t.scopeCondition(ctx, n.q); {
	case n.text == "":
	case n.not:
		n.text = "t." + t.config.ReachOn[0] + " IS NOT NULL" + n.text + " IS NOT TRUE"
	default:
		n.text = "TRUE" + n.text
	}
	return n
}

// filter leaves what a condition lets through, if that is known without looking at the rows.
func (t *table) filter(ctx context.Context, found *foundRows, n narrower) (done bool, err error) {
	if n.q.linked {
		return false, nil
	}
	s, err := t.setOf(ctx, n, int64(len(found.ids)))
	if err != nil || s.bits == nil {
		return false, err
	}
	found.ids = slices.DeleteFunc(found.ids, func(id int64) bool { return s.has(id) == n.not })
	return true, nil
}

// setOf is the set of a condition, once as many rows have been looked at one by one as would pay for it.
func (t *table) setOf(ctx context.Context, n narrower, looked int64) (rowSet, error) {
	now, came := t.db.generation(t.config.Written, n.q.depends)+t.db.changesOf(n.q.follows),
		t.db.generation(t.config.Written, []string{newRows})
	key, err := KeyOf(t.source("")+n.text, n.q.args...)
	if err != nil {
		return rowSet{}, err
	}
	s := t.db.sets.get(key)
	switch {
	case s.generation != now:
		s = rowSet{generation: now, looked: looked}
	case s.bits != nil && s.came == came:
		return s, nil
	default:
		s.looked += looked
	}
	if s.bits != nil || s.looked >= leastSet {
		err = t.gather(ctx, n, &s)
		s.came = came
	}
	if err == nil {
		t.db.sets.store(key, s)
	}
	return s, err
}

// gather fills a set, or adds the rows that have come since, which have the highest ids.
func (t *table) gather(ctx context.Context, n narrower, s *rowSet) error {
	last, err := t.lastID(ctx)
	if err != nil || s.bits == nil && s.looked < last/worthIt {
		return err
	}
	if last > maxSetID {
		s.bits = nil
		return nil
	}
	more := rowSet{generation: s.generation, bits: make([]uint64, last>>6+1), last: last}
	copy(more.bits, s.bits)
	text := "SELECT t.id" + t.source(t.db.IndexedBy(n.q.index)) + n.text
	args := n.q.values()
	if s.bits != nil {
		text = "SELECT t.id" + t.source(" NOT INDEXED") + n.text + " AND t.id > " + n.q.arg(s.last)
		args = n.q.values()
	}
	err = t.db.EachID(ctx, more.add, text, args...)
	*s = more
	return err
}
