package resource

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
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
	exact, parts := c.findSteps(who, text)
	out, err := c.foundInSteps(ctx, exact, limit)
	if err == nil && int64(len(out)) < limit && c.title.Folded {
		var titled []Found
		titled, err = c.findByTitle(ctx, text, limit)
		out = appendNew(out, titled)
	}
	if err == nil && int64(len(out)) < limit {
		var more []Found
		more, err = c.foundInSteps(ctx, parts, limit)
		out = appendNew(out, more)
	}
	return out[:min(limit, int64(len(out)))], err
}

// foundInSteps are the records that one step after the other finds, each by an index of its own, up to limit.
func (c *served) foundInSteps(ctx context.Context, steps []findStep, limit int64) (out []Found, err error) {
	for _, step := range steps {
		more, err := c.found(ctx, step, limit)
		if err != nil {
			return nil, err
		}
		if out = appendNew(out, more); int64(len(out)) >= limit {
			break
		}
	}
	return out, nil
}

// appendNew adds the hits whose record is not among those before.
func appendNew(out, more []Found) []Found {
	for _, one := range more {
		if !slices.ContainsFunc(out, func(had Found) bool { return had.ID == one.ID }) {
			out = append(out, one)
		}
	}
	return out
}

// findByTitle finds the records of whose title the words are words, beginnings or parts, the best first. Most kinds of
// record have fewer than limit that hold them at all, and are asked once.
func (c *served) findByTitle(ctx context.Context, text string, limit int64) ([]Found, error) {
	steps := wordSteps(c.title, text)
	last := len(steps) - 1
	holding, err := c.found(ctx, steps[last], limit)
	if err != nil {
		return nil, err
	}
	if int64(len(holding)) >= limit {
		better, err := c.foundInSteps(ctx, steps[:last], limit)
		return appendNew(better, holding), err
	}
	for i := range holding {
		holding[i].Rank = rankOf(holding[i].Title, text)
	}
	slices.SortStableFunc(holding, func(a, b Found) int { return int(a.Rank - b.Rank) })
	return holding, nil
}

// rankOf says how well a title fits the words of a text that it holds.
func rankOf(title, text string) Rank {
	rank, folded := ByWords, " "+canonical.Fold(title)+" "
	for _, word := range canonical.Words(text) {
		switch {
		case strings.Contains(folded, " "+word+" "):
		case strings.Contains(folded, " "+word):
			rank = max(rank, ByBeginnings)
		default:
			rank = ByParts
		}
	}
	return rank
}

// lookedThrough is how many records FindInList reads at most.
const lookedThrough = 200

// FindInList returns the first records of the list whose title, or what stands beside it, holds a text. It looks
// through no more than the first 200, for kinds whose title has no index of its own.
func (c *served) FindInList(ctx context.Context, text string, limit int64) ([]Found, error) {
	if !role.From(ctx).CanAny(c.readers()) {
		return nil, nil
	}
	fs := append([]*field.Field{field.Find(c.fields, "id")}, c.titleFields()...)
	beside := field.Find(c.fields, "clientName")
	if beside != nil {
		fs = append(fs, beside)
	}
	page, err := c.Store.list(ctx, query.Query{Sort: c.sort, Limit: lookedThrough, Fields: fs, NoTotal: true})
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
	where []query.Cond
}

// findSteps are the ways to find records by a text besides their title: as a whole, which comes before the title, and
// as a part of another text, which comes after.
func (c *served) findSteps(who *role.Caller, text string) (exact, parts []findStep) {
	exact = c.identitySteps(text)
	if numbers := canonical.PhonesOf(text); numbers != nil {
		for _, f := range c.phones() { // the index has only the numbers that are set
			exact = append(exact, findStep{Exactly, []query.Cond{query.OneOf(f, numbers), {Field: f, Op: query.Filled}}})
		}
	}
	for _, f := range c.visible(who, c.finds) {
		switch {
		case f.Kind == field.Phone:
		case f.Folded:
			parts = append(parts, findStep{ByParts, []query.Cond{{Field: f, Op: query.Contains, Values: []any{text}}}})
		default:
			exact = append(exact, findStep{Exactly, []query.Cond{{Field: f, Op: query.Is, Values: []any{text}}}})
		}
	}
	return exact, parts
}

// identitySteps find the record of which a text is the id or the handle.
func (c *served) identitySteps(text string) (out []findStep) {
	if parts := handlePattern.FindStringSubmatch(text); parts != nil && c.hasHandles() {
		handle := strings.ToUpper(parts[1] + "-" + parts[2])
		out = append(out, findStep{Exactly, []query.Cond{{
			Field: field.Find(c.fields, "handle"), Op: query.Is,
			Values: []any{handle},
		}}})
	}
	if id, err := field.ParseID(text); err == nil {
		out = append(out, findStep{Exactly, []query.Cond{{
			Field: field.Find(c.fields, "id"), Op: query.Is,
			Values: []any{id},
		}}})
	}
	return out
}

// wordSteps find the records of whose title the words are words, beginnings or parts, the best first. None for a title
// that is not folded.
func wordSteps(title *field.Field, text string) (out []findStep) {
	if !title.Folded {
		return nil
	}
	for _, step := range []struct {
		rank Rank
		op   query.Op
	}{{ByWords, query.HasWords}, {ByBeginnings, query.BeginsWords}, {ByParts, query.Contains}} {
		out = append(out, findStep{step.rank, []query.Cond{{Field: title, Op: step.op, Values: []any{text}}}})
	}
	return out
}

// phones are the phone numbers that a record is found by. Only the whole number finds it, so that nobody reads it by
// looking for it.
func (c *served) phones() []*field.Field {
	return slices.DeleteFunc(slices.Clone(c.finds), func(f *field.Field) bool { return f.Kind != field.Phone })
}

// byName is the condition of a list that a text is asked of: that it holds the words or, where that is the title and
// they are a phone number, that the record has the number.
func (c *served) byName(f *field.Field, text string) query.Cond {
	contains := query.Cond{Field: f, Op: query.Contains, Values: []any{text}}
	numbers := canonical.PhonesOf(text)
	if f != c.title || numbers == nil || len(c.phones()) == 0 {
		return contains
	}
	either := query.Cond{Op: query.AnyOf, Any: []query.Cond{contains}}
	for _, phone := range c.phones() {
		either.Any = append(either.Any, query.OneOf(phone, numbers))
	}
	return either
}

// found are the records of one condition. What they were found by stands beside their title, unless that says it.
func (c *served) found(ctx context.Context, by findStep, limit int64) ([]Found, error) {
	beside := field.Find(c.fields, "clientName")
	if f := by.where[0].Field; f != c.title && f.Kind != field.Phone && slices.Contains(c.finds, f) {
		beside = f
	}
	fs := []*field.Field{field.Find(c.fields, "id"), field.Find(c.fields, "handle"), c.title}
	if beside != nil {
		fs = append(fs, beside)
	}
	page, err := c.Store.list(ctx, query.Query{Where: by.where, Sort: c.sort, Limit: limit, Fields: fs, NoTotal: true})
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
		if by.rank == ByParts && beside == by.where[0].Field { // a number that begins so fits better than one that ends so
			out[i].Rank = rankOf(out[i].Sub, fmt.Sprint(by.where[0].Values[0]))
		}
	}
	return out, nil
}
