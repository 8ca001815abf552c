package staff

import (
	"cmp"
	"context"
	"errors"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/ratelimit"
	"poolkeeper.example/extension-service/platform/role"
)

// Credentials are what the sign-in form sends.
type Credentials struct {
	Username   string `json:"username"   check:"required,max=254"`
	Password   string `json:"password"   check:"required,secret,max=1024"`
	ClientName string `json:"clientName" check:"max=200"`
	SecondStep
}

// Authorize signs in by password. Where the account has a second factor a right password is answered TOTP_REQUIRED with
// a challenge, and the same call with that and a code or a passkey signs in. BAD_CREDENTIALS alike for an unknown
// e-mail, a wrong password and a wrong factor, TOO_MANY_REQUESTS while a block stands, CLASSIC_LOGIN_DISABLED where
// passwords are not accepted, NO_ACCOUNT for a closed account after a right password, UNAVAILABLE when too many sign in
// at once.
func (s *Service) Authorize(ctx context.Context, in Credentials) (Tokens, error) {
	c, err := s.clientContext(ctx, in.ClientName)
	if err != nil {
		return Tokens{}, err
	}
	if !c.ClassicLogin {
		return Tokens{}, classicDisabled()
	}
	a, err := s.byEmail(ctx, in.Username)
	if err != nil {
		return Tokens{}, err
	}
	t, err := s.newAttempt(ctx, in.Username, a)
	if err != nil {
		return Tokens{}, err
	}
	if err := s.refuseBlocked(ctx, a, t); err != nil {
		return Tokens{}, err
	}
	right, fresh, err := s.verify(ctx, a, t, in.Password)
	if err != nil {
		return Tokens{}, err
	}
	if !right {
		return Tokens{}, s.failed(ctx, a, t)
	}
	return s.succeeded(ctx, t, in, verifiedAccount{a, fresh})
}

func classicDisabled() error {
	return fault.New(fault.Denied, "CLASSIC_LOGIN_DISABLED", "signing in by password is switched off here")
}

func badCredentials() error {
	return fault.New(fault.Unauthenticated, "BAD_CREDENTIALS", "the e-mail or the password is wrong")
}

// newAttempt describes a try for the counters; a is nil for an e-mail that is nobody's.
func (s *Service) newAttempt(ctx context.Context, email string, a *account) (*attempt, error) {
	t := &attempt{account: accountOf(email), network: ratelimit.NetworkOf(role.From(ctx).IP), at: s.ms()}
	if a == nil {
		return t, nil
	}
	var n int
	known, err := s.DB.Row(ctx, []any{&n}, `
		SELECT 1
		  FROM staff_logins
		 WHERE staff_id = $1 AND network = $2 AND at > $3 AND outcome IN ('OK', 'NO_ROLES')
		 LIMIT 1`, a.ID, t.network, t.at-knownFor.Milliseconds())
	t.known = known
	return t, err
}

// refuseBlocked answers blocked attempts before they can take a place among those that hash. The history notes the
// first of each block, so that a flood of refusals writes nothing.
func (s *Service) refuseBlocked(ctx context.Context, a *account, t *attempt) error {
	until, err := s.blocked(ctx, t)
	if err != nil || until == 0 {
		return err
	}
	if a == nil {
		return tooMany(until - t.at)
	}
	var n int
	isRecorded, err := s.DB.Row(ctx, []any{&n}, `
		SELECT 1
		  FROM staff_logins
		 WHERE staff_id = $1 AND network = $2 AND outcome = 'LOCKED'
		   AND at >= (SELECT max(started) FROM staff_blocks WHERE until = $3 AND (account = $4 OR network = $2))
		 LIMIT 1`, a.ID, t.network, until, t.account)
	if err != nil {
		return err
	}
	if !isRecorded {
		if err := s.DB.Write(ctx, func(ctx context.Context) error {
			return s.recordLogin(ctx, a, cmp.Or(t.login, ByPassword), outcomeLocked)
		}); err != nil {
			return err
		}
	}
	return tooMany(until - t.at)
}

// verify counts the attempt and holds the password against the account. fresh is a new hash when the stored one is of
// an older cost.
func (s *Service) verify(ctx context.Context, a *account, t *attempt, password string) (right bool, fresh string,
	err error,
) {
	stored := ""
	if a != nil && !(a.oneTimeHash != "" && (a.oneTimeUsed || a.oneTimeUntil <= t.at)) {
		stored = a.hash()
	}
	err = s.hasher.run(ctx, func() error {
		if err := s.reserve(ctx, t); err != nil {
			return err
		}
		var stale bool
		if right, stale = s.hasher.verify(stored, password); stale {
			fresh = s.hasher.hash(password)
		}
		return nil
	})
	return right, fresh, err
}

// failed leaves the attempt counted and notes it. There is nothing to note of an e-mail that is nobody's, but the
// answer must not come sooner for that.
func (s *Service) failed(ctx context.Context, a *account, t *attempt) error {
	err := s.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context) error {
		if a == nil && len(t.blocks) == 0 {
			return s.passGate(ctx)
		}
		id := int64(0)
		if a != nil {
			id = a.ID
			if err := s.recordLogin(ctx, a, cmp.Or(t.login, ByPassword), outcomeWrong); err != nil {
				return err
			}
			if err := s.record(ctx, event{action: "auth.failed", id: id}); err != nil {
				return err
			}
		}
		if len(t.blocks) == 0 {
			return nil
		}
		return s.record(ctx, event{action: "auth.blocked", id: id})
	})
	if err != nil {
		return err
	}
	return badCredentials()
}

// verifiedAccount is an account whose password was right, and a new hash of it when the stored one is of an older cost.
type verifiedAccount struct {
	*account
	fresh string
}

