package resource

import (
	"context"
	"reflect"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// View is a list of the same records beside the generic one: those of a client, of a pool, or what a choice shows. It
// has fields and a condition of its own; paging, order and guarded fields are as in every list. Its methods change it
// and return it.
type View[T any] struct{ *view }

// view is a View of any type.
type view struct {
	name, path string
	needs      []role.Permission
	row        Refs         // default: what list answers carry
	in, out    reflect.Type // of its call
	where      func(ctx context.Context, in any) ([]query.Cond, error)
}

// Paged is the input of a view: a struct that embeds Paging.
type Paged interface{ RequestedPaging() Paging }

// ListView declares a view at a path. where turns what its call asks for into conditions, and refuses what the caller
// must not narrow by.
func ListView[T any, In Paged](name, path string, needs role.Permission,
	where func(ctx context.Context, in In) ([]query.Cond, error),
) View[T] {
	return View[T]{&view{
		name: name, path: path, needs: permissionList(needs), in: typeOf[In](), out: typeOf[List[Shown[T]]](),
		where: func(ctx context.Context, in any) ([]query.Cond, error) { return where(ctx, *in.(*In)) },
	}}
}

// OrWith adds permissions that open the view beside the first.
func (v View[T]) OrWith(ps ...role.Permission) View[T] {
	v.needs = append(permissionList(v.needs...), ps...)
	return v
}

// Showing says what the view shows of each record.
func (v View[T]) Showing(fields ...Ref) View[T] {
	v.row = fields
	return v
}

// rowOf is what a view shows.
func (c *served) rowOf(v view) []*field.Field {
	if v.row == nil {
		return c.row
	}
	return c.nameAll("view "+v.name, v.row)
}

func (c *served) viewEndpoints() []Endpoint {
	var out []Endpoint
	for _, v := range c.Views {
		row := c.rowOf(v)
		out = append(out, Endpoint{
			Name: v.name, Method: "GET", Path: v.path, Needs: v.needs, Handle: c.viewing(v, row),
			Answer: c.rowsSchema(row),
		})
	}
	return out
}

// viewing answers a view with some fields of each record.
func (c *served) viewing(v view, row []*field.Field) Handler {
	return handle(v.in, v.out, func(ctx context.Context, in any) (any, error) {
		more, err := v.where(ctx, in)
		if err != nil {
			return nil, err
		}
		q, err := newQuery(c.Of, in.(Paged).RequestedPaging(), defaultLimit)
		if err != nil {
			return nil, err
		}
		q.Where = append(q.Where, more...)
		q.Fields = c.visible(role.From(ctx), row)
		p, err := c.Store.list(ctx, q)
		return showPage(p, q.Fields), err
	})
}
