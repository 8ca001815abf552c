package staff

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Invitation describes a new account.
type Invitation struct {
	Email     string      `json:"email"     kind:"email"  check:"required,max=254"`
	FirstName string      `json:"firstName" check:"required,max=80"`
	LastName  string      `json:"lastName"  check:"required,max=80"`
	Roles     []role.Role `json:"roles"     check:"max=4"`
	Scopes    role.Scope  `json:"scopes"`
	Terms     []Term      `json:"terms"     check:"max=50"`
	Locale    string      `json:"locale"    kind:"locale" check:"max=35"`
	DarkTheme bool        `json:"darkTheme"`
}

// Invited is the answer to an invitation. The one-time password is shown here and never again; a repeated request finds
// it gone.
type Invited struct {
	ID              int64   `json:"id"` // the account's own, which ra-data-simple-rest takes for the record's
	Admin           Admin   `json:"admin"`
	OneTimePassword string  `json:"oneTimePassword"`
	ValidUntil      Instant `json:"validUntil"`
}

// Invite makes an account that is unverified until its one-time password is changed. EMAIL_TAKEN while another account
// has the e-mail; REAUTHENTICATE, since a session that was left open could make itself an account that outlives it.
func (s *Service) Invite(ctx context.Context, in Invitation) (Invited, error) {
	a := &account{Admin: Admin{
		Email: in.Email, FirstName: in.FirstName, LastName: in.LastName, Roles: in.Roles, Scopes: in.Scopes, Terms: in.Terms,
		Status: Unverified, LoginKind: ByPassword, Locale: in.Locale, DarkTheme: in.DarkTheme,
	}}
	if a.Locale == "" {
		a.Locale = defaultLocale
	}
	if err := checkGrant(role.From(ctx), a); err != nil {
		return Invited{}, err
	}
	password, err := s.oneTime(ctx, a)
	if err != nil {
		return Invited{}, err
	}
	key := repeatOf(ctx)
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		a.ID = 0
		if err := s.mayWrite(ctx); err != nil {
			return err
		}
		if err := checkGrant(role.From(ctx), a); err != nil {
			return err
		}
		if done, err := s.repeated(ctx, key); done != nil || err != nil {
			a.ID = idOf(done)
			return err
		}
		if err := s.checkRights(ctx, new(account), a); err != nil {
			return err
		}
		// The operator on the machine has no session.
		if who := role.From(ctx); who.Kind == role.Admin {
			if err := s.recentlyProved(ctx, who.SID); err != nil {
				return err
			}
		}
		if err := s.insert(ctx, a); err != nil {
			return err
		}
		if err := s.record(ctx, event{
			action: "create", id: a.ID, version: 1, changed: slices.Sorted(maps.Keys(facts(a))),
			after: facts(a),
		}); err != nil {
			return err
		}
		return s.done(ctx, key, a.ID)
	})
	if err != nil {
		return Invited{}, s.emailUsedOutside(ctx, in.Email, err)
	}
	return s.invited(ctx, a, password)
}

// invited reads the account back; of a repeated request the password is not the one that was stored.
func (s *Service) invited(ctx context.Context, a *account, password string) (Invited, error) {
	stored, err := s.reachable(ctx, a.ID)
	if err != nil {
		return Invited{}, err
	}
	out := Invited{
		ID: stored.ID, Admin: replyWith(ctx, stored), OneTimePassword: password,
		ValidUntil: instantOf(stored.oneTimeUntil),
	}
	if stored.oneTimeHash != a.oneTimeHash {
		out.OneTimePassword, out.ValidUntil = "", ""
	}
	return out, nil
}

// oneTime gives the account a new one-time password, in memory only, and returns it.
func (s *Service) oneTime(ctx context.Context, a *account) (string, error) {
	password := oneTimePassword()
	err := s.hasher.run(ctx, func() error {
		a.oneTimeHash = s.hasher.hash(password)
		return nil
	})
	a.oneTimeUntil = s.Now().Add(oneTimeLife).UnixMilli()
	return password, err
}

// mayWrite holds adminUser.write against the database. Call it first inside Write.
func (s *Service) mayWrite(ctx context.Context) error {
	who := role.From(ctx)
	if err := s.Recheck(ctx, who); err != nil {
		return err
	}
	if !who.Can(role.AdminUserWrite) {
		return resource.Forbidden(role.AdminUserWrite)
	}
	return nil
}

// checkGrant names roles that do not exist and scopes beyond the caller's own: nobody hands out more reach than they
// have.
func checkGrant(who *role.Caller, a *account) error {
	bad := fault.Validation()
	for _, r := range a.Roles {
		if !r.Valid() {
			bad.Field("roles", "validation.oneOf", map[string]any{"values": role.Role("").Options()})
			break
		}
	}
	if a.Scopes.IsUnlimited() && !who.Scope.IsUnlimited() {
		bad.Field("scopes", "validation.reference", nil)
	}
	for path, one := range parts(a.Scopes) {
		if id := slices.Concat(one.ClientIDs, one.LegalEntityIDs)[0]; id < 1 || !covers(who.Scope, one) {
			bad.Field(path, "validation.reference", nil)
		}
	}
	return bad.OrNil()
}

