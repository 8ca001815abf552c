package staff

import (
	"slices"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// termFor is a term of a test, so many hours from now.
func (d *fixture) termFor(right string, hours int) Term {
	return Term{Right: right, Until: d.clock.now().Add(time.Duration(hours) * time.Hour), Reason: "Stands in for Clara"}
}

// Whoever gives rights sees in time which of them end by themselves.
func TestAccounts_RightEndsWithinTwoWeeks_AreListed(t *testing.T) {
	each(t, func(d *fixture) {
		manager, id, a := d.withTokens(d.signIn("config")), d.id("csm"), new(Admin)
		for _, step := range []struct {
			hours int
			want  int64
		}{{13 * 24, 1}, {15 * 24, 0}} {
			if _, err := d.Update(manager, Change{ID: id, Terms: []Term{d.termFor("role.a", step.hours)}}); err != nil {
				d.t.Fatal(err)
			}
			page, err := (&accountList{d.Service}).List(manager, query.Query{
				Limit: 10, Where: []query.Cond{query.Where(a, &a.Trouble, string(EndSoon), string(Locked))},
			})
			if err != nil || page.Total != step.want {
				d.t.Errorf("%d accounts when a right ends in %d hours, %v", page.Total, step.hours, err)
			}
		}
	})
}

// A right with an end is gone from that instant on: from running sessions, on every copy, from new tokens and from what
// is done without a session, before anybody has written it down.
func TestTerm_ExpiredRight_IsGoneAtOnce(t *testing.T) {
	each(t, func(d *fixture) {
		manager, id := d.withTokens(d.signIn("config")), d.id("csm")
		updated, err := d.Update(manager, Change{
			ID: id, Roles: []role.Role{role.CSM, role.TechSupport},
			Terms: []Term{d.termFor("role.b", 1)},
		})
		if err != nil || len(updated.Terms) != 1 || updated.Terms[0].Ended ||
			!slices.Contains(updated.Permissions, role.CronRead) {
			d.t.Fatalf("%+v, %v", updated, err)
		}
		tokens, other := d.signIn("csm"), d.copyOf()
		can := func(want bool) {
			d.t.Helper()
			for name, at := range map[string]*fixture{"here": d, "elsewhere": other, "after a restart": d.copyOf()} {
				c, err := at.Authenticate(d.t.Context(), tokens.AccessToken)
				if err != nil || c.Can(role.CronRead) != want || !c.Can(role.ProjectRead) {
					d.t.Errorf("%s: %v, %v, want %v", name, c, err, want)
				}
			}
		}
		d.clock.pass(time.Hour - time.Minute)
		tokens = d.mustRefresh(tokens.RefreshToken)
		can(true)
		d.clock.pass(time.Minute - time.Millisecond)
		can(true)
		d.clock.pass(time.Millisecond)
		can(false)
		if c, err := d.CallerFor(d.t.Context(), id); err != nil || c.Can(role.CronRead) {
			d.t.Errorf("without a session: %+v, %v", c, err)
		}
		tokens = d.mustRefresh(tokens.RefreshToken)
		can(false)
		if a, err := d.Admin(d.withTokens(d.signIn("config")), AdminID{id}); err != nil ||
			!slices.Equal(a.Roles, []role.Role{role.CSM}) || len(a.Terms) != 0 {
			d.t.Errorf("%+v, %v", a, err)
		}
		list, err := d.Having(d.withTokens(d.signIn("config")), role.TechSupport)
		if err != nil || len(list) != 2 {
			d.t.Errorf("%d with the role, %v", len(list), err)
		}
	})
}

// What has ended is written into the audit log once, with the reason it was given for, by the job or by the next
// change.
func TestTerm_ExpiredRight_IsRecordedOnceWithItsReason(t *testing.T) {
	each(t, func(d *fixture) {
		manager, csm, tech := d.withTokens(d.signIn("config")), d.id("csm"), d.id("tech")
		for _, id := range []int64{csm, tech} {
			if _, err := d.Update(manager, Change{
				ID: id, Roles: []role.Role{role.CSM, role.ContentEditor},
				Terms: []Term{d.termFor("role.c", 1)},
			}); err != nil {
				d.t.Fatal(err)
			}
		}
		end := func(want int64) {
			d.t.Helper()
			if n, err := d.EndRights(role.AsSystem(d.t.Context(), "auth.cleanup")); n != want || err != nil {
				d.t.Errorf("%d ended, %v, want %d", n, err, want)
			}
		}
		end(0)
		d.clock.pass(time.Hour)
		manager = d.withTokens(d.signIn("config"))
		if _, err := d.Update(manager, Change{ID: tech, LastName: new("Other")}); err != nil {
			d.t.Fatal(err)
		}
		end(1)
		end(0)
		if n := d.log.count("rights.end"); n != 2 {
			d.t.Fatalf("%d ends recorded", n)
		}
		for i, e := range d.log.entries {
			if e.Act.Action == "rights.end" && (e.Act.Reason != "Stands in for Clara" ||
				!slices.Equal(e.Changed, []string{"roles", "terms"}) || d.log.who[i].Kind != role.System) {
				d.t.Errorf("%+v by %+v", e, d.log.who[i])
			}
		}
	})
}

// Whoever loses the last limit must not see everything: such an account may do nothing until somebody decides.
func TestTerm_LastLimitExpired_OpensNothing(t *testing.T) {
	each(t, func(d *fixture) {
		manager, id := d.withTokens(d.signIn("config")), d.id("csm")
		two := &role.Scope{ClientIDs: []int64{3}, LegalEntityIDs: []int64{4}}
		if _, err := d.Update(manager, Change{
			ID: id, Scopes: two,
			Terms: []Term{d.termFor("client.3", 1), d.termFor("legalEntity.4", 2)},
		}); err != nil {
			d.t.Fatal(err)
		}
		tokens := d.signIn("csm")
		d.clock.pass(time.Hour)
		tokens = d.mustRefresh(tokens.RefreshToken)
		c, err := d.Authenticate(d.t.Context(), tokens.AccessToken)
		if err != nil || len(c.Scope.ClientIDs) != 0 || !slices.Equal(c.Scope.LegalEntityIDs, []int64{4}) ||
			!c.Can(role.ProjectRead) {
			d.t.Fatalf("%+v, %v", c, err)
		}
		d.clock.pass(time.Hour)
		for range 2 { // before it is written down, and after
			tokens = d.mustRefresh(tokens.RefreshToken)
			if c, err = d.Authenticate(d.t.Context(), tokens.AccessToken); err != nil || c.Scope.IsUnlimited() ||
				c.Can(role.ProjectRead) {
				d.t.Errorf("%+v, %v", c, err)
			}
			d.wantCode(d.Gate(c, resource.Endpoint{Name: "project.list"}), "NO_ROLES")
			if _, err := d.EndRights(d.t.Context()); err != nil {
				d.t.Fatal(err)
			}
		}
		manager = d.withTokens(d.signIn("config"))
		_, err = d.Update(manager, Change{ID: id, Roles: []role.Role{role.CSM}})
		if !has(fieldsOf(err), "terms[0].until", "validation.future") {
			d.t.Errorf("roles for a limit that has ended: %v", err)
		}
		again, err := d.Update(manager, Change{
			ID: id, Roles: []role.Role{role.CSM},
			Scopes: &role.Scope{ClientIDs: []int64{3}}, Terms: []Term{},
		})
		if err != nil || len(again.Terms) != 0 || !slices.Contains(again.Permissions, role.ProjectRead) {
			d.t.Errorf("%+v, %v", again, err)
		}
	})
}

// Terms are about what the account has, lie ahead, and outlast neither the giver's own rights nor the last manager.
func TestTerm_AgainstTheRules_IsRefused(t *testing.T) {
	each(t, func(d *fixture) {
		manager, id, config, all := d.withTokens(d.signIn("config")), d.id("csm"), d.id("config"), d.id("all")
		for name, tc := range map[string]struct {
			terms         []Term
			field, reason string
		}{
			"another role":   {[]Term{d.termFor("role.d", 1)}, "terms[0].right", "validation.reference"},
			"another client": {[]Term{d.termFor("client.3", 1)}, "terms[0].right", "validation.reference"},
			"two ends":       {[]Term{d.termFor("role.a", 1), d.termFor("role.a", 2)}, "terms[1].right", "validation.twice"},
			"now":            {[]Term{d.termFor("role.a", 0)}, "terms[0].until", "validation.future"},
		} {
			if _, err := d.Update(manager, Change{ID: id, Terms: tc.terms}); !has(fieldsOf(err), tc.field, tc.reason) {
				d.t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := d.Update(manager, Change{ID: config, Terms: []Term{d.termFor("role.d", 2)}}); err != nil { // "all" stays
			d.t.Fatal(err)
		}
		_, err := d.Update(manager, Change{ID: all, Roles: []role.Role{role.CSM}})
		d.wantCode(err, "LAST_CONFIG_MANAGER")
		_, err = d.Update(d.withTokens(d.signIn("all")), Change{ID: all, Terms: []Term{d.termFor("role.d", 2)}})
		d.wantCode(err, "LAST_CONFIG_MANAGER")

		invite := invitation("ida")
		for name, tc := range map[string]struct {
			act  func() error
			want string
		}{
			"their own for good": {func() error {
				_, err := d.Update(manager, Change{ID: config, Terms: []Term{}})
				return err
			}, "VALIDATION"},
			"their own for longer": {func() error {
				_, err := d.Update(manager, Change{ID: config, Terms: []Term{d.termFor("role.d", 3)}})
				return err
			}, "VALIDATION"},
			"another's for good": {func() error {
				_, err := d.Update(manager, Change{ID: id, Roles: []role.Role{role.CSM, role.ConfigManager}})
				return err
			}, "VALIDATION"},
			"somebody new": {func() error { _, err := d.Invite(manager, invite); return err }, "VALIDATION"},
			"as long as theirs": {func() error {
				_, err := d.Update(manager, Change{
					ID: id, Roles: []role.Role{role.CSM, role.ContentEditor},
					Terms: []Term{d.termFor("role.c", 2)},
				})
				return err
			}, ""},
			"less than before": {func() error {
				_, err := d.Update(manager, Change{ID: d.id("tech"), Terms: []Term{d.termFor("role.b", 1)}})
				return err
			}, ""},
		} {
			if err := tc.act(); err == nil != (tc.want == "") {
				d.t.Errorf("%s: %v", name, err)
			} else if err != nil && !has(fieldsOf(err), "terms", "panel.staff.notLonger") {
				d.t.Errorf("%s: %v", name, fieldsOf(err))
			}
		}
	})
}

// Sessions that have ended stay listed for 90 days, each with who ended it and why.
func TestSessions_Ended_RemainListedForNinetyDays(t *testing.T) {
	each(t, func(d *fixture) {
		one, two, three := d.signIn("csm"), d.signIn("csm"), d.signIn("csm")
		id, yes := d.id("csm"), SessionQuery{Ended: true}
		config := d.withTokens(d.signIn("config"))
		sid := func(of Tokens) string {
			c, err := d.Authenticate(d.t.Context(), of.AccessToken)
			if err != nil {
				d.t.Fatal(err)
			}
			return c.SID
		}
		sids := []string{sid(one), sid(two), sid(three)}
		d.clock.pass(time.Second)
		if _, err := d.EndSession(config, SessionID{sids[0]}); err != nil {
			d.t.Fatal(err)
		}
		d.clock.pass(time.Second)
		if _, err := d.Logout(d.withTokens(two), LogoutInput{RefreshToken: two.RefreshToken}); err != nil {
			d.t.Fatal(err)
		}
		d.clock.pass(13 * time.Hour) // the third runs out
		own := d.withTokens(d.signIn("csm"))
		list, err := d.Sessions(own, yes)
		if err != nil || list.TotalResults != 3 {
			d.t.Fatalf("%+v, %v", list, err)
		}
		for i, want := range []struct {
			sid string
			by  string
			why SessionEnd
		}{{sids[2], "", ranOut}, {sids[1], "Clara Sommer", "auth.logout"}, {sids[0], "Konrad Figge", "session.end"}} {
			got := list.Results[i]
			by := ""
			if got.EndedBy != nil {
				by = got.EndedBy.Name
			}
			if got.SID != want.sid || by != want.by || got.EndedWhy != want.why || got.EndedAt == "" {
				d.t.Errorf("%d: %+v by %q, want %+v", i, got, by, want)
			}
		}
		if open, err := d.Sessions(own, SessionQuery{}); err != nil || open.TotalResults != 1 ||
			open.Results[0].EndedAt != "" || open.Results[0].EndedWhy != "" {
			d.t.Errorf("open: %+v, %v", open, err)
		}
		yes.UserID = &id
		_, err = d.Sessions(d.withTokens(d.signIn("tech")), yes)
		d.wantCode(err, "FORBIDDEN")
		d.clock.pass(sessionRetention)
		if _, err := d.Cleanup(d.t.Context()); err != nil {
			d.t.Fatal(err)
		}
		// the one of 13 hours later
		if list, err := d.Sessions(d.withTokens(d.signIn("config")), yes); err != nil || list.TotalResults != 1 {
			d.t.Errorf("after 90 days: %+v, %v", list, err)
		}
	})
}
