package content

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/resource"
)

// mostLines is how many texts one batch changes. It can be taken back as a whole.
const mostLines = 5000

// PlanKind is what becomes of a text.
type PlanKind string

// The kinds of lines of a plan.
const (
	IsNew      PlanKind = "NEW"
	IsChanged  PlanKind = "CHANGED"
	IsConflict PlanKind = "CONFLICT" // changed since the file was made: it stays unless somebody says otherwise
	IsRefused  PlanKind = "REFUSED"
	IsRemoved  PlanKind = "REMOVED" // it is not in the file that replaces everything
)

// Enum lists the kinds.
func (PlanKind) Enum() resource.Enumeration {
	return resource.Enumeration{Name: "textPlanKind", Text: "panel.texts.plan", Values: resource.Strings([]PlanKind{IsNew, IsChanged, IsConflict, IsRefused, IsRemoved})}
}

// PlanDecision is what somebody says about one line, against what its kind means.
type PlanDecision string

// The decisions there are.
const (
	Take PlanDecision = "TAKE"
	Keep PlanDecision = "KEEP"
)

// Enum lists the decisions.
func (PlanDecision) Enum() resource.Enumeration {
	return resource.Enumeration{Name: "textPlanDecision", Text: "panel.texts.decision", Values: resource.Strings([]PlanDecision{Take, Keep})}
}

// PlanLine is what becomes of one text, and why, in keys of messages.
type PlanLine struct {
	ID      string       `json:"id"` // its language and key
	Kind    PlanKind     `json:"kind"`
	Locale  string       `json:"locale"`
	Key     string       `json:"messageKey"`
	Before  *Value       `json:"before"`
	After   *Value       `json:"after"`
	Reasons []PlanReason `json:"reasons"`
	// Findings are what may be meant: they stop nothing.
	Findings []Finding `json:"findings"`
	Line     int64     `json:"line"` // of the file; 0 where that means nothing
}

// PlanReason is a message about a text.
type PlanReason struct {
	Key    string         `json:"key"`
	Params map[string]any `json:"params" kind:"json"`
}

// TextPlan is what would become of texts, and once it is carried out what became of them: Lines are then those that were left
// alone because they have changed since.
type TextPlan struct {
	PlanID            string     `json:"planId"`
	BatchID           string     `json:"batchId"` // once it is carried out
	New               int        `json:"new"`
	Changed           int        `json:"changed"`
	Unchanged         int        `json:"unchanged"`
	Conflicts         int        `json:"conflicts"`
	Refused           int        `json:"refused"`
	Removed           int        `json:"removed"`
	PlaceholderErrors int        `json:"placeholderErrors"` // of those that are refused
	Written           int        `json:"written"`
	Lines             []PlanLine `json:"lines"`
}

// Deciding is the second half of a request: the plan that was seen, and what is done otherwise than it says.
type Deciding struct {
	PlanID    string                  `json:"planId"    check:"max=64"`
	Decisions map[string]PlanDecision `json:"decisions" kind:"json"` // by the ids of lines
}

// add takes a line in and counts it.
func (p *TextPlan) add(l PlanLine) {
	l.ID = cmp.Or(l.ID, l.Locale+" "+l.Key)
	if l.Reasons == nil {
		l.Reasons = []PlanReason{}
	}
	if l.Findings == nil {
		l.Findings = []Finding{}
	}
	*map[PlanKind]*int{IsNew: &p.New, IsChanged: &p.Changed, IsConflict: &p.Conflicts, IsRefused: &p.Refused, IsRemoved: &p.Removed}[l.Kind]++
	if l.Kind == IsRefused && slices.ContainsFunc(l.Reasons, func(r PlanReason) bool { return r.Key == "validation.placeholders" }) {
		p.PlaceholderErrors++
	}
	p.Lines = append(p.Lines, l)
}

// sealed names the plan by what it says: a request that leads to other lines by now is about another plan.
func (p *TextPlan) sealed(field string) error {
	if len(p.Lines) > mostLines {
		return tooMany(field, mostLines)
	}
	said, err := json.Marshal(p.Lines)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(said)
	p.PlanID = hex.EncodeToString(sum[:16])
	return nil
}

// decide answers the plan, or carries it out when it is the one that was seen. PLAN_EXPIRED.
func (g *Gateway) decide(ctx context.Context, client int64, p *TextPlan, seen Deciding) (TextPlan, error) {
	switch seen.PlanID {
	case "":
		return *p, nil
	case p.PlanID:
	default:
		return TextPlan{}, fault.New(fault.Conflict, "PLAN_EXPIRED", "texts have changed since the preview")
	}
	chosen, err := p.chosen(seen.Decisions)
	if err != nil {
		return TextPlan{}, err
	}
	return g.carryOut(ctx, client, chosen)
}

// chosen are the lines that are carried out.
func (p *TextPlan) chosen(decisions map[string]PlanDecision) ([]PlanLine, error) {
	var out []PlanLine
	known := map[string]bool{}
	for _, l := range p.Lines {
		known[l.ID] = true
		decision, isDecided := decisions[l.ID]
		if !isDecided && slices.Contains([]PlanKind{IsNew, IsChanged, IsRemoved}, l.Kind) {
			decision = Take
		}
		if isDecided && decision != Keep && (decision != Take || l.Kind == IsRefused) {
			return nil, wrong("decisions."+l.ID, "validation.oneOf")
		}
		if decision == Take {
			out = append(out, l)
		}
	}
	for id := range decisions {
		if !known[id] {
			return nil, wrong("decisions."+id, "validation.reference")
		}
	}
	return out, nil
}
