package resource

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/role"
)

// undoEndpoints are the calls that take back what was last done to one record: of each action that declares how it is undone, and
// of the deletion of what goes into the trash. The history holds what the record was, so it needs one.
func (c *served[T, P]) undoEndpoints() (out []Endpoint) {
	for _, a := range c.undoable() {
		if c.isUndone(a) {
			out = append(out, c.actionEndpoints(c.undoOf(a))...)
		}
	}
	return out
}

func (c *compiled[T]) isUndone(a Action[T]) bool { return a.back != nil && c.hasHistory() }

// undoOf is the action that undoes another one.
func (c *served[T, P]) undoOf(a Action[T]) Action[T] {
	nothing := Handle(func(context.Context, None) (None, error) { return None{}, nil })
	return Action[T]{
		Name: a.Name + ".undo", Path: "/api/undo/" + c.Name + "/" + a.Name + "/{id}", Needs: a.Needs, Also: a.Also,
		input: nothing.returning(typeOf[Shown[T]]()),
		call:  func(ctx context.Context, v *T, _ any) (any, error) { return c.undoLast(ctx, a, *v) },
	}
}

// undoLast undoes an action by the one that it names for that, with all its checks, where it was the last thing done to the record.
// TRANSITION_NOT_ALLOWED otherwise, and where the rules let nothing lead back.
func (c *served[T, P]) undoLast(ctx context.Context, a Action[T], now T) (out Shown[T], err error) {
	base := P(&now).Base()
	last, err := c.lastDone(ctx, a.Name, base)
	if err != nil {
		return out, err
	}
	was, err := c.asBefore(ctx, now, last)
	if err != nil {
		return out, err
	}
	if last.BatchID != "" { // what ended together comes back together
		who := *role.From(ctx)
		who.BatchID = last.BatchID
		ctx = role.With(ctx, &who)
	}
	way, err := a.back(ctx, was)
	if err != nil {
		return out, err
	}
	if way == nil {
		return out, noWayBack()
	}
	b := &bulkAction[T, P]{c, a}
	kept, err := b.image(way, was)
	if err != nil {
		return out, err
	}
	back, ctx, err := b.wayBack(ctx, base.ID, kept)
	if err != nil {
		return out, err
	}
	q, err := back.asks(ctx, base.ID, bulkRun{input: kept.Input, base: base.Version})
	if err != nil {
		return out, err
	}
	if _, err := c.run(ctx, back.a, q); err != nil {
		return out, err
	}
	v, err := c.Store.Get(ctx, base.ID)
	return Show(&v), err
}

const mostInOneCall = 20 // changes that one call makes of one record

// lastDone is the first entry of what the last call has changed of a record, if that was the action.
func (c *served[T, P]) lastDone(ctx context.Context, action string, of *Record) (Line, error) {
	page, err := c.rt.History(ctx, c.Name, of.ID, HistoryQuery{Kind: OnlyChanges, Limit: mostInOneCall})
	if err != nil {
		return Line{}, err
	}
	if len(page.Rows) == 0 {
		return Line{}, noWayBack()
	}
	last := page.Rows[0]
	for _, l := range page.Rows[1:] {
		if l.RequestID == "" || l.RequestID != last.RequestID {
			break
		}
		last = l
	}
	if last.Action != action || page.Rows[0].Version != of.Version {
		return Line{}, noWayBack()
	}
	return last, nil
}

// asBefore is the record as it was before an entry of its history and all later ones.
func (c *served[T, P]) asBefore(ctx context.Context, now T, first Line) (T, error) {
	was := now
	then, err := c.before(ctx, &now, HistoryQuery{After: first.ID - 1})
	if err != nil {
		return was, err
	}
	changed, v := map[string]json.RawMessage{}, reflect.ValueOf(&was).Elem()
	for _, f := range c.fields {
		switch value := then[f.Name]; {
		case f.Column == "" || slices.Contains(stamped, f.Name) || string(value) == string(f.JSON(v)):
		case value == nil: // forgotten with the person
			return was, noWayBack()
		default:
			changed[f.Name] = value
		}
	}
	d := newDecoder()
	d.members(changed, c.fields, v, "")
	return was, d.err()
}
