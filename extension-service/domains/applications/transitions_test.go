package applications

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// rules repeats "Application status transitions" in other words than the table under test. Actors are T talent, M MSP,
// C staff, V VMS, S system and B what a change elsewhere ends; "name@S" is a guard for that actor alone.
var rules = []struct{ name, from, to, who, guards, reason string }{
	{"A1", "uc", "a", "T C", "talent answers knockout", "C"},
	{"A2", "uc a", "rm", "S M C", "", "M C"},
	{"A3", "uc", "w", "T M C S B", "time@S", "M C"},
	{"A4", "a", "sp", "M C", "submit@M vms mapping talent rates range consent twin", ""},
	{"A5", "a", "s2c", "C", "manual talent rates range consent twin", ""},
	{"A6", "a", "w", "T M C B", "", "M C"},
	{"A7", "sp", "s2c", "S", "", ""},
	{"A8", "sp", "sf", "S", "", ""},
	{"A9", "sp", "a", "C M", "flight", ""},
	{"A10", "sp", "w", "T M C B", "flight", "M C"},
	{"A11", "sf", "sp", "S C", "mapping talent twin retry@S taken", ""},
	{"A12", "sf", "a", "C", "", ""},
	{"A13", "sf", "w", "C T B", "", "C"},
	{"A13", "sf", "rm", "C M", "", "M C"},
	{"A14", "s2c", "h", "V C", "position talent", ""},
	{"A15", "s2c", "rv", "V C", "", "V C"},
	{"A16", "s2c", "w", "T M C B", "", "M C"},
	{"A17", "s2c", "sp", "C", "vms update mapping talent rates range consent twin", "C"},
	{"A18", "rv", "s2c", "V C", "recent twin", "C"},
	{"A19", "rm", "a", "M C", "recent talent knocked@M confirmed", "M C"},
	{"A19", "rm", "uc", "M C", "recent talent knocked@M unconfirmed", "M C"},
	{"A20", "w", "a", "T C B", "recent talent forever confirmed", "C"},
	{"A20", "w", "uc", "T C B", "recent talent forever unconfirmed", "C"},
	{"A21", "h", "w", "C", "fall", "C"},
	{"A21", "h", "rv", "C V", "fall", "C V"},
}

// open says which transitions the state of a project leaves open.
var open = map[string]string{
	"PAUSED": "A2 A3 A6 A7 A8 A9 A10 A12 A13 A14 A15 A16 A18 A21", "CLOSED": "A7 A8 A14 A15 A16 A18 A21",
	"DELETED": "A7 A8",
}

var actors = map[string]statemachine.Actor{"T": talent, "M": msp, "C": staff, "V": vms, "S": system, "B": batch}

