package staff

import (
	"context"
	"encoding/json"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/passkey"
)

const (
	challengeLife  = 5 * time.Minute
	challengeTries = 5
)

// errWrongFactor is what a wrong code or passkey is known by here; outside it is BAD_CREDENTIALS.
var errWrongFactor = badCredentials()

// secondStep asks for the second factor of an account that has one, after its password was right: the refusal is a
// challenge when none comes along, errWrongFactor for a wrong one. Where the setting asks for a factor and there is
// none, the session opens nothing but its setting up. Call it inside Write.
func (s *Service) secondStep(ctx context.Context, a *account, in Credentials) (p proof, refusal, err error) {
	p = proof{login: ByPassword, methods: "pwd"}
	f, err := s.factorOf(ctx, a.ID)
	if err != nil {
		return p, nil, err
	}
	if !f.isSet() {
		p.factorDue, err = s.factorRequired(ctx)
		return p, nil, err
	}
	p.methods = "pwd " + in.method()
	refusal, err = s.requireFactor(ctx, a, f, in.SecondStep)
	return p, refusal, err
}

// SecondStep is what answers the challenge of a TOTP_REQUIRED answer: a code of the app, a recovery code, or what a
// passkey has signed.
type SecondStep struct {
	Challenge string          `json:"challenge" check:"secret,max=200"`
	Code      string          `json:"code"      check:"secret,max=40"`
	Passkey   json.RawMessage `json:"passkey"   kind:"json"` // as PublicKeyCredential.toJSON writes it
}

// isPresent says whether a factor comes along.
func (g SecondStep) isPresent() bool { return g.Code != "" || g.hasPasskey() }

func (g SecondStep) hasPasskey() bool { return len(g.Passkey) > 0 && string(g.Passkey) != "null" }

// method is what RFC 8176 calls it.
func (g SecondStep) method() string {
	if g.hasPasskey() {
		return "pop"
	}
	return "otp"
}

// requireFactor uses up what answers a challenge of the second factor: the refusal is a challenge when none is
// answered, errWrongFactor for a wrong answer.
func (s *Service) requireFactor(ctx context.Context, a *account, f factor, second SecondStep) (refusal, err error) {
	use, check := s.useTry, s.useCode
	if second.hasPasskey() {
		use, check = s.useChallenge, s.usePasskey
	}
	open, err := use(ctx, a.ID, second.Challenge)
	if err != nil {
		return nil, err
	}
	if !open {
		return s.challenge(ctx, a.ID, f)
	}
	right, err := check(ctx, a, f, second)
	if err != nil {
		return nil, err
	}
	if !right {
		return errWrongFactor, nil
	}
	_, err = s.DB.Exec(ctx, `DELETE FROM staff_challenges WHERE staff_id = $1`, a.ID)
	return nil, err
}

func (s *Service) factorRequired(ctx context.Context) (bool, error) {
	if s.FactorRequired == nil {
		return false, nil
	}
	return s.FactorRequired(ctx)
}

// challenge lets the next call bring a code, or what a passkey has signed: details.passkey is what the browser needs
// for that, where the account has one.
func (s *Service) challenge(ctx context.Context, id int64, f factor) (refusal, err error) {
	token := refreshToken()
	if _, err := s.DB.Exec(ctx, `
		INSERT INTO staff_challenges (hash, staff_id, until, tries)
		VALUES ($1, $2, $3, $4)`, tokenHash(token), id, s.Now().Add(challengeLife).UnixMilli(),
		challengeTries); err != nil {
		return nil, err
	}
	e := fault.New(fault.Unauthenticated, "TOTP_REQUIRED", "the second factor is needed").With("challenge", token)
	if len(f.keys) == 0 || s.Passkeys == nil {
		return e, nil
	}
	options, err := s.Passkeys.RequestOptions(token, ownerOf(nil, f.keys).Keys)
	return e.With("passkey", options), err
}

// useTry uses up one of the tries of a challenge; false when it has none left, has run out, or is somebody else's.
func (s *Service) useTry(ctx context.Context, id int64, token string) (bool, error) {
	if token == "" {
		return false, nil
	}
	n, err := s.DB.Exec(ctx, `
		UPDATE staff_challenges
		   SET tries = tries - 1
		 WHERE hash = $1 AND staff_id = $2 AND until > $3 AND tries > 0`, tokenHash(token), id, s.ms())
	return n == 1, err
}

// useChallenge uses up a challenge whole: a passkey signs each once. False as for useTry.
func (s *Service) useChallenge(ctx context.Context, id int64, token string) (bool, error) {
	n, err := s.DB.Exec(ctx, `
		DELETE FROM staff_challenges
		 WHERE hash = $1 AND staff_id = $2 AND until > $3 AND tries > 0`, tokenHash(token), id, s.ms())
	return n == 1, err
}

// usePasskey says whether a passkey of the account has signed the challenge.
func (s *Service) usePasskey(ctx context.Context, a *account, f factor, second SecondStep) (bool, error) {
	signed, err := passkey.ReadAssertion(second.Passkey)
	if err != nil || s.Passkeys == nil || signed.Challenge != second.Challenge {
		return false, nil //nolint:nilerr // what cannot be read is wrong, as any other is
	}
	return s.checkAssertion(ctx, a, f.keys, assertion{signed, false})
}

// useCode uses up a code of the app, or a recovery code.
func (s *Service) useCode(ctx context.Context, a *account, f factor, second SecondStep) (bool, error) {
	step, err := s.stepOf(ctx, a.ID, f, second.Code)
	if err != nil {
		return false, err
	}
	if step > 0 {
		_, err = s.DB.Exec(ctx, `UPDATE staff_totp SET last_step = $1 WHERE staff_id = $2`, step, a.ID)
		return true, err
	}
	n, err := s.DB.Exec(ctx, `DELETE FROM staff_recovery_codes WHERE hash = $1 AND staff_id = $2`,
		recoveryHash(a.ID, second.Code), a.ID)
	if err != nil || n == 0 {
		return false, err
	}
	if err := s.notify(ctx, recoveryCodeUsed, a); err != nil {
		return false, err
	}
	return true, s.record(ctx, event{action: "totp.recovery", id: a.ID})
}
