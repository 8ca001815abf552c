package freelancers

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/role"
)

// facts is everything the guards and impacts of a transition look at.
type facts struct {
	person    Freelancer
	counts    map[string]int // applications that are not final, by status, as far as the caller can see them
	assigned  int            // hired for assignments that have not ended, as far as the caller can see them
	beyond    bool           // there are such applications or assignments that the caller cannot see
	byLink    bool           // the talent has used the link of a mail
	emailUsed bool           // by somebody else who is not deleted
	ended     endedBatch     // applications that may come back
	now       time.Time
	who       string
}

// at are the facts at another instant, when nothing else has changed.
func (f facts) at(now time.Time) facts {
	f.now = now
	return f
}

// afterTransition are the facts at an instant once a transition is made.
func (f facts) afterTransition(t *statemachine.Transition[Status, facts, effect], at time.Time) facts {
	if f.person.UserStatus = t.To; t.Do.set != nil {
		t.Do.set(&f.person, f)
	}
	return f.at(at)
}

// endedBatch is a batch of applications that ended with the freelancer.
type endedBatch struct {
	id    string
	count int
}

const (
	assignmentBlock = "freelancer.block.activeAssignment"
	emailBlock      = "freelancer.block.emailTaken"
)

var (
	noAssignment = statemachine.None(assignmentBlock, func(f facts) int { return f.assigned })
	// withinScope leaves to somebody with access to them what would change records that the caller cannot see, and says no
	// more of them.
	withinScope = statemachine.Guard[facts]{Key: "freelancer.block.outsideScope", IsMet: func(f facts) bool {
		return !f.beyond
	}}
	consentGiven = statemachine.Guard[facts]{
		Key: "freelancer.block.noConsent", IsMet: func(f facts) bool { return !f.person.Consent.DataProcessingAt.IsZero() },
	}
	consentLasts = statemachine.Guard[facts]{
		Key:   "freelancer.block.consentEnded",
		IsMet: func(f facts) bool { return f.person.Consent.DataProcessingAt.IsZero() || f.person.Consent.Valid(f.now) },
		Params: func(f facts) map[string]any {
			return map[string]any{"until": date.InstantText(f.person.Consent.ValidUntil)}
		},
	}
	emailVerified = statemachine.Guard[facts]{
		Key: "freelancer.block.emailNotVerified", IsMet: func(f facts) bool { return !f.person.EmailVerifiedAt.IsZero() },
	}
	// unsure: whoever has never given a consent is asked at the portal, however well the address is known.
	unsure = statemachine.Guard[facts]{
		Key: "freelancer.block.emailVerified",
		IsMet: func(f facts) bool {
			return f.person.EmailVerifiedAt.IsZero() || f.person.Consent.DataProcessingAt.IsZero()
		},
	}
	notAnonymised = statemachine.Guard[facts]{
		Key: "freelancer.block.anonymised", IsMet: func(f facts) bool { return f.person.AnonymisedAt.IsZero() },
	}
	notPurged = statemachine.Restorable("freelancer.block.purged", func(f facts) (deleted, now time.Time) {
		return f.person.DeletedAt, f.now
	})
	emailFree = statemachine.Guard[facts]{Key: emailBlock, IsMet: func(f facts) bool { return !f.emailUsed }}
)

func deactivating(f facts) map[string]int {
	out := map[string]int{"applicationsWithdrawn": f.sum(openHere)}
	if assignments := f.counts["s2c"]; assignments > 0 {
		out["applicationsKept"] = assignments
	}
	if !f.person.Consent.Valid(f.now) { // nothing leads back to active then
		out["consentMissing"] = 1
	}
	return out
}

func deleting(f facts) map[string]int {
	return map[string]int{"applicationsWithdrawn": f.sum(openAtAll)}
}

func restorable(f facts) map[string]int {
	if f.ended.count == 0 {
		return nil
	}
	return map[string]int{"applicationsRestorable": f.ended.count}
}

func (f facts) sum(statuses []string) int {
	n := 0
	for _, status := range statuses {
		n += f.counts[status]
	}
	return n
}

// facts gathers what guards and impacts look at.
func (s *Service) facts(ctx context.Context, p Freelancer, by statemachine.Actor) (f facts, err error) {
	f = facts{person: p, byLink: by == statemachine.Talent, now: s.Now(), who: role.From(ctx).Name}
	if f.counts, err = s.deps.Applications.CountOpen(ctx, p.ID); err != nil {
		return f, err
	}
	if f.assigned, err = s.deps.Applications.AssignmentsOf(ctx, p.ID); err != nil {
		return f, err
	}
	if f.beyond, err = s.deps.Applications.BusyBeyond(ctx, p.ID); err != nil {
		return f, err
	}
	switch p.UserStatus {
	case Deleted:
		f.emailUsed, err = s.emailUsed(ctx, p.Email, p.ID)
	case Inactive:
		f.ended.id, f.ended.count, err = s.deps.Applications.EndedWith(ctx, p.ID)
	case Active, Unverified:
	}
	return f, err
}