// obstacles are the guards, one by one: what breaks them, and the text that explains it.
var obstacles = map[string]struct {
	breaks func(f *facts)
	key    string
}{
	"talent":   {func(f *facts) { f.freelancer.UserStatus = freelancers.Inactive }, "talentInactive"},
	"answers":  {func(f *facts) { f.answers.Missing = 2 }, "answersMissing"},
	"knockout": {func(f *facts) { f.answers.KnockedOut = true }, "knockedOut"},
	"submit":   {func(f *facts) { f.who = &role.Caller{Kind: role.MSP} }, "submitRight"},
	"vms":      {func(f *facts) { f.project.client.SendChannel = clients.Manually }, "channelManual"},
	"manual":   {func(f *facts) { f.project.client.SendChannel = clients.ByVMS }, "channelVMS"},
	"mapping":  {func(f *facts) { f.mapping = errors.New("no target") }, "mappingFails"},
	"rates":    {func(f *facts) { f.app.PayRate = nil }, "ratesMissing"},
	"range":    {func(f *facts) { f.project.RateMax = new(decimal.FromInt(99)) }, "rateOutOfRange"},
	"consent": {func(f *facts) {
		f.app.ConsentToShareAt, f.freelancer.Consent = time.Time{}, freelancers.Consent{}
	}, "consentMissing"},
	"twin":        {func(f *facts) { f.twin = duplicateApplication{9, "A-000009"} }, "duplicate"},
	"flight":      {func(f *facts) { f.app.SendLeaseUntil = f.now.Add(time.Second) }, "inFlight"},
	"retry":       {func(f *facts) { f.app.LastSendError.Retryable = false }, "notRetryable"},
	"taken":       {func(f *facts) { f.app.LastSendError.Class = "VMS_DUPLICATE" }, "vmsDuplicate"},
	"position":    {func(f *facts) { f.project.PositionsFilled = f.project.Positions }, "positionsFilled"},
	"update":      {func(f *facts) { f.project.can = VMSAbilities{} }, "noUpdates"},
	"recent":      {func(f *facts) { f.app.StatusChangedAt = f.now.AddDate(0, 0, -30) }, "tooLate"},
	"knocked":     {func(f *facts) { f.app.StatusReason = "KNOCKOUT_QUESTION" }, "knockedOut"},
	"forever":     {func(f *facts) { f.app.StatusReason = "ERASURE" }, "endedForGood"},
	"confirmed":   {func(f *facts) { f.app.ConfirmedAt = time.Time{} }, "neverConfirmed"},
	"unconfirmed": {func(f *facts) { f.app.ConfirmedAt = f.now }, "wasConfirmed"},
	"fall":        {func(f *facts) { f.project.AssignmentPeriodStart = "2026-11-06" }, "fallThroughOver"},
	"time":        {func(f *facts) { f.app.Created = f.now.AddDate(0, 0, -13) }, "stillTime"},
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// fine is an application that nothing stands in the way of on one of the moves.
func fine(from Status, by statemachine.Actor, guards string) facts {
	rate := decimal.FromInt(100)
	f := facts{
		app: Application{
			Status: from, PayRate: &rate, BillRate: &rate, ConsentToShareAt: noon, StatusChangedAt: noon.AddDate(0, 0, -29),
			ConfirmedAt: noon, HiredAt: noon.AddDate(0, 0, -3),
			Sending: Sending{SendRound: 2, LastSendError: &SendError{Class: "VMS_UNAVAILABLE", Retryable: true}},
		},
		project: assignment{
			Project: projects.Project{
				Status: "ACTIVE", Positions: 2, PositionsFilled: 1, RateMin: &rate, RateMax: &rate,
				AssignmentPeriodStart: "2026-11-07",
			},
			client: clients.Client{SendChannel: clients.ByVMS}, can: VMSAbilities{Update: true},
		},
		freelancer: freelancers.Freelancer{UserStatus: freelancers.Active}, by: by, now: noon,
		who: &role.Caller{Permissions: append(role.PermissionsOf(role.All), mspSubmit)},
	}
	f.app.Created = noon.AddDate(0, 0, -14)
	if strings.Contains(guards, "manual") {
		f.project.client.SendChannel = clients.Manually
	}
	if strings.Contains(guards, "unconfirmed") {
		f.app.ConfirmedAt = time.Time{}
	}
	return f
}

// guardsOf are the guards of a rule for one actor.
func guardsOf(guards, who string) (out []string) {
	for g := range strings.FieldsSeq(guards) {
		if name, only, limited := strings.Cut(g, "@"); !limited || only == who {
			out = append(out, name)
		}
	}
	return out
}

func TestTransitions_EveryStatusAndActor_FollowTheTable(t *testing.T) {
	t.Parallel()
	want := map[string]string{}
	for _, r := range rules {
		for from := range strings.FieldsSeq(r.from) {
			for who := range strings.FieldsSeq(r.who) {
				want[from+" "+r.to+" "+who] = r.name
			}
		}
	}
	for _, from := range Statuses {
		for _, to := range Statuses {
			for who, by := range actors {
				move, got := string(from.Code)+" "+string(to.Code)+" "+who, ""
				if found := transitions.Find(from.Code, to.Code, by); found != nil {
					got = found.Name
				}
				if got != want[move] {
					t.Errorf("%s is %q, want %q", move, got, want[move])
				}
			}
		}
	}
}

// everyRule visits each row for each of its origins and actors.
func everyRule(t *testing.T, visit func(move *transition, from Status, who, guards, reason string)) {
	t.Helper()
	for _, r := range rules {
		for from := range strings.FieldsSeq(r.from) {
			for who := range strings.FieldsSeq(r.who) {
				move := transitions.Find(Status(from), Status(r.to), actors[who])
				if move == nil {
					t.Fatalf("%s: %s %s by %s is missing", r.name, from, r.to, who)
				}
				visit(move, Status(from), who, r.guards, r.reason)
			}
		}
	}
}

func TestTransitions_EveryCombinationOfGuards_NamesItsObstacles(t *testing.T) {
	t.Parallel()
	everyRule(t, func(move *transition, from Status, who, guards, _ string) {
		mine := guardsOf(guards, who)
		for set := range 1 << len(mine) {
			f, want := fine(from, actors[who], guards), []string{}
			for i, name := range mine {
				if set&(1<<i) != 0 {
					obstacles[name].breaks(&f)
					want = append(want, "application.block."+obstacles[name].key)
				}
			}
			got := []string{}
			for _, b := range move.Blocks(f) {
				got = append(got, b.Key)
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s from %s by %s is blocked by %v, want %v", move.Name, from, who, got, want)
			}
		}
	})
}

func TestTransitions_ForeignObstacle_BlocksNothing(t *testing.T) {
	t.Parallel()
	everyRule(t, func(move *transition, from Status, who, guards, _ string) {
		mine := guardsOf(guards, who)
		for name, o := range obstacles {
			shared := slices.ContainsFunc(mine, func(g string) bool { // one fact, two guards
				return obstacles[g].key == o.key || g == "vms" && name == "manual" || g == "manual" && name == "vms" ||
					g == "confirmed" && name == "unconfirmed" || g == "unconfirmed" && name == "confirmed"
			})
			if shared || slices.Contains(mine, name) || name == "submit" {
				continue
			}
			f := fine(from, actors[who], guards)
			o.breaks(&f)
			if b := move.Blocks(f); len(b) > 0 {
				t.Errorf("%s from %s by %s is blocked by %v because of %s", move.Name, from, who, b, name)
			}
		}
	})
}

func TestTransitions_StatusOfTheProject_LimitsThem(t *testing.T) {
	t.Parallel()
	everyRule(t, func(move *transition, from Status, who, guards, _ string) {
		for state, list := range open {
			f := fine(from, actors[who], guards)
			f.project.Status = projects.Status(state)
			want := slices.Contains(strings.Fields(list), move.Name) || who == "B" && move.Name != "A20"
			if got := len(move.Blocks(f)) == 0; got != want {
				t.Errorf("%s by %s in a %s project: open %v, want %v", move.Name, who, state, got, want)
			}
		}
	})
}

func TestTransitions_ByRuleAndActor_RequireAReason(t *testing.T) {
	t.Parallel()
	everyRule(t, func(move *transition, from Status, who, guards, reason string) {
		f := fine(from, actors[who], guards)
		if move.Name == "A14" { // only where a VMS should have said so
			f.project.client.SendChannel = clients.Manually
		}
		got := move.Reason != nil && move.Reason(f, actors[who])
		if want := slices.Contains(strings.Fields(reason), who); got != want {
			t.Errorf("%s by %s needs a reason: %v, want %v", move.Name, who, got, want)
		}
		if got && len(move.Codes) == 0 {
			t.Errorf("%s offers no reasons", move.Name)
		}
	})
	hired := transitions.Find(SentToClient, Hired, staff)
	if !hired.Reason(fine(SentToClient, staff, ""), staff) || hired.Reason(fine(SentToClient, vms, ""), vms) {
		t.Error("a person who hires in place of the VMS says why, the VMS does not")
	}
}

func TestTransitions_SeveralRefusals_AreReportedInOrder(t *testing.T) {
	t.Parallel()
	all, resends := &role.Caller{Permissions: role.PermissionsOf(role.All)},
		&role.Caller{Permissions: []role.Permission{role.ApplicationResend}}
	inUse := func(f *facts) { obstacles["taken"].breaks(f) }
	for name, tc := range map[string]struct {
		who    *role.Caller
		move   statemachine.Request[Status]
		breaks func(f *facts)
		want   string
	}{
		"no such move": {
			all,
			statemachine.Request[Status]{From: Unconfirmed, To: Hired},
			nil,
			"TRANSITION_NOT_ALLOWED",
		},
		"no permission for the move": {
			resends,
			statemachine.Request[Status]{From: Active, To: SendPending},
			nil,
			"FORBIDDEN",
		},
		"a guard before the reason": {
			all,
			statemachine.Request[Status]{From: SendPending, To: Withdrawn},
			obstacles["flight"].breaks, "TRANSITION_NOT_ALLOWED",
		},
		"no reason": {
			all,
			statemachine.Request[Status]{From: SendPending, To: Withdrawn},
			nil,
			"REASON_REQUIRED",
		},
		"other without words": {all, statemachine.Request[Status]{
			From: SendPending, To: Withdrawn,
			Reason: "OTHER", Comment: "no",
		}, nil, "VALIDATION"},
		"other with words": {all, statemachine.Request[Status]{
			From: SendPending, To: Withdrawn,
			Reason: "OTHER", Comment: "yes",
		}, nil, ""},
		"resending by who may only that": {
			resends,
			statemachine.Request[Status]{From: SendFailed, To: SendPending},
			nil,
			"",
		},
		"resending a duplicate": {
			all,
			statemachine.Request[Status]{From: SendFailed, To: SendPending},
			inUse,
			"CONFIRM_REQUIRED",
		},
		"resending a duplicate, confirmed": {all, statemachine.Request[Status]{
			From: SendFailed, To: SendPending,
			Confirmed: true,
		}, inUse, ""},
		"who only resends cannot confirm it": {
			resends,
			statemachine.Request[Status]{From: SendFailed, To: SendPending, Confirmed: true},
			inUse, "TRANSITION_NOT_ALLOWED",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := fine(tc.move.From, staff, "")
			if tc.breaks != nil {
				tc.breaks(&f)
			}
			_, err := transitions.Allow(tc.who, staff, tc.move, f)
			if got := fault.CodeOf(err); got != tc.want {
				t.Errorf("code %q, want %q", got, tc.want)
			}
		})
	}
}

