package resource

import (
	"context"

	"poolkeeper.example/extension-service/role"
)

// View is a list of the same records beside the generic one: those of a client, of a pool, or what a choice shows. It has
// fields and a condition of its own; paging, order and guarded fields are as in every list.
type View[T any] struct {
	name, path string
	needs      []role.Permission
	row        Refs // default: what list answers carry
	handle     func(c *compiled[T], row []*Field) Handler
}

// Paged is the input of a view: a struct that embeds Paging.
type Paged interface{ Asked() Paging }

// ListView declares a view at a path. where turns what its call asks for into conditions, and refuses what the caller must
// not narrow by.
func ListView[T any, In Paged](name, path string, needs role.Permission, where func(ctx context.Context, in In) ([]Cond, error)) View[T] {
	handle := func(c *compiled[T], row []*Field) Handler {
		return Handle(func(ctx context.Context, in In) (out List[Shown[T]], err error) {
			more, err := where(ctx, in)
			if err != nil {
				return out, err
			}
			q, err := Ask(c.Of, in.Asked(), defaultLimit)
			if err != nil {
				return out, err
			}
			q.Where = append(q.Where, more...)
			q.Fields = c.visible(role.From(ctx), row)
			page, err := c.Store.List(ctx, q)
			return showPage(page, q.Fields), err
		})
	}
	return View[T]{name: name, path: path, needs: need(needs), handle: handle}
}

// OrWith adds permissions that open the view beside the first.
func (v View[T]) OrWith(ps ...role.Permission) View[T] {
	v.needs = append(need(v.needs...), ps...)
	return v
}

// Showing says what the view shows of each record.
func (v View[T]) Showing(fields ...Ref) View[T] {
	v.row = fields
	return v
}

// rowOf is what a view shows.
func (c *compiled[T]) rowOf(v View[T]) []*Field {
	if v.row == nil {
		return c.row
	}
	return c.nameAll("view "+v.name, v.row)
}

func (c *compiled[T]) viewEndpoints() []Endpoint {
	var out []Endpoint
	for _, v := range c.Views {
		row := c.rowOf(v)
		out = append(out, Endpoint{Name: v.name, Method: "GET", Path: v.path, Needs: v.needs, Handle: v.handle(c, row), Answer: c.rowsSchema(row)})
	}
	return out
}
