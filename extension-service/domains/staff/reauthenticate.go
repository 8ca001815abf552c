package staff

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// proofLife is how long a proof of being there counts, and how fresh the sign-in at a provider must be ("Sessions").
const proofLife = 5 * time.Minute

// Proof says once more who one is: with the password, or with a fresh ID token.
type Proof struct {
	Password string `json:"password" check:"secret,max=1024"`
	IDToken  string `json:"idToken"  check:"secret,max=8192"`
}

// Prove keeps with the session that its person is there: sensitive changes are open for five minutes. VALIDATION for a
// wrong password, BAD_TOKEN for an ID token that is not fresh or somebody else's, TOO_MANY_REQUESTS while guesses block
// the e-mail or the address.
func (s *Service) Prove(ctx context.Context, in Proof) (resource.None, error) {
	a, err := s.signedIn(ctx, role.From(ctx))
	if err != nil {
		return resource.None{}, err
	}
	check := s.provePassword
	if a.LoginKind == ByAuth0 {
		check = s.proveToken
	}
	if err := check(ctx, a, in); err != nil {
		return resource.None{}, err
	}
	return resource.None{}, s.DB.Write(ctx, func(ctx context.Context) error {
		_, err := s.DB.Exec(ctx, `UPDATE staff_sessions SET proved = $1 WHERE sid = $2`, s.ms(), role.From(ctx).SID)
		return err
	})
}

// provePassword counts a wrong password as a change of it does: a stolen session is no place to guess.
func (s *Service) provePassword(ctx context.Context, a *account, in Proof) error {
	if in.Password == "" {
		return fault.Validation().Field("password", "validation.required", nil)
	}
	t, err := s.newAttempt(ctx, a.Email, a)
	if err != nil {
		return err
	}
	t.isChange = true
	return s.hasher.run(ctx, func() error {
		if err := s.reserve(ctx, t); err != nil {
			return err
		}
		if known, _ := s.hasher.verify(a.hash(), in.Password); !known {
			return fault.Validation().Field("password", "password.wrongOld", nil)
		}
		return s.DB.Write(ctx, func(ctx context.Context) error { return s.releaseAttempt(ctx, t) })
	})
}

func (s *Service) proveToken(ctx context.Context, a *account, in Proof) error {
	if in.IDToken == "" {
		return fault.Validation().Field("idToken", "validation.required", nil)
	}
	nonce, _ := s.flow(ctx)
	who, err := s.identify(ctx, in.IDToken, nonce)
	if err != nil {
		return s.refuseToken(ctx, err)
	}
	var refusal error
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		if refusal, err = s.spendToken(ctx, who); refusal != nil || err != nil {
			return err
		}
		var id int64
		_, err = s.DB.Row(ctx, []any{&id}, `
			SELECT staff_id
			  FROM staff_identities
			 WHERE issuer = $1 AND subject = $2`, who.Issuer, who.Subject)
		switch {
		case err != nil:
			return err
		case id != a.ID:
			refusal = badToken("the token is somebody else's")
		case who.SignedIn.Before(s.Now().Add(-proofLife)):
			refusal = badToken("the sign-in was too long ago")
		}
		return nil
	})
	if err != nil {
		return err
	}
	endFlow(ctx)
	if refusal != nil {
		return s.refuseToken(ctx, refusal)
	}
	return nil
}

// proven is the caller's account, once it is known that its person is there: REAUTHENTICATE otherwise. Call it inside
// Write.
func (s *Service) proven(ctx context.Context) (*account, error) {
	who := role.From(ctx)
	a, err := s.signedIn(ctx, who)
	if err != nil {
		return nil, err
	}
	return a, s.recentlyProved(ctx, who.SID)
}

// recentlyProved refuses a session whose person has not proved to be there within proofLife: REAUTHENTICATE.
func (s *Service) recentlyProved(ctx context.Context, sid string) error {
	var n int
	found, err := s.DB.Row(ctx, []any{&n}, `
		SELECT 1
		  FROM staff_sessions
		 WHERE sid = $1 AND proved > $2`, sid, s.Now().Add(-proofLife).UnixMilli())
	if err == nil && !found {
		err = fault.New(fault.Denied, "REAUTHENTICATE", "this needs a fresh proof of who is there")
	}
	return err
}
