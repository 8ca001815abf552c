package staff

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Change is a partial edit of an account: what is absent or null stays. Read-only fields may come along and are
// ignored.
type Change struct {
	ignored

	Email     *string     `json:"email"     kind:"email"  check:"max=254"`
	FirstName *string     `json:"firstName" check:"max=80"`
	LastName  *string     `json:"lastName"  check:"max=80"`
	Roles     []role.Role `json:"roles"     check:"max=4"`
	Scopes    *role.Scope `json:"scopes"`
	Terms     []Term      `json:"terms"     check:"max=50"`
	Status    *Status     `json:"status"`
	LoginKind *LoginKind  `json:"loginKind"`
	Locale    *string     `json:"locale"    kind:"locale" check:"max=35"`
	DarkTheme *bool       `json:"darkTheme"`

	ID      int64  `path:"id"`
	IfMatch string `header:"If-Match"`
}

// ignored are the fields of a whole record that an edit cannot change.
type ignored struct {
	ID                 int64    `json:"id"                 kind:"id"`
	Version            int64    `json:"version"            check:"readonly"`
	Name               string   `json:"name"               check:"readonly"`
	Permissions        []string `json:"permissions"        check:"readonly"`
	LastLoginAt        string   `json:"lastLoginAt"        check:"readonly"`
	LockedUntil        string   `json:"lockedUntil"        check:"readonly"`
	PasswordChangedAt  string   `json:"passwordChangedAt"  check:"readonly"`
	MustChangePassword bool     `json:"mustChangePassword" check:"readonly"`
	SecondFactor       bool     `json:"secondFactor"       check:"readonly"`
	Created            string   `json:"created"            check:"readonly"`
	LastUpdated        string   `json:"lastUpdated"        check:"readonly"`
}

// Update edits an account. STALE_VERSION when If-Match names another version, EMAIL_TAKEN, TRANSITION_NOT_ALLOWED for a
// status that does not follow, NOT_EDITABLE for a deleted account, LAST_CONFIG_MANAGER when nobody could manage
// accounts any more, REAUTHENTICATE for another e-mail, status or reach without a fresh proof of who makes the change.
func (s *Service) Update(ctx context.Context, in Change) (Admin, error) {
	if named := in.ignored.ID; named != 0 && named != in.ID {
		return Admin{}, fault.Validation().Field("id", "validation.otherID", map[string]any{"id": in.ID})
	}
	err := s.DB.Write(ctx, func(ctx context.Context) error {
		was, err := s.writable(ctx, in.ID)
		if err != nil {
			return err
		}
		base, guarded, isStale := resource.MatchVersion(in.IfMatch, was.Version)
		if isStale {
			return s.stale(ctx, was, base)
		}
		if was.Status == Deleted && in.Status == nil {
			return fault.New(fault.Conflict, "NOT_EDITABLE", "the account is deleted")
		}
		now := *was
		if err := in.apply(&now); err != nil {
			return err
		}
		if err := checkGrant(role.From(ctx), &now); err != nil {
			return err
		}
		if err := s.checkRights(ctx, was, &now); err != nil {
			return err
		}
		return s.change(ctx, was, &now, event{action: "update", unguarded: !guarded})
	})
	if err != nil {
		if in.Email != nil {
			err = s.emailUsedOutside(ctx, *in.Email, err)
		}
		return Admin{}, err
	}
	return s.Admin(ctx, AdminID{in.ID})
}

// apply writes the edit over the account.
func (in Change) apply(a *account) error {
	bad := fault.Validation()
	for _, t := range []struct {
		name string
		from *string
		to   *string
	}{{"email", in.Email, &a.Email}, {"firstName", in.FirstName, &a.FirstName}, {"lastName", in.LastName, &a.LastName}} {
		if t.from != nil && *t.from == "" {
			bad.Field(t.name, "validation.required", nil)
		}
		set(t.to, t.from)
	}
	set(&a.Status, in.Status)
	set(&a.LoginKind, in.LoginKind)
	set(&a.Locale, in.Locale)
	set(&a.DarkTheme, in.DarkTheme)
	set(&a.Scopes, in.Scopes)
	if in.Roles != nil {
		a.Roles = in.Roles
	}
	if in.Terms != nil {
		a.Terms = in.Terms
	} else {
		a.dropStaleTerms()
	}
	return bad.OrNil()
}

