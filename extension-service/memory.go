package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// garbage is by how many percent the memory may grow until it is collected. The service needs so little that the usual
	// hundred would collect several times a second under load, for a tenth of all processor time.
	garbage = 200
	// room is what may be there beside what lives before the collector gives back what it can: what it cannot free, as stacks, and
	// garbage worth a collection. Each check of a password leaves 19 MiB behind, which would stay with the process for minutes.
	room = 64 << 20
)

// boundMemory keeps the memory small, and never below what lives: a collector that cannot get under its limit runs without
// end, for half of the processor time.
func boundMemory() {
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(room)
	afterCollections(func() { debug.SetMemoryLimit(limitFor(living())) })
}

// limitFor is the limit in bytes while so many live.
func limitFor(living uint64) int64 { return int64(living) + room } //nolint:gosec // no machine has 2^63 bytes

// living is how many bytes the last collection found in use.
func living() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
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
