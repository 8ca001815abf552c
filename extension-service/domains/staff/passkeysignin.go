package staff

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/passkey"
	"poolkeeper.example/extension-service/platform/ratelimit"
	"poolkeeper.example/extension-service/platform/role"
)

// mostChallenges is how many sign-ins by passkey alone one address may have begun and not finished.
const mostChallenges = 100

// passkeyChallenge is what a passkey has yet to answer: for a session that adds one, or, without sid, for a sign-in.
type passkeyChallenge struct{ sid, handle, network string }

// storePasskeyChallenge lets the next call answer a challenge, on any copy of the service.
func (s *Service) storePasskeyChallenge(ctx context.Context, challenge string, c passkeyChallenge) error {
	_, err := s.DB.Exec(ctx, `
		INSERT INTO staff_passkey_challenges (hash, sid, handle, network, until)
		VALUES ($1, $2, $3, $4, $5)`, tokenHash(challenge), c.sid, c.handle, c.network,
		s.Now().Add(passkey.Life).UnixMilli())
	return err
}

// usePasskeyChallenge uses up a challenge of a session, or with sid "" of a sign-in; false when there is none, it has
// run out, or is somebody else's. Call it inside Write, and commit whatever follows.
func (s *Service) usePasskeyChallenge(ctx context.Context, challenge, sid string) (c passkeyChallenge, open bool,
	err error,
) {
	var until int64
	found, err := s.DB.Row(ctx, []any{&c.handle, &until}, `
		DELETE FROM staff_passkey_challenges
		 WHERE hash = $1 AND sid = $2
		RETURNING handle, until`, tokenHash(challenge), sid)
	return c, found && until > s.ms(), err
}

// PasskeyChallenge begins a sign-in by a passkey alone. PASSKEYS_OFF, CLASSIC_LOGIN_DISABLED, TOO_MANY_REQUESTS for an
// address that has begun too many.
func (s *Service) PasskeyChallenge(ctx context.Context, in ContextQuery) (PasskeyOptions, error) {
	var out PasskeyOptions
	if err := s.mayUsePasskeys(ctx, in.Client); err != nil {
		return out, err
	}
	network := ratelimit.NetworkOf(role.From(ctx).IP)
	err := s.DB.Write(ctx, func(ctx context.Context) error {
		var begun int64
		if _, err := s.DB.Row(ctx, []any{&begun}, `
			SELECT count(*)
			  FROM staff_passkey_challenges
			 WHERE network = $1 AND until > $2`, network, s.ms()); err != nil {
			return err
		}
		if begun >= mostChallenges {
			return tooMany(passkey.Life.Milliseconds())
		}
		challenge := refreshToken()
		var err error
		if out.Options, err = s.Passkeys.RequestOptions(challenge, nil); err != nil {
			return err
		}
		return s.storePasskeyChallenge(ctx, challenge, passkeyChallenge{network: network})
	})
	return out, err
}

// mayUsePasskeys refuses where accounts do not sign in by themselves: PASSKEYS_OFF, CLASSIC_LOGIN_DISABLED.
func (s *Service) mayUsePasskeys(ctx context.Context, client string) error {
	if s.Passkeys == nil {
		return passkeysOff()
	}
	c, err := s.clientContext(ctx, client)
	if err == nil && !c.ClassicLogin {
		err = classicDisabled()
	}
	return err
}

// PasskeyCredentials are what a sign-in by a passkey alone brings.
type PasskeyCredentials struct {
	Credential json.RawMessage `json:"credential" kind:"json" check:"required"` // as PublicKeyCredential.toJSON writes it
	ClientName string          `json:"clientName" check:"max=200"`
}

