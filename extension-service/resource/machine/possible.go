package machine

import (
	"time"

	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
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

// Status is one state and the key of its text.
type Status[S ~string] struct {
	Value S
	Text  string
}

// Possible explains where a record can go from here, in the order of the states.
func (t Table[S, F, E]) Possible(who *role.Caller, v View[S, F, E]) Possible[S] {
	out := Possible[S]{Current: v.Current, Results: []Choice[S]{}}
	for _, s := range v.States {
		if s.Value == v.Current {
			continue
		}
		c := Choice[S]{Value: s.Value, Text: s.Text}
		t.explain(who, v, &c)
		out.Results = append(out.Results, c)
	}
	out.TotalResults = len(out.Results)
	return out
}

// explain fills a choice.
func (t Table[S, F, E]) explain(who *role.Caller, v View[S, F, E], c *Choice[S]) {
	by, f := ActorOf(who), v.Facts
	x := t.Find(v.Current, c.Value, by)
	switch {
	case x == nil:
		c.BlockedBy = []resource.Block{{Key: NoTransition}}
		return
	case by == Staff && !who.CanAny(x.Needs):
		c.BlockedBy = []resource.Block{{Key: "error.forbidden"}}
		return
	}
	hard, soft := x.blocks(f, who)
	if len(hard) > 0 {
		c.BlockedBy = append(hard, soft...)
		return
	}
	c.Allowed, c.Confirm, c.Reason, c.ReasonCodes = true, soft, ReasonOptional, x.Codes
	if x.Reason != nil && x.Reason(f, by) {
		c.Reason = ReasonRequired
	}
	if x.Impact != nil {
		c.Impact = x.Impact(f)
	}
	if by == Staff {
		t.promise(who, v, x, c)
	}
}

func instant(t time.Time) string { return t.UTC().Format(resource.InstantLayout) }
