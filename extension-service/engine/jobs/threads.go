package jobs

import (
	"runtime"
	"sync"
	"time"
)

const (
	// spare is how many threads more compute while work goes on for long. Go lets a goroutine compute for 10 ms before
	// another has its turn, so that a request would wait behind such work and the index that follows it; the system gives
	// a thread that wakes up its turn at once. Without such work more threads would only look for work in vain.
	spare = 2
	// long is how long work goes on until that pays.
	long = time.Second
)

// spares counts the work that goes on for long.
var spares struct {
	sync.Mutex

	works int
}

// yieldToRequests lets requests have their turn beside work, should that take long, until it ends.
func yieldToRequests() (end func()) {
	done := make(chan struct{})
	go func() {
		select {
		case <-done:
		case <-time.After(long):
			withSpare(done)
		}
	}()
	return func() { close(done) }
}

// withSpare has more threads until it is done.
func withSpare(done <-chan struct{}) {
	count := func(more int) {
		spares.Lock()
		defer spares.Unlock()
		before := min(spares.works, 1)
		spares.works += more
		if after := min(spares.works, 1); after != before {
			runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + (after-before)*spare)
		}
	}
	count(1)
	<-done
	count(-1)
}
