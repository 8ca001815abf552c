package vms

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Naming finds a person in messages: by the id of the freelancer that one is about, or in texts, where Says finds those
// that name the person and Part those that are no more than a part of the name.
type Naming struct {
	ID             int64
	Mentions, Part func(text string) bool
}

// ErasePerson takes a person out of the messages that mappings keep as tests, in the transaction of ctx, and returns
// the mappings that it has changed. Their values give way to others of the same form, and what the rules make of these
// is what is expected from then on; a test that cannot hold without the person is dropped.
func (m *Mappings) ErasePerson(ctx context.Context, who Naming) (changed []int64, err error) {
	ctx = resource.WithAct(role.AsSystem(ctx, "freelancer.erase"), resource.Act{Action: "anonymise"})
	ids, err := m.DB().IDs(ctx, "SELECT id FROM vms_mappings ORDER BY id")
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		was, err := m.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		rest, named, err := m.testsWithout(ctx, &was, who)
		if err != nil {
			return nil, err
		}
		if !named {
			continue
		}
		now := was
		now.Tests = rest
		if err := m.Table.Update(ctx, was, &now); err != nil {
			return nil, err
		}
		changed = append(changed, id)
	}
	return changed, nil
}

// testsWithout are the tests of a mapping with nothing of a person, and whether one of them had something.
func (m *Mappings) testsWithout(ctx context.Context, v *Mapping, who Naming) (rest []Test, named bool, err error) {
	rest = []Test{}
	for _, t := range v.Tests {
		if !who.isIn(t) {
			rest = append(rest, t)
			continue
		}
		named = true
		other, holds, err := m.replaced(ctx, v, t, who)
		if err != nil {
			return nil, false, err
		}
		if holds {
			rest = append(rest, other)
		}
	}
	return rest, named, nil
}

// replaced is a test with other values in the place of a person's, and whether it may stay.
func (m *Mappings) replaced(ctx context.Context, v *Mapping, t Test, who Naming) (out Test, stays bool, err error) {
	if who.isOf(t) { // the whole of it is the person's
		return out, false, nil
	}
	run, err := m.try(ctx, v, t)
	if err != nil {
		return out, false, err
	}
	out.Name = who.other(t.Name)
	out.Input, _ = who.redact(t.Input).(map[string]any)
	out.Expected, _ = who.redact(t.Expected).(map[string]any)
	if run.Passes {
		made, err := m.run(ctx, v, out.Input)
		if err != nil || !made.OK {
			return out, false, err
		}
		if out.Expected, err = transform.Object(made.Output); err != nil {
			return out, false, err
		}
	}
	return out, !who.isIn(out), nil
}

// isIn says whether a test names the person, or is of the person's own application.
func (n Naming) isIn(t Test) bool {
	return n.isOf(t) || n.Mentions != nil && (n.Mentions(t.Name) || n.isNamedIn(t.Input) || n.isNamedIn(t.Expected))
}

func (n Naming) isOf(t Test) bool {
	f, _ := t.Input["freelancer"].(map[string]any)
	return n.ID != 0 && f != nil && fmt.Sprint(f["id"]) == strconv.FormatInt(n.ID, 10)
}

func (n Naming) isNamedIn(value any) bool {
	switch v := value.(type) {
	case string:
		return n.Mentions(v)
	case []any:
		return slices.ContainsFunc(v, n.isNamedIn)
	case map[string]any:
		for name, one := range v {
			if n.Mentions(name) || n.isNamedIn(one) {
				return true
			}
		}
	}
	return false
}

// redact puts other texts in the place of those that are the person's.
func (n Naming) redact(value any) any {
	switch v := value.(type) {
	case string:
		return n.other(v)
	case []any:
		out := make([]any, len(v))
		for i, one := range v {
			out[i] = n.redact(one)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, one := range v {
			out[name] = n.redact(one)
		}
		return out
	}
	return value
}

// other is a text of the same form that names nobody, or the text itself where it is not the person's.
func (n Naming) other(text string) string {
	switch {
	case !n.Mentions(text) && !n.Part(text):
		return text
	case strings.Contains(text, "@"):
		return "erased@erased.invalid"
	case !strings.ContainsFunc(text, unicode.IsLetter):
		return "+490000000000"
	}
	return "Erased"
}
