package resource

import (
	"context"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/platform/role"
)

// mask stands for a text that is there and that the caller may not read.
const mask = "•••"

// shownFields is what an answer with a single record holds: the fields the caller may read and, masked, those marked S
// that a guard keeps from it. Lists and files leave the latter out.
func (c *served) shownFields(who *role.Caller, fs []*Field) []*Field {
	visible := c.visible(who, fs)
	if len(visible) == len(fs) {
		return fs
	}
	out := make([]*Field, 0, len(fs))
	for _, f := range fs {
		switch {
		case slices.Contains(visible, f):
			out = append(out, f)
		case f.Sensitive:
			out = append(out, masked(f))
		}
	}
	return out
}

// hides says whether the caller gets a field masked, and so must not write it.
func (c *served) hides(who *role.Caller, f *Field) bool {
	return f.Sensitive && len(c.visible(who, []*Field{f})) == 0
}

// refuseGuardedQuery refuses a question that would tell by its answer what a guard keeps from the caller.
func (c *served) refuseGuardedQuery(who *role.Caller, q Query) error {
	for _, g := range c.guards {
		guards := func(f *Field) bool { return f != nil && slices.Contains(g.fields, f) }
		sorts := slices.ContainsFunc(q.Sort, func(s Sort) bool { return guards(s.Field) })
		if (sorts || comparesGuarded(q.Where, guards)) && !who.CanAny(g.read) {
			return Forbidden(g.read...)
		}
	}
	return nil
}

// owner is the resource whose records limit what an account sees.
const owner = "client"

// refuseForeignClient refuses a query that names a client which is not there or lies outside the caller's scope, and
// does not tell which: NOT_FOUND, as every call answers that is about one client.
func (c *served) refuseForeignClient(ctx context.Context, q Query) error {
	clients := c.registry.byName[owner]
	if clients == nil {
		return nil
	}
	for _, one := range q.Where {
		if one.Op != Is || one.Field == nil || one.Field.Kind != Reference || one.Field.Ref != owner {
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

func comparesGuarded(where []Cond, guards func(*Field) bool) bool {
	return slices.ContainsFunc(where, func(one Cond) bool { return guards(one.Field) || comparesGuarded(one.Any, guards) })
}

// offered are the filters that tell the caller nothing it may not read.
func (c *served) offered(who *role.Caller) []filter {
	hidden := func(f *Field) bool { return len(c.visible(who, []*Field{f})) == 0 }
	return slices.DeleteFunc(append([]filter{}, c.filters...), func(fl filter) bool {
		closed := fl.custom != nil && len(fl.custom.needs) > 0 && !who.CanAny(fl.custom.needs)
		return closed || fl.field != nil && hidden(fl.field) || slices.ContainsFunc(fl.fields, hidden)
	})
}

func masked(f *Field) *Field {
	out := *f
	out.Masked, out.ReadOnly = true, true
	if f.Kind == Object {
		out.Fields = make([]*Field, len(f.Fields))
		for i, inner := range f.Fields {
			out.Fields[i] = masked(inner)
		}
	}
	return &out
}

// appendMasked writes that a text is there, and of anything else nothing.
func appendMasked(b []byte, f *Field, v reflect.Value) []byte {
	switch {
	case f.Many:
		return append(b, "[]"...)
	case f.Kind == Object && v.Kind() == reflect.Struct:
		return appendObject(b, f.Fields, v)
	case v.Kind() != reflect.String || f.Type == dateType || f.Enums != nil || f.Kind == Country:
		return append(b, "null"...)
	case v.Len() == 0:
		return append(b, `""`...)
	}
	return AppendString(b, mask)
}
