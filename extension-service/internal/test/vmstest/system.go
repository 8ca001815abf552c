// Package vmstest is a VMS for tests: what it does with a call, and what it has taken.
package vmstest

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// System is a VMS that knows what it has done by idempotency key.
type System struct {
	*httptest.Server
	mu      sync.Mutex
	effects map[string]int // how often something happened there
	calls   int
	answer  Answer
}

// Answer is what a VMS does with a call under a key; apply has what it asks for happen.
type Answer func(key string, apply func(), w http.ResponseWriter, r *http.Request)

// New starts a VMS that stops with the test.
func New(t testing.TB, answer Answer) *System {
	t.Helper()
	s := &System{effects: map[string]int{}, answer: answer}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		key := r.Header.Get("Idempotency-Key")
		s.mu.Lock()
		s.calls++
		s.mu.Unlock()
		s.answer(key, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.effects[key] == 0 { // a key that it knows is not done twice
				s.effects[key]++
			}
		}, w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// CountOf is how often something was done there under a key.
func (s *System) CountOf(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.effects[key]
}

// Effects is how many keys something was done under.
func (s *System) Effects() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.effects)
}

// Called is how often it was called.
func (s *System) Called() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// Accept does what is asked for and names it X- with the key.
func Accept(key string, apply func(), w http.ResponseWriter, _ *http.Request) {
	apply()
	_, _ = fmt.Fprintf(w, `{"externalId":"X-%s"}`, key)
}

// AnswerBy answers with a status, which may change between two calls; as long as it is 200 it accepts.
func AnswerBy(status *int) Answer {
	return func(key string, apply func(), w http.ResponseWriter, r *http.Request) {
		if *status != http.StatusOK {
			w.WriteHeader(*status)
			return
		}
		Accept(key, apply, w, r)
	}
}

// FailingAtRandom fails, hangs, answers garbage and limits its callers at random, before or after it has done what it
// was asked for, and never takes some. It hangs at most hangs times: each costs the caller all its patience.
func FailingAtRandom(r *rand.Rand, hangs int, never func(key string) bool) Answer {
	var mu sync.Mutex
	return func(key string, apply func(), w http.ResponseWriter, q *http.Request) {
		mu.Lock()
		roll, isDone := r.IntN(100), r.IntN(2) == 0
		isHanging := roll >= 15 && roll < 18 && hangs > 0
		if isHanging {
			hangs--
		}
		mu.Unlock()
		if never(key) {
			http.Error(w, `{"error":"no such job"}`, http.StatusUnprocessableEntity)
			return
		}
		if roll < 40 && isDone {
			apply()
		}
		switch {
		case isHanging:
			<-q.Context().Done()
		case roll < 18:
			http.Error(w, "down", http.StatusServiceUnavailable)
		case roll < 28:
			_, _ = io.WriteString(w, "<html>garbage")
		case roll < 32:
			panic(http.ErrAbortHandler) // the connection breaks
		case roll < 40:
			w.Header().Set("Retry-After", "30")
			http.Error(w, "slowly", http.StatusTooManyRequests)
		default:
			Accept(key, apply, w, q)
		}
	}
}
