package ratelimit

import (
	"fmt"
	"testing"
	"time"
)

// Whoever calls under many names is not slowed down by a limit for each of them, and shuts out nobody else.
func TestPerMinute_FullTable_OtherCallersAreNotRefused(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 45, 0, time.UTC)
	l := PerMinute{Most: 2}
	for i := range mostKeys + 10 {
		if err := l.Allow(fmt.Sprint("many ", i), now); err != nil {
			t.Fatalf("key %d: %v", i, err)
		}
	}
	if err := l.Allow("192.0.2.1", now); err != nil {
		t.Errorf("an address that has not called yet: %v", err)
	}
	if len(l.counts) > mostKeys {
		t.Errorf("%d keys are kept", len(l.counts))
	}
}

func TestNetworkOf_Address_IsItsIPv4OrTheNetworkOfASubscriber(t *testing.T) {
	t.Parallel()
	for ip, want := range map[string]string{
		"203.0.113.7":             "203.0.113.7",
		"::ffff:203.0.113.7":      "203.0.113.7",
		"2001:db8:1:2:3:4:5:6":    "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff::1":    "2001:db8:1:2::/64",
		"fe80::1%eth0":            "fe80::/64",
		"":                        "",
		"not an address, but one": "not an address, but one",
	} {
		if got := NetworkOf(ip); got != want {
			t.Errorf("%q is %q, want %q", ip, got, want)
		}
	}
}
