package store

import (
	"sync"

	"modernc.org/libc"
)

// keepBlocks holds one block in some pages for every size that SQLite's allocator cuts a page into. The allocator gives a
// page back to the system as soon as its last block is free, and most requests need blocks of some size for a moment:
// without these, each of them asks the system for pages and returns them.
var keepBlocks = sync.OnceFunc(func() {
	tls := libc.NewTLS()
	for size := smallestBlock; size <= largestBlock; size *= 2 {
		held, free := map[uintptr]bool{}, []uintptr{}
		for range keptPages * blockPage / size {
			block := libc.Xmalloc(tls, libc.Tsize_t(size))
			if page := block / blockPage; held[page] {
				free = append(free, block)
			} else {
				held[page] = true
			}
		}
		for _, block := range free {
			libc.Xfree(tls, block)
		}
	}
})

const (
	smallestBlock = 1 << 10 // of smaller ones there are so many that their pages stay
	largestBlock  = 16 << 10
	blockPage     = 64 << 10
	keptPages     = 8 // of each size
)
