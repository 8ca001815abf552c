package staff

import (
	"context"
	"crypto/rand"
	"strings"
)

const (
	recoveryCodes = 10
	recoveryBytes = 15 // random ones of each, which are 24 letters
	recoveryGroup = 4  // letters that stand together
)

// RecoveryCodes open the account once each when the app is lost; they are shown once.
type RecoveryCodes struct {
	RecoveryCodes []string `json:"recoveryCodes"`
}

// newRecoveryCodes replaces those of an account. From 112 random bits on a plain hash gives nothing away.
func (s *Service) newRecoveryCodes(ctx context.Context, id int64) ([]string, error) {
	if err := s.dropRecoveryCodes(ctx, id); err != nil {
		return nil, err
	}
	out := make([]string, recoveryCodes)
	for i := range out {
		var b [recoveryBytes]byte
		_, _ = rand.Read(b[:]) // never fails
		out[i] = groupLetters(crockford.EncodeToString(b[:]), recoveryGroup)
		if _, err := s.DB.Exec(ctx, `INSERT INTO staff_recovery_codes (hash, staff_id) VALUES ($1, $2)`,
			recoveryHash(id, out[i]), id); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *Service) dropRecoveryCodes(ctx context.Context, id int64) error {
	_, err := s.DB.Exec(ctx, `DELETE FROM staff_recovery_codes WHERE staff_id = $1`, id)
	return err
}

// recoveryHash reads a code as people copy it: in either case, with or without what stands between, and with the
// letters that its alphabet leaves out for the digits they look like.
func recoveryHash(id int64, code string) string {
	letters := strings.Map(func(r rune) rune {
		switch r {
		case 'O':
			r = '0'
		case 'I', 'L':
			r = '1'
		}
		if strings.ContainsRune(crockfordLetters, r) {
			return r
		}
		return -1
	}, strings.ToUpper(code))
	return hashed(string(ofAccount(id)), letters)
}

// dropUnusedCodes removes the recovery codes of an account that has no factor left to recover.
func (s *Service) dropUnusedCodes(ctx context.Context, id int64) error {
	f, err := s.factorOf(ctx, id)
	if err != nil || f.isSet() {
		return err
	}
	return s.dropRecoveryCodes(ctx, id)
}
