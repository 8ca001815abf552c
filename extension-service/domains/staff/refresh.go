package staff

import (
	"cmp"
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	rotationGrace = 10 * time.Second
	refreshCookie = "auth.refresh"
	expiryCookie  = "auth.exp"
	panelHeader   = "X-Requested-With"
	panelName     = "admin-panel"
)

// RefreshInput carries the refresh token; without one the cookie counts.
type RefreshInput struct {
	RefreshToken string `json:"refresh_token" check:"secret,max=200"`
}

// Tokens are what a sign-in and a refresh answer.
type Tokens struct {
	AccessToken      string `json:"access_token"`
	RefreshToken     string `json:"refresh_token"`
	TokenType        string `json:"token_type"`
	ExpiresIn        int64  `json:"expires_in"`
	RefreshExpiresIn int64  `json:"refresh_expires_in"`
}

// presented returns the refresh token of a request. The cookie counts only beside the panel's own header, which no
// other site can make a browser send.
func presented(ctx context.Context, inBody string) string {
	if inBody != "" {
		return inBody
	}
	if !fromPanel(ctx) {
		return ""
	}
	return resource.RequestOf(ctx).Cookie(refreshCookie)
}

func fromPanel(ctx context.Context) bool {
	return resource.RequestOf(ctx).Header(panelHeader) == panelName
}

// Refresh changes a refresh token for a new pair. REFRESH_INVALID when it is unknown, run out or of a session that has
// ended, with why in details.ended where that is known (see SessionEnd); REFRESH_REUSED, and the end of the session,
// when it was used before.
func (s *Service) Refresh(ctx context.Context, in RefreshInput) (Tokens, error) {
	var r rotation
	invalid := fault.New(fault.Unauthenticated, "REFRESH_INVALID", "the refresh token is not valid")
	if token := presented(ctx, in.RefreshToken); token != "" {
		if err := s.DB.Write(ctx, func(ctx context.Context) (err error) {
			r, err = s.rotate(ctx, token)
			return err
		}); err != nil {
			return Tokens{}, err
		}
	}
	if r.reused {
		invalid = fault.New(fault.Unauthenticated, "REFRESH_REUSED", "the refresh token was used before")
	}
	if r.account == nil {
		if in.RefreshToken == "" && fromPanel(ctx) {
			clearCookies(ctx)
		}
		if r.ended != "" {
			invalid = invalid.With("ended", r.ended)
		}
		return Tokens{}, invalid
	}
	return s.issue(ctx, r.account, r.grant)
}

// rotation is the outcome of presenting a refresh token; without an account it was refused.
type rotation struct {
	account *account
	grant   grant
	reused  bool
	ended   SessionEnd // why there is nothing to go on with; empty when nobody knows
}

// family is what the rules of a refresh need to know of a session.
type family struct {
	staffID, generation, expires, revoked int64
	reason                                SessionEnd
	proof
}

// refreshRow is a stored refresh token.
type refreshRow struct {
	sid                string
	idleUntil, rotated int64
	successor          string
}

// rotate applies the rules of a refresh. Refusals are outcomes, not errors: what they change must be committed.
func (s *Service) rotate(ctx context.Context, token string) (rotation, error) {
	var r rotation
	row, ok, err := s.refreshRow(ctx, token)
	if err != nil || !ok {
		return r, err
	}
	f, err := s.lockFamily(ctx, row.sid)
	if err != nil {
		return r, err
	}
	if row, ok, err = s.refreshRow(ctx, token); err != nil || !ok { // again: another request may have rotated it meanwhile
		return r, err
	}
	now := s.ms()
	if f.revoked != 0 || f.expires <= now {
		r.ended = cmp.Or(f.reason, ranOut)
		return r, nil
	}
	if row.rotated != 0 && now-row.rotated >= rotationGrace.Milliseconds() {
		r.reused, r.ended = true, "auth.refreshReuse"
		return r, s.revokeStolen(ctx, f.staffID, row.sid)
	}
	if row.idleUntil <= now {
		r.ended = ranOut
		return r, nil
	}
	a, err := s.byID(ctx, f.staffID)
	if err != nil {
		return r, err
	}
	if !a.maySignIn() {
		r.ended = "account"
		return r, s.endSession(ctx, row.sid, "account")
	}
	r.account = a
	if row.rotated != 0 {
		r.grant, err = s.newest(ctx, row, token)
	} else {
		r.grant, err = s.next(ctx, f, row, token)
	}
	r.grant.proof = f.proof
	return r, err
}

