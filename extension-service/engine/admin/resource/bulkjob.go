package resource

import (
	"context"
	"encoding/json"

	"poolkeeper.example/extension-service/platform/role"
)

// BulkAction is an action on many records, one at a time, for the job that runs it.
type BulkAction interface {
	// Needs lists the permissions of which one opens the action.
	Needs() []role.Permission
	// Undoable says whether there is a way back at all; the state of a record may bar it.
	Undoable() bool
	// Count says how many records an order is about today.
	Count(ctx context.Context, o BulkOrder) (int64, error)
	// Page returns those after an id, in the order of their ids.
	Page(ctx context.Context, o BulkOrder, after, limit int64) ([]BulkItem, error)
	// RunItem runs the action on one record with every check of a single call. The error is a failure of ours.
	RunItem(ctx context.Context, item BulkItem, input json.RawMessage) (BulkItem, error)
	// Undo takes it back with what Do has answered as Back, unless the record has changed since the item's version.
	Undo(ctx context.Context, item BulkItem, back json.RawMessage) (BulkItem, error)
}

// Bulk returns an action that is offered for many records, or nil.
func (c *served) Bulk(action string) BulkAction {
	for _, a := range c.Actions {
		if a.Name == action && a.Bulk {
			return &bulkAction{c, a}
		}
	}
	return nil
}

// Needs lists the permissions of which one opens the action.
func (b *bulkAction) Needs() []role.Permission { return b.a.needs() }

// Undoable says whether there is a way back at all.
func (b *bulkAction) Undoable() bool { return b.a.back != nil }

// Count says how many records an order is about today.
func (b *bulkAction) Count(ctx context.Context, o BulkOrder) (int64, error) {
	m, err := b.match(ctx, o.Filters)
	if err != nil {
		return 0, err
	}
	return b.count(ctx, m)
}

// Page returns the records after an id, in the order of their ids.
func (b *bulkAction) Page(ctx context.Context, o BulkOrder, after, limit int64) ([]BulkItem, error) {
	m, err := b.match(ctx, o.Filters)
	if err != nil {
		return nil, err
	}
	return b.page(ctx, m, after, limit)
}

// RunItem runs the action on one record with every check of a single call.
func (b *bulkAction) RunItem(ctx context.Context, item BulkItem, input json.RawMessage) (BulkItem, error) {
	return b.runItem(ctx, item, bulkRun{input: input})
}

// Undo takes it back, unless the record has changed since.
func (b *bulkAction) Undo(ctx context.Context, item BulkItem, back json.RawMessage) (BulkItem, error) {
	return b.undoItem(ctx, item, back, false)
}
