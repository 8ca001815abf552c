package staff

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Issuer verifies what the OpenID provider signs: BAD_TOKEN for what is no good, UNAVAILABLE when nobody can tell.
type Issuer interface {
	IDToken(ctx context.Context, text string) (Identity, error)
	LogoutToken(ctx context.Context, text string) (LogoutRequest, error)
}

// Identity is who the provider says somebody is.
type Identity struct {
	ID              string // of the token
	Issuer, Subject string
	Email           string // verified
	Nonce           string
	Session         string   // the provider's own; empty when it does not say
	Methods         []string // by which the provider knew the person
	SignedIn        time.Time
	Expires         time.Time
}

// LogoutRequest is what the provider says when it ends sessions: all of a subject, or one of its own.
type LogoutRequest struct {
	ID                       string
	Issuer, Subject, Session string
	Expires                  time.Time
}

// IDToken is what a sign-in by the provider brings.
type IDToken struct {
	IDToken string `json:"idToken"   check:"required,secret,max=8192"`
	SecondStep
}

// AuthorizeWithAuth0Token signs in by an ID token. BAD_TOKEN unless the provider has signed it for us a moment ago, for
// this browser, and it is brought for the first time; NO_ACCOUNT for somebody who has none, or a closed one.
// TOTP_REQUIRED with a challenge where our second factor is asked (see requireOwnFactor): the same call with that and a
// code signs in, and the token is not used up before. BAD_CREDENTIALS for a wrong code, TOO_MANY_REQUESTS after too
// many.
func (s *Service) AuthorizeWithAuth0Token(ctx context.Context, in IDToken) (Tokens, error) {
	nonce, _ := s.flow(ctx)
	who, err := s.identify(ctx, in.IDToken, nonce)
	if err != nil {
		return Tokens{}, s.refuseToken(ctx, err)
	}
	t, err := s.countCode(ctx, who, in)
	if err != nil {
		return Tokens{}, err
	}
	var a *account
	var g grant
	var own ownFactor
	var refusal error
	err = s.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context) (err error) {
		if own, err = s.requireOwnFactor(ctx, who, in); err != nil || errors.Is(own.refusal, errWrongFactor) {
			return err // the failure stays counted
		}
		if err = s.releaseCode(ctx, t, own); err != nil || own.refusal != nil {
			return err
		}
		if refusal, err = s.spendToken(ctx, who); refusal != nil || err != nil {
			return err
		}
		if a, refusal, err = s.accountOf(ctx, who); refusal != nil || err != nil {
			return err
		}
		g, err = s.signIn(ctx, a, proof{
			login: ByAuth0, methods: own.methods, issuer: issuerSession(who.Issuer, who.Session), proved: provedAt(who),
			factorDue: own.isDue,
		})
		return err
	})
	switch {
	case err != nil:
		return Tokens{}, err
	case errors.Is(own.refusal, errWrongFactor):
		return Tokens{}, s.failed(ctx, own.account, t)
	case own.refusal != nil:
		return Tokens{}, own.refusal
	}
	endFlow(ctx)
	if refusal != nil {
		return Tokens{}, s.refuseToken(ctx, refusal)
	}
	return s.issue(ctx, a, g)
}

// provedAt is when the person was there, as far as the provider says so.
func provedAt(who Identity) int64 {
	if who.SignedIn.IsZero() {
		return 0
	}
	return who.SignedIn.UnixMilli()
}

// identify verifies an ID token and holds it against the nonce of the browser that brings it.
func (s *Service) identify(ctx context.Context, text, nonce string) (Identity, error) {
	if s.Issuer == nil {
		return Identity{}, badToken("no issuer of ID tokens is set up")
	}
	who, err := s.Issuer.IDToken(ctx, text)
	switch {
	case err != nil:
		return who, err
	case nonce == "":
		return who, badToken("this browser has begun no sign-in, or too long ago")
	case who.Nonce != nonce:
		return who, badToken("the nonce is not that of this browser")
	}
	return who, nil
}

