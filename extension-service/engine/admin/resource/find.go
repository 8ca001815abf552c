package resource

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/role"
)

// handlePattern is a handle as people write it: its hyphen may be missing, a blank or another dash.
var handlePattern = regexp.MustCompile(`^([A-Za-z])[-\p{Pd} ]?([0-9A-Za-z]{6})$`)

// Find returns the record with that id, handle or phone number, then those of whose title the words are words,
// beginnings or parts, then those of which another text holds them.
func (c *served) Find(ctx context.Context, text string, limit int64) ([]Found, error) {
	who := role.From(ctx)
	if c.Route == "" || !c.title.Folded && len(c.finds) == 0 || !who.CanAny(c.readers()) {
		return nil, nil
	}
	var out []Found
	for _, step := range c.findSteps(who, text) { // one after the other: each has an index of its own
		more, err := c.found(ctx, step, limit)
		if err != nil {
			return nil, err
		}
		for _, one := range more {
			if !slices.ContainsFunc(out, func(had Found) bool { return had.ID == one.ID }) {
				out = append(out, one)
			}
		}
		if int64(len(out)) >= limit {
			return out[:limit], nil
		}
	}
	return out, nil
}

// lookedThrough is how many records FindInList reads at most.
const lookedThrough = 200

// FindInList returns the first records of the list whose title, or what stands beside it, holds a text. It looks
// through no more than the first 200, for kinds whose title has no index of its own.
func (c *served) FindInList(ctx context.Context, text string, limit int64) ([]Found, error) {
	if !role.From(ctx).CanAny(c.readers()) {
		return nil, nil
	}
	fs := append([]*Field{Find(c.fields, "id")}, c.titleFields()...)
	beside := Find(c.fields, "clientName")
	if beside != nil {
		fs = append(fs, beside)
	}
	page, err := c.Store.list(ctx, Query{Sort: c.sort, Limit: lookedThrough, Fields: fs, NoTotal: true})
	if err != nil {
		return nil, err
	}
	out, wanted := []Found{}, canonical.Fold(text)
	for i := range page.len() {
		id := page.at(i).Base().ID
		one := Found{Resource: c.Name, ID: id, Title: c.titleOf(page.row(i)), Sub: "#" + strconv.FormatInt(id, 10)}
		if beside != nil {
			one.Sub = beside.In(page.row(i)).String() + ", " + one.Sub
		}
		if strings.Contains(canonical.Fold(one.Title+" "+one.Sub), wanted) && int64(len(out)) < limit {
			out = append(out, one)
		}
	}
	return out, nil
}

// findStep is one way to find a record: where one, and how well it fits.
type findStep struct {
	rank  Rank
	where []Cond
}

// findSteps are the ways to find records by a text, the best first.
func (c *served) findSteps(who *role.Caller, text string) (out []findStep) {
	out = append(c.identitySteps(text), wordSteps(c.title, text)...)
	add := func(rank Rank, where ...Cond) { out = append(out, findStep{rank, where}) }
	if numbers := canonical.PhonesOf(text); numbers != nil {
		for _, f := range c.phones() {
			add(Exactly, phoneIs(f, numbers), Cond{Field: f, Op: Filled}) // the index has only the numbers that are set
		}
	}
	for _, f := range c.visible(who, c.finds) {
		switch {
		case f.Kind == Phone:
		case f.Folded:
			add(ByParts, Cond{Field: f, Op: Contains, Values: []any{text}})
		default:
			add(Exactly, Cond{Field: f, Op: Is, Values: []any{text}})
		}
	}
	slices.SortStableFunc(out, func(a, b findStep) int { return int(a.rank - b.rank) })
	return out
}

// identitySteps find the record of which a text is the id or the handle.
func (c *served) identitySteps(text string) (out []findStep) {
	if parts := handlePattern.FindStringSubmatch(text); parts != nil && c.hasHandles() {
		handle := strings.ToUpper(parts[1] + "-" + parts[2])
		out = append(out, findStep{Exactly, []Cond{{Field: Find(c.fields, "handle"), Op: Is, Values: []any{handle}}}})
	}
	if id, err := ParseID(text); err == nil {
		out = append(out, findStep{Exactly, []Cond{{Field: Find(c.fields, "id"), Op: Is, Values: []any{id}}}})
	}
	return out
}

// wordSteps find the records of whose title the words are words, beginnings or parts, the best first. None for a title
// that is not folded.
func wordSteps(title *Field, text string) (out []findStep) {
	if !title.Folded {
		return nil
	}
	for _, step := range []struct {
		rank Rank
		op   Op
	}{{ByWords, HasWords}, {ByBeginnings, BeginsWords}, {ByParts, Contains}} {
		out = append(out, findStep{step.rank, []Cond{{Field: title, Op: step.op, Values: []any{text}}}})
	}
	return out
}

// phones are the phone numbers that a record is found by. Only the whole number finds it, so that nobody reads it by
// looking for it.
func (c *served) phones() []*Field {
	return slices.DeleteFunc(slices.Clone(c.finds), func(f *Field) bool { return f.Kind != Phone })
}

func phoneIs(f *Field, numbers []string) Cond {
	cond := Cond{Field: f, Op: Is}
	for _, number := range numbers {
		cond.Values = append(cond.Values, number)
	}
	return cond
}

// byName is the condition of a list that a text is asked of: that it holds the words or, where that is the title and
// they are a phone number, that the record has the number.
func (c *served) byName(f *Field, text string) Cond {
	holds := Cond{Field: f, Op: Contains, Values: []any{text}}
	numbers := canonical.PhonesOf(text)
	if f != c.title || numbers == nil || len(c.phones()) == 0 {
		return holds
	}
	either := Cond{Op: AnyOf, Any: []Cond{holds}}
	for _, phone := range c.phones() {
		either.Any = append(either.Any, phoneIs(phone, numbers))
	}
	return either
}

// found are the records of one condition. What they were found by stands beside their title, unless that says it.
func (c *served) found(ctx context.Context, by findStep, limit int64) ([]Found, error) {
	beside := Find(c.fields, "clientName")
	if f := by.where[0].Field; f != c.title && f.Kind != Phone && slices.Contains(c.finds, f) {
		beside = f
	}
	fs := []*Field{Find(c.fields, "id"), Find(c.fields, "handle"), c.title}
	if beside != nil {
		fs = append(fs, beside)
	}
	page, err := c.Store.list(ctx, Query{Where: by.where, Sort: c.sort, Limit: limit, Fields: fs, NoTotal: true})
	if err != nil {
		return nil, err
	}
	out := make([]Found, page.len())
	for i := range out {
		v, b := page.row(i), page.at(i).Base()
		out[i] = Found{
			Resource: c.Name, ID: b.ID, Title: c.title.In(v).String(), Handle: b.Handle, Route: c.Route,
			Rank: by.rank,
		}
		if beside != nil {
			out[i].Sub = beside.In(v).String()
		}
	}
	return out, nil
}
