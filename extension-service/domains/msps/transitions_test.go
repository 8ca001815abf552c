package msps

import (
	"slices"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

var all = []Status{Active, Inactive, Unverified, Deleted}

// Every pair of statuses and every actor: what is not listed is refused.
func TestTransitions_EveryStatusAndActor_FollowTheTable(t *testing.T) {
	t.Parallel()
	allowed := map[[2]Status]map[statemachine.Actor]string{
		{Unverified, Active}:  {statemachine.Staff: "U1", statemachine.System: "U1"},
		{Unverified, Deleted}: {statemachine.Staff: "U2"},
		{Active, Inactive}:    {statemachine.Staff: "U3"},
		{Inactive, Active}:    {statemachine.Staff: "U4"},
		{Active, Deleted}:     {statemachine.Staff: "U5"},
		{Inactive, Deleted}:   {statemachine.Staff: "U5"},
		{Deleted, Inactive}:   {statemachine.Staff: "U6"},
		{Deleted, Deleted}:    {statemachine.System: "U7"},
	}
	for _, from := range all {
		for _, to := range all {
			for _, by := range []statemachine.Actor{
				statemachine.Staff, statemachine.Talent, statemachine.MSP, statemachine.VMS,
				statemachine.System, statemachine.Batch,
			} {
				got := ""
				if x := transitions.Find(from, to, by); x != nil {
					got = x.Name
				}
				if want := allowed[[2]Status{from, to}][by]; got != want {
					t.Errorf("%s → %s by %s: %q, want %q", from, to, by, got, want)
				}
			}
		}
	}
}

var now = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func caller(ps ...role.Permission) *role.Caller {
	return &role.Caller{Kind: role.Admin, Permissions: ps}
}

func TestTransitions_EachGuard_BlocksWithItsCode(t *testing.T) {
	t.Parallel()
	may := caller(role.MSPStatus, role.MSPDelete)
	open := MSP{Email: "a@b.example", Counts: Counts{OpenApplicationCount: 3}}
	gone := MSP{Email: "a@b.example", Record: resource.Record{DeletedAt: now.AddDate(0, 0, -29)}}
	for name, tc := range map[string]struct {
		who       *role.Caller
		from, to  Status
		f         facts
		confirmed bool
		reason    string
		code      string
		blocks    []string
	}{
		"activated":                        {from: Unverified, to: Active},
		"activated without the permission": {who: caller(role.MSPDelete), from: Unverified, to: Active, code: "FORBIDDEN"},
		"deactivated":                      {from: Active, to: Inactive},
		"deactivated with open ones": {
			from: Active, to: Inactive, f: facts{msp: open}, code: "CONFIRM_REQUIRED",
			blocks: []string{hasOpenApplications},
		},
		"deactivated with open ones, known": {from: Active, to: Inactive, f: facts{msp: open}, confirmed: true},
		"deactivated before its activation": {
			from: Unverified, to: Inactive, code: "TRANSITION_NOT_ALLOWED",
			blocks: []string{statemachine.NoTransition},
		},
		"deleted":                        {from: Inactive, to: Deleted},
		"deleted without the permission": {who: caller(role.MSPStatus), from: Inactive, to: Deleted, code: "FORBIDDEN"},
		"deleted with open ones": {
			from: Inactive, to: Deleted, f: facts{msp: open}, confirmed: true,
			code: "HAS_OPEN_APPLICATIONS", blocks: []string{hasOpenApplications},
		},
		"deleted with people at work": {
			from: Active, to: Deleted, f: facts{assignments: 1}, code: "ACTIVE_ASSIGNMENT",
			blocks: []string{hasAssignments},
		},
		"deleted with people of its own": {
			from: Unverified, to: Deleted, f: facts{represented: 2},
			code: "TRANSITION_NOT_ALLOWED", blocks: []string{representsFreelancer},
		},
		"deleted with all of it": {
			from: Active, to: Deleted, f: facts{msp: open, assignments: 1, represented: 2}, code: "HAS_OPEN_APPLICATIONS",
			blocks: []string{hasOpenApplications, hasAssignments, representsFreelancer},
		},
		"restored":               {from: Deleted, to: Inactive, f: facts{msp: gone}, reason: "by mistake"},
		"restored for no reason": {from: Deleted, to: Inactive, f: facts{msp: gone}, code: "REASON_REQUIRED"},
		"restored too late": {
			from: Deleted, to: Inactive,
			f: facts{msp: MSP{Email: "a@b.example", Record: resource.Record{DeletedAt: now.AddDate(0, 0, -30)}}}, reason: "x",
			code: "TRANSITION_NOT_ALLOWED", blocks: []string{"msp.block.purged"},
		},
		"restored when anonymised": {
			from: Deleted, to: Inactive,
			f: facts{msp: MSP{Record: resource.Record{DeletedAt: now}}}, reason: "x", code: "TRANSITION_NOT_ALLOWED",
			blocks: []string{"msp.block.anonymised"},
		},
		"activated again after deletion": {
			from: Deleted, to: Active, f: facts{msp: gone}, reason: "x",
			code: "TRANSITION_NOT_ALLOWED", blocks: []string{statemachine.NoTransition},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			who := may
			if tc.who != nil {
				who = tc.who
			}
			tc.f.now, tc.f.msp.UserStatus = now, tc.from
			_, err := transitions.Allow(who, statemachine.Staff,
				statemachine.Request[Status]{From: tc.from, To: tc.to, Reason: tc.reason, Confirmed: tc.confirmed}, tc.f)
			if err != nil {
				err = named(err, tc.f)
			}
			if got := fault.CodeOf(err); got != tc.code {
				t.Fatalf("code %q, want %q: %v", got, tc.code, err)
			}
			var keys []string
			if err != nil {
				blocks, _ := fault.From(err).Details["blockedBy"].([]resource.Block)
				for _, b := range blocks {
					keys = append(keys, b.Key)
				}
			}
			if !slices.Equal(keys, tc.blocks) {
				t.Errorf("blocked by %v, want %v", keys, tc.blocks)
			}
		})
	}
}

