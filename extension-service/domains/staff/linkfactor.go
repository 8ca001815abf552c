package staff

import (
	"context"
	"slices"
	"strings"
)

// secondMethods are the authentication methods of RFC 8176 that tell of more than a password.
var secondMethods = []string{"mfa", "mca", "otp", "sms", "tel", "hwk", "swk", "sc", "pop"}

// provesSecondFactor says whether the provider names a second factor that the person has shown there.
func provesSecondFactor(who Identity) bool {
	return slices.ContainsFunc(who.Methods, func(m string) bool { return slices.Contains(secondMethods, m) })
}

// ownFactor is what became of asking for our second factor beside the provider's token.
type ownFactor struct {
	account *account // that was asked for a code; nil when none was
	methods string   // by which the person is known after it
	isDue   bool     // the account has none and must set one up first
	refusal error    // TOTP_REQUIRED, or errWrongFactor
}

// requireOwnFactor asks for the second factor of an account where the provider names none: before its identity is
// linked to the account, and with auth.totpRequired at every sign-in ("Auth0"). Whoever has a mail address at the
// provider does not get past the factor of an account with that address. Where the setting asks for a factor and the
// account has none either, the session opens nothing but its setting up. Call it inside Write.
func (s *Service) requireOwnFactor(ctx context.Context, who Identity, in IDToken) (out ownFactor, err error) {
	out.methods = methodsOf(who)
	if provesSecondFactor(who) {
		return out, nil
	}
	a, linked, err := s.candidate(ctx, who)
	if err != nil || a == nil || !a.maySignIn() {
		return out, err
	}
	required, err := s.factorRequired(ctx)
	if err != nil || linked && !required {
		return out, err
	}
	f, err := s.factorOf(ctx, a.ID)
	if err != nil || !f.isSet() {
		out.isDue = required
		return out, err
	}
	out.account = a
	out.methods = strings.TrimSpace(out.methods + " " + in.method())
	out.refusal, err = s.requireFactor(ctx, a, f, in.SecondStep)
	return out, err
}

// countCode counts a code that comes along as a failure until it has been right, as a password is; nil when none comes.
// TOO_MANY_REQUESTS while a block stands.
func (s *Service) countCode(ctx context.Context, who Identity, in IDToken) (*attempt, error) {
	if !in.isPresent() {
		return nil, nil //nolint:nilnil // there is nothing to count
	}
	a, _, err := s.candidate(ctx, who)
	if err != nil || a == nil {
		return nil, err
	}
	t, err := s.newAttempt(ctx, a.Email, a)
	if err != nil {
		return nil, err
	}
	t.login = ByAuth0
	if err := s.refuseBlocked(ctx, a, t); err != nil {
		return nil, err
	}
	return t, s.reserve(ctx, t)
}

// releaseCode takes back what countCode has counted, and forgets the failures before a right code. Call it inside
// Write.
func (s *Service) releaseCode(ctx context.Context, t *attempt, own ownFactor) error {
	if t == nil {
		return nil
	}
	if err := s.releaseAttempt(ctx, t); err != nil || own.refusal != nil || own.account == nil {
		return err
	}
	return s.resetPair(ctx, t)
}
