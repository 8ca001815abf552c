package staff

import (
	"context"
	"slices"
	"strings"
	"testing"
)

func TestRecoveryCodes_EachCode_WorksOnce(t *testing.T) {
	each(t, func(d *fixture) {
		email := "csm" + demoDomain
		here := d.withTokens(d.signIn("csm"))
		_, codes := d.withFactor(here)
		if len(codes) != recoveryCodes || len(codes[0]) != 29 {
			d.t.Fatalf("codes %q", codes)
		}
		typed := strings.ToLower(strings.ReplaceAll(codes[3], "-", " "))
		if err := d.second(email, d.challenged(email), typed); err != nil {
			d.t.Errorf("as people type it: %v", err)
		}
		d.wantCode(d.second(email, d.challenged(email), codes[3]), "BAD_CREDENTIALS")
		if got, err := d.UserContext(here, ContextQuery{}); err != nil || got.User.RecoveryCodes != recoveryCodes-1 {
			d.t.Errorf("%d left, %v", got.User.RecoveryCodes, err)
		}
		if n := d.log.count("totp.recovery"); n != 1 {
			d.t.Errorf("audited %d times", n)
		}
		_, fresh := d.withFactor(here) // another phone: the old codes are worth nothing
		d.wantCode(d.second(email, d.challenged(email), codes[4]), "BAD_CREDENTIALS")
		if err := d.second(email, d.challenged(email), fresh[4]); err != nil {
			d.t.Error(err)
		}
	})
}

func TestRecoveryCodes_New_Have112RandomBitsInUnambiguousLetters(t *testing.T) {
	each(t, func(d *fixture) {
		_, codes := d.withFactor(d.withTokens(d.signIn("csm")))
		for _, code := range codes {
			groups := strings.Split(code, "-")
			letters := strings.Join(groups, "")
			if strings.Trim(letters, crockfordLetters) != "" || len(letters)*5 < 112 {
				d.t.Errorf("%q has %d bits", code, len(letters)*5)
			}
			if slices.ContainsFunc(groups, func(g string) bool { return len(g) != 4 }) {
				d.t.Errorf("%q is not in groups of four", code)
			}
		}
		if sorted := slices.Compact(slices.Sorted(slices.Values(codes))); len(sorted) != len(codes) {
			d.t.Errorf("some are equal: %q", codes)
		}
	})
}

func TestRecoveryCodes_InTheDatabase_AreHashed(t *testing.T) {
	each(t, func(d *fixture) {
		_, codes := d.withFactor(d.withTokens(d.signIn("csm")))
		hashes, err := d.DB.Texts(d.t.Context(), `SELECT hash FROM staff_recovery_codes ORDER BY hash`)
		if err != nil || len(hashes) != len(codes) {
			d.t.Fatalf("%d are kept, %v", len(hashes), err)
		}
		for i, code := range codes {
			codes[i] = recoveryHash(d.id("csm"), code)
			if letters := strings.ReplaceAll(code, "-", ""); strings.Contains(strings.Join(hashes, " "), letters) {
				d.t.Errorf("%q stands in clear", code)
			}
		}
		if slices.Sort(codes); !slices.Equal(codes, hashes) {
			d.t.Errorf("kept %q, want %q", hashes, codes)
		}
	})
}

func TestRecoveryCodes_TypedByHand_OpenDespiteLettersThatLookAlike(t *testing.T) {
	const code = "01AB-CDEF-GH01-JKMN-PQ01-RSTV"
	for _, typed := range []string{
		"01abcdefgh01jkmnpq01rstv", "OIab cdef ghOl jkmn pqoL rstv", " 0lAB–CDEF–GHO1–JKMN–PQ0I–RSTV ",
	} {
		if recoveryHash(7, typed) != recoveryHash(7, code) {
			t.Errorf("%q is not read as %q", typed, code)
		}
	}
	if recoveryHash(8, code) == recoveryHash(7, code) {
		t.Error("the code of one account opens another")
	}
}

func (d *fixture) insertRecoveryCode(id int64, code string) {
	d.t.Helper()
	if err := d.DB.Write(d.t.Context(), func(ctx context.Context) error {
		_, err := d.DB.Exec(ctx, `INSERT INTO staff_recovery_codes (hash, staff_id) VALUES ($1, $2)`,
			recoveryHash(id, code), id)
		return err
	}); err != nil {
		d.t.Fatal(err)
	}
}

// Codes that were printed before they became longer have 16 letters.
func TestRecoveryCodes_OfFormerLength_OpenUntilTheyAreRenewed(t *testing.T) {
	each(t, func(d *fixture) {
		here := d.withTokens(d.signIn("csm"))
		d.withFactor(here)
		former := []string{"7Q4M-0ZXK-H2VD-91TB", "C5RN-8WJE-6GPA-3YFS"}
		for _, code := range former {
			d.insertRecoveryCode(d.id("csm"), code)
		}
		email := "csm" + demoDomain
		if err := d.second(email, d.challenged(email), former[0]); err != nil {
			d.t.Errorf("the first: %v", err)
		}
		d.wantCode(d.second(email, d.challenged(email), former[0]), "BAD_CREDENTIALS")
		d.withFactor(here)
		d.wantCode(d.second(email, d.challenged(email), former[1]), "BAD_CREDENTIALS")
	})
}
