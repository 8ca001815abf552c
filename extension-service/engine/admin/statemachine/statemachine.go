// Package statemachine moves records between statuses by a table of transitions. The one table carries changes out,
// explains them beforehand and refuses what it does not hold.
package statemachine

import (
	"slices"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Actor is who may cause a transition.
type Actor string

// The actors. Batch is the system ending or reviving what a change elsewhere ends or revives.
const (
	Staff  Actor = "staff"
	Talent Actor = "talent"
	MSP    Actor = "msp"
	VMS    Actor = "vms"
	System Actor = "system"
	Batch  Actor = "batch"
)

// ActorOf says as whom a caller acts.
func ActorOf(who *role.Caller) Actor {
	by := map[role.Kind]Actor{role.System: System, role.VMS: VMS, role.Freelancer: Talent, role.MSP: MSP}
	if a, other := by[who.Kind]; other {
		return a
	}
	return Staff
}

// Guard is one condition of a transition. F is what guards look at.
type Guard[F any] struct {
	Key    string                   // of the text that says what is wrong
	IsMet  func(f F) bool           // whether nothing stands in the way
	Params func(f F) map[string]any // of that text
	// unless lets staff with this permission set the guard aside by confirming.
	unless role.Permission
}

// Unless lets staff with a permission set the guard aside by confirming.
func (g Guard[F]) Unless(p role.Permission) Guard[F] {
	g.unless = p
	return g
}

// Transition is one row of a table. E is what a domain does besides changing the status.
type Transition[S ~string, F, E any] struct {
	Name   string
	From   []S
	To     S
	As     S // what is asked for, where that is not To
	By     []Actor
	Needs  []role.Permission // of staff, one is enough; others are let in by the table alone
	Codes  []string          // reasons offered to people
	Reason func(f F, by Actor) bool
	Guards []Guard[F]
	Impact func(f F) map[string]int
	// Reverts says that it takes another move back, though not always to where that began.
	Reverts bool
	Do      E
}

// Table holds every transition of one kind of record.
type Table[S ~string, F, E any] []Transition[S, F, E]

// From makes the demand that the actors give a reason, whatever the facts.
func From[F any](actors ...Actor) func(F, Actor) bool {
	return func(_ F, by Actor) bool { return slices.Contains(actors, by) }
}

// Find returns the transition the actor may cause between two states, or nil.
func (t Table[S, F, E]) Find(from, to S, by Actor) *Transition[S, F, E] {
	for i := range t {
		x := &t[i]
		if x.Request() == to && slices.Contains(x.From, from) && slices.Contains(x.By, by) {
			return x
		}
	}
	return nil
}

// Request is the status that somebody asks for to make the move.
func (t *Transition[S, F, E]) Request() S {
	if t.As != "" {
		return t.As
	}
	return t.To
}

// Blocks returns every guard that does not hold, never only the first.
func (t *Transition[S, F, E]) Blocks(f F) []resource.Block {
	hard, soft := t.blocks(f, nil)
	return append(hard, soft...)
}

// blocks sorts what who could set aside by confirming from what stands firm.
func (t *Transition[S, F, E]) blocks(f F, who *role.Caller) (hard, soft []resource.Block) {
	for _, g := range t.Guards {
		if g.IsMet(f) {
			continue
		}
		b := resource.Block{Key: g.Key}
		if g.Params != nil {
			b.Params = g.Params(f)
		}
		if who != nil && g.unless != "" && ActorOf(who) == Staff && who.Can(g.unless) {
			soft = append(soft, b)
		} else {
			hard = append(hard, b)
		}
	}
	return hard, soft
}

// Request is a wish for another status.
type Request[S ~string] struct {
	From, To        S
	Reason, Comment string
	Confirmed       bool

	InWords bool // the reason is the asker's own words, none of the codes
}

// Allow returns the transition for a wish. FORBIDDEN, TRANSITION_NOT_ALLOWED with everything that blocks it,
// CONFIRM_REQUIRED, REASON_REQUIRED.
func (t Table[S, F, E]) Allow(who *role.Caller, by Actor, a Request[S], f F) (*Transition[S, F, E], error) {
	x := t.Find(a.From, a.To, by)
	if x == nil {
		return nil, Refused([]resource.Block{{Key: NoTransition}})
	}
	if by == Staff && !who.CanAny(x.Needs) {
		return nil, resource.Forbidden(x.Needs...)
	}
	hard, soft := x.blocks(f, who)
	switch {
	case len(hard) > 0:
		return nil, Refused(append(hard, soft...))
	case len(soft) > 0 && !a.Confirmed:
		return nil, fault.New(fault.Conflict, "CONFIRM_REQUIRED", "this has to be confirmed").With("blockedBy", soft)
	}
	return x, x.reasoned(f, by, a)
}

// NoTransition explains a move the table does not hold.
const NoTransition = "transition.none"

// Refused is the refusal of a move with everything that blocks it.
func Refused(blocks []resource.Block) error {
	return fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "the record cannot have this status now").With("blockedBy",
		blocks)
}

const (
	other      = "OTHER" // the reason that needs words
	minComment = 3
)

// reasoned holds the reason against the transition: people give one where it is required, and explain OTHER.
func (t *Transition[S, F, E]) reasoned(f F, by Actor, a Request[S]) error {
	if t.Reason != nil && t.Reason(f, by) && a.Reason == "" {
		e := fault.New(fault.Invalid, "REASON_REQUIRED", "a reason is required")
		e.Messages = []string{fault.Key("REASON_REQUIRED")}
		return e.Field("reason", "validation.required", nil).With("reasonCodes", t.Codes)
	}
	if a.Reason == other && !a.InWords && utf8.RuneCountInString(a.Comment) < minComment {
		return fault.Validation().Field("comment", "validation.min", map[string]any{"min": minComment})
	}
	return nil
}
