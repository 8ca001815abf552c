// Package stress lets one test be small in make test and of full size in make prove. What it proves is generated, so it
// also gives the randomness, from a seed that is printed.
package stress

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// usual is the seed of every run that is not told another one: a failure in CI is the same one here.
const usual = 20261122

// IsFull says whether make prove runs the test.
func IsFull() bool { return os.Getenv("PROVE") != "" }

// Size is how often something is done: small in make test, full in make prove.
func Size(small, full int) int {
	if IsFull() {
		return full
	}
	return small
}

// Rand returns the randomness of a test and prints its seed. PROVE_SEED sets another one.
func Rand(t testing.TB) *rand.Rand {
	t.Helper()
	seed := uint64(usual)
	if text := os.Getenv("PROVE_SEED"); text != "" {
		fromEnvironment, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("PROVE_SEED: %v", err)
		}
		seed = fromEnvironment
	}
	t.Logf("PROVE_SEED=%d repeats this", seed)
	return rand.New(rand.NewPCG(seed, seed))
}

// SkipInShort leaves a test to make test-all, for this reason: go test -short, as make test and make quick run it,
// passes over it.
func SkipInShort(t testing.TB, reason string) {
	t.Helper()
	if testing.Short() {
		t.Skip(reason)
	}
}