// spendToken uses up an ID token and the nonce it carries: neither signs anybody in again, whatever comes of it now.
func (s *Service) spendToken(ctx context.Context, who Identity) (refusal, err error) {
	for id, until := range map[string]time.Time{
		"token:" + who.ID:   who.Expires,
		"flow:" + who.Nonce: s.Now().Add(flowLife),
	} {
		fresh, err := s.useOnce(ctx, id, until)
		if err != nil {
			return nil, err
		}
		if !fresh {
			refusal = badToken("the token or its nonce was used before")
		}
	}
	return refusal, nil
}

// candidate is the account an identity belongs to, or may be linked to by its e-mail; nil when there is none.
func (s *Service) candidate(ctx context.Context, who Identity) (a *account, linked bool, err error) {
	var id int64
	linked, err = s.DB.Row(ctx, []any{&id}, `
		SELECT staff_id
		  FROM staff_identities
		 WHERE issuer = $1 AND subject = $2`, who.Issuer, who.Subject)
	switch {
	case err != nil:
		return nil, false, err
	case linked:
		a, err = s.byID(ctx, id)
	default:
		a, err = s.byEmail(ctx, who.Email)
	}
	return a, linked, err
}

// accountOf finds the account of an identity; the first time by the e-mail, which links the two for good.
func (s *Service) accountOf(ctx context.Context, who Identity) (a *account, refusal, err error) {
	a, linked, err := s.candidate(ctx, who)
	switch {
	case err != nil:
		return nil, nil, err
	case a == nil:
		return nil, noAccount(nil, "nobody here has this e-mail"), nil
	case !linked:
		return s.linkIdentity(ctx, a, who)
	case !a.maySignIn():
		return a, noAccount(a, "the account is closed"), nil
	}
	return a, nil, nil
}

// linkIdentity links an identity that comes for the first time to the account with its e-mail.
func (s *Service) linkIdentity(ctx context.Context, found *account, who Identity) (a *account, refusal, err error) {
	if a, err = s.byID(ctx, found.ID); err != nil { // again, with the row locked
		return nil, nil, err
	}
	var subject string
	isLinked, err := s.DB.Row(ctx, []any{&subject}, `SELECT subject FROM staff_identities WHERE staff_id = $1`, a.ID)
	switch {
	case err != nil:
		return nil, nil, err
	case isLinked:
		return nil, noAccount(a, "the account belongs to another identity"), nil
	case !a.maySignIn() || emailKey(a.Email) != emailKey(who.Email):
		return nil, noAccount(a, "the account is closed"), nil
	}
	if err := s.link(ctx, a, who); err != nil {
		return nil, nil, err
	}
	a, err = s.byID(ctx, a.ID)
	return a, nil, err
}

// link makes an identity that of an account, which signs in by it from now on. A one-time password is over with that.
func (s *Service) link(ctx context.Context, was *account, who Identity) error {
	if _, err := s.DB.Exec(ctx, `
		INSERT INTO staff_identities (staff_id, issuer, subject, linked)
		VALUES ($1, $2, $3, $4)`, was.ID, who.Issuer, who.Subject, s.ms()); err != nil {
		return err
	}
	if _, err := s.DB.Exec(ctx, `UPDATE staff SET one_time_hash = '', one_time_until = 0, one_time_used = 0 WHERE id = $1`,
		was.ID); err != nil {
		return err
	}
	now := *was
	now.LoginKind, now.Status = ByAuth0, Active
	if err := s.notify(ctx, identityLinked, was); err != nil {
		return err
	}
	return s.relink(actAs(ctx, was, ""), was, &now, "auth.linked")
}

// relink stores how an account signs in. Call it inside Write.
func (s *Service) relink(ctx context.Context, was, now *account, action string) error {
	if err := s.save(ctx, now); err != nil {
		return err
	}
	e := event{action: action, id: was.ID, version: was.Version + 1, before: map[string]any{}, after: map[string]any{}}
	for name, before := range map[string]any{"loginKind": was.LoginKind, "status": was.Status} {
		if after := facts(now)[name]; after != before {
			e.changed = append(e.changed, name)
			e.before[name], e.after[name] = before, after
		}
	}
	slices.Sort(e.changed)
	return s.record(ctx, e)
}

