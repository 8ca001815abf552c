package resource

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
)

// WayBack is how an action on one record is taken back.
type WayBack struct {
	Input any       // what the action that undoes it is asked with
	Until time.Time // from when on the rules keep the record from going back; zero: never

	Restores Refs // fields that this record gets back beside those that the action restores of every record
}

// image is what taking an action back needs of a record. A job keeps it.
type image struct {
	Input json.RawMessage            `json:"input"`
	Was   map[string]json.RawMessage `json:"was,omitempty"` // fields that undoing gives back, by name
}

// previewUndo says of a record that was just changed whether the change can be taken back: it is taken back, by the
// call that would do so later, and that is undone.
func (b *bulkAction) previewUndo(ctx context.Context, item BulkItem, was entity) (BulkItem, error) {
	way, err := b.a.back(ctx, was)
	if err != nil {
		return item, err
	}
	if way == nil {
		item.NoUndo = new(ReasonsOf(noWayBack()))
		return item, nil
	}
	before, err := b.image(way, was)
	if err != nil {
		return item, err
	}
	back, err := json.Marshal(before)
	if err != nil {
		return item, err
	}
	tried, err := b.undoItem(ctx, item, back, true)
	if err != nil {
		return item, err
	}
	if !tried.Allowed {
		item.NoUndo = &tried.Reasons
		return item, nil
	}
	item.Back, item.BackUntil = back, way.Until
	return item, nil
}

func noWayBack() *fault.Error {
	return fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "nothing leads back").With("blockedBy",
		[]Block{{Key: "transition.none"}})
}

// restorable says of a deletion that was only tried whether the record could be restored, until when, and why not.
type restorable struct {
	Undo      *bool    `json:"undo,omitempty"`
	UndoUntil string   `json:"undoUntil,omitempty"`
	NoUndo    *Reasons `json:"noUndo,omitempty"`
}

// restores tries to bring back the record that was just deleted.
func (c *served) restores(ctx context.Context, was entity) (out restorable, err error) {
	if c.Trash == nil {
		out.Undo = new(false)
		return out, nil
	}
	now, err := c.Store.get(ctx, was.Base().ID)
	if err != nil {
		return out, err
	}
	b, base := &bulkAction{c, c.deleting()}, now.Base()
	item, err := b.previewUndo(ctx, BulkItem{ID: base.ID, Version: base.Version}, was)
	out.Undo, out.NoUndo = new(item.Back != nil), item.NoUndo
	if !item.BackUntil.IsZero() {
		out.UndoUntil = date.InstantText(item.BackUntil)
	}
	return out, err
}

func (b *bulkAction) image(way *WayBack, was entity) (image, error) {
	input, err := json.Marshal(way.Input)
	if err != nil {
		return image{}, fmt.Errorf("input of the way back: %w", err)
	}
	out := image{Input: input, Was: map[string]json.RawMessage{}}
	for _, ref := range slices.Concat(b.a.restores, way.Restores) {
		f := b.c.named("field that undoing restores", ref)
		if out.Was[f.Name], err = json.Marshal(f.In(valueOf(was)).Interface()); err != nil {
			return out, fmt.Errorf("field %s before the change: %w", f.Name, err)
		}
	}
	return out, nil
}

// undoItem takes the action back on one record, unless it has changed since the item's version.
func (b *bulkAction) undoItem(ctx context.Context, item BulkItem, back json.RawMessage, dry bool) (BulkItem, error) {
	var before image
	if err := json.Unmarshal(back, &before); err != nil {
		return item, fmt.Errorf("image of record %d: %w", item.ID, err)
	}
	way, ctx, err := b.wayBack(ctx, item.ID, before)
	if err != nil {
		return item, err
	}
	return way.runItem(ctx, item, bulkRun{input: before.Input, base: item.Version, dry: dry})
}

// wayBack is the action that undoes, and the context in which it gives a record back what it had.
func (b *bulkAction) wayBack(ctx context.Context, id int64, before image) (*bulkAction, context.Context, error) {
	for _, a := range b.c.Actions {
		if a.Name == b.a.backBy {
			a.back = nil // whether this could be undone in turn is nobody's question
			return &bulkAction{b.c, a}, context.WithValue(ctx, undoingKey{}, undoing{b.c.kind, id, before.Was}), nil
		}
	}
	return nil, ctx, fault.New(fault.Internal, "INTERNAL", "%s has no action %s", b.c.Name, b.a.backBy)
}

type undoingKey struct{}

// undoing is the record that ctx takes an action back on, and the fields that it gets back.
type undoing struct {
	of  reflect.Type
	id  int64
	was map[string]json.RawMessage
}

// Undoes says whether ctx takes an action back, on whatever record.
func Undoes(ctx context.Context) bool {
	_, isUndoing := ctx.Value(undoingKey{}).(undoing)
	return isUndoing
}

// RestoreValues gives a record the values again that undoing restores beside its status, such as since when it had
// that. A method that changes a record calls it before it saves; unless ctx undoes an action on this very record
// nothing happens.
func RestoreValues[T any](ctx context.Context, id int64, v *T) error {
	return putBack(ctx, id, reflect.ValueOf(v).Elem())
}

func putBack(ctx context.Context, id int64, v reflect.Value) error {
	u, isUndoing := ctx.Value(undoingKey{}).(undoing)
	if !isUndoing || u.id != id || u.of != v.Type() {
		return nil
	}
	fs, err := field.List(u.of)
	if err != nil {
		return err
	}
	for name, text := range u.was {
		f := field.Find(fs, name)
		if f == nil {
			continue // a field that a newer version no longer has
		}
		value := f.In(v)
		value.SetZero() // a copy of the record shares what pointers and maps hold
		if err := json.Unmarshal(text, value.Addr().Interface()); err != nil {
			return fmt.Errorf("field %s before the change: %w", name, err)
		}
	}
	return nil
}
