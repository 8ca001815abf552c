package content

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/content/exchange"
	"poolkeeper.example/extension-service/platform/fault"
)

// Importing asks what an uploaded file would change, or lets it.
type Importing struct {
	Deciding

	ResourceID string `json:"resourceId" check:"max=64"`            // not needed for a plan that a job has made
	Format     string `json:"format"     pattern:"|json|csv|xliff"` // "": found out from the name and the content
	Encoding   string `json:"encoding"   check:"max=20"`            // "": found out
	Delimiter  string `json:"delimiter"  check:"max=3"`             // of CSV; "": found out
	// what the columns of a table are; none: what their headings say
	Columns    []FileColumn `json:"columns"    check:"max=200"`
	Client     int64        `json:"client"     check:"minvalue=0"`
	Locale     string       `json:"locale"     check:"max=35"` // of texts that do not tell their language
	NewKeys    bool         `json:"newKeys"`                   // English texts of unknown keys make these keys
	Force      bool         `json:"force"`                     // texts with wrong placeholders or forms come in as broken
	Everything bool         `json:"everything"`                // texts that the file lacks in its languages are removed

	fileName string // of the upload, once it is read
}

const (
	mostBytes  = 25 << 20
	planAtOnce = 5000 // texts up to which a plan is made while the caller waits
)

// Import plans what becomes of the texts of a file: what it does not name stays, unless it replaces everything, and an
// empty text is none. A file with many texts is planned by a job. A file that can be read in several ways waits for a
// choice and has no plan. PLAN_EXPIRED.
func (s *Service) Import(ctx context.Context, in Importing) (out TextPlan, err error) {
	if isJobPlan(in.PlanID) {
		return s.startPlan(ctx, in.Deciding)
	}
	file, known, err := s.readFile(ctx, &in)
	if err != nil {
		return out, err
	}
	about := in.describeFile(file)
	if err := s.setUploadExpiry(ctx, in.ResourceID, planValid); err != nil {
		return out, err
	}
	if file.NeedsChoice() {
		return TextPlan{Lines: []PlanLine{}, File: about}, nil
	}
	if len(file.Texts) > planAtOnce && s.cfg.Jobs != nil && in.PlanID == "" {
		return s.planByJob(ctx, in, about)
	}
	p := in.plan(known, file.Texts)
	p.File = about
	if err := p.sealed(); err != nil {
		return out, err
	}
	out, err = s.decide(ctx, decision{in.Client, "import", p, in.Deciding})
	if err == nil && in.PlanID != "" {
		err = s.dropUpload(ctx, in.ResourceID)
	}
	return out, err
}

// readFile reads an upload, and the texts that there are. VALIDATION.
func (s *Service) readFile(ctx context.Context, in *Importing) (*exchange.File, *sheet, error) {
	if err := in.check(); err != nil {
		return nil, nil, err
	}
	name, raw, err := s.uploaded(ctx, in.ResourceID)
	if err != nil {
		return nil, nil, err
	}
	known, err := s.Gateway.sheet(ctx, in.Client, nil)
	if err != nil {
		return nil, nil, err
	}
	in.fileName = name
	keys := known.keySet()
	o := exchange.Options{
		Name: name, Locale: in.Locale, Locales: known.locales, Encoding: in.Encoding, Delimiter: delimiterOf(in.Delimiter),
		Columns: in.columns(), Forms: Forms,
		IsKey: func(key string) bool { return keys[key] },
	}
	file, err := exchange.Read(raw, exchange.Format(in.Format), o)
	return file, known, err
}

// uploaded are the name and the bytes of an upload. TOO_LARGE; VALIDATION where the caller has none of this id.
func (s *Service) uploaded(ctx context.Context, id string) (name string, raw []byte, err error) {
	if id == "" {
		return "", nil, fieldError("resourceId", "validation.required")
	}
	name, body, err := s.cfg.Upload(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		return "", nil, fieldError("resourceId", "validation.reference")
	}
	if err != nil {
		return "", nil, err
	}
	raw, err = io.ReadAll(io.LimitReader(body, mostBytes+1))
	if err = errors.Join(err, body.Close()); err == nil && len(raw) > mostBytes {
		err = fault.New(fault.TooLarge, "TOO_LARGE", "the file is longer than %d bytes", mostBytes).With("max", mostBytes)
	}
	return name, raw, err
}

// plan compares the texts of a file with those that are there.
func (in Importing) plan(known *sheet, texts []exchange.Text) *TextPlan {
	p := &TextPlan{Lines: []PlanLine{}}
	seen := map[string]bool{}
	named := map[string]string{} // English texts as the file has them
	for _, t := range texts {
		if t.Locale == source && t.Value != "" && t.Fault == "" {
			named[t.Key] = t.Value
		}
	}
	for _, t := range texts {
		if t.Value == "" && t.Fault == "" {
			p.Unchanged++
			continue
		}
		id := t.Locale + " " + t.Key
		l, isChange := in.line(known, t, named)
		if seen[id] {
			l, isChange = refused(t, "error.duplicate", nil), true
			l.ID = fmt.Sprint(id, " ", len(p.Lines)) // the first one has the plain name
		}
		if seen[id] = true; !isChange {
			p.Unchanged++
			continue
		}
		p.add(l)
	}
	if in.Everything {
		p.removeOthers(known, texts)
	}
	slices.SortStableFunc(p.Lines, inOrder)
	return p
}

