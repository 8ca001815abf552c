package files

import (
	"container/list"
	"errors"
	"sync"
)

// cache keeps the images made last, up to a number of bytes, and makes each only once at a time.
type cache struct {
	mu    sync.Mutex
	limit int
	size  int
	order *list.List // of *kept, the last used first
	by    map[variantKey]*list.Element
	going map[variantKey]*job
}

type cached struct {
	key  variantKey
	made encodedImage
}

type job struct {
	done chan struct{}
	made encodedImage
	err  error
}

// errNotMade is for those who wait when making an image has ended in a panic.
var errNotMade = errors.New("files: the image could not be made")

func newCache(limit int) *cache {
	return &cache{limit: limit, order: list.New(), by: map[variantKey]*list.Element{}, going: map[variantKey]*job{}}
}

// get returns what is kept under key, or what create makes; those who ask meanwhile wait for the same.
func (c *cache) get(key variantKey, create func() (encodedImage, error)) (encodedImage, error) {
	c.mu.Lock()
	if at, ok := c.by[key]; ok {
		c.order.MoveToFront(at)
		c.mu.Unlock()
		return at.Value.(*cached).made, nil
	}
	if running, ok := c.going[key]; ok {
		c.mu.Unlock()
		<-running.done
		return running.made, running.err
	}
	j := &job{done: make(chan struct{}), err: errNotMade}
	c.going[key] = j
	c.mu.Unlock()
	defer c.finish(key, j)
	j.made, j.err = create()
	return j.made, j.err
}

func (c *cache) finish(key variantKey, j *job) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.going, key)
	close(j.done)
	if j.err != nil || len(j.made.bytes) > c.limit {
		return
	}
	c.by[key] = c.order.PushFront(&cached{key, j.made})
	c.size += len(j.made.bytes)
	for c.size > c.limit {
		last := c.order.Back()
		gone := c.order.Remove(last).(*cached)
		delete(c.by, gone.key)
		c.size -= len(gone.made.bytes)
	}
}
