// Package reuse gives an answer that is slow to compute to whoever asks next as well.
package reuse

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

const (
	slow         = 100 * time.Millisecond // what took less is computed anew each time
	fresh        = time.Minute            // how old an answer may be
	oldest       = 10 * fresh             // and while somebody computes the next one
	computeTime  = 30 * time.Second
	mostRetained = 1000 // answers
)

// Answers reuses answers, each under its key: all that it depends on but the data. What is computed quickly is always
// computed, so that it is exact; what is slow is at most a minute old, or ten while its successor is being computed.
// Whoever asks for what is too old computes it, and nobody else does so at the same time.
type Answers[K comparable, V any] struct {
	Compute func(ctx context.Context, key K) (V, error)
	Now     func() time.Time

	computing singleflight.Group
	mu        sync.Mutex
	retained  map[K]*answer[V]
}

type answer[V any] struct {
	value       V
	at          time.Time // when its computation began
	took        time.Duration
	isComputing bool // the next one is being computed
}

// Get returns the answer of a key, which must not be changed, and the instant that it is of.
func (a *Answers[K, V]) Get(ctx context.Context, key K) (V, time.Time, error) {
	if found, ok := a.reusable(key); ok {
		return found.value, found.at, nil
	}
	found, err, _ := a.computing.Do(fmt.Sprint(key), func() (any, error) {
		return a.compute(ctx, key)
	})
	if err != nil {
		var none V
		return none, time.Time{}, err
	}
	computed := found.(answer[V])
	return computed.value, computed.at, nil
}

// reusable is the retained answer, if it may be given again. Otherwise the caller is to compute the next one.
func (a *Answers[K, V]) reusable(key K) (answer[V], bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	found, ok := a.retained[key]
	if !ok || found.took < slow {
		return answer[V]{}, false
	}
	age := a.Now().Sub(found.at)
	if age < fresh || found.isComputing && age < oldest {
		return *found, true
	}
	found.isComputing = true
	return answer[V]{}, false
}

// compute computes an answer to its end, since others may wait for it, and retains it.
func (a *Answers[K, V]) compute(ctx context.Context, key K) (answer[V], error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), computeTime)
	defer cancel()
	began := a.Now()
	value, err := a.Compute(ctx, key)
	a.mu.Lock()
	defer a.mu.Unlock()
	if err != nil {
		if before, ok := a.retained[key]; ok {
			before.isComputing = false
		}
		return answer[V]{}, err
	}
	computed := answer[V]{value: value, at: began, took: a.Now().Sub(began)}
	if a.retained == nil || len(a.retained) >= mostRetained {
		a.retained = map[K]*answer[V]{}
	}
	retained := computed
	a.retained[key] = &retained
	return computed, nil
}
