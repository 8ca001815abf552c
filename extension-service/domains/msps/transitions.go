package msps

import (
	"time"

	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/role"
)

// facts is everything that guards and impacts look at.
type facts struct {
	msp         MSP
	assignments int64 // hires at work
	represented int64 // active freelancers
	now         time.Time
}

// at are the facts at another instant, when nothing else has changed.
func (f facts) at(now time.Time) facts {
	f.now = now
	return f
}

// effect is what a transition does besides changing the status.
type effect struct{ set func(m *MSP, f facts) }

var (
	staff     = []statemachine.Actor{statemachine.Staff}
	mayMove   = []role.Permission{role.MSPStatus}
	mayDelete = []role.Permission{role.MSPDelete}
	people    = statemachine.From[facts](statemachine.Staff)
)

// transitions are the rows of "User status transitions" for MSPs. People write reasons; no codes are offered.
var transitions = statemachine.Table[Status, facts, effect]{
	{
		Name: "U1", From: []Status{Unverified}, To: Active, By: []statemachine.Actor{statemachine.Staff, statemachine.System},
		Needs:  mayMove,
		Impact: resuming, Do: effect{set: func(m *MSP, f facts) { m.EmailVerifiedAt = f.now }},
	},
	{
		Name: "U2", From: []Status{Unverified}, To: Deleted, By: staff, Needs: mayDelete,
		Guards: []statemachine.Guard[facts]{nothingOpen, nobodyAtWork, nobodyRepresented}, Do: effect{set: trash},
	},
	{
		Name: "U3", From: []Status{Active}, To: Inactive, By: staff, Needs: mayMove,
		Guards: []statemachine.Guard[facts]{impactKnown}, Impact: suspending,
	},
	{
		Name: "U4", From: []Status{Inactive}, To: Active, By: staff, Needs: mayMove, Impact: resuming,
	},
	{
		Name: "U5", From: []Status{Active, Inactive}, To: Deleted, By: staff, Needs: mayDelete,
		Guards: []statemachine.Guard[facts]{nothingOpen, nobodyAtWork, nobodyRepresented}, Do: effect{set: trash},
	},
	{
		Name: "U6", From: []Status{Deleted}, To: Inactive, By: staff, Needs: mayDelete, Reason: people,
		Guards: []statemachine.Guard[facts]{notAnonymised, notPurged},
		Do:     effect{set: func(m *MSP, _ facts) { m.DeletedAt = time.Time{} }},
	},
	{
		Name: "U7", From: []Status{Deleted}, To: Deleted, By: []statemachine.Actor{statemachine.System},
		Guards: []statemachine.Guard[facts]{notAnonymised, beyondRestoring}, Do: effect{set: anonymiseFields},
	},
}

func trash(m *MSP, f facts) { m.DeletedAt = f.now }

// The keys of what keeps an MSP where it is.
const (
	hasOpenApplications  = "msp.block.openApplications"
	hasAssignments       = "msp.block.runningAssignments"
	representsFreelancer = "msp.block.representsFreelancers"
)

var (
	nothingOpen       = statemachine.None(hasOpenApplications, openApplications)
	nobodyAtWork      = statemachine.None(hasAssignments, func(f facts) int { return int(f.assignments) })
	nobodyRepresented = statemachine.None(representsFreelancer, func(f facts) int { return int(f.represented) })
	// impactKnown asks staff to confirm that open applications stay behind.
	impactKnown   = statemachine.None(hasOpenApplications, openApplications).Unless(role.MSPStatus)
	notAnonymised = statemachine.Guard[facts]{
		Key:   "msp.block.anonymised",
		IsMet: func(f facts) bool { return f.msp.Email != "" },
	}
	notPurged = statemachine.Restorable("msp.block.purged", func(f facts) (deleted, now time.Time) {
		return f.msp.DeletedAt, f.now
	})
	// beyondRestoring is met once notPurged is not.
	beyondRestoring = statemachine.Guard[facts]{Key: "msp.block.restorable", IsMet: func(f facts) bool {
		return !notPurged.IsMet(f)
	}}
)

func openApplications(f facts) int { return int(f.msp.OpenApplicationCount) }

// sharedLinks counts the legal entities and permissions that an MSP which is no longer active loses the use of.
func sharedLinks(f facts, to Status) int {
	if to == Active || f.msp.UserStatus == Deleted {
		return 0
	}
	return len(f.msp.LegalEntities) + len(f.msp.Permissions)
}

func suspending(f facts) map[string]int {
	return map[string]int{
		"openApplicationsKept": int(f.msp.OpenApplicationCount), "assignmentsSuspended": int(f.msp.ActiveProjectCount),
		"usersSignedOut": f.users(Active),
	}
}

func resuming(f facts) map[string]int {
	return map[string]int{"assignmentsResumed": int(f.msp.ActiveProjectCount), "usersAdmitted": f.users(f.msp.UserStatus)}
}

func (f facts) users(in Status) (n int) {
	for _, u := range f.msp.Users {
		if u.Status == in {
			n++
		}
	}
	return n
}
