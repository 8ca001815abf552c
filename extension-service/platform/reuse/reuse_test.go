package reuse_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"poolkeeper.example/extension-service/platform/reuse"
)

// Whatever is asked for when: an answer is the newest, or it is of the last minute and was slow to compute.
func TestAnswers_RandomUse_AreExactOrSlowAndOfTheLastMinute(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	now, truth, durations := time.Unix(1_000_000, 0), map[int]int{}, map[int]time.Duration{1: time.Second, 2: 0}
	computed := 0
	a := &reuse.Answers[int, int]{
		Now: func() time.Time { return now },
		Compute: func(_ context.Context, key int) (int, error) {
			computed++
			value := truth[key]
			now = now.Add(durations[key])
			return value, nil
		},
	}
	changed := map[int]time.Time{}
	for range 10_000 {
		key := 1 + r.IntN(2)
		switch r.IntN(3) {
		case 0:
			truth[key]++
			changed[key] = now
		case 1:
			now = now.Add(time.Duration(r.IntN(20)) * time.Second)
		default:
			before := now
			got, at, err := a.Get(t.Context(), key)
			if err != nil {
				t.Fatal(err)
			}
			isExact := got == truth[key]
			if !isExact && (durations[key] == 0 || before.Sub(at) > time.Minute || !changed[key].After(at)) {
				t.Fatalf("key %d: %d of %s, but it is %d since %s, and it is %s", key, got, at, truth[key], changed[key], before)
			}
		}
	}
	if computed == 0 || computed > 4_000 {
		t.Errorf("%d computed", computed)
	}
}

// Of many who ask at once for what is too old one computes it, and the others get what there is.
func TestAnswers_ConcurrentRequestsForAStaleOne_ComputeItOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		computed := 0
		a := &reuse.Answers[string, int]{
			Now: time.Now,
			Compute: func(context.Context, string) (int, error) {
				computed++
				time.Sleep(2 * time.Second)
				return computed, nil
			},
		}
		callAll := func() {
			var group sync.WaitGroup
			for range 50 {
				group.Go(func() {
					if _, _, err := a.Get(t.Context(), "all"); err != nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
		}
		callAll()
		if computed != 1 {
			t.Errorf("the first was computed %d times", computed)
		}
		time.Sleep(2 * time.Minute)
		callAll()
		if computed != 2 {
			t.Errorf("the next was computed %d times", computed-1)
		}
	})
}

// What cannot be computed is said to whoever asked, is not retained, and is tried again by the next.
func TestAnswers_ComputationFails_IsRetried(t *testing.T) {
	t.Parallel()
	now, failure := time.Unix(1_000_000, 0), errors.New("away")
	var fails error
	a := &reuse.Answers[string, string]{
		Now: func() time.Time { return now },
		Compute: func(context.Context, string) (string, error) {
			now = now.Add(time.Second)
			return "found", fails
		},
	}
	for _, want := range []error{nil, failure, nil} {
		fails = want
		if _, _, err := a.Get(t.Context(), "all"); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
		now = now.Add(2 * time.Minute)
	}
}

// Whoever gives up waiting leaves the computation to those who still wait.
func TestAnswers_CallerGivesUp_ComputationGoesOn(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := &reuse.Answers[string, error]{
		Now:     time.Now,
		Compute: func(ctx context.Context, _ string) (error, error) { return ctx.Err(), nil },
	}
	if got, _, err := a.Get(ctx, "all"); err != nil || got != nil {
		t.Errorf("%v, %v", got, err)
	}
}
