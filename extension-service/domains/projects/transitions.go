package projects

import (
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/role"
)

// transition is one row of "Project status transitions". The table of them drives changes, explanations and deletion.
type transition = statemachine.Transition[Status, facts, effect]

// effect is what a transition does besides changing the status.
type effect struct {
	withdraw string // reason with which open applications end before the project changes
	set      func(p *Project, f facts)
	sendHold *bool // what becomes of pending sends after the project has changed
	restores bool  // applications that closing ended may be put back
}

var (
	yes, no = true, false

	people = statemachine.From[facts](statemachine.Staff)
	staff  = []statemachine.Actor{statemachine.Staff}
	byVMS  = []statemachine.Actor{statemachine.Staff, statemachine.VMS}

	mayChange  = []role.Permission{role.ProjectStatus}
	mayDelete  = []role.Permission{role.ProjectDelete}
	mayRestore = []role.Permission{role.ProjectRestore}

	whyDelete = enum.Strings([]Reason{Mistake, CancelledByClient, FilledElsewhere, Other})

	transitions = statemachine.Table[Status, facts, effect]{
		{
			Name: "P1", From: []Status{Active}, To: Paused, By: byVMS, Needs: mayChange,
			Codes: enum.Strings([]Reason{Budget, Mistake, Other}), Impact: pausedSends, Do: effect{sendHold: &yes},
		},
		{
			Name: "P2", From: []Status{Paused}, To: Active, By: byVMS, Needs: mayChange,
			Codes: enum.Strings([]Reason{Mistake, Other}), Guards: []guard{notEnded, clientActive, ratesResolve},
			Impact: releasedSends,
			Do:     effect{sendHold: &no},
		},
		{
			Name: "P3", From: []Status{Active, Paused}, To: Closed,
			By: []statemachine.Actor{statemachine.Staff, statemachine.VMS, statemachine.System}, Needs: mayChange,
			Reason: people, Codes: enum.Strings([]Reason{FilledHere, FilledElsewhere, CancelledByClient, Budget, Other}),
			Guards: []guard{nothingInFlight}, Impact: closing,
			Do: effect{withdraw: "PROJECT_CLOSED", set: func(p *Project, f facts) { p.ClosedAt = f.now }},
		},
		{
			Name: "P4", Reverts: true, From: []Status{Closed}, To: Active, By: staff, Needs: mayChange,
			Reason: people, Codes: enum.Strings([]Reason{Mistake, Other}),
			Guards: []guard{insideReopenWindow, notEnded, positionsFree, vmsOpen},
			Impact: restorable, Do: effect{restores: true, set: func(p *Project, _ facts) { p.ClosedAt = time.Time{} }},
		},
		{
			Name: "P5", From: []Status{Paused, Closed}, To: Deleted, By: staff, Needs: mayDelete,
			Reason: people, Codes: whyDelete, Guards: []guard{nobodyWithClient},
			Impact: withdrawn, Do: effect{withdraw: "PROJECT_DELETED", set: trash},
		},
		{
			Name: "P6", From: []Status{Active}, To: Deleted, By: staff, Needs: mayDelete,
			Reason: people, Codes: whyDelete, Guards: []guard{nobodyWithClient, noApplications, nobodyAccepted},
			Impact: withdrawn, Do: effect{withdraw: "PROJECT_DELETED", set: trash},
		},
		{
			Name: "P7", Reverts: true, From: []Status{Deleted}, To: Closed, By: staff, Needs: mayRestore,
			Reason: people, Codes: enum.Strings([]Reason{Mistake, Other}), Guards: []guard{notPurged}, Impact: noImpact,
			Do: effect{set: untrash},
		},
	}
)

func trash(p *Project, f facts) { p.DeletedAt, p.DeletedBy = f.now, f.who }

// untrash keeps the day a project was closed; one that was only paused counts as closed now.
func untrash(p *Project, f facts) {
	p.DeletedAt, p.DeletedBy = time.Time{}, ""
	if p.ClosedAt.IsZero() {
		p.ClosedAt = f.now
	}
}
