package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// garbage is by how many percent the memory may grow until it is collected. The service needs so little that the usual
	// hundred would collect several times a second under load, for a tenth of all processor time.
	garbage = 200
	// room is what may be there beside what lives before the collector gives back what it can: what it cannot free, as
	// stacks, and garbage worth a collection. Each check of a password leaves 19 MiB behind, which would stay with the
	// process for minutes.
	room = 48 << 20
	// rest is after how long with little to do the memory is given back that only the work before needed: the garbage of a
	// service that does nothing is not collected for two minutes, and its memory kept for longer.
	rest   = 5 * time.Second
	little = 8 << 20  // bytes that are made meanwhile
	spare  = 16 << 20 // bytes beside what lives that are not worth a collection
)

// boundMemory keeps the memory small, and never below what lives: a collector that cannot get under its limit runs
// without end, for half of the processor time.
func boundMemory() {
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(room)
	afterCollections(func() { debug.SetMemoryLimit(limitFor(liveHeap())) })
	go func() {
		var w restMemory
		for range time.Tick(rest) {
			w.giveBack()
		}
	}()
}

// restMemory is what the memory was like when it was looked at last, and when it was given back last.
type restMemory struct{ made, system, living uint64 }

// giveBack returns memory to the system if little was made since it was called last, and if there is more to return
// than when it last did: what it cannot free stays, and each try costs a collection.
func (w *restMemory) giveBack() {
	made, system, live := counted("/gc/heap/allocs:bytes"), systemBytes(), liveHeap()
	isResting := made-w.made < little
	w.made = made
	if !isResting || system <= live+spare || system <= w.system+spare && live+spare >= w.living {
		return
	}
	debug.FreeOSMemory()
	w.system, w.living = systemBytes(), liveHeap()
}

// systemBytes is how many bytes the runtime has of the system.
func systemBytes() uint64 {
	return counted("/memory/classes/total:bytes") - counted("/memory/classes/heap/released:bytes")
}

// limitFor is the limit in bytes while so many live.
func limitFor(living uint64) int64 { return int64(living) + room } //nolint:gosec // no machine has 2^63 bytes

// liveHeap is how many bytes the last collection found in use.
func liveHeap() uint64 { return counted("/gc/heap/live:bytes") }

// counted reads one of the runtime's metrics.
func counted(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// afterCollections calls fn after every collection, by something that each of them finds unused.
func afterCollections(fn func()) {
	type sentinel struct{ _ [64]byte }
	runtime.AddCleanup(new(sentinel), func(fn func()) {
		fn()
		afterCollections(fn)
	}, fn)
}
