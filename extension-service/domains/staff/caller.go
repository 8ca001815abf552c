package staff

import (
	"context"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// CallerOf is what an account may do today, for explaining it to others, and the code of what keeps it from every call,
// "" if nothing does. NOT_FOUND when there is none within the reach of the caller of ctx.
func (s *Service) CallerOf(ctx context.Context, id int64) (who *role.Caller, barred string, err error) {
	a, err := firstAccount(s.accounts(ctx, " WHERE s.id = $2", id))
	if err != nil {
		return nil, "", err
	}
	if err := checkReach(role.From(ctx), a); err != nil {
		return nil, "", err
	}
	c := a.caller()
	return &c, fault.CodeOf(a.refusal()), nil
}

// CallerFor is the caller behind an account that acts without a session, as the owner of a job does. UNAUTHENTICATED
// once the account is closed, and the refusals of Gate.
func (s *Service) CallerFor(ctx context.Context, id int64) (*role.Caller, error) {
	a, err := firstAccount(s.accounts(ctx, " WHERE s.id = $2", id))
	if fault.KindOf(err) == fault.NotFound {
		return nil, closed()
	}
	if err == nil {
		err = a.refusal()
	}
	if err != nil {
		return nil, err
	}
	c := a.caller()
	return &c, nil
}

// refusal is why an account may make no call; nil if it may.
func (a *account) refusal() error {
	switch {
	case !a.maySignIn():
		return closed()
	case len(a.Roles) == 0:
		return noRoles()
	case a.MustChangePassword:
		return mustChange()
	}
	return nil
}

func closed() error { return unauthenticated("the account is closed") }
