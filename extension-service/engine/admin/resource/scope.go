package resource

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/role"
)

// owners are the fields by which an element of a list belongs to a client and to a legal entity; nil where it has none.
type owners struct{ client, entity *field.Field }

// ownersOf finds them: references to a client and to a legal entity, or fields whose tag "owner" says so.
func ownersOf(fs []*field.Field) (o owners) {
	for _, f := range fs {
		is := f.Owner
		if is == "" && f.Kind == field.Reference && !f.Many {
			is = f.Ref
		}
		switch {
		case is == field.OwnerClient && o.client == nil:
			o.client = f
		case is == field.OwnerEntity && o.entity == nil:
			o.entity = f
		}
	}
	return o
}

func (o owners) any() bool { return o.client != nil || o.entity != nil }

// WithinScope returns the elements of a list that lie inside a scope, by their references to a client and to a legal
// entity. The mask of the history goes by the same references.
func WithinScope[E any](scope role.Scope, list []E) []E {
	if scope.IsUnlimited() {
		return list
	}
	fs, err := field.List(reflect.TypeFor[E]())
	o := ownersOf(fs)
	if err != nil || !o.any() {
		return list
	}
	idIn := func(f *field.Field, v reflect.Value) int64 {
		if f == nil {
			return 0
		}
		return f.In(v).Int()
	}
	return slices.DeleteFunc(list, func(e E) bool {
		v := reflect.ValueOf(&e).Elem()
		return !scope.Covers(idIn(o.client, v), idIn(o.entity, v))
	})
}

// confine leaves out of an entry what lies outside the caller's scope: elements of lists by their owner, and references
// to clients and legal entities that the caller cannot see. A field of which nothing else has changed is not named at
// all.
func (c *served) confine(ctx context.Context, l *Line) {
	who := role.From(ctx)
	if who.Kind == role.System || who.Scope.IsUnlimited() {
		return
	}
	for _, f := range c.answers {
		before, after := l.Before[f.Name], l.After[f.Name]
		was, is := c.confined(ctx, f, before), c.confined(ctx, f, after)
		if bytes.Equal(was, before) && bytes.Equal(is, after) {
			continue
		}
		if l.Reason, l.Comment = "", ""; bytes.Equal(was, is) {
			l.Changed = slices.DeleteFunc(l.Changed, func(name string) bool { return name == f.Name })
		}
		setOrDrop(l.Before, f.Name, was)
		setOrDrop(l.After, f.Name, is)
	}
}

func setOrDrop(values map[string]json.RawMessage, name string, value json.RawMessage) {
	if value == nil {
		delete(values, name)
	} else {
		values[name] = value
	}
}

// confinedTo is a value as the caller's scope shows it; nil for none.
func (c *served) confinedTo(ctx context.Context, f *field.Field, value json.RawMessage) json.RawMessage {
	if who := role.From(ctx); who.Kind == role.System || who.Scope.IsUnlimited() {
		return value
	}
	return c.confined(ctx, f, value)
}

// confined is a value as a scope shows it; nil for none.
func (c *served) confined(ctx context.Context, f *field.Field, value json.RawMessage) json.RawMessage {
	switch {
	case value == nil:
		return nil
	case f.Many && f.Kind == field.Object:
		if o := ownersOf(f.Fields); o.any() {
			return confinedList(role.From(ctx).Scope, o, value)
		}
	case f.Kind == field.Reference && (f.Ref == field.OwnerClient || f.Ref == field.OwnerEntity) &&
		!c.seesReference(ctx, f.Ref, value):
		return nil
	}
	return value
}

// confinedList keeps the elements whose owner lies inside a scope. One without an owner is not shown: it may be
// anybody's.
func confinedList(scope role.Scope, o owners, value json.RawMessage) json.RawMessage {
	var all []json.RawMessage
	if json.Unmarshal(value, &all) != nil {
		return json.RawMessage("[]")
	}
	shown := slices.DeleteFunc(slices.Clone(all), func(one json.RawMessage) bool {
		var members map[string]json.RawMessage
		if json.Unmarshal(one, &members) != nil {
			return true
		}
		return !scope.Covers(idMember(members, o.client), idMember(members, o.entity))
	})
	if len(shown) == len(all) {
		return value
	}
	text, err := json.Marshal(shown)
	if err != nil {
		return json.RawMessage("[]")
	}
	return text
}

// idMember is the id that a field of an element holds; 0 where it has none.
func idMember(members map[string]json.RawMessage, f *field.Field) (id int64) {
	if f == nil || json.Unmarshal(members[f.Name], &id) != nil {
		return 0
	}
	return id
}

// seesReference says whether the caller can see the record that a value refers to; none is no secret.
func (c *served) seesReference(ctx context.Context, ref string, value json.RawMessage) bool {
	var id int64
	if json.Unmarshal(value, &id) != nil || id == 0 {
		return true
	}
	to := c.registry.byName[ref]
	if to == nil {
		return false
	}
	sees, err := to.CanSeeAll(ctx, []int64{id})
	return err == nil && sees
}
