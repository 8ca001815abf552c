package resource

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/role"
)

// Verbs lists what may be done to records beyond reading them.
func (c *served[T, P]) Verbs() []string {
	var out []string
	for verb, p := range map[string]role.Permission{"create": c.Access.Create, "update": c.Access.Update, "delete": c.Access.Delete} {
		if p != "" {
			out = append(out, verb)
		}
	}
	for _, a := range c.Actions {
		out = append(out, a.Name)
	}
	slices.Sort(out)
	return out
}

// NeedsOf lists the permissions of which one opens a verb or an action of the resource; nil when there is no such thing.
func (c *served[T, P]) NeedsOf(verb string) []role.Permission {
	switch verb {
	case "", "read":
		return c.readers()
	case "create":
		return given(c.Access.Create)
	case "update":
		return given(c.Access.Update)
	case "delete":
		return given(c.Access.Delete)
	}
	for _, a := range c.Actions {
		if a.Name == verb {
			return a.needs()
		}
	}
	return nil
}

func given(p role.Permission) []role.Permission {
	if p == "" {
		return nil
	}
	return need(p)
}

// Blocks says what of a record's state keeps an action from it. NOT_FOUND outside the caller's scope.
func (c *served[T, P]) Blocks(ctx context.Context, id int64, action string) ([]Block, error) {
	v, err := c.Store.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(c.Actions, func(a Action[T]) bool { return a.Name == action })
	if at < 0 || c.Actions[at].When == nil || c.holds(c.Actions[at].When, &v) {
		return nil, nil
	}
	return c.Actions[at].When.blocks(), nil
}

// Seen says whether a record lies inside the scope of the caller of ctx.
func Seen(ctx context.Context, r Resource, id int64) (bool, error) {
	_, err := r.Label(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil, err
}
