package resource

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
)

// Place is a path beside that of the resource under which some of its generic calls are served.
type Place struct {
	path    string
	creates bool
	wrap    string // the member of the body that holds a new record
	of      Ref    // the reference to the record of the path
	id      string // what the path calls the id of a record
}

// ListAt serves the list under another path too.
func ListAt(path string) Place { return Place{path: path} }

// CreateAt is where the panel creates records; wrap is the member of the body that holds a new one.
func CreateAt(path, wrap string) Place { return Place{path: path, creates: true, wrap: wrap} }

// NestedUnder serves the records beneath the one that a reference of theirs names, as in /api/pool/{id}/member and
// /api/pool/{id}/member/{memberId}, where id is memberId.
func NestedUnder(path string, reference Ref, id string) Place {
	return Place{path: path, of: reference, id: id}
}

// firstPlace is where the panel creates records.
func (c *served) firstPlace() Place {
	for _, p := range c.Places {
		if p.creates {
			return p
		}
	}
	return Place{path: "/api" + c.Path}
}

func (c *served) placeEndpoints() []Endpoint {
	var out []Endpoint
	for _, p := range c.Places {
		switch {
		case p.creates:
		case p.of != nil:
			out = append(out, c.nestedEndpoints(p)...)
		default:
			out = append(out, c.listing(c.Name+".page", p.path, c.list))
		}
	}
	return out
}

// listing is the call that answers the list, served under a path.
func (c *served) listing(name, path string, list func(ctx context.Context, r *Request) (any, error)) Endpoint {
	return Endpoint{
		Name: name, Method: "GET", Path: path, Needs: append(c.readers(), implying(c.Access.Lookup.By)...),
		Handle: raw(list), Query: c.listParams(), Answer: c.listSchema(), isList: true,
	}
}

// creating is the call that makes a record, served at a place.
func (c *served) creating(name string, at Place) Endpoint {
	return Endpoint{
		Name: name, Method: "POST", Path: at.path, Needs: permissionList(c.Access.Create), Status: 201, Idempotent: true,
		Rechecks: true,
		Handle:   raw(func(ctx context.Context, r *Request) (any, error) { return c.create(ctx, r, at.wrap) }),
		Body:     c.createSchema(at.wrap), Answer: c.recordSchema(),
	}
}

// parental are the calls of the records beneath another.
type parental struct {
	of    *served
	place Place
	field *field.Field
}

func (c *served) nestedEndpoints(p Place) []Endpoint {
	b, name := parental{c, p, c.named("Places", p.of)}, c.Name+".under."
	one := p.path + "/{" + p.id + "}"
	out := []Endpoint{c.listing(name+"list", p.path, b.list)}
	if c.Access.Create != "" {
		create := c.creating(name+"create", Place{path: p.path})
		create.Handle = raw(b.create)
		out = append(out, create)
	}
	if c.Access.Update != "" {
		out = append(out, Endpoint{
			Name: name + "update", Method: "PUT", Path: one, Needs: permissionList(c.Access.Update),
			Handle: raw(b.withParent(c.update)), Body: c.updateSchema(), Answer: c.recordSchema(),
		})
	}
	if c.Access.Delete != "" {
		remove := b.withParent(c.remove)
		out = append(out, Endpoint{
			Name: name + "delete", Method: "DELETE", Path: one, Needs: permissionList(c.Access.Delete), Status: 204,
			Query: reasonParams, Body: reasonSchema,
			Handle: raw(func(ctx context.Context, r *Request) (any, error) {
				_, err := remove(ctx, r)
				return nil, err
			}),
		})
	}
	return out
}

// parent is the record of the path, which the caller must be able to see.
func (b parental) parent(ctx context.Context, r *Request) (int64, error) {
	id, err := field.ParseID(r.Param("id"))
	if err != nil {
		return 0, err
	}
	_, err = b.of.registry.byName[b.field.Ref].Label(ctx, id)
	return id, err
}

func (b parental) list(ctx context.Context, r *Request) (any, error) {
	id, err := b.parent(ctx, r)
	if err != nil {
		return nil, err
	}
	if _, twice := r.Queries[b.field.Name]; twice {
		return nil, fault.New(fault.Invalid, "UNKNOWN_FIELD", "the path names %s", b.field.Name).Field(b.field.Name,
			"error.unknownField", nil)
	}
	narrowed := *r
	narrowed.Queries = maps.Clone(r.Queries)
	if narrowed.Queries == nil {
		narrowed.Queries = map[string]string{}
	}
	narrowed.Queries[b.field.Name] = strconv.FormatInt(id, 10)
	return b.of.list(ctx, &narrowed)
}

func (b parental) create(ctx context.Context, r *Request) (any, error) {
	id, err := b.parent(ctx, r)
	if err != nil {
		return nil, err
	}
	members, err := field.ReadObject(r.Body)
	if err != nil {
		return nil, err
	}
	mine := strconv.FormatInt(id, 10)
	if value, ok := members[b.field.Name]; ok && string(value) != mine {
		return nil, fault.Validation().Field(b.field.Name, "validation.reference", nil)
	}
	members[b.field.Name] = json.RawMessage(mine)
	placed := *r
	if placed.Body, err = json.Marshal(members); err != nil {
		return nil, fmt.Errorf("body of %s: %w", r.Path, err)
	}
	return b.of.create(ctx, &placed, "")
}

// withParent makes a call on a record one that goes by a path with both ids. NOT_FOUND for a record of another parent.
func (b parental) withParent(call func(ctx context.Context, r *Request) (any, error)) func(ctx context.Context,
	r *Request) (any, error) {
	return func(ctx context.Context, r *Request) (any, error) {
		parent, err := b.parent(ctx, r)
		if err != nil {
			return nil, err
		}
		id, err := field.ParseID(r.Param(b.place.id))
		if err != nil {
			return nil, err
		}
		v, err := b.of.Store.get(ctx, id)
		if err != nil {
			return nil, err
		}
		if b.field.In(valueOf(v)).Int() != parent {
			return nil, fault.New(fault.NotFound, "NOT_FOUND", "no %s %d of %d", b.of.Name, id, parent)
		}
		placed := *r
		placed.Param = func(name string) string {
			if name == "id" {
				return strconv.FormatInt(id, 10)
			}
			return r.Param(name)
		}
		return call(ctx, &placed)
	}
}
