package content

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/platform/fault"
)

const (
	shownLines  = 5000 // lines of a plan that are answered at once
	linesAtOnce = 200  // texts that are changed while the caller waits; more are changed by a job
)

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
func (PlanKind) Enum() enum.List {
	return enum.List{
		Name: "textPlanKind", Text: "panel.texts.plan",
		Values: enum.Strings([]PlanKind{IsNew, IsChanged, IsConflict, IsRefused, IsRemoved}),
	}
}

// PlanDecision is what somebody says about one line, against what its kind means.
type PlanDecision string

// The decisions there are.
const (
	ReplaceText PlanDecision = "TAKE"
	RetainText  PlanDecision = "KEEP"
)

// Enum lists the decisions.
func (PlanDecision) Enum() enum.List {
	return enum.List{
		Name: "textPlanDecision", Text: "panel.texts.decision",
		Values: enum.Strings([]PlanDecision{ReplaceText, RetainText}),
	}
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

// TextPlan is what would become of texts, and once it is carried out what became of them: Lines are then those that
// were left alone because they have changed since.
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
	Total             int        `json:"totalLines"` // of the plan
	Lines             []PlanLine `json:"lines"`      // those of the page, or the first of many
	File              *TextFile  `json:"file"`       // of an import
	JobID             string     `json:"jobId"`      // of what a job plans or carries out
	State             string     `json:"state"`      // of the job
}

// Deciding is the second half of a request: the plan that was seen, and what is done otherwise than it says.
type Deciding struct {
	PlanID    string                  `json:"planId"    check:"max=64"`
	Decisions map[string]PlanDecision `json:"decisions" kind:"json"` // by the ids of lines
	// Policies are decisions about all lines of a kind; one about a line goes before.
	Policies map[PlanKind]PlanDecision `json:"policies" kind:"json"`
}

// decides says whether a line is carried out. VALIDATION for a decision that its kind does not allow.
func (d Deciding) decides(id string, kind PlanKind) (bool, error) {
	decision, isDecided := d.Decisions[id]
	if isDecided && decision != RetainText && (decision != ReplaceText || kind == IsRefused) {
		return false, fieldError("decisions."+id, "validation.oneOf")
	}
	if of := d.Policies[kind]; !isDecided && of != "" && kind != IsRefused {
		decision, isDecided = of, true
	}
	if !isDecided && slices.Contains([]PlanKind{IsNew, IsChanged, IsRemoved}, kind) {
		decision = ReplaceText
	}
	return decision == ReplaceText, nil
}

// check refuses policies that no kind of lines has.
func (d Deciding) check() error {
	for kind, decision := range d.Policies {
		if !slices.Contains([]PlanKind{IsNew, IsChanged, IsConflict, IsRemoved}, kind) || decision != ReplaceText &&
			decision != RetainText {
			return fieldError("policies."+string(kind), "validation.oneOf")
		}
	}
	return nil
}

// inOrder is the order in which lines are carried out: what is changed, what is new, what goes, those of one key
// together, and the English text first, so that a translation which comes with it is made from the new one.
func inOrder(a, b PlanLine) int {
	return cmp.Or(a.step()-b.step(), strings.Compare(a.Key, b.Key), rank(a.Locale)-rank(b.Locale),
		strings.Compare(a.Locale, b.Locale))
}

func (l PlanLine) step() int {
	switch {
	case l.After == nil:
		return 2
	case l.Before == nil:
		return 1
	}
	return 0
}

func rank(locale string) int {
	if locale == source {
		return 0
	}
	return 1
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
	*map[PlanKind]*int{
		IsNew: &p.New, IsChanged: &p.Changed, IsConflict: &p.Conflicts, IsRefused: &p.Refused,
		IsRemoved: &p.Removed,
	}[l.Kind]++
	if l.Kind == IsRefused && slices.ContainsFunc(l.Reasons, func(r PlanReason) bool {
		return r.Key == "validation.placeholders"
	}) {
		p.PlaceholderErrors++
	}
	p.Lines = append(p.Lines, l)
}

// sealed names the plan by what it says: a request that leads to other lines by now is about another plan.
func (p *TextPlan) sealed() error {
	text, err := json.Marshal(p.Lines)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	p.PlanID, p.Total = hex.EncodeToString(sum[:16]), len(p.Lines)
	return nil
}

// decision is a plan, and what somebody who has seen it says.
type decision struct {
	client int64
	action string // under which a job is shown that carries it out
	plan   *TextPlan
	seen   Deciding
}

// decide answers the plan, or carries it out when it is the one that was seen: at once where it changes little, else by
// a job. PLAN_EXPIRED.
func (s *Service) decide(ctx context.Context, d decision) (TextPlan, error) {
	switch d.seen.PlanID {
	case "":
		out := *d.plan
		out.Lines = out.Lines[:min(len(out.Lines), shownLines)]
		return out, nil
	case d.plan.PlanID:
	default:
		return TextPlan{}, expired()
	}
	chosen, err := d.plan.chosen(d.seen)
	if err != nil {
		return TextPlan{}, err
	}
	if len(chosen) > linesAtOnce && s.cfg.Jobs != nil {
		return s.carryOutByJob(ctx, d, chosen)
	}
	return s.Gateway.carryOut(ctx, d.client, chosen)
}

func expired() error {
	return fault.New(fault.Conflict, "PLAN_EXPIRED", "texts have changed since the preview")
}

// chosen are the lines that are carried out.
func (p *TextPlan) chosen(seen Deciding) ([]PlanLine, error) {
	if err := seen.check(); err != nil {
		return nil, err
	}
	var out []PlanLine
	known := map[string]bool{}
	for _, l := range p.Lines {
		known[l.ID] = true
		isChosen, err := seen.decides(l.ID, l.Kind)
		if err != nil {
			return nil, err
		}
		if isChosen {
			out = append(out, l)
		}
	}
	for id := range seen.Decisions {
		if !known[id] {
			return nil, fieldError("decisions."+id, "validation.reference")
		}
	}
	return out, nil
}
