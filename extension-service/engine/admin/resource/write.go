package resource

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// create decodes a new record, saves it and answers it with its place.
func (c *served) create(ctx context.Context, r *Request, wrap string) (any, error) {
	if err := r.RefuseParameters(); err != nil {
		return nil, err
	}
	body, err := unwrap(r.Body, wrap)
	if err != nil {
		return nil, err
	}
	key, err := RepeatKey(r)
	if err != nil {
		return nil, err
	}
	var id int64
	var out any
	var tried entity
	err = c.rt.Write(WithAct(ctx, Act{Action: "create"}), func(ctx context.Context) error {
		if err := c.allowed(ctx, c.Access.Create); err != nil {
			return err
		}
		if done, err := c.repeated(ctx, key, nil); done != nil || err != nil {
			if err == nil {
				id = done.RecordID
				out, err = c.reread(ctx, id)
			}
			return err
		}
		v := c.fresh()
		if err := c.decode(ctx, body, v, true); err != nil {
			return err
		}
		if err := c.guarded(ctx, c.fresh(), v); err != nil {
			return err
		}
		tried = v
		if err := c.insert(ctx, v); err != nil {
			return err
		}
		id = v.Base().ID
		if err := c.remember(ctx, key, Repeated{Status: 201, RecordID: id}); err != nil {
			return err
		}
		// its maker could not see it
		if out, err = c.reread(ctx, id); fault.KindOf(err) == fault.NotFound && IsConfined(ctx) {
			return BeyondScope()
		}
		return err
	})
	if err != nil {
		return nil, prefixMember(wrap, c.explainForeignAddress(ctx, tried, err))
	}
	ReplyOf(ctx).SetHeader("Location", "/api"+c.Path+"/"+strconv.FormatInt(id, 10))
	return out, nil
}

// fresh is the record that creating starts from.
func (c *served) fresh() entity {
	if c.New != nil {
		return c.New()
	}
	return reflect.New(c.kind).Interface().(entity)
}

// unwrap takes the record out of the member that holds it; "" is none.
func unwrap(body []byte, wrap string) (map[string]json.RawMessage, error) {
	members, err := field.ReadObject(body)
	if err != nil || wrap == "" {
		return members, err
	}
	d := field.NewDecoder()
	for name := range members {
		if name != wrap {
			d.Unknown = append(d.Unknown, name)
		}
	}
	if err := d.Err(); err != nil {
		return nil, err
	}
	inner, ok := members[wrap]
	if !ok {
		return nil, fault.Validation().Field(wrap, "validation.required", nil)
	}
	if string(inner) == "null" || len(inner) == 0 || inner[0] != '{' {
		return nil, fault.Validation().Field(wrap, "validation.object", nil)
	}
	return field.ReadObject(inner)
}

// update decodes a partial record over the stored one.
func (c *served) update(ctx context.Context, r *Request) (any, error) {
	id, err := field.ParseID(r.Param("id"))
	if err != nil {
		return nil, err
	}
	if err := r.RefuseParameters(); err != nil {
		return nil, err
	}
	members, err := field.ReadObject(r.Body)
	if err == nil {
		err = sameID(members, id)
	}
	if err != nil {
		return nil, err
	}
	var out any
	var tried entity
	err = c.rt.Write(ctx, func(ctx context.Context) error {
		old, ctx, err := c.load(ctx, loading{
			id: id, needs: permissionList(c.Access.Update), action: "update",
			base: r.Header("If-Match"),
		})
		if err != nil {
			return err
		}
		if err := c.editable(ctx, old); err != nil {
			return err
		}
		v := copyEntity(old)
		if err := c.decode(ctx, members, v, false); err != nil {
			return err
		}
		if err := c.guarded(ctx, old, v); err != nil {
			return err
		}
		tried = v
		if err := c.Store.update(ctx, old, v); err != nil {
			return err
		}
		if err := c.requireEditableParent(ctx, v); err != nil { // it may have become a part of another one
			return err
		}
		if err := c.checkOwners(ctx, old, v); err != nil {
			return err
		}
		out, err = c.reread(ctx, v.Base().ID) // another one where the change was saved as a record of its own
		return err
	})
	if err != nil {
		return nil, c.staleRead(ctx, id, c.explainForeignAddress(ctx, tried, err))
	}
	return out, nil
}

