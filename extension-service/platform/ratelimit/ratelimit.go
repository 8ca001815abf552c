// Package ratelimit keeps calls from being made too often from one address, or by one person.
package ratelimit

import (
	"net/netip"
	"sync"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
)

const mostKeys = 10_000 // that are counted at a time

// PerMinute counts the calls of each key, such as an address. Each minute begins anew.
type PerMinute struct {
	Most int

	mu     sync.Mutex
	minute int64
	counts map[string]int
}

// Allow counts a call and answers TOO_MANY_REQUESTS, with the seconds until the next minute, when it is one too many.
func (l *PerMinute) Allow(key string, now time.Time) error {
	if l.count(key, now.Unix()/60) {
		return nil
	}
	tooMany := fault.New(fault.TooMany, "TOO_MANY_REQUESTS", "too many reports from this address")
	tooMany.RetryAfter = 60 - now.Second()
	return tooMany
}

// count forgets one of the others where there are too many: a limit for each stops nobody who has so many, and must
// shut out nobody else.
func (l *PerMinute) count(key string, minute int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if minute != l.minute || l.counts == nil {
		l.minute, l.counts = minute, map[string]int{}
	}
	if _, known := l.counts[key]; !known && len(l.counts) >= mostKeys {
		for other := range l.counts {
			delete(l.counts, other)
			break
		}
	}
	l.counts[key]++
	return l.counts[key] <= l.Most
}

// NetworkOf is what counts as one address: a single IPv4, or the /64 that one IPv6 subscriber can choose from.
func NetworkOf(ip string) string {
	a, err := netip.ParseAddr(ip)
	if err != nil {
		return ip
	}
	if a = a.Unmap().WithZone(""); a.Is4() {
		return a.String()
	}
	p, err := a.Prefix(64)
	if err != nil {
		return ip
	}
	return p.String()
}
