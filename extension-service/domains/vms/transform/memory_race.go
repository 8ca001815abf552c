//go:build race

package transform

// isRace says whether this is built to look for races.
const isRace = true

// limitMemory leaves memory to the limit of time: what looks for races takes far more of it than a mapping may have.
func limitMemory() error { return nil }