func (s *Service) refreshRow(ctx context.Context, token string) (refreshRow, bool, error) {
	var r refreshRow
	ok, err := s.DB.Row(ctx, []any{&r.sid, &r.idleUntil, &r.rotated, &r.successor}, `
		SELECT sid, idle_until, rotated, successor
		  FROM staff_refresh_tokens
		 WHERE hash = $1`, tokenHash(token))
	return r, ok, err
}

func (s *Service) lockFamily(ctx context.Context, sid string) (family, error) {
	var f family
	var due int64
	_, err := s.DB.Row(ctx, []any{
		&f.staffID, &f.generation, &f.expires, &f.revoked, &f.login, &f.methods, &f.issuer, &f.proved, &due, &f.reason,
	}, `
		SELECT staff_id, generation, expires, revoked, login, methods, issuer_session, proved, factor_due, reason
		  FROM staff_sessions
		 WHERE sid = $1`+s.DB.Lock(ctx), sid)
	f.factorDue = due == 1
	return f, err
}

// revokeStolen ends a family one of whose old tokens has come back: somebody holds a copy, and nobody can tell who.
func (s *Service) revokeStolen(ctx context.Context, staffID int64, sid string) error {
	if err := s.endSession(ctx, sid, "auth.refreshReuse"); err != nil {
		return err
	}
	return s.record(ctx, event{action: "auth.refreshReuse", id: staffID, after: map[string]any{"sid": sid}})
}

// next makes the successor of the token at hand.
func (s *Service) next(ctx context.Context, f family, row refreshRow, token string) (grant, error) {
	now := s.ms()
	g := grant{sid: row.sid, token: refreshToken(), idleUntil: min(now+idleLife.Milliseconds(), f.expires)}
	sealed, err := encryptToken(g.token, token)
	if err != nil {
		return g, err
	}
	if _, err := s.DB.Exec(ctx, `
		UPDATE staff_refresh_tokens
		   SET successor = ''
		 WHERE sid = $1 AND successor <> '' AND rotated <= $2`, row.sid, now-rotationGrace.Milliseconds()); err != nil {
		return g, err
	}
	if _, err := s.DB.Exec(ctx, `UPDATE staff_refresh_tokens SET rotated = $1, successor = $2 WHERE hash = $3`, now,
		sealed, tokenHash(token)); err != nil {
		return g, err
	}
	if err := s.insertToken(ctx, g, f.generation+1); err != nil {
		return g, err
	}
	who := role.From(ctx)
	_, err = s.DB.Exec(ctx, `
		UPDATE staff_sessions
		   SET generation = generation + 1, last_seen = $1, idle_until = $2, ip = $3, user_agent = $4
		 WHERE sid = $5`, now, g.idleUntil, who.IP, shortened(who.UserAgent), row.sid)
	return g, err
}

// newest follows the sealed successors of a token that was rotated a moment ago, by another tab or before an answer was
// lost, to the one that is valid now.
func (s *Service) newest(ctx context.Context, row refreshRow, token string) (grant, error) {
	g := grant{sid: row.sid, token: token}
	for row.rotated != 0 {
		next, err := decryptToken(row.successor, g.token)
		if err != nil {
			return g, err
		}
		var found bool
		if row, found, err = s.refreshRow(ctx, next); err != nil || !found {
			return g, err
		}
		g.token, g.idleUntil = next, row.idleUntil
	}
	return g, nil
}

// issue signs an access token for the grant and sets the cookies.
func (s *Service) issue(ctx context.Context, a *account, g grant) (Tokens, error) {
	now := s.Now()
	left := time.UnixMilli(g.idleUntil).Sub(now)
	life := min(accessLife, left) // no access token outlives its session
	access, err := s.mint(ctx, a, g, life)
	if err != nil {
		return Tokens{}, err
	}
	t := Tokens{
		AccessToken: access, RefreshToken: g.token, TokenType: "Bearer",
		ExpiresIn: startedSeconds(life), RefreshExpiresIn: startedSeconds(left),
	}
	setCookies(ctx, t, now.Add(life))
	return t, nil
}

// startedSeconds counts a started second whole.
func startedSeconds(d time.Duration) int64 { return (d.Milliseconds() + 999) / 1000 }
