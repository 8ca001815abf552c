package resource

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

const mostWithPhone = 1000 // records of one number

// Phones are the phone numbers that a record is found by and the caller may read.
func (c *served) Phones(who *role.Caller) []*field.Field { return c.visible(who, c.phones()) }

// WithPhone lists the records whose field is one of the numbers, in the form of E.164, within the caller's scope. None
// for a field that the caller may not read.
func (c *served) WithPhone(ctx context.Context, fieldName string, numbers []string) ([]int64, error) {
	f := field.Find(c.Phones(role.From(ctx)), fieldName)
	if f == nil {
		return nil, nil
	}
	// the index has only the numbers that are set
	where := []query.Cond{query.OneOf(f, numbers), {Field: f, Op: query.Filled}}
	page, err := c.Store.list(ctx, query.Query{
		Where: where, Sort: c.sort[len(c.sort)-1:], Limit: mostWithPhone,
		Fields: []*field.Field{field.Find(c.fields, "id")}, NoTotal: true,
	})
	if err != nil {
		return nil, err
	}
	out := make([]int64, page.len())
	for i := range out {
		out[i] = page.at(i).Base().ID
	}
	return out, nil
}