// sameID refuses a body that names another record than its path does: one of them is a mistake. A body without an id
// Names none.
func sameID(members map[string]json.RawMessage, id int64) error {
	text, named := members["id"]
	if !named || string(text) == "null" {
		return nil
	}
	if body, err := field.ParseID(strings.Trim(string(text), `"`)); err == nil && body == id {
		return nil
	}
	return fault.Validation().Field("id", "validation.otherID", map[string]any{"id": id})
}

// remove deletes a record, or puts it into the trash where the domain's service says so.
func (c *served) remove(ctx context.Context, r *Request) (any, error) {
	id, err := field.ParseID(r.Param("id"))
	if err != nil {
		return nil, err
	}
	var in reasonInput
	if err := inputOf(reflect.TypeFor[reasonInput]()).bind(r, reflect.ValueOf(&in).Elem(), dryRun); err != nil {
		return nil, err
	}
	dry, err := isDryRun(r)
	if err != nil {
		return nil, err
	}
	out := deletedAnswer{Message: Message{Message: c.Name + ".deleted"}, ID: id}
	err = c.writeOrTry(ctx, dry, func(ctx context.Context) error {
		v, ctx, err := c.load(ctx, loading{
			id: id, needs: permissionList(c.Access.Delete), action: "delete",
			base: r.Header("If-Match"),
		})
		if err != nil {
			return err
		}
		if err := c.deletable(ctx, v); err != nil {
			return err
		}
		was, act := copyEntity(v), ActOf(ctx)
		if survives, can := c.Store.retires(v); can {
			out.retiring(c.Name, survives)
		}
		act.Reason, act.Comment = cmp.Or(in.Reason, in.ReasonQuery), cmp.Or(in.Comment, in.CommentQuery)
		if err := c.delete(WithAct(ctx, act), v); err != nil || !dry {
			return err
		}
		out.restorable, err = c.restores(ctx, was)
		return err
	})
	if err != nil {
		return nil, c.staleRead(ctx, id, err)
	}
	if c.Silent && !dry {
		return None{}, nil
	}
	return out, nil
}

// deletedAnswer is the answer of a deletion: the id is what clients of ra-data-simple-rest look for.
type deletedAnswer struct {
	Message
	restorable

	ID          int64 `json:"id" kind:"id"`
	Deactivated *bool `json:"deactivated,omitempty"` // of records that deleting may leave in place
}

// retiring says what has become of a record that deleting may leave in place.
func (g *deletedAnswer) retiring(name string, survives bool) {
	if g.Deactivated = &survives; survives {
		g.Message.Message = name + ".deactivated"
	}
}

type reasonInput struct {
	Reason       string `json:"reason" check:"max=200"`
	Comment      string `json:"comment" kind:"longtext" check:"max=500"`
	ReasonQuery  string `query:"reason" check:"max=200"`
	CommentQuery string `query:"comment" check:"max=500"`
}

// Message is the answer of a call whose outcome is told as a toast.
type Message struct {
	Message string         `json:"message"`
	Params  map[string]any `json:"params,omitempty"`
}

// loading says which record a write starts from.
type loading struct {
	id     int64
	needs  []role.Permission
	action string
	base   string // version the caller has, as If-Match
}

