package staff

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
)

const (
	challengeLife  = 5 * time.Minute
	challengeTries = 5
)

// errWrongCode is what a wrong code of the second factor is known by here; outside it is BAD_CREDENTIALS.
var errWrongCode = badCredentials()

// secondStep asks for the second factor of an account that has one, after its password was right: the refusal is a
// challenge when none comes along, errWrongCode for a wrong code. Where the setting asks for a factor and there is
// none, the session opens nothing but its setting up. Call it inside Write.
func (s *Service) secondStep(ctx context.Context, a *account, in Credentials) (p proof, refusal, err error) {
	p = proof{login: ByPassword, methods: "pwd"}
	f, err := s.factorOf(ctx, a.ID)
	if err != nil {
		return p, nil, err
	}
	if f.secret == "" {
		p.factorDue, err = s.factorRequired(ctx)
		return p, nil, err
	}
	p.methods = "pwd otp"
	refusal, err = s.askCode(ctx, a.ID, f, givenCode{in.Challenge, in.Code})
	return p, refusal, err
}

// givenCode is a code of the second factor, with the challenge that it answers.
type givenCode struct{ challenge, code string }

// askCode uses up a code of a second factor: the refusal is a challenge when none is answered, errWrongCode for a wrong
// code.
func (s *Service) askCode(ctx context.Context, id int64, f factor, in givenCode) (refusal, err error) {
	open, err := s.useTry(ctx, id, in.challenge)
	if err != nil {
		return nil, err
	}
	if !open {
		return s.challenge(ctx, id)
	}
	right, err := s.useCode(ctx, id, f, in.code)
	if err != nil {
		return nil, err
	}
	if !right {
		return errWrongCode, nil
	}
	_, err = s.DB.Exec(ctx, `DELETE FROM staff_challenges WHERE staff_id = $1`, id)
	return nil, err
}

func (s *Service) factorRequired(ctx context.Context) (bool, error) {
	if s.FactorRequired == nil {
		return false, nil
	}
	return s.FactorRequired(ctx)
}

// challenge lets the next call bring a code.
func (s *Service) challenge(ctx context.Context, id int64) (refusal, err error) {
	token := refreshToken()
	_, err = s.DB.Exec(ctx, `
		INSERT INTO staff_challenges (hash, staff_id, until, tries)
		VALUES ($1, $2, $3, $4)`, tokenHash(token), id, s.Now().Add(challengeLife).UnixMilli(), challengeTries)
	return fault.New(fault.Unauthenticated, "TOTP_REQUIRED", "a code of the second factor is needed").With("challenge",
		token), err
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

// useCode uses up a code of the app, or a recovery code.
func (s *Service) useCode(ctx context.Context, id int64, f factor, code string) (bool, error) {
	step, err := s.stepOf(ctx, id, f, code)
	if err != nil {
		return false, err
	}
	if step > 0 {
		_, err = s.DB.Exec(ctx, `UPDATE staff_totp SET last_step = $1 WHERE staff_id = $2`, step, id)
		return true, err
	}
	n, err := s.DB.Exec(ctx, `DELETE FROM staff_recovery_codes WHERE hash = $1 AND staff_id = $2`, recoveryHash(id, code),
		id)
	if err != nil || n == 0 {
		return false, err
	}
	if err := s.notifyOf(ctx, recoveryCodeUsed, id); err != nil {
		return false, err
	}
	return true, s.record(ctx, event{action: "totp.recovery", id: id})
}
