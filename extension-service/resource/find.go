package resource

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/role"
)

var handlePattern = regexp.MustCompile(`^[A-Za-z]-[0-9A-Za-z]{6}$`)

// Find returns the record with that id or handle, then those whose title, then those of which another text holds the words.
func (c *served) Find(ctx context.Context, text string, limit int64) ([]Found, error) {
	who := role.From(ctx)
	if c.Route == "" || !c.title.Folded || !who.CanAny(c.readers()) {
		return nil, nil
	}
	conds := []Cond{{Field: c.title, Op: Contains, Values: []any{text}}}
	if id, err := ParseID(text); err == nil {
		conds = slices.Insert(conds, 0, Cond{Field: Find(c.fields, "id"), Op: Is, Values: []any{id}})
	}
	if c.hasHandles() && handlePattern.MatchString(text) {
		conds = slices.Insert(conds, 0, Cond{Field: Find(c.fields, "handle"), Op: Is, Values: []any{strings.ToUpper(text)}})
	}
	for _, f := range c.visible(who, c.finds) {
		conds = append(conds, Cond{Field: f, Op: Contains, Values: []any{text}})
	}
	var out []Found
	for _, cond := range conds { // one after the other: each has an index of its own
		more, err := c.found(ctx, cond, limit)
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

// found are the records of one condition. What they were found by stands beside their title, unless that says it.
func (c *served) found(ctx context.Context, cond Cond, limit int64) ([]Found, error) {
	beside := Find(c.fields, "clientName")
	if slices.Contains(c.finds, cond.Field) {
		beside = cond.Field
	}
	fs := []*Field{Find(c.fields, "id"), Find(c.fields, "handle"), c.title}
	if beside != nil {
		fs = append(fs, beside)
	}
	page, err := c.Store.list(ctx, Query{Where: []Cond{cond}, Sort: c.sort, Limit: limit, Fields: fs, NoTotal: true})
	if err != nil {
		return nil, err
	}
	out := make([]Found, page.len())
	for i := range out {
		v, b := page.row(i), page.at(i).Base()
		out[i] = Found{Resource: c.Name, ID: b.ID, Title: c.title.In(v).String(), Handle: b.Handle, Route: c.Route}
		if beside != nil {
			out[i].Sub = beside.In(v).String()
		}
	}
	return out, nil
}
