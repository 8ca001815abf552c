package projects

import (
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
)

// facts is everything the guards and impacts of a transition look at.
type facts struct {
	project  Project
	client   client
	counts   map[string]int // applications by status
	inFlight int            // applications being sent right now
	accepted int            // accepted invitations
	batch    batch          // what closing has ended and reopening may put back
	rates    error          // why the rate formulas do not resolve
	now      time.Time
	who      string
}

type batch struct {
	id    string
	count int
}

// today is the day in the client's time zone.
func (f facts) today() date.Date { return date.FromTime(f.now.In(f.client.zone)) }

// at are the facts at another instant, when nothing else has changed.
func (f facts) at(now time.Time) facts {
	f.now = now
	return f
}

// afterTransition are the facts at an instant once a transition is made.
func (f facts) afterTransition(t *transition, at time.Time) facts {
	if f.project.Status = t.To; t.Do.set != nil {
		t.Do.set(&f.project, f)
	}
	return f.at(at)
}

// guard is one condition of a transition.
type guard = statemachine.Guard[facts]

func block(key string) string { return "project.block." + key }

var notEnded = guard{
	Key:    block("periodEnded"),
	IsMet:  func(f facts) bool { end := f.project.AssignmentPeriodEnd; return end == "" || end >= f.today() },
	Params: func(f facts) map[string]any { return map[string]any{"end": f.project.AssignmentPeriodEnd} },
}

var clientActive = guard{Key: block("clientInactive"), IsMet: func(f facts) bool { return f.client.active }}

var ratesResolve = guard{Key: block("ratesUnresolved"), IsMet: func(f facts) bool { return f.rates == nil }}

var nothingInFlight = nothingLeft("deliveryInFlight", func(f facts) int { return f.inFlight })

var insideReopenWindow = guard{
	Key:   block("reopenWindow"),
	IsMet: func(f facts) bool { return f.now.Before(f.reopenEnd()) },
	Params: func(f facts) map[string]any {
		return map[string]any{"days": f.client.reopenDays, "until": date.InstantText(f.reopenEnd())}
	},
}

var positionsFree = guard{
	Key:   block("positionsFilled"),
	IsMet: func(f facts) bool { return f.project.PositionsFilled < f.project.Positions },
	Params: func(f facts) map[string]any {
		return map[string]any{"positions": f.project.Positions, "filled": f.project.PositionsFilled}
	},
}

var vmsOpen = guard{
	Key:    block("vmsEnded"),
	IsMet:  func(f facts) bool { return f.project.Source != FromVMS || !f.project.VMSEnded },
	Params: func(f facts) map[string]any { return map[string]any{"status": f.project.VMSStatusRaw} },
}

var nobodyWithClient = nothingLeft("hasSentApplications", func(f facts) int { return f.counts["s2c"] + f.counts["h"] })

var noApplications = nothingLeft("hasApplications", func(f facts) int {
	all := 0
	for _, n := range f.counts {
		all += n
	}
	return all
})

var nobodyAccepted = nothingLeft("acceptedInvitations", func(f facts) int { return f.accepted })

// nothingLeft is the guard that a count is zero.
func nothingLeft(key string, count func(facts) int) guard {
	return statemachine.None(block(key), count)
}

var notPurged = statemachine.Restorable(block("purged"), func(f facts) (deleted, now time.Time) {
	return f.project.DeletedAt, f.now
})

// reopenEnd is when a closed project cannot be reopened any more.
func (f facts) reopenEnd() time.Time { return f.project.ClosedAt.AddDate(0, 0, f.client.reopenDays) }

// impact counts what a transition would do.
type impact = map[string]int

func noImpact(facts) impact { return nil }

// unlisted adds to an impact that the project leaves the public listings, listed that it comes back.
func unlisted(f facts, out impact) impact { return listing(f, "listingsRemoved", out) }

func listed(f facts, out impact) impact { return listing(f, "listingsRestored", out) }

func listing(f facts, name string, out impact) impact {
	if f.project.PublicVisible { // the XML feed needs it too
		out[name] = 1
	}
	return out
}

func pausedSends(f facts) impact { return unlisted(f, impact{"sendPendingHeld": f.counts["sp"]}) }

func releasedSends(f facts) impact { return listed(f, impact{"sendPendingReleased": f.counts["sp"]}) }

func withdrawn(f facts) impact {
	out := impact{"applicationsWithdrawn": f.counts["uc"] + f.counts["a"] + f.counts["sp"] + f.counts["sf"]}
	if f.project.Status == Active {
		return unlisted(f, out)
	}
	return out
}

func closing(f facts) impact {
	out := withdrawn(f)
	out["applicationsKept"] = f.counts["s2c"] + f.counts["h"]
	return out
}

func restorable(f facts) impact { return listed(f, impact{"applicationsRestorable": f.batch.count}) }
