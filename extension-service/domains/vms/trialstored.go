package vms

import (
	"context"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// storedMessage puts the message that a test names in the place of its payload, as it came; without one it is nil.
// NOT_FOUND.
func (s *Service) storedMessage(ctx context.Context, in *testInput) (*Message, error) {
	if in.MessageID == 0 || in.Mode != In {
		return nil, nil //nolint:nilnil // most tests have a payload
	}
	if !role.From(ctx).Can(role.VMSMessageRead) {
		return nil, notThere("message", in.MessageID)
	}
	m, err := s.Messages.Get(ctx, in.MessageID)
	if err == nil && (m.ConnectionID != in.ConnectionID || m.Direction != In) {
		err = notThere("message", in.MessageID)
	}
	if err != nil {
		return nil, err
	}
	body, err := s.Messages.raw(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	if in.Payload = body; !isObject(body) {
		return nil, fault.Validation().Field("messageId", "validation.jsonObject", nil)
	}
	return &m, nil
}

func isObject(body []byte) bool {
	message, err := transform.Decoded(body)
	return err == nil && message != nil
}

// storedTrial is a test of a mapping on a stored message.
type storedTrial struct {
	message Message
	by      Mapping
	input   map[string]any
}

// maskTrial hides of a test on a stored message what its caller may not read of the person in it: the rules ran on what
// the VMS has sent, so that whether they work is said as it is.
func (s *Service) maskTrial(ctx context.Context, of storedTrial, out *Tested) error {
	r := s.deps.visibility(ctx).withProjects()
	if len(r.hidden) == 0 {
		return nil
	}
	asSystem := role.AsSystem(ctx, "vms.mask")
	isTest, err := s.Messages.isAboutTest(asSystem, of.message)
	if err != nil || isTest {
		return err
	}
	known, err := s.Messages.version(asSystem, of.message, of.message.MappingNumber)
	if err != nil {
		return err
	}
	var places []string
	r.hideRaw(of.input["in"], []string{"in"}, func(place []string) bool {
		if r.hidesRaw(place, of.message.Entity, known) {
			places = append(places, strings.Join(place, "."))
		}
		return false
	})
	var hidden hiddenRules
	for i, rule := range of.by.Rules {
		if rule.HasSource(places) || r.mayNotRead(rule.Target) {
			hidden.rules, hidden.targets = append(hidden.rules, int64(i)), append(hidden.targets, rule.Target)
		}
	}
	return hidden.mask(out)
}

// hiddenRules are rules whose results are not shown.
type hiddenRules struct {
	rules   []int64
	targets []string
}

// shownParams are what a failure mentions that is no value of a message.
var shownParams = []string{"lookup", "format", "target"}

// mask hides what the rules have made, and the values that they have failed on.
func (h hiddenRules) mask(t *Tested) error {
	if len(h.rules) == 0 {
		return nil
	}
	for i := range t.Trace {
		step := &t.Trace[i]
		if !slices.Contains(h.rules, step.Rule) {
			continue
		}
		if step.Value != nil {
			step.Value = jsonOf(hiddenText)
		}
		if step.Error != nil {
			step.Error = &transform.StepError{Code: step.Error.Code}
		}
	}
	for i := range t.Errors {
		if p := &t.Errors[i]; slices.Contains(h.rules, p.Rule) {
			p.Message = ""
			for name, value := range p.Params {
				if _, isText := value.(string); isText && !slices.Contains(shownParams, name) {
					p.Params[name] = hiddenText
				}
			}
		}
	}
	output, err := transform.Decoded(t.Output)
	if err != nil {
		return err
	}
	for _, target := range h.targets {
		transform.Hide(output, target, Masked)
	}
	t.Output = jsonOf(output)
	t.Rendered = string(t.Output)
	h.maskEffects(t)
	return nil
}

// maskEffects hides the values in what differs, and in what the message would do.
func (h hiddenRules) maskEffects(t *Tested) {
	isHidden := pathsBelow(h.targets)
	for i := range t.Diff {
		if d := &t.Diff[i]; isHidden(d.Path) {
			d.Live, d.Draft = maskedText(d.Live), maskedText(d.Draft)
		}
	}
	if t.InboundEffect == nil {
		return
	}
	t.InboundEffect.Detail = ""
	kind := project
	if t.InboundEffect.Entity == ApplicationStatus {
		kind = application
	}
	for _, changes := range [][]FieldChange{t.InboundEffect.FieldChanges, t.InboundEffect.Proposals} {
		for i := range changes {
			if isHidden(kind + "." + changes[i].Field) {
				changes[i].From, changes[i].To = hiddenText, hiddenText
			}
		}
	}
}

func maskedText(value *string) *string {
	if value == nil {
		return nil
	}
	return new(hiddenText)
}
