package content

import (
	"slices"
	"strings"
	"unicode/utf8"

	"poolkeeper.example/extension-service/fault"
)

// findings are what stands against a text: those that nobody can set aside, and those that somebody may, whose text is a draft then.
type findings struct {
	hard, soft []PlanReason
}

// of looks at a text that is to stand in a cell, made from an origin.
func (c cell) findings(value, origin string) (out findings) {
	bad := fault.Validation()
	r := c.row
	r.Value = value
	complain(bad, "", r)
	if c.limit > 0 && utf8.RuneCountInString(value) > c.limit {
		bad.Field("messageValue", "validation.max", map[string]any{"max": c.limit})
	}
	for _, name := range sortedKeys(bad.Fields) {
		for _, message := range bad.Fields[name] {
			params, _ := bad.Params[name][message].(map[string]any)
			out.hard = append(out.hard, PlanReason{message, params})
		}
	}
	if strings.Contains(value, formEnd) && slices.ContainsFunc(strings.Split(value, formEnd), func(form string) bool { return strings.TrimSpace(form) == "" }) {
		out.hard = append(out.hard, PlanReason{Key: "panel.texts.reason.emptyForm"})
	}
	if wrong := mismatch(value, origin); origin != "" && wrong != nil {
		out.soft = append(out.soft, PlanReason{"validation.placeholders", wrong})
	}
	if missesForms(c.Locale, value, origin) {
		forms := map[string]any{"want": len(Forms(c.Locale)), "have": strings.Count(value, formEnd) + 1}
		out.soft = append(out.soft, PlanReason{"panel.texts.reason.forms", forms})
	}
	return out
}

// judge makes a line of a new text of a cell: what it becomes, or why not.
func (c cell) judge(value, state, origin string, force bool) PlanLine {
	l := PlanLine{Kind: IsChanged, Locale: c.Locale, Key: c.Key, After: &Value{Text: value, State: state}}
	if c.ID == 0 {
		l.Kind = IsNew
	} else {
		l.Before = &Value{Text: c.Value, State: c.State}
	}
	found := c.findings(value, origin)
	switch {
	case len(found.hard) > 0:
		l.Kind, l.Reasons = IsRefused, slices.Concat(found.hard, found.soft)
	case len(found.soft) > 0 && !force:
		l.Kind, l.Reasons = IsRefused, found.soft
	case len(found.soft) > 0:
		l.After.State, l.Reasons = stateDraft, found.soft
	}
	return l
}