// AuthorizeWithPasskey signs in by a passkey alone, which counts as two factors: the device, and what unlocks it.
// BAD_CREDENTIALS alike for an unknown passkey, a wrong signature or address, a challenge that was used or has run out,
// and a copied passkey; counted as wrong passwords are, and TOO_MANY_REQUESTS while a block stands.
// PASSWORD_CHANGE_REQUIRED while a one-time password is to be changed, NO_ACCOUNT for a closed account, PASSKEYS_OFF,
// CLASSIC_LOGIN_DISABLED.
func (s *Service) AuthorizeWithPasskey(ctx context.Context, in PasskeyCredentials) (Tokens, error) {
	if err := s.mayUsePasskeys(ctx, in.ClientName); err != nil {
		return Tokens{}, err
	}
	received, err := passkey.ReadAssertion(in.Credential)
	if err != nil {
		return Tokens{}, wrongPasskey("passkey.unreadable")
	}
	a, t, err := s.passkeyAttempt(ctx, received)
	if err != nil {
		return Tokens{}, err
	}
	var g grant
	var refusal error
	err = s.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context) (err error) {
		var open bool
		if _, open, err = s.usePasskeyChallenge(ctx, received.Challenge, ""); err != nil || !open || a == nil {
			refusal = badCredentials()
			return err
		}
		a, g, refusal, err = s.signInAlone(ctx, t, a.ID, received)
		return err
	})
	switch {
	case err != nil:
		return Tokens{}, err
	case fault.CodeOf(refusal) == "BAD_CREDENTIALS":
		return Tokens{}, s.failed(ctx, a, t)
	case refusal != nil:
		return Tokens{}, refusal
	}
	return s.issue(ctx, a, g)
}

// passkeyAttempt counts an assertion as failed until it has been right, against its account where it has one.
func (s *Service) passkeyAttempt(ctx context.Context, received *passkey.Assertion) (a *account, t *attempt, err error) {
	id, err := s.passkeyOwner(ctx, received.KeyID)
	if err != nil {
		return nil, nil, err
	}
	if id != 0 {
		if a, err = s.byID(ctx, id); err != nil {
			return nil, nil, err
		}
	}
	name := encodeBytes(received.KeyID) // nobody's: only its address is blocked by it
	if a != nil {
		name = a.Email
	}
	if t, err = s.newAttempt(ctx, name, a); err != nil {
		return nil, nil, err
	}
	if err := s.refuseBlocked(ctx, a, t); err != nil {
		return nil, nil, err
	}
	return a, t, s.reserve(ctx, t)
}

// signInAlone opens a session by a passkey. Refusals are no errors: what they change is committed. Call it inside
// Write.
func (s *Service) signInAlone(ctx context.Context, t *attempt, id int64, received *passkey.Assertion) (a *account,
	g grant, refusal, err error,
) {
	if a, err = s.byID(ctx, id); err != nil {
		return nil, g, nil, err
	}
	f, err := s.factorOf(ctx, a.ID)
	if err != nil {
		return a, g, nil, err
	}
	right, err := s.checkAssertion(ctx, a, f.keys, assertion{received, true})
	if err != nil || !right || a.LoginKind != ByPassword {
		return a, g, badCredentials(), err
	}
	if err := s.releaseAttempt(ctx, t); err != nil {
		return a, g, nil, err
	}
	if err := s.resetPair(ctx, t); err != nil {
		return a, g, nil, err
	}
	if refusal, err = s.refusal(ctx, a); refusal != nil || err != nil {
		return a, g, refusal, err
	}
	if a.oneTimeHash != "" {
		return a, g, mustChange(), s.record(ctx, event{action: "auth.failed", id: a.ID, reason: "PASSWORD_CHANGE_REQUIRED"})
	}
	g, err = s.signIn(ctx, a, proof{login: ByPassword, methods: "pop mfa"})
	return a, g, nil, err
}

// assertion is what a passkey has signed, and whether nothing else proves who is there.
type assertion struct {
	*passkey.Assertion
	isAlone bool
}

// checkAssertion verifies what a passkey of an account has signed and keeps what is known of the passkey since. A
// counter that went back is audited: somebody may have a copy. Call it inside Write.
func (s *Service) checkAssertion(ctx context.Context, a *account, keys []storedKey, received assertion) (right bool,
	err error,
) {
	at := slices.IndexFunc(keys, func(k storedKey) bool { return bytes.Equal(k.ID, received.KeyID) })
	if at < 0 {
		return false, nil
	}
	used, err := s.Passkeys.Verify(ownerOf(a, keys), received.Assertion, received.isAlone)
	if errors.Is(err, passkey.ErrCounter) {
		return false, s.record(ctx, event{
			action: "passkey.refused", id: a.ID, reason: "COUNTER",
			after: map[string]any{"passkey": keys[at].name},
		})
	}
	if err != nil {
		return false, nil //nolint:nilerr // whatever is wrong with it, the answer is the same
	}
	_, err = s.DB.Exec(ctx, `UPDATE staff_passkeys SET counter = $1, backed_up = $2, last_used = $3 WHERE id = $4`,
		int64(used.Counter), boolToInt(used.IsBackedUp), s.ms(), keys[at].id)
	return true, err
}
