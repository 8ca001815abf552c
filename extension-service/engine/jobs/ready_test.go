package jobs_test

import (
	"sync"
	"testing"
	"time"
)

// starting is how long whoever asks waits for a service that is only starting.
const starting = 2 * time.Second

// Whoever asks while the service is starting waits for that, rather than being told that nothing works.
func TestReadiness_ServiceStarting_IsNotDown(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		begun, goOn := make(chan struct{}), make(chan struct{})
		first := sync.OnceFunc(func() { close(begun); <-goOn })
		w.jobs.Now = func() time.Time { first(); return time.Now() } // asked before the queue is opened
		if err := w.jobs.Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.runJobs(t)
		<-begun
		go close(goOn)
		began := time.Now()
		// a slow machine may take longer to start
		if err := w.jobs.Ping(t.Context()); err != nil && time.Since(began) < starting {
			t.Errorf("while it starts: %v", err)
		}
	})
}