// DropIdentity takes the identity off an account, which signs in by password again, and ends the sessions it has
// opened.
func (s *Service) DropIdentity(ctx context.Context, in AdminID) (resource.None, error) {
	return resource.None{}, s.DB.Write(ctx, func(ctx context.Context) error {
		was, err := s.sensitive(ctx, in.ID)
		if err != nil {
			return err
		}
		n, err := s.DB.Exec(ctx, `DELETE FROM staff_identities WHERE staff_id = $1`, was.ID)
		if err != nil {
			return err
		}
		if n == 0 {
			return fault.New(fault.NotFound, "NOT_FOUND", "the account has no identity")
		}
		if err := s.revokeFamilies(ctx, `staff_id = $3 AND login = $4`, "identity.drop", was.ID, ByAuth0); err != nil {
			return err
		}
		now := *was
		now.LoginKind = ByPassword
		if err := s.notify(ctx, identityDropped, was); err != nil {
			return err
		}
		return s.relink(ctx, was, &now, "identity.drop")
	})
}

var logoutForm = field.Schema{
	"type": "object", "required": []string{"logout_token"},
	"properties": field.Schema{"logout_token": field.Schema{"type": "string", "maxLength": longestText}},
}

// BackchannelLogout ends the sessions that the provider says good-bye to. BAD_REQUEST for anything but a good token
// that comes for the first time.
func (s *Service) BackchannelLogout(ctx context.Context, r *resource.Request) (any, error) {
	form, err := url.ParseQuery(string(r.Body))
	if err != nil {
		return nil, fault.Wrap(fault.BadRequest, "BAD_REQUEST", err)
	}
	if s.Issuer == nil {
		return nil, s.refuseLogout(ctx, badToken("no issuer of tokens is set up"))
	}
	bye, err := s.Issuer.LogoutToken(ctx, form.Get("logout_token"))
	if err != nil {
		return nil, s.refuseLogout(ctx, err)
	}
	fresh := false
	err = s.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context) (err error) {
		if fresh, err = s.useOnce(ctx, "logout:"+hashed(bye.Issuer, bye.ID), bye.Expires); !fresh || err != nil {
			return err
		}
		return s.endFor(ctx, bye)
	})
	if err == nil && !fresh {
		err = s.refuseLogout(ctx, badToken("the token was used before"))
	}
	return resource.None{}, err
}

// endFor ends the sessions that a farewell names. Call it inside Write.
func (s *Service) endFor(ctx context.Context, bye LogoutRequest) error {
	const action = "auth.backchannelLogout"
	which, args := `login = 'AUTH0' AND issuer_session = $3`, []any{issuerSession(bye.Issuer, bye.Session)}
	if bye.Subject != "" {
		which = `login = 'AUTH0' AND staff_id IN (SELECT i.staff_id FROM staff_identities i WHERE i.issuer = $3 AND i.subject = $4)`
		args = []any{bye.Issuer, bye.Subject}
	}
	owners, err := s.owners(ctx, which, args)
	if err != nil {
		return err
	}
	if err := s.revokeFamilies(ctx, which, action, args...); err != nil {
		return err
	}
	for sid, id := range owners {
		if err := s.record(role.AsSystem(ctx, "openid"),
			event{action: action, id: id, after: map[string]any{"sid": sid}}); err != nil {
			return err
		}
	}
	return nil
}

// owners are the accounts of the open sessions that match, by session.
func (s *Service) owners(ctx context.Context, which string, args []any) (map[string]int64, error) {
	out := map[string]int64{}
	var sid string
	var id int64
	err := s.DB.Each(ctx, []any{&sid, &id}, func() error {
		out[sid] = id
		return nil
	}, `
		SELECT sid, staff_id
		  FROM staff_sessions
		 WHERE revoked = $1 AND expires > $2 AND `+which, append([]any{0, s.ms()}, args...)...)
	return out, err
}

// issuerSession is how a session of the provider is kept: it could be used there, so only its hash.
func issuerSession(issuer, session string) string {
	if session == "" {
		return ""
	}
	return hashed(issuer, session)
}

func hashed(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}

// methodsOf are the ways by which the provider knew somebody, as far as they are words.
func methodsOf(who Identity) string {
	words := slices.DeleteFunc(slices.Clone(who.Methods), func(m string) bool {
		return m == "" || len(m) > 20 || strings.Trim(m, "abcdefghijklmnopqrstuvwxyz0123456789_-") != ""
	})
	return strings.Join(words[:min(len(words), 10)], " ")
}
