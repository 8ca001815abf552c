package projects

import (
	"slices"
	"time"

	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// actor is who may cause a transition.
type actor string

const (
	csm     actor = "csm"
	vms     actor = "vms"
	jobRule actor = "job"
)

func actorOf(who *role.Caller) actor {
	if by, machine := map[role.Kind]actor{role.System: jobRule, role.VMS: vms}[who.Kind]; machine {
		return by
	}
	return csm
}

// transition is one row of "Project status transitions". The table of them drives changes, explanations and deletion.
type transition struct {
	name     string
	from     []Status
	to       Status
	by       []actor
	needs    role.Permission
	required bool     // people must give a reason
	codes    []Reason // offered to people
	guards   []guard
	impact   func(facts) impact
	undo     func(f facts) time.Time // until when people can take it back; nil = at any time

	withdraw string // reason with which open applications end before the project changes
	set      func(p *Project, f facts)
	hold     *bool // what becomes of pending sends after the project has changed
	restores bool  // applications that closing ended may be put back
}

var (
	yes, no = true, false

	transitions = []transition{
		{
			name: "P1", from: []Status{Active}, to: Paused, by: []actor{csm, vms}, needs: role.ProjectStatus,
			codes: []Reason{Budget, Mistake, Other}, impact: heldSends, hold: &yes,
		},
		{
			name: "P2", from: []Status{Paused}, to: Active, by: []actor{csm, vms}, needs: role.ProjectStatus,
			codes: []Reason{Mistake, Other}, guards: []guard{notEnded, clientActive, ratesResolve}, impact: releasedSends, hold: &no,
		},
		{
			name: "P3", from: []Status{Active, Paused}, to: Closed, by: []actor{csm, vms, jobRule}, needs: role.ProjectStatus,
			required: true, codes: []Reason{FilledHere, FilledElsewhere, CancelledByClient, Budget, Other},
			guards: []guard{nothingInFlight}, impact: closing, undo: reopenUntil, withdraw: "PROJECT_CLOSED",
			set: func(p *Project, f facts) { p.ClosedAt = f.now },
		},
		{
			name: "P4", from: []Status{Closed}, to: Active, by: []actor{csm}, needs: role.ProjectStatus,
			required: true, codes: []Reason{Mistake, Other}, guards: []guard{insideReopenWindow, notEnded, positionsFree, vmsOpen},
			impact: restorable, restores: true, set: func(p *Project, _ facts) { p.ClosedAt = time.Time{} },
		},
		{
			name: "P5", from: []Status{Paused, Closed}, to: Deleted, by: []actor{csm}, needs: role.ProjectDelete,
			required: true, codes: []Reason{Mistake, CancelledByClient, FilledElsewhere, Other}, guards: []guard{nobodyWithClient},
			impact: withdrawn, undo: restoreUntil, withdraw: "PROJECT_DELETED", set: trash,
		},
		{
			name: "P6", from: []Status{Active}, to: Deleted, by: []actor{csm}, needs: role.ProjectDelete,
			required: true, codes: []Reason{Mistake, CancelledByClient, FilledElsewhere, Other},
			guards: []guard{nobodyWithClient, noApplications, nobodyAccepted}, impact: withdrawn, undo: restoreUntil,
			withdraw: "PROJECT_DELETED", set: trash,
		},
		{
			name: "P7", from: []Status{Deleted}, to: Closed, by: []actor{csm}, needs: role.ProjectRestore,
			required: true, codes: []Reason{Mistake, Other}, guards: []guard{notPurged}, impact: nothing, set: untrash,
		},
	}
)

// find returns the transition between two states that the actor may cause, or nil.
func find(from, to Status, who actor) *transition {
	for i := range transitions {
		t := &transitions[i]
		if t.to == to && slices.Contains(t.from, from) && slices.Contains(t.by, who) {
			return t
		}
	}
	return nil
}

// blocks returns every guard that does not hold, never only the first.
func (t *transition) blocks(f facts) []resource.Block {
	var out []resource.Block
	for _, g := range t.guards {
		if b := g(f); b != nil {
			out = append(out, *b)
		}
	}
	return out
}

func trash(p *Project, f facts) { p.DeletedAt, p.DeletedBy = f.now, f.who }

// untrash keeps the day a project was closed; one that was only paused counts as closed now.
func untrash(p *Project, f facts) {
	p.DeletedAt, p.DeletedBy = time.Time{}, ""
	if p.ClosedAt.IsZero() {
		p.ClosedAt = f.now
	}
}
