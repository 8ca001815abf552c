package resource

import (
	"cmp"
	"reflect"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
)

// Check is a rule over several fields of a record. Every create, every update and every restore of old values is held
// against it; a refusal is a VALIDATION that stands at each field the rule is about.
type Check struct {
	rule   rule
	fields Refs // at which a refusal stands
	other  Ref  // what they are compared with
	in     []any
	text   string
	isMet  func(v any) bool // of a rule of one's own; v is the address of a record
}

// rule is what a Check demands. The form checks all but those of one's own before it asks.
type rule string

const (
	mustNotBelow rule = "notBelow"
	mustNotAbove rule = "notAbove"
	mustRequired rule = "required"
	mustOwn      rule = "own"
)

// Options lists them.
func (rule) Options() []string {
	return []string{string(mustNotBelow), string(mustNotAbove), string(mustRequired), string(mustOwn)}
}

// NotBelow demands that a date, an instant or a number is not less than another field, where both are there.
func NotBelow(field, other Ref) Check {
	return Check{rule: mustNotBelow, fields: Refs{field}, other: other}
}

// NotAbove demands that a date, an instant or a number is not more than another field, where both are there.
func NotAbove(field, other Ref) Check {
	return Check{rule: mustNotAbove, fields: Refs{field}, other: other}
}

// RequiredWhile demands a value as long as another field holds one of some.
func RequiredWhile(field, other Ref, in ...any) Check {
	return Check{rule: mustRequired, fields: Refs{field}, other: other, in: in}
}

// Rule demands of the record what isMet reports. Text is the key of what a refusal says at each of the fields.
func Rule[T any](text string, isMet func(v *T) bool, fields ...Ref) Check {
	return Check{rule: mustOwn, fields: fields, text: text, isMet: func(v any) bool { return isMet(v.(*T)) }}
}

// check is a Check whose addresses have become fields.
type check struct {
	Check
	at, than []*field.Field // than has one field, or none in a rule of one's own
}

func (c *served) compileChecks() {
	for _, one := range c.Checks {
		k := check{Check: one, at: c.nameAll("Checks "+string(one.rule), one.fields)}
		if one.other != nil {
			k.than = []*field.Field{c.named("Checks "+string(one.rule), one.other)}
		}
		switch f := k.at; {
		case len(f) == 0:
			c.fail("Checks: a rule %q of Checks names no field, so that nobody would see where it is broken", one.text)
		case one.rule == mustOwn && one.text == "":
			c.fail("Checks: the rule of %s has no text that says what is wrong", f[0].Name)
		case one.isOrder() && (f[0].Type != k.than[0].Type || f[0].Many || k.than[0].Many || !isOrdered(f[0])):
			c.fail("Checks: %s and %s are not compared: both have to be dates, instants or numbers of one type", f[0].Name,
				k.than[0].Name)
		}
		c.checks = append(c.checks, k)
	}
}

func (k Check) isOrder() bool { return k.rule == mustNotBelow || k.rule == mustNotAbove }

func isOrdered(f *field.Field) bool {
	return f.Type == field.DateType || f.Type == field.TimeType || f.Type == field.DecimalType ||
		f.Type.Kind() == reflect.Int64 ||
		f.Type.Kind() == reflect.Int
}

// applyChecks names in bad the fields of every rule that the record breaks. Where something else is
// wrong with one, no more is said of it.
func (c *served) applyChecks(v entity, bad *fault.Error) {
	isWrong := func(f *field.Field) bool { return bad.Fields[f.Name] != nil }
	for _, k := range c.checks {
		if slices.ContainsFunc(k.at, isWrong) {
			continue
		}
		if message, params := k.broken(v); message != "" {
			for _, f := range k.at {
				bad.Field(f.Name, message, params)
			}
		}
	}
}

// broken is the message of a rule that the record breaks, or "".
func (k check) broken(v entity) (message string, params map[string]any) {
	if k.rule == mustOwn {
		if k.isMet(v) {
			return "", nil
		}
		return k.text, nil
	}
	rv := valueOf(v)
	value, other := k.at[0].In(rv), k.than[0].In(rv)
	if k.rule == mustRequired {
		if (field.IsEmpty(value) || value.IsZero()) && isOneOf(reflect.Indirect(other), k.in) {
			return "validation.required", nil
		}
		return "", nil
	}
	a, b := reflect.Indirect(value), reflect.Indirect(other)
	if !a.IsValid() || !b.IsValid() || !a.CanInt() && (a.IsZero() || b.IsZero()) {
		return "", nil
	}
	switch order := orderOf(a, b); {
	case k.rule == mustNotBelow && order < 0:
		return lowMessage(a), map[string]any{"min": boundOf(b)}
	case k.rule == mustNotAbove && order > 0:
		return highMessage(a), map[string]any{"max": boundOf(b)}
	}
	return "", nil
}

// boundOf is a value as the words of a refusal name it.
func boundOf(v reflect.Value) any {
	if at, ok := reflect.TypeAssert[time.Time](v); ok {
		return date.InstantText(at)
	}
	return v.Interface()
}

func lowMessage(v reflect.Value) string {
	if v.CanInt() {
		return "validation.minValue"
	}
	return "validation.after"
}

func highMessage(v reflect.Value) string {
	if v.CanInt() {
		return "validation.maxValue"
	}
	return "validation.before"
}

func orderOf(a, b reflect.Value) int {
	if a.CanInt() {
		return cmp.Compare(a.Int(), b.Int())
	}
	if at, ok := reflect.TypeAssert[time.Time](a); ok {
		other, _ := reflect.TypeAssert[time.Time](b)
		return at.Compare(other)
	}
	return cmp.Compare(a.String(), b.String())
}

// checkMeta is a rule as the form and OpenAPI know it.
type checkMeta struct {
	Rule   rule     `json:"rule"`
	Fields []string `json:"fields"`          // at which a refusal stands
	Other  string   `json:"other,omitempty"` // what they are compared with
	In     []any    `json:"in,omitempty"`    // while other holds one of these
	Text   string   `json:"text,omitempty"`  // key of what a rule of its own says
}

// checksMeta are the rules over fields that are all shown.
func (c *served) checksMeta(shown []*field.Field) (out []checkMeta) {
	for _, k := range c.checks {
		all := slices.Concat(k.at, k.than)
		if slices.ContainsFunc(all, func(f *field.Field) bool { return field.Find(shown, f.Name) == nil }) {
			continue
		}
		m := checkMeta{Rule: k.rule, Fields: field.Names(k.at), In: k.in, Text: k.text}
		if len(k.than) > 0 {
			m.Other = k.than[0].Name
		}
		out = append(out, m)
	}
	return out
}
