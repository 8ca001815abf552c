package projects

import (
	"time"

	"poolkeeper.example/extension-service/resource"
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
func (f facts) today() resource.Date { return resource.DateOf(f.now.In(f.client.zone)) }

// guard returns the failing condition, or nil when it holds.
type guard func(f facts) *resource.Block

func block(key string, params map[string]any) *resource.Block {
	return &resource.Block{Key: "project.block." + key, Params: params}
}

func notEnded(f facts) *resource.Block {
	if end := f.project.AssignmentPeriodEnd; end != "" && end < f.today() {
		return block("periodEnded", map[string]any{"end": end})
	}
	return nil
}

func clientActive(f facts) *resource.Block {
	if !f.client.active {
		return block("clientInactive", nil)
	}
	return nil
}

func ratesResolve(f facts) *resource.Block {
	if f.rates != nil {
		return block("ratesUnresolved", nil)
	}
	return nil
}

func nothingInFlight(f facts) *resource.Block {
	if f.inFlight > 0 {
		return block("deliveryInFlight", map[string]any{"count": f.inFlight, "smart_count": f.inFlight})
	}
	return nil
}

func insideReopenWindow(f facts) *resource.Block {
	if until := f.project.ClosedAt.AddDate(0, 0, f.client.reopenDays); !f.now.Before(until) {
		return block("reopenWindow", map[string]any{"days": f.client.reopenDays, "until": instant(until)})
	}
	return nil
}

func positionsFree(f facts) *resource.Block {
	if p := f.project; p.PositionsFilled >= p.Positions {
		return block("positionsFilled", map[string]any{"positions": p.Positions, "filled": p.PositionsFilled})
	}
	return nil
}

func vmsOpen(f facts) *resource.Block {
	if p := f.project; p.Source == FromVMS && p.VMSEnded {
		return block("vmsEnded", map[string]any{"status": p.VMSStatusRaw})
	}
	return nil
}

func nobodyWithClient(f facts) *resource.Block {
	return counted("hasSentApplications", f.counts["s2c"]+f.counts["h"])
}

func noApplications(f facts) *resource.Block {
	all := 0
	for _, n := range f.counts {
		all += n
	}
	return counted("hasApplications", all)
}

func nobodyAccepted(f facts) *resource.Block { return counted("acceptedInvitations", f.accepted) }

func counted(key string, n int) *resource.Block {
	if n == 0 {
		return nil
	}
	return block(key, map[string]any{"count": n, "smart_count": n})
}

// purgeDays is how long a deleted project can be restored.
const purgeDays = 30

func notPurged(f facts) *resource.Block {
	if until := restoreUntil(facts{now: f.project.DeletedAt}); !f.now.Before(until) {
		return block("purged", map[string]any{"until": instant(until)})
	}
	return nil
}

func restoreUntil(f facts) time.Time { return f.now.AddDate(0, 0, purgeDays) }

func reopenUntil(f facts) time.Time { return f.now.AddDate(0, 0, f.client.reopenDays) }

func instant(t time.Time) string { return t.UTC().Format(resource.InstantLayout) }

// impact counts what a transition would do.
type impact = map[string]int

func nothing(facts) impact { return nil }

// unlisted adds to an impact that the project leaves the public listings, listed that it comes back.
func unlisted(f facts, out impact) impact { return listing(f, "listingsRemoved", out) }

func listed(f facts, out impact) impact { return listing(f, "listingsRestored", out) }

func listing(f facts, name string, out impact) impact {
	if f.project.PublicVisible { // the XML feed needs it too
		out[name] = 1
	}
	return out
}

func heldSends(f facts) impact { return unlisted(f, impact{"sendPendingHeld": f.counts["sp"]}) }

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