func TestTransitions_TimeLimits_EndInTheTimeZoneOfTheClient(t *testing.T) {
	t.Parallel()
	f := fine(Hired, staff, "")
	f.now = time.Date(2026, 11, 21, 23, 30, 0, 0, time.UTC)
	if !justStarted.IsMet(f) {
		t.Error("the fourteenth day counts")
	}
	f.project.client.TimeZone = "Europe/Berlin"
	if justStarted.IsMet(f) {
		t.Error("half past midnight at the client is the day after")
	}
	f.project.AssignmentPeriodStart, f.app.HiredAt = "", time.Date(2026, 11, 7, 23, 30, 0, 0, time.UTC)
	if until := f.fallUntil(); until != "2026-11-22" {
		t.Errorf("without a start the hire counts, on the client's day: until %s", until)
	}
	f.app.StatusChangedAt = f.now.AddDate(0, 0, -30).Add(time.Millisecond)
	if !stillRecent.IsMet(f) {
		t.Error("thirty days are not over")
	}
	f.app.StatusChangedAt = f.now.AddDate(0, 0, -30)
	if stillRecent.IsMet(f) {
		t.Error("thirty days are over")
	}
}

func TestTransitions_RatesOutsideTheLimits_RequireAReason(t *testing.T) {
	t.Parallel()
	f := fine(Active, staff, "")
	f.app.BillRate = new(decimal.FromInt(101))
	for name, tc := range map[string]struct {
		override bool
		reason   string
		want     bool
	}{
		"above": {false, "", false}, "above, overridden": {true, "agreed with the client", true},
		"without saying why": {true, "", false},
	} {
		f.app.RateOverride, f.app.RateOverrideReason = tc.override, tc.reason
		if got := rateInRange.IsMet(f); got != tc.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	f.who = &role.Caller{}
	if p := rateInRange.Params(f); p != nil {
		t.Errorf("rates are told to somebody who may not see them: %v", p)
	}
}
