package resource

import (
	"context"
	"encoding/json"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/role"
)

// undoEndpoints are the calls that take back what was last done to one record: of each action that declares how it is
// undone, and of the deletion of what goes into the trash. The history holds what the record was, so it needs one.
func (c *served) undoEndpoints() (out []Endpoint) {
	for _, a := range c.undoable() {
		if c.isUndone(a) {
			out = append(out, c.actionEndpoints(c.undoOf(a))...)
		}
	}
	return out
}

func (c *served) isUndone(a action) bool { return a.back != nil && c.hasHistory() }

// undoOf is the action that undoes another one.
func (c *served) undoOf(a action) action {
	return action{
		Name: a.Name + ".undo", Path: "/api/undo/" + c.Name + "/" + a.Name + "/{id}", Needs: a.Needs, Also: a.Also,
		in: typeOf[None](), out: c.showing,
		call: func(ctx context.Context, v, _ any) (any, error) { return c.undoLast(ctx, a, v.(entity)) },
	}
}

// undoLast undoes an action by the one that it names for that, with all its checks, where it was the last thing done to
// the record. TRANSITION_NOT_ALLOWED otherwise, and where the rules let nothing lead back.
func (c *served) undoLast(ctx context.Context, a action, now entity) (any, error) {
	base := now.Base()
	last, err := c.lastDone(ctx, a.Name, base)
	if err != nil {
		return nil, err
	}
	was, err := c.recordBefore(ctx, now, last)
	if err != nil {
		return nil, err
	}
	if last.BatchID != "" { // what ended together comes back together
		who := *role.From(ctx)
		who.BatchID = last.BatchID
		ctx = role.With(ctx, &who)
	}
	way, err := a.back(ctx, was)
	if err != nil {
		return nil, err
	}
	if way == nil {
		return nil, noWayBack()
	}
	b := &bulkAction{c, a}
	before, err := b.image(way, was)
	if err != nil {
		return nil, err
	}
	back, ctx, err := b.wayBack(ctx, base.ID, before)
	if err != nil {
		return nil, err
	}
	q, err := back.callFor(ctx, base.ID, bulkRun{input: before.Input, base: base.Version})
	if err != nil {
		return nil, err
	}
	if _, err := c.run(ctx, back.a, q); err != nil {
		return nil, err
	}
	v, err := c.Store.get(ctx, base.ID)
	return show(v, c.showing), err
}

const mostInOneCall = 20 // changes that one call makes of one record

// lastDone is the first entry of what the last call has changed of a record, if that was the action.
func (c *served) lastDone(ctx context.Context, action string, of *Record) (Line, error) {
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

// recordBefore is the record as it was before an entry of its history and all later ones.
func (c *served) recordBefore(ctx context.Context, now entity, first Line) (entity, error) {
	was := copyEntity(now)
	then, err := c.valuesBefore(ctx, now, HistoryQuery{After: first.ID - 1})
	if err != nil {
		return was, err
	}
	changed, v := map[string]json.RawMessage{}, valueOf(was)
	for _, f := range c.fields {
		switch value := then[f.Name]; {
		case f.Column == "" || slices.Contains(stamped, f.Name) || string(value) == string(f.JSON(v)):
		case value == nil: // forgotten with the person
			return was, noWayBack()
		default:
			changed[f.Name] = value
		}
	}
	d := field.NewDecoder()
	d.Members(changed, c.fields, v, "")
	return was, d.Err()
}