func TestTransitions_Deactivation_CountsItsImpact(t *testing.T) {
	t.Parallel()
	f := facts{msp: MSP{
		UserStatus: Active, Counts: Counts{OpenApplicationCount: 3, ActiveProjectCount: 5},
		Users: []User{{Status: Active}, {Status: Deleted}},
	}, now: now}
	_, err := transitions.Allow(caller(role.MSPStatus), statemachine.Staff,
		statemachine.Request[Status]{From: Active, To: Inactive}, f)
	impact, _ := fault.From(named(err, f)).Details["impact"].(map[string]int)
	for name, want := range map[string]int{"openApplicationsKept": 3, "assignmentsSuspended": 5, "usersSignedOut": 1} {
		if impact[name] != want {
			t.Errorf("%s is %d, want %d", name, impact[name], want)
		}
	}
}

func TestPermissions_GrantedRight_ImpliesOthers(t *testing.T) {
	t.Parallel()
	here, there := grantScope{client: 1}, grantScope{client: 1, entity: 2}
	for name, tc := range map[string]struct{ give, want []right }{
		"nothing":                  {nil, []right{}},
		"one without implications": {[]right{{ReportView, here}}, []right{{ReportView, here}}},
		"submitting needs seeing": {
			[]right{{ApplicationSubmit, here}},
			[]right{{ApplicationSubmit, here}, {ApplicationView, here}},
		},
		"creating needs two": {
			[]right{{ApplicationCreate, here}},
			[]right{{ApplicationCreate, here}, {ApplicationView, here}, {ProjectView, here}},
		},
		"editing people needs seeing": {
			[]right{{FreelancerEdit, here}},
			[]right{{FreelancerEdit, here}, {FreelancerView, here}},
		},
		"editing rates needs seeing": {[]right{{RateEdit, here}}, []right{{RateEdit, here}, {RateView, here}}},
		"inviting needs the pool":    {[]right{{PoolInvite, here}}, []right{{PoolInvite, here}, {PoolView, here}}},
		"rejecting implies nothing":  {[]right{{ApplicationReject, here}}, []right{{ApplicationReject, here}}},
		"at its own place only": {
			[]right{{RateEdit, there}, {RateView, here}},
			[]right{{RateEdit, there}, {RateView, here}, {RateView, there}},
		},
		"each once": {
			[]right{{RateView, here}, {RateEdit, here}, {RateEdit, here}},
			[]right{{RateView, here}, {RateEdit, here}},
		},
		"what is implied twice, one time": {
			[]right{{ApplicationCreate, here}, {ApplicationSubmit, here}},
			[]right{{ApplicationCreate, here}, {ApplicationSubmit, here}, {ApplicationView, here}, {ProjectView, here}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := complete(tc.give); !slices.Equal(got, tc.want) {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
	if n := len(Permission("").Enum().Values); n != 14 {
		t.Errorf("the catalogue has %d permissions", n)
	}
}
