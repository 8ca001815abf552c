package content

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// answersAfter is a content service that answers that late, or only once somebody gives up.
func answersAfter(late time.Duration) func(ctx context.Context) ([]byte, error) {
	return func(ctx context.Context) ([]byte, error) {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(late):
			return nil, nil
		}
	}
}

// asPerson is a call that somebody waits for.
func asPerson(t *testing.T) context.Context {
	return role.With(t.Context(), &role.Caller{Kind: role.Admin, ID: 1, Permissions: role.Permissions()})
}

func TestBreaker_ContentServiceHangs_CallersWaitTwoSecondsOnceThenNotAtAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var late atomic.Int64
		late.Store(int64(time.Hour))
		answer := func(ctx context.Context) ([]byte, error) { return answersAfter(time.Duration(late.Load()))(ctx) }
		b := &breaker{now: time.Now, patience: defaultPatience, probe: func(ctx context.Context) error {
			_, err := answer(ctx)
			return err
		}}
		refusedAfter := func(most time.Duration) {
			began := time.Now()
			_, err := b.call(asPerson(t), answer)
			if waited := time.Since(began); fault.CodeOf(err) != "UNAVAILABLE" || !errors.Is(err, errHangs) || waited > most {
				t.Errorf("waited %s for %v, want a refusal within %s", waited, err, most)
			}
		}
		var waiting sync.WaitGroup
		for range 40 {
			waiting.Go(func() { refusedAfter(2 * time.Second) })
		}
		waiting.Wait()
		for range 40 {
			refusedAfter(0)
		}
		late.Store(0)
		time.Sleep(probeGap + time.Millisecond)
		refusedAfter(0) // and has it asked whether it answers again
		synctest.Wait()
		if _, err := b.call(asPerson(t), answer); err != nil {
			t.Errorf("refused although the content service answers again: %v", err)
		}
	})
}

func TestBreaker_ContentServiceAnswersOthers_LateAnswerArrives(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := &breaker{now: time.Now, patience: defaultPatience, probe: func(ctx context.Context) error {
			_, err := answersAfter(90 * time.Second)(ctx)
			return err
		}}
		late := make(chan error, 1)
		go func() {
			_, err := b.call(asPerson(t), answersAfter(3*time.Second))
			late <- err
		}()
		time.Sleep(defaultPatience * 3 / 2) // the question is being asked
		if _, err := b.call(asPerson(t), answersAfter(0)); err != nil {
			t.Errorf("a call beside the late one: %v", err)
		}
		if err := <-late; err != nil {
			t.Errorf("the late call: %v", err)
		}
	})
}

func TestBreaker_CallThatNobodyWaitsFor_IsNotCutOff(t *testing.T) {
	t.Parallel()
	for name, as := range map[string]func(t *testing.T) context.Context{
		"the product's own":           func(t *testing.T) context.Context { return role.AsSystem(t.Context(), "texts") },
		"of a job in somebody's name": func(t *testing.T) context.Context { return jobs.InBackground(asPerson(t)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := &breaker{now: time.Now, patience: defaultPatience, isOpen: true, probe: func(context.Context) error { return errHangs }}
				if _, err := b.call(as(t), answersAfter(time.Minute)); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