// parts are the scopes of which one is made, each of a single record, by their place in the request.
func parts(of role.Scope) map[string]role.Scope {
	out := map[string]role.Scope{}
	for i, id := range of.ClientIDs {
		out[fmt.Sprintf("scopes.clientIds[%d]", i)] = role.Scope{ClientIDs: []int64{id}}
	}
	for i, id := range of.LegalEntityIDs {
		out[fmt.Sprintf("scopes.legalEntityIds[%d]", i)] = role.Scope{LegalEntityIDs: []int64{id}}
	}
	return out
}

// checkRights refuses what cannot be given: see checkReach, checkTerms and checkEnds.
func (s *Service) checkRights(ctx context.Context, was, now *account) error {
	if err := s.checkTerms(was, now); err != nil {
		return err
	}
	if err := s.checkEnds(ctx, was, now); err != nil {
		return err
	}
	return s.checkReach(ctx, was.Scopes, now.Scopes)
}

// checkReach refuses a new scope with clients or legal entities that are not there: nobody could sign in with it.
func (s *Service) checkReach(ctx context.Context, was, now role.Scope) error {
	if s.Clients == nil || now.IsUnlimited() || reflect.DeepEqual(was, now) {
		return nil
	}
	bad := fault.Validation()
	for path, one := range parts(now) {
		there, err := s.Clients.Exist(ctx, one)
		if err != nil {
			return err
		}
		if !there {
			bad.Field(path, "validation.reference", nil)
		}
	}
	return bad.OrNil()
}

// Unlock forgets every failed sign-in and every block of the account's e-mail.
func (s *Service) Unlock(ctx context.Context, in AdminID) (Admin, error) {
	err := s.DB.Write(ctx, func(ctx context.Context) error {
		a, err := s.writable(ctx, in.ID)
		if err != nil {
			return err
		}
		if err := s.clearCounters(ctx, a.account); err != nil {
			return err
		}
		return s.record(ctx, event{action: "unlock", id: a.ID})
	})
	if err != nil {
		return Admin{}, err
	}
	return s.Admin(ctx, in)
}

// sensitive is writable for a change that needs a fresh proof of who makes it.
func (s *Service) sensitive(ctx context.Context, id int64) (*account, error) {
	a, err := s.writable(ctx, id)
	if err == nil {
		err = s.recentlyProved(ctx, role.From(ctx).SID)
	}
	return a, err
}

func (s *Service) writable(ctx context.Context, id int64) (*account, error) {
	if err := s.mayWrite(ctx); err != nil {
		return nil, err
	}
	return s.reachable(ctx, id)
}

// OneTime is a one-time password as it is shown once.
type OneTime struct {
	OneTimePassword string  `json:"oneTimePassword"`
	ValidUntil      Instant `json:"validUntil"`
}

// IssueOneTime replaces the account's password by a one-time one and ends its sessions: the old password may be
// forgotten, or known to somebody else. NOT_EDITABLE for closed accounts; REAUTHENTICATE.
func (s *Service) IssueOneTime(ctx context.Context, in AdminID) (OneTime, error) {
	fresh := new(account)
	password, err := s.oneTime(ctx, fresh)
	if err != nil {
		return OneTime{}, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		a, err := s.sensitive(ctx, in.ID)
		if err != nil {
			return err
		}
		if !a.maySignIn() {
			return fault.New(fault.Conflict, "NOT_EDITABLE", "the account is closed")
		}
		if a.LoginKind == ByAuth0 {
			return fault.New(fault.Conflict, "NOT_EDITABLE",
				"the account signs in by single sign-on, where its password is another")
		}
		if err := s.remember(ctx, a); err != nil {
			return err
		}
		if _, err := s.DB.Exec(ctx, `
			UPDATE staff
			   SET password_hash = '', one_time_hash = $1, one_time_until = $2, one_time_used = 0, version = version + 1, last_updated = $3
			 WHERE id = $4`, fresh.oneTimeHash, fresh.oneTimeUntil, s.ms(), a.ID); err != nil {
			return err
		}
		// the limit begins anew
		if _, err := s.DB.Exec(ctx, `DELETE FROM staff_password_calls WHERE staff_id = $1`, a.ID); err != nil {
			return err
		}
		if err := s.endOthers(ctx, a.ID, "", "password.oneTime"); err != nil {
			return err
		}
		if err := s.notify(ctx, passwordIssued, a); err != nil {
			return err
		}
		return s.record(ctx, event{
			action: "password.oneTime", id: a.ID, version: a.Version + 1,
			changed: []string{"password"},
		})
	})
	return OneTime{password, instantOf(fresh.oneTimeUntil)}, err
}