// removeOthers adds the texts of the set that a file lacks in the languages that it has texts in. A text that is
// refused is in the file, so that the one it would have replaced stays; for a client, what is removed shows the text of
// the product again.
func (p *TextPlan) removeOthers(known *sheet, texts []exchange.Text) {
	named, empty := map[string]map[string]bool{}, map[string]int{}
	for _, t := range texts {
		if t.Value == "" && t.Fault == "" {
			empty[t.Locale+" "+t.Key]++
			continue
		}
		if named[t.Locale] == nil {
			named[t.Locale] = map[string]bool{}
		}
		named[t.Locale][t.Key] = true
	}
	for _, locale := range sortedKeys(named) {
		own := known.rows[messageSet{known.client, locale}]
		for _, key := range sortedKeys(own) {
			if r := own[key]; r.Value != "" && !named[locale][key] {
				p.add(PlanLine{Kind: IsRemoved, Locale: locale, Key: key, Before: &Value{Text: r.Value, State: r.State}})
				p.Unchanged -= empty[locale+" "+key]
			}
		}
	}
}

// line is what becomes of one text of a file; false: nothing.
func (in Importing) line(known *sheet, t exchange.Text, named map[string]string) (PlanLine, bool) {
	c := known.cell(t.Locale, t.Key)
	switch {
	case t.Fault != "":
		return refused(t, "panel.texts.reason."+t.Fault, nil), true
	case !slices.Contains(known.locales, t.Locale):
		return refused(t, "validation.oneOf", map[string]any{"values": strings.Join(known.locales, ", ")}), true
	case !known.isKnown(t.Key) && (!in.NewKeys || named[t.Key] == ""):
		return refused(t, "panel.texts.reason.unknownKey", nil), true
	}
	state := t.State
	if !slices.Contains(settableStates, state) {
		state = ""
	}
	if exchange.EqualLines(t.Value, c.shown) {
		return c.inState(state)
	}
	origin := originIn(known, c, named)
	if t.Value = exchange.AdaptPlaceholders(t.Value, origin, t.Count); exchange.EqualLines(t.Value, c.shown) {
		return c.inState(state)
	}
	l := c.planLine(t.Value, cmp.Or(state, stateTranslated), origin, in.Force)
	l.Line = t.Line
	if l.Kind != IsRefused {
		l.contest(c, t)
	}
	return l, true
}

// inState is the line of a text that stays and gets another state: nobody loses a review to a program that knows no
// such state.
func (c cell) inState(state string) (PlanLine, bool) {
	if c.ID == 0 || state == "" || state == c.State || c.State == stateBroken || state == stateTranslated &&
		c.State == stateReviewed {
		return PlanLine{}, false
	}
	before := Value{Text: c.Value, State: c.State}
	return PlanLine{
		Kind: IsChanged, Locale: c.Locale, Key: c.Key, Before: &before,
		After: &Value{Text: c.Value, State: state},
	}, true
}

// originIn is the English text that a translation is made from once the file is in.
func originIn(known *sheet, c cell, named map[string]string) string {
	if c.Locale != source && named[c.Key] != "" {
		return named[c.Key]
	}
	origin, _ := known.known.originText(c.row)
	return origin
}

// contest makes a conflict of a line whose text, or the English one beside it, was changed after the file was made.
func (l *PlanLine) contest(c cell, t exchange.Text) {
	if isLater(c.Updated, t.AsOf) {
		l.Kind = IsConflict
		l.Reasons = append(l.Reasons, PlanReason{
			"panel.texts.reason.changedSince",
			map[string]any{"name": c.UpdatedBy, "at": c.Updated},
		})
	}
	if c.origin != "" && !t.MadeFrom(c.origin, Forms(c.Locale)) {
		l.Kind = IsConflict
		l.Reasons = append(l.Reasons, PlanReason{Key: "panel.texts.reason.sourceChanged"})
	}
}

// isLater compares two instants as files have them; what is none is no later.
func isLater(at, than string) bool {
	a, err := time.Parse(time.RFC3339, at)
	b, also := time.Parse(time.RFC3339, than)
	return err == nil && also == nil && a.After(b)
}

func refused(t exchange.Text, reason string, params map[string]any) PlanLine {
	l := PlanLine{Kind: IsRefused, Locale: t.Locale, Key: t.Key, Line: t.Line, Reasons: []PlanReason{{reason, params}}}
	if t.Value != "" {
		l.After = &Value{Text: t.Value, State: t.State}
	}
	return l
}
