package staff

import (
	"testing"
)

func TestHash_StoredWithOtherCosts_IsVerifiedOrStale(t *testing.T) {
	t.Parallel()
	h := newHasher()
	h.cost = cheap
	stored := h.hash("correct horse")
	h.cost.passes = 2
	for name, tc := range map[string]struct {
		stored, password string
		ok, stale        bool
	}{
		"right, of an older cost": {stored, "correct horse", true, true},
		"right, of today's cost":  {h.hash("correct horse"), "correct horse", true, false},
		"wrong":                   {stored, "battery staple", false, false},
		"in capitals":             {stored, "Correct horse", false, false},
		"with a blank at its end": {stored, "correct horse ", false, false},
		"its beginning":           {stored, "correct hors", false, false},
		"no account":              {"", "", false, false},
		"damaged":                 {stored[:20], "correct horse", false, false},
	} {
		if ok, stale := h.verify(tc.stored, tc.password); ok != tc.ok || stale != tc.stale {
			t.Errorf("%s: %v, %v", name, ok, stale)
		}
	}
}

func TestHash_OfOldCost_IsRenewedOnSignIn(t *testing.T) {
	each(t, func(d *fixture) {
		before, _ := d.byEmail(d.t.Context(), "csm"+demoDomain)
		d.hasher.cost.passes = 2
		d.signIn("csm")
		after, _ := d.byEmail(d.t.Context(), "csm"+demoDomain)
		if before.passwordHash == after.passwordHash {
			d.t.Error("the hash is still of the old cost")
		}
		d.signIn("csm")
	})
}
