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

// endQuestions lets those come to their end that nobody waits for.
func endQuestions() { time.Sleep(time.Minute) }

// asPerson is a call that somebody waits for.
func asPerson(t *testing.T) context.Context {
	return role.With(t.Context(), &role.Caller{Kind: role.Admin, ID: 1, Permissions: role.Permissions()})
}

func TestBreaker_ContentServiceHangs_CallersAreDelayedForTwoSecondsOnceThenNotAtAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		defer endQuestions()
		var late atomic.Int64
		late.Store(int64(time.Hour))
		answer := func(ctx context.Context) ([]byte, error) { return answersAfter(time.Duration(late.Load()))(ctx) }
		b := &breaker{now: time.Now, patience: defaultPatience, probe: func(ctx context.Context, _ func()) error {
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
		synctest.Wait() // they have had it asked
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
		defer endQuestions()
		b := &breaker{now: time.Now, patience: defaultPatience, probe: func(ctx context.Context, _ func()) error {
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

func TestBreaker_BusyContentServiceGivesASignOfLife_LateAnswerArrives(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		defer endQuestions()
		b := &breaker{now: time.Now, patience: defaultPatience, probe: func(ctx context.Context, isAlive func()) error {
			isAlive()
			_, err := answersAfter(3 * time.Second)(ctx)
			return err
		}}
		var calls sync.WaitGroup
		for range 3 {
			calls.Go(func() {
				if _, err := b.call(asPerson(t), answersAfter(10*time.Second)); err != nil {
					t.Errorf("a busy content service counts as one that hangs: %v", err)
				}
			})
		}
		calls.Wait()
	})
}

func TestBreaker_ContentServiceGaveNoSignOfLife_ItsLateAnswerAdmitsCallsAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		defer endQuestions()
		const blocked = 3 * time.Second
		began := time.Now()
		afterIt := func(ctx context.Context) ([]byte, error) { return answersAfter(blocked - time.Since(began))(ctx) }
		b := &breaker{now: time.Now, patience: defaultPatience, probe: func(ctx context.Context, _ func()) error {
			_, err := afterIt(ctx)
			return err
		}}
		if _, err := b.call(asPerson(t), afterIt); !errors.Is(err, errHangs) || time.Since(began) > 2*time.Second {
			t.Errorf("%v after %s", err, time.Since(began))
		}
		time.Sleep(blocked - time.Since(began) + time.Millisecond)
		if _, err := b.call(asPerson(t), answersAfter(0)); err != nil {
			t.Errorf("refused although the content service has answered: %v", err)
		}
	})
}

func TestBreaker_DatabaseBehindContentServiceHangs_CallersAreRefusedUntilItAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		defer endQuestions()
		b := &breaker{now: time.Now, patience: defaultPatience, probe: func(ctx context.Context, isAlive func()) error {
			isAlive()
			<-ctx.Done()
			return ctx.Err()
		}}
		for i, most := range []time.Duration{4 * time.Second, 0, 0, 0} {
			began := time.Now()
			_, err := b.call(asPerson(t), answersAfter(time.Hour))
			if waited := time.Since(began); !errors.Is(err, errHangs) || waited > most {
				t.Errorf("call %d: %v after %s, want a refusal within %s", i+1, err, waited, most)
			}
			time.Sleep(2 * probeTime)
		}
	})
}

func TestBreaker_BackgroundCall_IsNotCutOff(t *testing.T) {
	t.Parallel()
	for name, as := range map[string]func(t *testing.T) context.Context{
		"the product's own":           func(t *testing.T) context.Context { return role.AsSystem(t.Context(), "texts") },
		"of a job in somebody's name": func(t *testing.T) context.Context { return jobs.InBackground(asPerson(t)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				defer endQuestions()
				b := &breaker{now: time.Now, patience: defaultPatience, isOpen: true, probe: func(context.Context, func()) error {
					return errHangs
				}}
				if _, err := b.call(as(t), answersAfter(time.Minute)); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