func set[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// stale tells what has changed since the version the caller has.
func (s *Service) stale(ctx context.Context, a *account, base int64) error {
	since, err := s.Audit.ChangesSince(ctx, Entity, a.ID, base)
	if err != nil {
		return err
	}
	at := a.LastUpdated // of an account that the audit log does not tell of
	if !since.At.IsZero() {
		at = since.At
	}
	return fault.New(fault.Conflict, "STALE_VERSION", "the account is at version %d", a.Version).
		With("current", a.Admin).With("yourBase", base).With("changedFields", since.Fields).
		With("changedBy", since.By).With("changedAt", instantOf(at.UnixMilli()))
}

// change stores an edited account with all that follows from it. Call it inside Write.
func (s *Service) change(ctx context.Context, was, now *account, e event) error {
	if now.Status != was.Status && !slices.Contains(moves[was.Status], now.Status) {
		return fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "%s does not follow %s", now.Status, was.Status)
	}
	if managesForGood(was) && !managesForGood(now) {
		if err := s.requireManager(ctx, was.ID); err != nil {
			return err
		}
	}
	e.id, e.version = was.ID, was.Version+1
	if e.compare(facts(was), facts(now)); len(e.changed) == 0 {
		return nil
	}
	if slices.ContainsFunc(e.changed, isSensitive) {
		if err := s.recentlyProved(ctx, role.From(ctx).SID); err != nil {
			return err
		}
	}
	if err := s.recordEnded(ctx, was, 0); err != nil {
		return err
	}
	if err := s.save(ctx, now); err != nil {
		return err
	}
	if now.Email != was.Email { // who held the old address learns of it too
		if err := s.notify(ctx, addressChanged, now, was.Email); err != nil {
			return err
		}
	}
	if err := s.closeAccess(ctx, now); err != nil {
		return err
	}
	return s.record(ctx, e)
}

// closeAccess ends the sessions of an account that may not sign in any more. A deleted one loses its passkeys too.
func (s *Service) closeAccess(ctx context.Context, a *account) error {
	if a.maySignIn() {
		return nil
	}
	if err := s.endOthers(ctx, a.ID, "", "account"); err != nil || a.Status != Deleted {
		return err
	}
	keys, err := s.keysOf(ctx, a.ID)
	if err != nil {
		return err
	}
	return s.deletePasskeys(ctx, a.ID, keys...)
}

// isSensitive says whether a fact decides who somebody is, or what they may do.
func isSensitive(fact string) bool {
	return slices.Contains([]string{"email", "roles", "scopes", "terms", "status", "loginKind"}, fact)
}

// facts are what people edit of an account, as the audit log keeps it.
func facts(a *account) map[string]any {
	return map[string]any{
		"email": a.Email, "firstName": a.FirstName, "lastName": a.LastName, "roles": strings.Split(codesOf(a.Roles), ""),
		"scopes": role.Scope{ClientIDs: notNil(a.Scopes.ClientIDs), LegalEntityIDs: notNil(a.Scopes.LegalEntityIDs)},
		"terms":  termFacts(a.Terms), "status": a.Status, "loginKind": a.LoginKind, "locale": a.Locale,
		"darkTheme": a.DarkTheme,
	}
}

func notNil(ids []int64) []int64 {
	if ids == nil {
		return []int64{}
	}
	return ids
}

// compare names what differs.
func (e *event) compare(before, after map[string]any) {
	e.before, e.after = map[string]any{}, map[string]any{}
	for name := range before {
		if !reflect.DeepEqual(before[name], after[name]) {
			e.changed = append(e.changed, name)
			e.before[name], e.after[name] = before[name], after[name]
		}
	}
	slices.Sort(e.changed)
}

// managesForGood says whether the account can manage accounts today, and until somebody takes that away.
func managesForGood(a *account) bool {
	has := a.rights()
	endless := func(right string) bool { return has[right] == lasting }
	return a.Status == Active && endless(roleRight(role.ConfigManager)) &&
		(endless(everything) || slices.ContainsFunc(a.limits(), endless))
}

// requireManager refuses to take away the last account that manages others. The rows are locked, so that two managers
// cannot remove each other at once.
func (s *Service) requireManager(ctx context.Context, but int64) error {
	found, err := s.accounts(ctx, `
		 WHERE s.status = 'AC' AND s.roles LIKE '%d%'
		 ORDER BY s.id`+s.DB.Lock(ctx))
	if err != nil {
		return err
	}
	for _, a := range found {
		if a.ID != but && managesForGood(a) {
			return nil
		}
	}
	return fault.New(fault.Conflict, "LAST_CONFIG_MANAGER", "somebody must be able to manage accounts")
}

// Removal names an account to delete and the version the caller has of it.
type Removal struct {
	ID      int64  `path:"id"`
	IfMatch string `header:"If-Match"`
}

// Delete closes an account for good: its sessions end and its e-mail is free again. The row stays for the history.
func (s *Service) Delete(ctx context.Context, in Removal) (resource.None, error) {
	return resource.None{}, s.DB.Write(ctx, func(ctx context.Context) error {
		was, err := s.writable(ctx, in.ID)
		if err != nil {
			return err
		}
		base, guarded, isStale := resource.MatchVersion(in.IfMatch, was.Version)
		if isStale {
			return s.stale(ctx, was, base)
		}
		now := *was
		now.Status = Deleted
		return s.change(ctx, was, &now, event{action: "delete", unguarded: !guarded})
	})
}
