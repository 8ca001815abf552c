package sharedrun_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"poolkeeper.example/extension-service/platform/sharedrun"
)

// Whoever comes while one runs needs another one, since that may have passed their part already; one serves them all.
func TestDo_CallersDuringARun_ShareTheNextOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var w sharedrun.Work
		var runs, atWork atomic.Int32
		release := make(chan struct{})
		work := func(context.Context) error {
			if atWork.Add(1) > 1 {
				t.Error("two run at once")
			}
			defer atWork.Add(-1)
			if runs.Add(1) == 1 {
				<-release
			}
			return nil
		}
		var all sync.WaitGroup
		begin := func() {
			all.Go(func() {
				if err := w.Do(t.Context(), work); err != nil {
					t.Error(err)
				}
			})
		}
		begin()
		synctest.Wait()
		for range 20 {
			begin()
		}
		synctest.Wait()
		close(release)
		all.Wait()
		if runs.Load() != 2 {
			t.Errorf("it ran %d times for 21 callers", runs.Load())
		}
	})
}

func TestDo_FailedRun_FailsForAllOfItsCallers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var w sharedrun.Work
		var failed atomic.Int32
		wrong, release := errors.New("wrong"), make(chan struct{})
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				if err := w.Do(t.Context(), func(context.Context) error {
					<-release
					return wrong
				}); errors.Is(err, wrong) {
					failed.Add(1)
				}
			})
		}
		synctest.Wait()
		close(release)
		all.Wait()
		if failed.Load() != 3 {
			t.Errorf("%d of 3 callers heard of it", failed.Load())
		}
		if err := w.Do(t.Context(), func(context.Context) error { return nil }); err != nil {
			t.Errorf("the next one ends with %v", err)
		}
	})
}

// The run of a caller who leaves is not the end for those who share it.
func TestDo_FirstCallerLeaves_AnotherOneRunsIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var w sharedrun.Work
		var all sync.WaitGroup
		leaving, leave := context.WithCancel(t.Context())
		untilCancelled := func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}
		blocking, unblock := context.WithCancel(t.Context())
		all.Go(func() { _ = w.Do(blocking, untilCancelled) }) // the one that goes on meanwhile
		synctest.Wait()
		all.Go(func() {
			if err := w.Do(leaving, untilCancelled); !errors.Is(err, context.Canceled) {
				t.Errorf("whoever leaves hears %v", err)
			}
		})
		synctest.Wait()
		for range 3 {
			all.Go(func() {
				if err := w.Do(t.Context(), func(context.Context) error { return nil }); err != nil {
					t.Errorf("whoever stays hears %v", err)
				}
			})
		}
		synctest.Wait()
		leave()
		synctest.Wait()
		unblock()
		all.Wait()
	})
}
