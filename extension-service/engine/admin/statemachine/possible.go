package statemachine

import (
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Possible explains every other status of a record.
type Possible[S ~string] struct {
	Current      S           `json:"current"`
	Results      []Choice[S] `json:"results"`
	TotalResults int         `json:"totalResults"`
}

// ReasonNeed says whether a move takes a reason; "" is that of one that is not allowed.
type ReasonNeed string

// The needs.
const (
	ReasonOptional ReasonNeed = "optional"
	ReasonRequired ReasonNeed = "required"
)

// Options lists them.
func (ReasonNeed) Options() []string { return []string{string(ReasonRequired), string(ReasonOptional)} }

// Choice is one status a record could have: with what it would do, or with everything that stands in the way.
type Choice[S ~string] struct {
	Value       S                `json:"value"`
	Text        string           `json:"text"`
	Allowed     bool             `json:"allowed"`
	Reason      ReasonNeed       `json:"reason,omitempty"`
	ReasonCodes []string         `json:"reasonCodes,omitempty"`
	Impact      map[string]int   `json:"impact,omitempty"`
	BatchID     string           `json:"batchId,omitempty"`   // what the move can put back
	Undo        bool             `json:"undo"`                // the same person can take it back
	UndoTo      S                `json:"undoTo,omitempty"`    // where that leads, unless to where the record is now
	UndoUntil   string           `json:"undoUntil,omitempty"` // and until when, if the rules set an end
	Confirm     []resource.Block `json:"confirm,omitempty"`   // what has to be confirmed besides
	BlockedBy   []resource.Block `json:"blockedBy,omitempty"`
}

// explain lists every other status, in the order of the enumeration.
func (k *Kind[T, S, F, E]) explain(v view[S, F]) Possible[S] {
	out := Possible[S]{Current: v.current, Results: []Choice[S]{}}
	all := v.current.Enum()
	for _, code := range all.Values {
		if code == string(v.current) {
			continue
		}
		c := Choice[S]{Value: S(code), Text: all.Key(code)}
		k.choose(v, &c)
		out.Results = append(out.Results, c)
	}
	out.TotalResults = len(out.Results)
	return out
}

// choose fills a choice.
func (k *Kind[T, S, F, E]) choose(v view[S, F], c *Choice[S]) {
	by := ActorOf(v.who)
	x := k.Moves.Find(v.current, c.Value, by)
	switch {
	case x == nil:
		c.BlockedBy = []resource.Block{{Key: NoTransition}}
		return
	case by == Staff && !v.who.CanAny(x.Needs):
		c.BlockedBy = []resource.Block{{Key: "error.forbidden"}}
		return
	}
	hard, soft := x.blocks(v.facts, v.who)
	hard = withBlock(hard, k.scopeBlock(x, v.facts, v.outer))
	if len(hard) > 0 {
		c.BlockedBy = append(hard, soft...)
		return
	}
	c.Allowed, c.Confirm, c.Reason, c.ReasonCodes = true, soft, ReasonOptional, x.Codes
	if x.Reason != nil && x.Reason(v.facts, by) {
		c.Reason = ReasonRequired
	}
	if x.Impact != nil {
		c.Impact = x.Impact(v.facts)
	}
	if k.Ended != nil {
		c.BatchID = k.Ended(v.facts, c.Value)
	}
	if by == Staff {
		k.fillUndo(v, x, c)
	}
}

// ReasonCodes are the reasons that staff is offered for each status it can ask for, whatever the status of a record is.
func (k *Kind[T, S, F, E]) ReasonCodes() map[string][]string {
	out := map[string][]string{}
	for i := range k.Moves {
		x := &k.Moves[i]
		if !slices.Contains(x.By, Staff) {
			continue
		}
		wanted := string(x.Request())
		for _, code := range x.Codes {
			if !slices.Contains(out[wanted], code) {
				out[wanted] = append(out[wanted], code)
			}
		}
	}
	return out
}
