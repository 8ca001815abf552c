package freelancers_test

import (
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
)

func TestConsent_Period_StartsAndEndsInTime(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	granted := now.AddDate(0, -1, 0)
	for name, tc := range map[string]struct {
		freelancers.Consent
		processing, pools, sharing bool
	}{
		"nothing is agreed to": {},
		"processing alone":     {Consent: freelancers.Consent{DataProcessingAt: granted}, processing: true},
		"pools without an end": {Consent: freelancers.Consent{PoolAt: granted}, pools: true},
		"sharing, not ended yet": {
			Consent: freelancers.Consent{ShareAt: granted, ValidUntil: now.Add(time.Second)},
			sharing: true,
		},
		"all, ended at the time": {Consent: freelancers.Consent{
			DataProcessingAt: granted, PoolAt: granted, ShareAt: granted,
			ValidUntil: now,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := tc.Valid(now); got != tc.processing {
				t.Errorf("processing: %t", got)
			}
			if got := tc.AllowsPools(now); got != tc.pools {
				t.Errorf("pools: %t", got)
			}
			if got := tc.AllowsSharing(now); got != tc.sharing {
				t.Errorf("sharing: %t", got)
			}
		})
	}
}

func TestBinding_LastDay_EndsInTheTimeZoneOfTheClient(t *testing.T) {
	t.Parallel()
	b := freelancers.Binding{BoundClientID: 3, BoundLegalEntityID: 4, BoundUntil: "2026-11-21"}
	for at, want := range map[string]int64{"2026-11-21T22:59:59Z": 3, "2026-11-21T23:00:00Z": 0} { // midnight in Berlin
		now, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if client, _ := b.BoundAt(now); client != want {
			t.Errorf("at %s to %d, want %d", at, client, want)
		}
	}
	b.BoundUntil = ""
	if client, entity := b.BoundAt(time.Now()); client != 3 || entity != 4 {
		t.Errorf("without an end to %d and %d", client, entity)
	}
}