// succeeded opens a session after a right password. A refusal that still follows is committed with the reset of the
// counters: the password was right.
func (s *Service) succeeded(ctx context.Context, t *attempt, in Credentials, was verifiedAccount) (Tokens, error) {
	var a *account
	var g grant
	var p proof
	var refusal error
	err := s.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context) (err error) {
		if a, err = s.byID(ctx, was.ID); err != nil {
			return err
		}
		if a.hash() != was.hash() || a.oneTimeUsed {
			refusal = badCredentials() // changed, or used by another, while we were hashing
			return nil
		}
		if p, refusal, err = s.secondStep(ctx, a, in); err != nil || errors.Is(refusal, errWrongFactor) {
			return err // the failure stays counted
		}
		if err = s.releaseAttempt(ctx, t); err != nil || refusal != nil {
			return err
		}
		if err = s.resetPair(ctx, t); err != nil {
			return err
		}
		if refusal, err = s.refusal(ctx, a); refusal != nil || err != nil {
			return err
		}
		if g, err = s.signIn(ctx, a, p); err != nil || was.fresh == "" || a.oneTimeHash != "" {
			return err
		}
		_, err = s.DB.Exec(ctx, `UPDATE staff SET password_hash = $1 WHERE id = $2`, was.fresh, a.ID)
		return err
	})
	if err != nil {
		return Tokens{}, err
	}
	if errors.Is(refusal, errWrongFactor) {
		return Tokens{}, s.failed(ctx, a, t)
	}
	if refusal == nil {
		return s.issue(ctx, a, g)
	}
	return Tokens{}, refusal
}

// refusal says why a right password opens nothing.
func (s *Service) refusal(ctx context.Context, a *account) (refusal, err error) {
	if !a.maySignIn() {
		return fault.New(fault.Denied, "NO_ACCOUNT", "the account is closed"),
			s.record(ctx, event{action: "auth.failed", id: a.ID, reason: "NO_ACCOUNT"})
	}
	if s.Clients == nil || a.Scopes.IsUnlimited() {
		return nil, nil
	}
	open, err := s.Clients.ClassicLogin(ctx, a.Scopes)
	if err != nil || open {
		return nil, err
	}
	return classicDisabled(), s.record(ctx, event{action: "auth.failed", id: a.ID, reason: "CLASSIC_LOGIN_DISABLED"})
}

// signIn opens a session for the account. Call it inside Write.
func (s *Service) signIn(ctx context.Context, a *account, p proof) (grant, error) {
	if p.login == ByPassword {
		p.proved = s.ms()
	}
	isNew, err := s.isNewDevice(ctx, a.ID)
	if err != nil {
		return grant{}, err
	}
	g, err := s.startSession(ctx, a, p)
	if err != nil {
		return g, err
	}
	if isNew {
		if err := s.notify(ctx, signedInElsewhere, a); err != nil {
			return g, err
		}
	}
	outcome := outcomeOK
	if len(a.Roles) == 0 {
		outcome = outcomeNoRoles
	}
	if err := s.recordLogin(ctx, a, p.login, outcome); err != nil {
		return g, err
	}
	if _, err := s.DB.Exec(ctx, `
		UPDATE staff
		   SET last_login_at = $1, one_time_used = CASE WHEN one_time_hash <> '' THEN 1 ELSE 0 END
		 WHERE id = $2`, s.ms(), a.ID); err != nil {
		return g, err
	}
	return g, s.record(actAs(ctx, a, g.sid), event{
		action: "auth.signIn", id: a.ID,
		after: map[string]any{"sid": g.sid, "outcome": outcome},
	})
}

// LogoutInput may name the session by its refresh token, for a tab whose access token has run out.
type LogoutInput struct {
	RefreshToken string `json:"refresh_token" check:"secret,max=200"`
	Everywhere   bool   `json:"everywhere"`
}

// Logout ends the session of the access token and that of the refresh token, or with Everywhere all of the account. An
// unknown token is as good as an ended session; nothing that names one is UNAUTHENTICATED. Everywhere asks for a proof
// that is fresh, since it ends sessions beside the one at hand: REAUTHENTICATE, and nothing has ended.
func (s *Service) Logout(ctx context.Context, in LogoutInput) (resource.None, error) {
	who, token := role.From(ctx), presented(ctx, in.RefreshToken)
	if who.Kind != role.Admin && token == "" {
		return resource.None{}, unauthenticated("nobody is signed in")
	}
	err := s.DB.Write(ctx, func(ctx context.Context) error {
		row, _, err := s.refreshRow(ctx, token)
		if err != nil {
			return err
		}
		for _, sid := range []string{who.SID, row.sid} { // the two are one but for a tab left open long ago
			if err := s.signOut(ctx, sid, in.Everywhere); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		clearCookies(ctx)
	}
	return resource.None{}, err
}

func (s *Service) signOut(ctx context.Context, sid string, everywhere bool) error {
	if sid == "" {
		return nil
	}
	f, err := s.lockFamily(ctx, sid)
	if err != nil || f.staffID == 0 || f.revoked != 0 {
		return err
	}
	a, err := s.byID(ctx, f.staffID)
	if err != nil {
		return err
	}
	ctx = actAs(ctx, a, sid)
	if everywhere {
		if err := s.recentlyProved(ctx, sid); err != nil {
			return err
		}
		err = s.endOthers(ctx, a.ID, "", "auth.logout")
	} else {
		err = s.endSession(ctx, sid, "auth.logout")
	}
	if err != nil {
		return err
	}
	return s.record(ctx, event{
		action: "auth.logout", id: a.ID,
		after: map[string]any{"sid": sid, "everywhere": everywhere},
	})
}
