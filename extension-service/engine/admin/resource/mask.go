package resource

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// shownFields is what an answer with a single record holds: the fields the caller may read and, masked, those marked S
// that a guard keeps from it. Lists and files leave the latter out.
func (c *served) shownFields(who *role.Caller, fs []*field.Field) []*field.Field {
	visible := c.visible(who, fs)
	if len(visible) == len(fs) {
		return fs
	}
	out := make([]*field.Field, 0, len(fs))
	for _, f := range fs {
		switch {
		case slices.Contains(visible, f):
			out = append(out, f)
		case f.Sensitive:
			out = append(out, field.Masked(f))
		}
	}
	return out
}

// hides says whether the caller gets a field masked, and so must not write it.
func (c *served) hides(who *role.Caller, f *field.Field) bool {
	return f.Sensitive && len(c.visible(who, []*field.Field{f})) == 0
}

// refuseGuardedQuery refuses a question that would tell by its answer what a guard keeps from the caller.
func (c *served) refuseGuardedQuery(who *role.Caller, q query.Query) error {
	for _, g := range c.guards {
		guards := func(f *field.Field) bool { return f != nil && slices.Contains(g.fields, f) }
		sorts := slices.ContainsFunc(q.Sort, func(s query.Sort) bool { return guards(s.Field) })
		if (sorts || comparesGuarded(q.Where, guards)) && !who.CanAny(g.read) {
			return Forbidden(g.read...)
		}
	}
	return nil
}

// refuseForeignClient refuses a query that names a client which is not there or lies outside the caller's scope, and
// does not tell which: NOT_FOUND, as every call answers that is about one client.
func (c *served) refuseForeignClient(ctx context.Context, q query.Query) error {
	clients := c.registry.byName[field.OwnerClient]
	if clients == nil {
		return nil
	}
	for _, one := range q.Where {
		if one.Op != query.Is || one.Field == nil || one.Field.Kind != field.Reference || one.Field.Ref != field.OwnerClient {
			continue
		}
		for _, id := range one.Values {
			if _, err := clients.Label(ctx, id.(int64)); err != nil {
				return err
			}
		}
	}
	return nil
}

func comparesGuarded(where []query.Cond, guards func(*field.Field) bool) bool {
	return slices.ContainsFunc(where, func(one query.Cond) bool {
		return guards(one.Field) ||
			comparesGuarded(one.Any, guards)
	})
}

// offered are the filters that tell the caller nothing it may not read.
func (c *served) offered(who *role.Caller) []filter {
	hidden := func(f *field.Field) bool { return len(c.visible(who, []*field.Field{f})) == 0 }
	return slices.DeleteFunc(append([]filter{}, c.filters...), func(fl filter) bool {
		closed := fl.custom != nil && len(fl.custom.needs) > 0 && !who.CanAny(fl.custom.needs)
		return closed || fl.field != nil && hidden(fl.field) || slices.ContainsFunc(fl.fields, hidden)
	})
}
