package jobs

import (
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

//nolint:paralleltest // the number of threads is that of the process
func TestThreads_LongWork_HasExtraThreads(t *testing.T) {
	usual := runtime.GOMAXPROCS(0)
	synctest.Test(t, func(t *testing.T) {
		expect := func(want int) {
			t.Helper()
			synctest.Wait()
			if got := runtime.GOMAXPROCS(0); got != want {
				t.Errorf("%d threads compute, want %d", got, want)
			}
		}
		short, one, other := yieldToRequests(), yieldToRequests(), yieldToRequests()
		time.Sleep(long / 2)
		short()
		expect(usual)
		time.Sleep(long)
		expect(usual + spare)
		one()
		expect(usual + spare)
		other()
		expect(usual)
	})
}
