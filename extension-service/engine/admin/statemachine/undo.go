package statemachine

import (
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/platform/role"
)

// view is a record as somebody sees where it can go.
type view[S Code, F any] struct {
	who     *role.Caller
	current S
	facts   F
	outer   *F // without the scope of who; nil where there is none
	now     time.Time
}

// fillUndo fills in whether and until when a move can be taken back by the same person: by the moves that would then
// lead away, asked with the guards they have.
func (k *Kind[T, S, F, E]) fillUndo(v view[S, F], x *Transition[S, F, E], c *Choice[S]) {
	y := k.wayBack(v, x)
	if y == nil {
		return
	}
	if c.Undo = true; y.To != v.current {
		c.UndoTo = y.To
	}
	if until := y.BlockedFrom(func(at time.Time) F { return k.After(v.facts, x, at) }, v.now); !until.IsZero() {
		c.UndoUntil = date.InstantText(until)
	}
}

// wayBack is the move that leads back to where the record is, or else one that takes moves like x back.
func (k *Kind[T, S, F, E]) wayBack(v view[S, F], x *Transition[S, F, E]) *Transition[S, F, E] {
	var near *Transition[S, F, E]
	for i := range k.Moves {
		y := &k.Moves[i]
		exact := y.To == v.current
		if x.To == v.current || y.As != "" || !exact && (!y.Reverts || near != nil) || !slices.Contains(y.From, x.To) ||
			!slices.Contains(y.By, Staff) || !v.who.CanAny(y.Needs) {
			continue
		}
		if hard, _ := y.blocks(k.After(v.facts, x, v.now), v.who); len(hard) > 0 {
			continue
		}
		if exact {
			return y
		}
		near = y
	}
	return near
}

// horizon is how far ahead the end of a promise is looked for; later ends are none.
const horizon = 2 * 365 * 24 * time.Hour

// BlockedFrom is from when on guards block a move that they let pass now: they are asked, so that no second rule can
// say something else. Zero: they never do. at are the facts at an instant.
func (t *Transition[S, F, E]) BlockedFrom(at func(time.Time) F, now time.Time) time.Time {
	isRecent := func(ms int64) bool {
		hard, _ := t.blocks(at(time.UnixMilli(ms).UTC()), nil)
		return len(hard) == 0
	}
	first, last := now.UnixMilli(), now.Add(horizon).UnixMilli()
	if !isRecent(first) || isRecent(last) {
		return time.Time{}
	}
	for last-first > 1 { // it holds at first and no longer at last
		if middle := first + (last-first)/2; isRecent(middle) {
			first = middle
		} else {
			last = middle
		}
	}
	return time.UnixMilli(last).UTC()
}
