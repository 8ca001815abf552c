package store

import (
	"context"
	"sync"
	"sync/atomic"
)

// generations counts the changes of every column, so that an exact total may be kept while no column it depends on
// has changed: a status change leaves the totals of a title search alone.
type generations struct{ m sync.Map } // "table.column" → *atomic.Uint64

func (g *generations) of(key string) *atomic.Uint64 {
	if n, ok := g.m.Load(key); ok {
		return n.(*atomic.Uint64)
	}
	n, _ := g.m.LoadOrStore(key, new(atomic.Uint64))
	return n.(*atomic.Uint64)
}

// Touched notes that columns of table change with the transaction of ctx; no column means rows come or go.
func (db *DB) Touched(ctx context.Context, table string, columns ...string) {
	if db.dialect != SQLite {
		return // other copies of the service may write too: totals are not kept
	}
	if len(columns) == 0 {
		columns = []string{"*"}
	}
	AfterCommit(ctx, func() {
		for _, c := range columns {
			db.gens.of(table + "." + c).Add(1)
		}
	})
}

// generation sums the changes that a total over these columns depends on.
func (db *DB) generation(table string, columns []string) uint64 {
	n := db.gens.of(table + ".*").Load()
	for _, c := range columns {
		n += db.gens.of(table + "." + c).Load()
	}
	return n
}

// countCache keeps exact totals by table, condition and generation.
type countCache struct {
	mu sync.Mutex
	m  map[string]keptCount
}

type keptCount struct {
	generation uint64
	n          int64
}

const keptCounts = 4096

func (c *countCache) get(key string, generation uint64) (int64, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.m[key]
	return k.n, ok && k.generation == generation
}

func (c *countCache) put(key string, generation uint64, n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m == nil || len(c.m) >= keptCounts {
		c.m = map[string]keptCount{}
	}
	c.m[key] = keptCount{generation, n}
}
