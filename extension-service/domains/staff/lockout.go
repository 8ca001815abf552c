package staff

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/fault"
)

// limit is one rule of the lockout: so many failures within a window block for a while.
type limit struct {
	kind     string // what is blocked: the pair of e-mail and address, the e-mail everywhere, or the address
	failures int64
	window   time.Duration
	block    time.Duration
	longest  time.Duration // block doubles with every further block within a day, up to this
}

var limits = []limit{
	{kind: "pair", failures: 5, window: 15 * time.Minute, block: 15 * time.Minute, longest: 4 * time.Hour},
	{kind: "email", failures: 50, window: time.Hour, block: 15 * time.Minute, longest: 4 * time.Hour},
	{kind: "ip", failures: 30, window: 10 * time.Minute, block: 10 * time.Minute, longest: 10 * time.Minute},
}

const (
	doublingMemory = 24 * time.Hour
	knownFor       = 30 * 24 * time.Hour
)

// attempt is one try to sign in as the counters see it.
type attempt struct {
	account string // hash of the e-mail, whether or not it is anybody's
	network string
	known   bool // this address signed in to this account lately
	at      int64
	failure int64   // the row that counts it
	blocks  []int64 // what it started

	login    LoginKind // by which somebody tries to sign in; default: by password
	isChange bool      // of the password: counted against the e-mail and the address, not the pair
}

// emailKey is the form in which e-mails are compared.
func emailKey(email string) string { return canonical.EmailKey(email) }

// accountOf hashes an e-mail: people type passwords into the wrong field, and a counter is no place to keep them.
func accountOf(email string) string {
	sum := sha256.Sum256([]byte(emailKey(email)))
	return hex.EncodeToString(sum[:16])
}

// tooMany asks to wait; a started second counts whole.
func tooMany(ms int64) error {
	e := fault.New(fault.TooMany, "TOO_MANY_REQUESTS", "too many attempts")
	e.RetryAfter = int((ms + 999) / 1000)
	return e
}

// passGate makes those who count wait for each other, on every copy of the service, until their transactions end.
func (s *Service) passGate(ctx context.Context) error {
	_, err := s.DB.Exec(ctx, `UPDATE staff_gate SET passed = passed + 1 WHERE id = 1`)
	return err
}

// blocked returns when the longest block ends that stands against the attempt; 0 for none.
func (s *Service) blocked(ctx context.Context, t *attempt) (int64, error) {
	email := "email"
	if t.known {
		email = "" // an owner at a known address is not shut out by strangers elsewhere
	}
	var until int64
	_, err := s.DB.Row(ctx, []any{&until}, `
		SELECT coalesce(max(until), 0)
		  FROM staff_blocks
		 WHERE until > $1
		   AND (kind = 'pair' AND account = $2 AND network = $3 OR kind = $4 AND account = $2 OR kind = 'ip' AND network = $3)`,
		t.at, t.account, t.network, email)
	return until, err
}

// reserve counts the attempt as failed before anything is verified, so that many at once get no more tries than one
// after the other. settle takes it back. TOO_MANY_REQUESTS while a block stands.
func (s *Service) reserve(ctx context.Context, t *attempt) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		t.at, t.blocks = s.ms(), nil
		if err := s.passGate(ctx); err != nil {
			return err
		}
		until, err := s.blocked(ctx, t)
		if err != nil {
			return err
		}
		if until > 0 {
			return tooMany(until - t.at)
		}
		if _, err := s.DB.Row(ctx, []any{&t.failure}, `
			INSERT INTO staff_failures (account, network, at, counted)
			VALUES ($1, $2, $3, $4)
			RETURNING id`, t.account, t.network, t.at, boolToInt(!t.isChange)); err != nil {
			return err
		}
		for _, l := range limits {
			if err := s.apply(ctx, l, t); err != nil {
				return err
			}
		}
		return nil
	})
}

// matches is the condition that picks the rows of a limit's kind; both tables have both columns, and every kind names
// both parameters.
func (l limit) matches() string {
	switch l.kind {
	case "pair":
		return "account = $1 AND network = $2"
	case "email":
		return "account = $1 AND CAST($2 AS TEXT) IS NOT NULL"
	}
	return "network = $2 AND CAST($1 AS TEXT) IS NOT NULL"
}

// apply starts a block when the attempt is the last one the limit allows.
func (s *Service) apply(ctx context.Context, l limit, t *attempt) error {
	var earlier, last int64
	if _, err := s.DB.Row(ctx, []any{&earlier, &last}, `
		SELECT count(*), coalesce(max(started), 0)
		  FROM staff_blocks
		 WHERE `+l.matches()+` AND kind = $3 AND started > $4`, t.account, t.network, l.kind, t.at-doublingMemory.Milliseconds()); err != nil {
		return err
	}
	counted := int64(0)
	if l.kind == "pair" {
		counted = 1 // a success resets the pair, not the e-mail and not the address
	}
	var n int64
	if _, err := s.DB.Row(ctx, []any{&n}, `
		SELECT count(*)
		  FROM staff_failures
		 WHERE `+l.matches()+` AND at > $3 AND counted >= $4`,
		t.account, t.network, max(last, t.at-l.window.Milliseconds()), counted); err != nil {
		return err
	}
	if n < l.failures {
		return nil
	}
	length := min(l.block<<min(earlier, 10), l.longest)
	account, network := t.account, t.network
	if l.kind == "ip" {
		account = ""
	}
	if l.kind == "email" {
		network = ""
	}
	var id int64
	_, err := s.DB.Row(ctx, []any{&id}, `
		INSERT INTO staff_blocks (kind, account, network, started, until)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, l.kind, account, network, t.at, t.at+length.Milliseconds())
	t.blocks = append(t.blocks, id)
	return err
}

// releaseAttempt takes back what reserve has counted: the attempt was not a wrong password. Call it inside Write.
func (s *Service) releaseAttempt(ctx context.Context, t *attempt) error {
	for _, id := range t.blocks { // three at most
		if _, err := s.DB.Exec(ctx, `DELETE FROM staff_blocks WHERE id = $1`, id); err != nil {
			return err
		}
	}
	_, err := s.DB.Exec(ctx, `DELETE FROM staff_failures WHERE id = $1`, t.failure)
	return err
}

// resetPair forgets the pair's failures after a right password. Call it inside Write.
func (s *Service) resetPair(ctx context.Context, t *attempt) error {
	_, err := s.DB.Exec(ctx, `UPDATE staff_failures SET counted = 0 WHERE account = $1 AND network = $2`, t.account,
		t.network)
	return err
}

// clearCounters forgets every failure and block of an e-mail. Call it inside Write.
func (s *Service) clearCounters(ctx context.Context, account string) error {
	if _, err := s.DB.Exec(ctx, `DELETE FROM staff_failures WHERE account = $1`, account); err != nil {
		return err
	}
	_, err := s.DB.Exec(ctx, `DELETE FROM staff_blocks WHERE account = $1`, account)
	return err
}
