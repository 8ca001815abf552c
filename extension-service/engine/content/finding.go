package content

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	directusschema "poolkeeper.example/directus-schema"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/platform/fault"
)

// findings are what prevents a text: those that nobody can set aside, and those that somebody may, whose text is broken
// then.
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
	if lacksText(value) {
		out.hard = append(out.hard, PlanReason{Key: "panel.texts.reason.emptyForm"})
	}
	if wrong := mismatch(value, origin); origin != "" && wrong != nil {
		out.soft = append(out.soft, PlanReason{"validation.placeholders", wrong})
	}
	if !lacksText(value) && missesForms(c.Locale, value, origin) && !c.isDismissed(FindsForms, value, origin) {
		forms := map[string]any{"want": len(Forms(c.Locale)), "have": strings.Count(value, formEnd) + 1}
		out.soft = append(out.soft, PlanReason{"panel.texts.reason.forms", forms})
	}
	return out
}

// planLine makes a line of a new text of a cell: what it becomes, or why not.
func (c cell) planLine(value, state, origin string, force bool) PlanLine {
	l := PlanLine{Kind: IsChanged, Locale: c.Locale, Key: c.Key, After: &Value{Text: value, State: state}}
	if c.ID == 0 {
		l.Kind = IsNew
	} else {
		l.Before = &Value{Text: c.Value, State: c.State}
	}
	found := c.findings(value, origin)
	// which is a reason already
	l.Findings = slices.DeleteFunc(c.open(value, origin), func(f Finding) bool { return f == FindsForms })
	switch {
	case len(found.hard) > 0:
		l.Kind, l.Reasons = IsRefused, slices.Concat(found.hard, found.soft)
	case len(found.soft) > 0 && !force:
		l.Kind, l.Reasons = IsRefused, found.soft
	case len(found.soft) > 0:
		l.After.State, l.Reasons = stateBroken, found.soft
	}
	return l
}

// Finding is what a check says against a text that may be meant as it is: somebody may set it aside.
type Finding string

// The findings there are.
const (
	FindsSame   Finding = "SAME"   // the text is that of its source
	FindsLonger Finding = "LONGER" // a form is longer than the longest of the source by more than half
	FindsEnding Finding = "ENDING" // a form ends in another mark than the source
	FindsForms  Finding = "FORMS"  // it has other forms than its language asks for
)

// Enum lists the findings.
func (Finding) Enum() enum.List {
	return enum.List{
		Name: "textFinding", Text: "panel.texts.finding",
		Values: enum.Strings([]Finding{FindsSame, FindsLonger, FindsEnding, FindsForms}),
	}
}

// textChecks are read once. A test of them fails before any that cannot be read are shipped.
var textChecks = sync.OnceValue(func() directusschema.Checks {
	checks, err := directusschema.TextChecks()
	if err != nil {
		panic(err)
	}
	return checks
})

// FindingsOf looks at a text beside the one it is made from, which is empty for the English one of the product. The
// panel says the same while somebody types; directus-schema/testdata/checks.json holds both to it.
func FindingsOf(locale, text, origin string) []Finding {
	var out []Finding
	if origin != "" && !isEnglish(locale) && strings.TrimSpace(text) == strings.TrimSpace(origin) && hasWords(text) {
		out = append(out, FindsSame)
	}
	if origin != "" && float64(longestForm(text)) > textChecks().LongerThan*float64(longestForm(origin)) {
		out = append(out, FindsLonger)
	}
	if origin != "" && endsOtherwise(locale, text, origin) {
		out = append(out, FindsEnding)
	}
	if missesForms(locale, text, origin) {
		out = append(out, FindsForms)
	}
	return out
}

func isEnglish(locale string) bool { return isOf(locale, source) }

// hasWords says whether a text says anything beside its placeholders.
func hasWords(text string) bool {
	return strings.ContainsFunc(placeholder.ReplaceAllString(text, ""), unicode.IsLetter)
}

// formsIn are the forms of a text without the room around them.
func formsIn(text string) []string {
	forms := strings.Split(text, formEnd)
	for i := range forms {
		forms[i] = strings.TrimSpace(forms[i])
	}
	return forms
}

func longestForm(text string) int {
	most := 0
	for _, form := range formsIn(text) {
		most = max(most, utf8.RuneCountInString(form))
	}
	return most
}

// endsOtherwise says whether a form ends in a mark in which no form of the source does.
func endsOtherwise(locale, text, origin string) bool {
	var known []string
	for _, form := range formsIn(origin) {
		known = append(known, markFor(locale, endOf(source, form)))
	}
	return slices.ContainsFunc(formsIn(text), func(form string) bool {
		return form != "" && !slices.Contains(known, markFor(locale, endOf(locale, form)))
	})
}

// markFor is the English mark that counts in a language: none where it does without it.
func markFor(locale, mark string) string {
	language, _, _ := strings.Cut(locale, "-")
	if slices.Contains(textChecks().Without[mark], language) {
		return ""
	}
	return mark
}

// closing may stand behind the mark that ends a text.
const closing = "\"'”“’‘»«)]}>』」）】"

// endOf is the English mark for the one that a form ends in, if any.
func endOf(locale, form string) string {
	form = strings.TrimRight(form, closing+" \u00a0\u202f")
	if strings.HasSuffix(form, "...") {
		return "…"
	}
	last, _ := utf8.DecodeLastRuneInString(form)
	if last == ';' && isOf(locale, "el") {
		return "?" // what looks like a semicolon asks in Greek
	}
	return textChecks().Ends[string(last)]
}