// load is the first half of every write to a record: permission, existence and scope, version.
func (c *served) load(ctx context.Context, l loading) (entity, context.Context, error) {
	if err := c.allowed(ctx, l.needs...); err != nil {
		return nil, ctx, err
	}
	v, err := c.Store.get(ctx, l.id)
	if err != nil {
		return v, ctx, err
	}
	base, guarded, isStale := MatchVersion(l.base, v.Base().Version)
	if isStale {
		return v, ctx, c.stale(ctx, v, base)
	}
	return v, WithAct(ctx, Act{Action: l.action, Unguarded: !guarded}), nil
}

// allowed checks permissions against the database, so that a role taken away stops working at once.
func (c *served) allowed(ctx context.Context, needs ...role.Permission) error {
	who := role.From(ctx)
	if !isExplaining(ctx) {
		if err := c.rt.Recheck(ctx, who); err != nil {
			return err
		}
	}
	if !who.CanAny(needs) {
		return Forbidden(needs...)
	}
	return nil
}

// missesReference says whether the record refers to one that is not there for the caller. The rules of the domain are
// not asked then: they look at it, and what they find would tell of it.
func (c *served) missesReference(bad *fault.Error) bool {
	return slices.ContainsFunc(c.fields, func(f *field.Field) bool {
		return slices.Contains(bad.Fields[f.Name], "validation.reference")
	})
}

// decode reads the members over v, keeps what the caller may not set, and holds the result against every check.
func (c *served) decode(ctx context.Context, members map[string]json.RawMessage, v entity, creating bool) error {
	rv, before := valueOf(v), copyEntity(v)
	d := field.NewDecoder()
	d.Creates = creating
	d.Ignore = func(f *field.Field) bool {
		return f.ReadOnly || !creating && (f.CreateOnly || c.hides(role.From(ctx), f))
	}
	d.Members(members, c.fields, rv, "")
	if err := d.Err(); err != nil {
		return err
	}
	field.Normalise(c.fields, rv)
	bad := fault.Validation()
	field.CheckValues(c.fields, rv, "", bad)
	written := field.Change{Before: valueOf(before), After: rv, Creating: creating}
	field.CheckAmounts(c.fields, written, members, bad)
	if err := errors.Join(c.references(ctx, written, bad), c.files(ctx, written, bad)); err != nil {
		return err
	}
	c.applyChecks(v, bad)
	if !c.missesReference(bad) {
		if err := c.Store.check(ctx, before, v, bad); err != nil {
			return err
		}
	}
	return bad.OrNil()
}

// references holds every changed reference against the records the caller can see.
func (c *served) references(ctx context.Context, r field.Change, bad *fault.Error) error {
	for _, f := range c.fields {
		if f.Kind != field.Reference || f.ReadOnly || !r.Creating &&
			reflect.DeepEqual(f.In(r.Before).Interface(), f.In(r.After).Interface()) {
			continue
		}
		var failed error
		field.Each(f, f.In(r.After), func(x reflect.Value, i string) {
			if x.Int() == 0 || failed != nil {
				return
			}
			_, err := c.registry.byName[f.Ref].Label(ctx, x.Int())
			switch fault.KindOf(err) {
			case "":
			case fault.NotFound:
				bad.Field(f.Name+i, "validation.reference", nil)
			default:
				failed = err
			}
		})
		if failed != nil {
			return failed
		}
	}
	return nil
}

// guarded refuses changes of fields that need a further permission.
func (c *served) guarded(ctx context.Context, old, v entity) error {
	who := role.From(ctx)
	was, is := valueOf(old), valueOf(v)
	for _, g := range c.guards {
		if g.write == "" || who.Can(g.write) {
			continue
		}
		for _, f := range g.fields {
			if !reflect.DeepEqual(f.In(was).Interface(), f.In(is).Interface()) {
				return Forbidden(g.write)
			}
		}
	}
	return nil
}

// reread answers what a write has left, within its transaction: the writer has the record's pages at hand, while every
// reader has to fetch them anew.
func (c *served) reread(ctx context.Context, id int64) (any, error) {
	v, err := c.Store.get(ctx, id)
	if err != nil {
		return nil, err
	}
	return c.replyWith(ctx, v)
}
