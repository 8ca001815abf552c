package resource

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Verbs lists what may be done to records beyond reading them.
func (c *served) Verbs() []string {
	var out []string
	for verb, p := range map[string]role.Permission{
		"create": c.Access.Create, "update": c.Access.Update,
		"delete": c.Access.Delete,
	} {
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

// NeedsOf lists the permissions of which one opens a verb or an action of the resource; nil when there is no such
// thing.
func (c *served) NeedsOf(verb string) []role.Permission {
	switch verb {
	case "", "read":
		return c.readers()
	case "create":
		return implying(c.Access.Create)
	case "update":
		return implying(c.Access.Update)
	case "delete":
		return implying(c.Access.Delete)
	}
	for _, a := range c.Actions {
		if a.Name == verb {
			return a.needs()
		}
	}
	return nil
}

// NeedsToRead lists the permissions of which one of each is needed to read a field; nil when there is no such field.
func (c *served) NeedsToRead(fieldName string) [][]role.Permission {
	f := field.Find(c.answers, fieldName)
	if f == nil {
		return nil
	}
	out := [][]role.Permission{c.readers()}
	for _, g := range c.guards {
		if len(g.read) > 0 && slices.Contains(g.fields, f) {
			out = append(out, g.read)
		}
	}
	return out
}

func implying(p role.Permission) []role.Permission {
	if p == "" {
		return nil
	}
	return permissionList(p)
}

// Blocks says what keeps a verb or an action from a record besides permission and scope, by trying it and undoing that.
// input is the body of the call: what it still lacks blocks nothing. NOT_FOUND outside the caller's scope.
func (c *served) Blocks(ctx context.Context, id int64, verb string, input []byte) ([]Block, error) {
	v, err := c.Store.get(ctx, id)
	if err != nil {
		return nil, err
	}
	a := c.actionNamed(verb)
	if a != nil && a.When != nil && !c.satisfies(a.When, v) {
		return a.When.blocks(), nil
	}
	var do func(ctx context.Context) error
	switch {
	case a != nil:
		do, err = c.actingOn(*a, v, input)
	case verb == "update" && c.Access.Update != "":
		do = func(ctx context.Context) error { return c.unchanged(ctx, v) }
	case verb == "delete" && c.Access.Delete != "":
		do, err = c.deletingWith(v, input)
	}
	if do == nil || err != nil {
		return nil, incomplete(err)
	}
	// what is tried answers nobody
	ctx = WithExchange(context.WithValue(ctx, explainingKey{}, true), RequestOf(ctx), &Reply{})
	return blocking(Try(ctx, c.rt.Write, do))
}

type explainingKey struct{}

// isExplaining says whether somebody else's call is tried in ctx: there is no session to look up.
func isExplaining(ctx context.Context) bool { return ctx.Value(explainingKey{}) != nil }

// actionNamed is an action on one record, or what takes one back; nil if there is none.
func (c *served) actionNamed(verb string) *action {
	all := slices.Clone(c.Actions)
	for _, a := range c.undoable() {
		if c.isUndone(a) {
			all = append(all, c.undoOf(a))
		}
	}
	at := slices.IndexFunc(all, func(a action) bool { return a.Name == verb && !a.list })
	if at < 0 {
		return nil
	}
	return &all[at]
}

// asBody is a request that has a body only.
func asBody(body []byte) *Request {
	nothing := func(string) string { return "" }
	if len(body) == 0 {
		body = []byte("{}")
	}
	return &Request{Body: body, Param: nothing, Header: nothing, Cookie: nothing}
}

// actingOn is an action with that input.
func (c *served) actingOn(a action, v entity, input []byte) (func(ctx context.Context) error, error) {
	if a.inBody() {
		members, err := field.ReadObject(asBody(input).Body)
		if err != nil {
			return nil, err
		}
		members["id"] = json.RawMessage(strconv.FormatInt(v.Base().ID, 10))
		if input, err = json.Marshal(members); err != nil {
			return nil, fmt.Errorf("input of %s: %w", a.Name, err)
		}
	}
	in := reflect.New(a.in)
	if err := inputOf(a.in).bind(asBody(input), in.Elem()); err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		_, err := a.call(WithAct(ctx, inputAct(a.Name, in.Interface())), v, in.Interface())
		return err
	}, nil
}

// unchanged saves a record as it is.
func (c *served) unchanged(ctx context.Context, v entity) error {
	if err := c.editable(ctx, v); err != nil {
		return err
	}
	return c.Store.update(WithAct(ctx, Act{Action: "update"}), v, copyEntity(v))
}

func (c *served) deletingWith(v entity, input []byte) (func(ctx context.Context) error, error) {
	var in reasonInput
	err := inputOf(typeOf[reasonInput]()).bind(asBody(input), reflect.ValueOf(&in).Elem())
	return func(ctx context.Context) error {
		if err := c.deletable(ctx, v); err != nil {
			return err
		}
		return c.delete(WithAct(ctx, Act{Action: "delete", Reason: in.Reason, Comment: in.Comment}), v)
	}, err
}

// incomplete drops the error of an input that is not whole.
func incomplete(err error) error {
	if slices.Contains([]fault.Kind{fault.Invalid, fault.BadRequest, fault.NotFound, fault.Upstream}, fault.KindOf(err)) {
		return nil
	}
	return err
}

// blocking reads what keeps a call from a record out of its refusal.
func blocking(err error) ([]Block, error) {
	f, kind := fault.From(err), fault.KindOf(err)
	if kind == fault.Conflict {
		if by, isBlocked := f.Details["blockedBy"].([]Block); isBlocked && len(by) > 0 {
			return by, nil
		}
		return []Block{{Key: f.Keys()[0]}}, nil
	}
	if kind == fault.Denied {
		return []Block{{Key: NeedsPermission, Params: map[string]any{"permissions": f.Details["missing"]}}}, nil
	}
	return nil, incomplete(err)
}

// NeedsPermission is the key of a block that is the want of one of the permissions in its parameters.
const NeedsPermission = "access.permission"

// IsVisible says whether a record lies inside the scope of the caller of ctx.
func IsVisible(ctx context.Context, r Resource, id int64) (bool, error) {
	_, err := r.Label(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil, err
}
