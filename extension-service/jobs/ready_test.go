package jobs_test

import (
	"sync"
	"testing"
	"time"
)

// Whoever asks while the service is starting waits for that, rather than being told that nothing works.
func TestAServiceThatStartsIsNotDown(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *workshop) {
		begun, goOn := make(chan struct{}), make(chan struct{})
		first := sync.OnceFunc(func() { close(begun); <-goOn })
		w.jobs.Now = func() time.Time { first(); return time.Now() } // asked before the queue is opened
		if err := w.jobs.Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.work(t)
		<-begun
		go close(goOn)
		if err := w.jobs.Ping(t.Context()); err != nil {
			t.Errorf("while it starts: %v", err)
		}
	})
}
