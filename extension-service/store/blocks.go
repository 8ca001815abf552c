package store

import (
	"sync"

	"modernc.org/libc"
)

// keepBlocks holds one block of every size that SQLite's allocator cuts a page into. The allocator gives a page back to
// the system as soon as its last block is free, and most requests need one block of some size for a moment: without these,
// each of them asks the system for a page and returns it.
var keepBlocks = sync.OnceFunc(func() {
	tls := libc.NewTLS()
	for size := smallestBlock; size <= largestBlock; size *= 2 {
		libc.Xmalloc(tls, libc.Tsize_t(size))
	}
})

const (
	smallestBlock = 16
	largestBlock  = 16 << 10
)
