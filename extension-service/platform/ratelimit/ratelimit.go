// Package ratelimit keeps calls that anybody may make from being made too often from one address.
package ratelimit

import (
	"sync"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
)

const mostPeers = 10_000 // addresses that are counted at a time

// PerMinute counts the calls of each address. Each minute begins anew.
type PerMinute struct {
	Most int

	mu     sync.Mutex
	minute int64
	counts map[string]int
}

// Allow counts a call and answers TOO_MANY_REQUESTS, with the seconds until the next minute, when it is one too many.
func (l *PerMinute) Allow(ip string, now time.Time) error {
	if l.count(ip, now.Unix()/60) {
		return nil
	}
	tooMany := fault.New(fault.TooMany, "TOO_MANY_REQUESTS", "too many reports from this address")
	tooMany.Wait = 60 - now.Second()
	return tooMany
}

func (l *PerMinute) count(ip string, minute int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if minute != l.minute || l.counts == nil {
		l.minute, l.counts = minute, map[string]int{}
	}
	if _, known := l.counts[ip]; !known && len(l.counts) >= mostPeers {
		return false
	}
	l.counts[ip]++
	return l.counts[ip] <= l.Most
}
