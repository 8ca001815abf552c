//go:build race

package transform

import "time"

// isRace says whether this is built to look for races.
const isRace = true

// limitMemory leaves memory to the limit of time: what looks for races takes far more of it than a mapping may have.
func limitMemory() error { return nil }

// computed leaves time to the clock of whoever asked: what looks for races computes many times as long.
func computed() time.Duration { return 0 }
