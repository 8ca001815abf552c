package staff

import (
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func invitation(local string) Invitation {
	return Invitation{Email: local + "@new.example", FirstName: "Ida", LastName: "Neu", Roles: []role.Role{role.CSM}}
}

func TestInvitation_OfAColleague_RequiresAPasswordChange(t *testing.T) {
	each(t, func(d *fixture) {
		manager := d.withTokens(d.signIn("config"))
		made, err := d.Invite(manager, invitation("ida"))
		if err != nil {
			d.t.Fatal(err)
		}
		if made.Admin.Status != Unverified || !made.Admin.MustChangePassword || len(made.OneTimePassword) != 27 ||
			made.ValidUntil != "2026-03-03T09:00:00.000Z" {
			d.t.Errorf("invited %+v", made)
		}
		_, err = d.Invite(manager, Invitation{Email: "IDA@new.example", FirstName: "I", LastName: "N"})
		d.wantCode(err, "EMAIL_TAKEN")

		tokens := d.signInAs("ida@new.example", made.OneTimePassword)
		who, err := d.Authenticate(d.t.Context(), tokens.AccessToken)
		if err != nil || !who.PasswordChange {
			d.t.Fatalf("%+v, %v", who, err)
		}
		d.wantCode(d.Recheck(d.t.Context(), who), "PASSWORD_CHANGE_REQUIRED")
		d.wantCode(d.try(home, "ida@new.example", made.OneTimePassword), "BAD_CREDENTIALS") // one time is once
		tokens = d.mustRefresh(tokens.RefreshToken)                                         // a reload does not lock out
		if err := d.change(tokens, made.OneTimePassword, made.OneTimePassword); !has(fieldsOf(err), "password",
			"password.reused") {
			d.t.Errorf("the one-time password may stay: %v", err)
		}
		const own = "a quite new password"
		if err := d.change(tokens, made.OneTimePassword, own); err != nil {
			d.t.Fatal(err)
		}
		if a, err := d.Admin(manager, AdminID{made.Admin.ID}); err != nil || a.Status != Active || a.MustChangePassword ||
			a.PasswordChangedAt.IsZero() {
			d.t.Errorf("after the change: %+v, %v", a, err)
		}
		d.signInAs("ida@new.example", own)
	})
}

func TestOneTimePassword_AfterADay_Expires(t *testing.T) {
	each(t, func(d *fixture) {
		made, err := d.Invite(d.withTokens(d.signIn("config")), invitation("ida"))
		if err != nil {
			d.t.Fatal(err)
		}
		d.clock.pass(24 * time.Hour)
		d.wantCode(d.try(home, "ida@new.example", made.OneTimePassword), "BAD_CREDENTIALS")
		again, err := d.IssueOneTime(d.withTokens(d.signIn("config")), AdminID{made.Admin.ID})
		if err != nil {
			d.t.Fatal(err)
		}
		d.wantCode(d.try(home, "ida@new.example", made.OneTimePassword), "BAD_CREDENTIALS")
		d.signInAs("ida@new.example", again.OneTimePassword)
	})
}

func TestOneTimePassword_Reissued_ReplacesTheFormerOne(t *testing.T) {
	each(t, func(d *fixture) {
		const own = "password number 1 !"
		before := d.signIn("csm")
		d.wantCode(d.change(before, DemoPassword, own), "")
		issued, err := d.IssueOneTime(d.withTokens(d.signIn("config")), AdminID{d.id("csm")})
		if err != nil {
			d.t.Fatal(err)
		}
		_, err = d.refresh(before.RefreshToken)
		d.wantCode(err, "REFRESH_INVALID")
		d.wantCode(d.try(home, "csm"+demoDomain, own), "BAD_CREDENTIALS")
		tokens := d.signInAs("csm"+demoDomain, issued.OneTimePassword)
		if err := d.change(tokens, issued.OneTimePassword, own); !has(fieldsOf(err), "password", "password.reused") {
			d.t.Errorf("the replaced password may come back: %v", err)
		}
		d.wantCode(d.change(tokens, issued.OneTimePassword, "a quite new password"), "")
	})
}

func TestLastManager_RemovedOrDemoted_IsRefused(t *testing.T) {
	each(t, func(d *fixture) {
		config, all := d.id("config"), d.id("all")
		manager := d.withTokens(d.signIn("config"))
		if _, err := d.Update(manager, Change{ID: all, Roles: []role.Role{role.CSM}}); err != nil {
			d.t.Fatal(err)
		}
		for name, attempt := range map[string]func() error{
			"losing the role": func() error {
				_, err := d.Update(manager, Change{ID: config, Roles: []role.Role{role.CSM}})
				return err
			},
			"deactivated": func() error { _, err := d.Update(manager, Change{ID: config, Status: new(Inactive)}); return err },
			"deleted":     func() error { _, err := d.Delete(manager, Removal{ID: config}); return err },
		} {
			if got := fault.CodeOf(attempt()); got != "LAST_CONFIG_MANAGER" {
				d.t.Errorf("%s: %q", name, got)
			}
		}
		if _, err := d.Update(manager, Change{ID: config, LastName: new("Other")}); err != nil {
			d.t.Errorf("other edits: %v", err)
		}
	})
}

func TestLastManager_TwoRemoveEachOther_OneSucceeds(t *testing.T) {
	each(t, func(d *fixture) {
		a, b := d.withTokens(d.signIn("config")), d.withTokens(d.signIn("all"))
		codes := make([]string, 2)
		var wg sync.WaitGroup
		ids := []int64{d.id("all"), d.id("config")}
		wg.Go(func() { _, err := d.Delete(a, Removal{ID: ids[0]}); codes[0] = fault.CodeOf(err) })
		wg.Go(func() { _, err := d.Delete(b, Removal{ID: ids[1]}); codes[1] = fault.CodeOf(err) })
		wg.Wait()
		if (codes[0] == "") == (codes[1] == "") {
			d.t.Errorf("%q, want exactly one success", codes)
		}
	})
}

func TestAccount_StatusChanged_FollowsTheTransitions(t *testing.T) {
	each(t, func(d *fixture) {
		manager, id := d.withTokens(d.signIn("config")), d.id("csm")
		move := func(to Status, want string) {
			d.t.Helper()
			_, err := d.Update(manager, Change{ID: id, Status: new(to)})
			d.wantCode(err, want)
		}
		move(Unverified, "TRANSITION_NOT_ALLOWED")
		move(Inactive, "")
		move(Inactive, "")
		move(Active, "")
		if _, err := d.Delete(manager, Removal{ID: id}); err != nil {
			d.t.Fatal(err)
		}
		_, err := d.Update(manager, Change{ID: id, FirstName: new("New")})
		d.wantCode(err, "NOT_EDITABLE")
		_, err = d.IssueOneTime(manager, AdminID{id})
		d.wantCode(err, "NOT_EDITABLE")
		move(Active, "TRANSITION_NOT_ALLOWED")
		made, err := d.Invite(manager, Invitation{Email: "csm" + demoDomain, FirstName: "A", LastName: "B"})
		if err != nil {
			d.t.Fatalf("the e-mail is not free again: %v", err)
		}
		move(Inactive, "EMAIL_TAKEN")
		_, err = d.Update(manager, Change{ID: made.Admin.ID, Status: new(Active)})
		d.wantCode(err, "TRANSITION_NOT_ALLOWED")
	})
}

func TestAccount_Edited_IsValidatedAndAudited(t *testing.T) {
	each(t, func(d *fixture) {
		manager, id := d.withTokens(d.signIn("config")), d.id("csm")
		_, err := d.Update(manager, Change{ID: id, FirstName: new(""), Roles: []role.Role{"x"}})
		if !has(fieldsOf(err), "firstName", "validation.required") {
			d.t.Errorf("fields %v", fieldsOf(err))
		}
		_, err = d.Update(manager, Change{ID: id, Roles: []role.Role{"x"}})
		if !has(fieldsOf(err), "roles", "validation.oneOf") {
			d.t.Errorf("fields %v", fieldsOf(err))
		}
		_, err = d.Update(manager, Change{ID: id, ignored: ignored{ID: id + 1}})
		if !has(fieldsOf(err), "id", "validation.otherID") {
			d.t.Errorf("the body names another account: fields %v", fieldsOf(err))
		}
		_, err = d.Update(manager, Change{ID: id, Email: new("TECH" + demoDomain)})
		d.wantCode(err, "EMAIL_TAKEN")
		got, err := d.Update(manager, Change{
			ID: id, IfMatch: `"1"`,
			Roles: []role.Role{role.ConfigManager, role.CSM, role.CSM}, Scopes: &role.Scope{LegalEntityIDs: []int64{9}},
		})
		if err != nil || got.Version != 2 || len(got.Roles) != 2 || got.Roles[0] != role.CSM ||
			got.Scopes.LegalEntityIDs[0] != 9 {
			d.t.Errorf("%+v, %v", got, err)
		}
		last := d.log.entries[len(d.log.entries)-1]
		if last.Act.Action != "update" || len(last.Changed) != 2 || last.Changed[0] != "roles" ||
			last.Changed[1] != "scopes" || last.Act.Unguarded {
			d.t.Errorf("audited %+v", last)
		}
		_, err = d.Update(manager, Change{ID: id, IfMatch: `"1"`, FirstName: new("Else")})
		d.wantCode(err, "STALE_VERSION")
		if details := fault.From(err).Details; details["yourBase"] != int64(1) || details["changedBy"] != "Somebody" {
			d.t.Errorf("details %v", details)
		}
		if got, err := d.Update(manager, Change{ID: id, FirstName: new(got.FirstName)}); err != nil || got.Version != 2 {
			d.t.Errorf("an edit that changes nothing: version %d, %v", got.Version, err)
		}
	})
}

func TestScope_OfAManager_LimitsSeeingAndGranting(t *testing.T) {
	each(t, func(d *fixture) {
		manager := d.withTokens(d.signIn("config"))
		if _, err := d.Update(manager, Change{ID: d.id("all"), Scopes: &role.Scope{ClientIDs: []int64{3, 4}}}); err != nil {
			d.t.Fatal(err)
		}
		limited := d.withTokens(d.signIn("all"))
		list, err := (&accountList{d.Service}).List(limited, query.Query{})
		if err != nil || list.Total != 2 { // scoped@ and itself
			d.t.Errorf("sees %d accounts, %v", list.Total, err)
		}
		_, err = d.Admin(limited, AdminID{d.id("csm")})
		d.wantCode(err, "NOT_FOUND")
		for name, attempt := range map[string]func() error{
			"edit":     func() error { _, err := d.Update(limited, Change{ID: d.id("csm"), LastName: new("X")}); return err },
			"delete":   func() error { _, err := d.Delete(limited, Removal{ID: d.id("csm")}); return err },
			"unlock":   func() error { _, err := d.Unlock(limited, AdminID{d.id("csm")}); return err },
			"password": func() error { _, err := d.IssueOneTime(limited, AdminID{d.id("csm")}); return err },
			"logins":   func() error { id := d.id("csm"); _, err := d.Logins(limited, LoginQuery{UserID: &id}); return err },
		} {
			if got := fault.CodeOf(attempt()); got != "NOT_FOUND" {
				d.t.Errorf("%s: %q", name, got)
			}
		}
		in := invitation("ida")
		_, err = d.Invite(limited, in)
		if !has(fieldsOf(err), "scopes", "validation.reference") {
			d.t.Errorf("hands out more reach than it has: %v", err)
		}
		_, err = d.Update(limited, Change{ID: d.id("all"), Scopes: &role.Scope{}})
		if !has(fieldsOf(err), "scopes", "validation.reference") {
			d.t.Errorf("widens its own reach: %v", err)
		}
		in.Scopes.ClientIDs = []int64{4}
		if _, err := d.Invite(limited, in); err != nil {
			d.t.Errorf("within its reach: %v", err)
		}
	})
}

func TestAccounts_List_IsFilteredAndSorted(t *testing.T) {
	each(t, func(d *fixture) {
		manager := d.withTokens(d.signIn("config"))
		d.setStatus("content", Deleted)
		a := new(Admin)
		by := func(at resource.Ref) []query.Sort { return []query.Sort{{Field: field.At(a, at)}} }
		is := func(at resource.Ref, values ...any) []query.Cond {
			return []query.Cond{query.Where(a, at, values...)}
		}
		for name, tc := range map[string]struct {
			q     query.Query
			total int64
			first string
		}{
			"without the deleted": {query.Query{
				Limit: 10,
				Sort:  []query.Sort{{Field: field.At(a, &a.ID), Desc: true}},
			}, 6, "scoped"},
			"with the deleted":            {query.Query{Limit: 10, Trash: query.Both}, 7, "csm"},
			"by e-mail":                   {query.Query{Limit: 10, Sort: by(&a.Email)}, 6, "all"},
			"by name, second page of one": {query.Query{Limit: 1, Offset: 1, Sort: by(&a.Name)}, 6, "csm"},
			"a page behind the last":      {query.Query{Limit: 10, Offset: 70}, 6, ""},
			"name": {
				query.Query{Limit: 10, Where: query.WhereContains(a, &a.Name, "LÍND")},
				1,
				"all",
			},
			"e-mail with a wildcard": {query.Query{Limit: 10, Where: query.WhereContains(a, &a.Email, "%")}, 0, ""},
			"role":                   {query.Query{Limit: 10, Where: is(&a.Roles, "d"), Sort: by(&a.Email)}, 2, "all"},
			"one of two roles": {
				query.Query{Limit: 10, Where: is(&a.Roles, "c", "d"), Sort: by(&a.Email)},
				2,
				"all",
			},
			"status": {
				query.Query{Limit: 10, Trash: query.Both, Where: is(&a.Status, "DL", "UV")},
				1,
				"content",
			},
			"ids": {query.Query{
				Limit: 10, Where: is(&a.ID, d.id("csm"), d.id("tech")),
				Sort: by(&a.Email),
			}, 2, "csm"},
			"nobody is locked":         {query.Query{Limit: 10, Where: is(&a.Trouble, "locked")}, 0, ""},
			"without roles, or locked": {query.Query{Limit: 10, Where: is(&a.Trouble, "locked", "noRoles")}, 1, "norole"},
		} {
			got, err := (&accountList{d.Service}).List(manager, tc.q)
			if err != nil {
				d.t.Fatalf("%s: %v", name, err)
			}
			first := ""
			if len(got.Rows) > 0 {
				first = got.Rows[0].Email[:len(got.Rows[0].Email)-len(demoDomain)]
			}
			if got.Total != tc.total || first != tc.first {
				d.t.Errorf("%s: %d, first %q; want %d, %q", name, got.Total, first, tc.total, tc.first)
			}
		}
	})
}

func TestAccount_CallerWithoutCurrentPermission_CannotWrite(t *testing.T) {
	each(t, func(d *fixture) {
		for _, local := range []string{"csm", "tech", "content", "norole"} {
			ctx, want := d.withTokens(d.signIn(local)), "FORBIDDEN"
			if local == "norole" {
				want = "NO_ROLES"
			}
			_, err := d.Invite(ctx, invitation("ida"))
			d.wantCode(err, want)
			_, err = d.Update(ctx, Change{ID: d.id(local), Roles: role.All})
			d.wantCode(err, want)
		}
	})
}

func TestFirstAccount_Created_MayManageStaff(t *testing.T) {
	each(t, func(d *fixture) {
		_, err := d.CreateFirst(d.t.Context(), Invitation{Email: "no e-mail", FirstName: "A", LastName: "B"})
		d.wantCode(err, "VALIDATION")
		got, err := d.CreateFirst(d.t.Context(), Invitation{Email: " Root@x.example ", FirstName: "A", LastName: "B"})
		if err != nil {
			d.t.Fatal(err)
		}
		tokens := d.signInAs("root@x.example", got.OneTimePassword)
		who, err := d.Authenticate(d.t.Context(), tokens.AccessToken)
		if err != nil || !who.Can(role.AdminUserWrite) {
			d.t.Errorf("%+v, %v", who, err)
		}
		if err := d.Seed(d.t.Context(), 1); err != nil { // not into a database that has accounts
			d.t.Error(err)
		}
	})
}

func TestCleanup_ExpiredSessionsAndAttempts_AreRemoved(t *testing.T) {
	each(t, func(d *fixture) {
		d.signIn("csm")
		d.wantCode(d.try(home, "csm"+demoDomain, "wrong"), "BAD_CREDENTIALS")
		d.clock.pass(sessionRetention + idleLife)
		if _, err := d.Cleanup(d.t.Context()); err != nil {
			d.t.Fatal(err)
		}
		for _, table := range []string{
			"staff_sessions", "staff_refresh_tokens", "staff_failures", "staff_blocks",
			"staff_password_calls",
		} {
			var n int
			if _, err := d.DB.Row(d.t.Context(), []any{&n}, "SELECT count(*) FROM "+table); err != nil || n != 0 {
				d.t.Errorf("%s holds %d rows, %v", table, n, err)
			}
		}
		if got := d.outcomes("csm"); got["OK"] != 1 {
			d.t.Errorf("the history is gone: %v", got)
		}
	})
}

func TestOneTimePassword_ConcurrentSignIns_SucceedOnce(t *testing.T) {
	each(t, func(d *fixture) {
		made, err := d.Invite(d.withTokens(d.signIn("config")), invitation("ida"))
		if err != nil {
			d.t.Fatal(err)
		}
		codes := make([]string, 4)
		var wg sync.WaitGroup
		for i := range codes {
			ctx := d.from(home)
			wg.Go(func() {
				_, err := d.Authorize(ctx, Credentials{Username: "ida@new.example", Password: made.OneTimePassword})
				codes[i] = fault.CodeOf(err)
			})
		}
		wg.Wait()
		in := 0
		for _, c := range codes {
			if c == "" {
				in++
			}
		}
		if in != 1 {
			d.t.Errorf("%q, want exactly one to get in", codes)
		}
	})
}
