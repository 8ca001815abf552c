package store

import "sync"

// maxResults is how many results a cache has at most; then it begins anew.
const maxResults = 4096

// resultCache has what statements have returned, with what tells whether it still holds.
type resultCache[V any] struct {
	mu sync.Mutex
	m  map[CacheKey]V
}

func (c *resultCache[V]) get(key CacheKey) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.m[key]
	return v, ok
}

func (c *resultCache[V]) store(key CacheKey, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m == nil || len(c.m) >= maxResults {
		c.m = map[CacheKey]V{}
	}
	c.m[key] = v
}
