package app_test

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/audit/proof"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// cpuOf is what doing something costs in computing time of this process, which another process beside it does not
// change much.
func cpuOf(t *testing.T, do func()) time.Duration {
	t.Helper()
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := used()
	do()
	return used() - before
}

// What chaining costs that a write has to pay for later: the same run writes and chains in turns, and compares the
// computing time of both. Nothing of it happens in the write itself.
func TestProveAuditChain_EachWrite_CostsAtMostThreePercent(t *testing.T) {
	p := openProduct(t, ownFolder(t))
	address := fmt.Sprintf("PUT /api/project/%d", p.newProject(t, "Written often"))
	chain := proof.Chain{DB: p.DB, Now: time.Now}
	rounds, writes := stress.Size(1, 12), stress.Size(100, 1000)
	if _, err := chain.All(t.Context()); err != nil {
		t.Fatal(err)
	}
	var writing, chaining time.Duration
	for round := range rounds {
		writing += cpuOf(t, func() {
			for n := range writes {
				p.expect(t, "csm", address, fmt.Sprintf(`{"title":"%d of round %d"}`, n, round), 200, "")
			}
		})
		chaining += cpuOf(t, func() {
			if n, err := chain.All(t.Context()); err != nil || n < int64(writes) {
				t.Fatalf("%d entries of %d writes are chained: %v", n, writes, err)
			}
		})
	}
	percent := 100 * chaining.Seconds() / writing.Seconds()
	t.Logf("%d writes: %s of CPU each, and %s to chain their entries: %.2f %%", rounds*writes,
		writing/time.Duration(rounds*writes), chaining/time.Duration(rounds*writes), percent)
	if stress.IsFull() && percent > 3 {
		t.Errorf("%.2f %% are more than 3", percent)
	}
}
