package resource

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// Pick is a record as a dialog offers it.
type Pick struct {
	ID         int64  `json:"id"         kind:"id"`
	Handle     string `json:"handle"`
	Title      string `json:"title"`
	ClientName string `json:"clientName"`
}

// lookupInput is what a dialog finds records by.
type lookupInput struct {
	Text     string `query:"text"     json:"text"     check:"max=200"`
	ID       int64  `query:"id"       json:"id"       kind:"id"` // of the record that was chosen before
	ClientID int64  `query:"clientId" json:"clientId" kind:"id"`
}

// mostPicks are as many as a dialog offers; whoever misses one types more of it.
const mostPicks = 20

func (c *served) pickerEndpoints() []Endpoint {
	if len(c.Access.Picker.By) == 0 {
		return nil
	}
	return []Endpoint{{
		Name: c.Name + ".lookup", Method: "GET", Path: c.lookupPath(), Needs: append(c.readers(), c.Access.Picker.By...),
		Handle: Handle(c.lookUp),
	}}
}

func (c *served) lookupPath() string { return "/api" + c.Path + "/lookup" }

// LookupPath is where the caller looks records up to choose one; empty where that is closed.
func (c *served) LookupPath(who *role.Caller) string {
	if by := c.Access.Picker.By; len(by) == 0 || !who.CanAny(append(c.readers(), by...)) {
		return ""
	}
	return c.lookupPath()
}

// lookUp finds records within the caller's scope to choose one: the latest without a text. totalResults counts what is
// answered. NOT_FOUND for a client outside of the scope.
func (c *served) lookUp(ctx context.Context, in lookupInput) (out List[Pick], err error) {
	titles := []*field.Field{c.picked}
	if role.From(ctx).CanAny(c.readers()) && c.picked != c.title {
		titles = []*field.Field{c.title, c.picked}
	}
	q := query.Query{Sort: c.sort, Limit: mostPicks, NoTotal: true}
	if in.ClientID != 0 {
		q.Where = []query.Cond{{Field: field.Find(c.fields, "clientId"), Op: query.Is, Values: []any{in.ClientID}}}
		if err := c.refuseForeignClient(ctx, q); err != nil {
			return out, err
		}
	}
	out.Results = []Pick{}
	for _, step := range c.lookupSteps(in, titles) {
		one := q
		one.Where = slices.Concat(q.Where, step.where)
		found, err := c.picks(ctx, titles[0], one)
		if err != nil {
			return out, err
		}
		for _, pick := range found {
			if int64(len(out.Results)) < q.Limit && !slices.Contains(out.Results, pick) {
				out.Results = append(out.Results, pick)
			}
		}
	}
	out.TotalResults = int64(len(out.Results))
	return out, nil
}

// lookupSteps are the ways to find what was asked for, the best first.
func (c *served) lookupSteps(in lookupInput, titles []*field.Field) []findStep {
	switch {
	case in.ID != 0:
		return []findStep{{where: []query.Cond{{Field: field.Find(c.fields, "id"), Op: query.Is, Values: []any{in.ID}}}}}
	case in.Text == "":
		return []findStep{{}}
	}
	out := c.identitySteps(in.Text)
	for _, title := range titles {
		out = append(out, wordSteps(title, in.Text)...)
	}
	slices.SortStableFunc(out, func(a, b findStep) int { return int(a.rank - b.rank) })
	return out
}

// picks are the records that a query finds, as a dialog offers them.
func (c *served) picks(ctx context.Context, title *field.Field, q query.Query) ([]Pick, error) {
	client := field.Find(c.fields, "clientName")
	q.Fields = []*field.Field{field.Find(c.fields, "id"), field.Find(c.fields, "handle"), title, client}
	p, err := c.Store.list(ctx, q)
	if err != nil {
		return nil, err
	}
	out := make([]Pick, p.len())
	for i := range out {
		v, b := p.row(i), p.at(i).Base()
		out[i] = Pick{ID: b.ID, Handle: b.Handle, Title: title.In(v).String(), ClientName: client.In(v).String()}
	}
	return out, nil
}
