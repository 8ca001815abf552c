package resource

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// BulkJob is the kind of the jobs that run an action on many records.
const BulkJob = "bulk"

// BulkOrder asks for an action on every record that filters match; with the name of the action it is the input of a
// job.
type BulkOrder struct {
	Name    string                     `json:"action"`
	Filters map[string]json.RawMessage `json:"filters"`
	Input   json.RawMessage            `json:"input"`
}

// Action names what the job is about.
func (o BulkOrder) Action() string { return o.Name }

// bulkInput is what a caller sends.
type bulkInput struct {
	Filters map[string]json.RawMessage `json:"filters" kind:"json"`
	Input   json.RawMessage            `json:"input" kind:"json"`
	DryRun  *bool                      `json:"dryRun"`
}

// BulkItem is the outcome for one record.
type BulkItem struct {
	ID      int64  `json:"id" kind:"id"`
	Title   string `json:"title,omitempty"`
	Version int64  `json:"version,omitempty"`
	Allowed bool   `json:"allowed"`
	Reasons
	// Changed says whether the record was written: an action may find nothing to do.
	Changed bool `json:"-"`
	// Unchanged says of a preview that the action is allowed and finds nothing to do: the record already is as it asks.
	Unchanged bool `json:"unchanged,omitempty"`
	// NoUndo says why the change could not be taken back; nil when it could, or when there is nothing to take back.
	NoUndo *Reasons `json:"noUndo,omitempty"`
	// Back is what Undo needs to take the change back, until BackUntil unless that is zero; nil when nothing leads back.
	Back      json.RawMessage `json:"-"`
	BackUntil time.Time       `json:"-"`
}

// bulk tries an action on records, or starts a job that runs it on each independently.
func (c *served) bulk(ctx context.Context, r *Request, a action) (any, error) {
	var in bulkInput
	if err := inputOf(reflect.TypeFor[bulkInput]()).bind(r, reflect.ValueOf(&in).Elem()); err != nil {
		return nil, err
	}
	b := &bulkAction{c, a}
	m, err := b.match(ctx, in.Filters)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(b.readable(ctx, in.Input), b.named(ctx, m)); err != nil {
		return nil, err
	}
	if in.DryRun == nil || *in.DryRun {
		return b.preview(ctx, m, in.Input)
	}
	if err := c.allowed(ctx, a.needs()...); err != nil {
		return nil, err
	}
	out, err := c.rt.StartJob(ctx, BulkJob, c.Name, BulkOrder{a.Name, in.Filters, in.Input})
	ReplyOf(ctx).Status = 202
	return out, err
}

// bulkAction is one action that is offered for many records.
type bulkAction struct {
	c *served
	a action
}

// readable refuses an input that no record could be asked with.
func (b *bulkAction) readable(ctx context.Context, input json.RawMessage) error {
	one, err := b.requestFor(ctx, 1, input)
	if err == nil {
		_, _, err = readAction(one, b.a)
	}
	return prefixMember("input", err)
}

// bulkRun is what every record of a bulk call is asked with.
type bulkRun struct {
	input json.RawMessage
	dry   bool
	base  int64 // the version the record must have; 0: any
}

// runItem runs the action on one record as a call for it alone would.
func (b *bulkAction) runItem(ctx context.Context, item BulkItem, how bulkRun) (BulkItem, error) {
	if item.Code != "" { // it is not there for the caller
		return item, nil
	}
	q, err := b.callFor(ctx, item.ID, how)
	if err != nil {
		return item.outcome(err)
	}
	var remarks []string
	err = b.c.writeOrTry(context.WithValue(ctx, remarksKey{}, &remarks), how.dry, func(ctx context.Context) (err error) {
		remarks = nil
		item, err = b.changed(ctx, item, q)
		return err
	})
	if item, err = item.outcome(err); item.Allowed {
		item.Messages = remarks
	}
	return item, err
}

// callFor is the call of the action for one record.
func (b *bulkAction) callFor(ctx context.Context, id int64, how bulkRun) (q actionCall, err error) {
	one, err := b.requestFor(ctx, id, how.input)
	if err != nil {
		return q, err
	}
	if q.id, q.in, err = readAction(one, b.a); err == nil && how.base != 0 {
		q.base = etag(how.base)
	}
	return q, err
}

// changed is the record after the action, with how it goes back.
func (b *bulkAction) changed(ctx context.Context, item BulkItem, q actionCall) (BulkItem, error) {
	var was entity
	q.was = func(v entity) { was = copyEntity(v) }
	if _, err := b.c.run(ctx, b.a, q); err != nil {
		return item, err
	}
	now, err := b.c.Store.get(ctx, q.id)
	if err != nil {
		return item, err
	}
	item.Version, item.Back, item.NoUndo = now.Base().Version, nil, nil
	if item.Changed = item.Version != was.Base().Version; item.Changed && b.a.back != nil {
		return b.previewUndo(ctx, item, was)
	}
	return item, nil
}

// requestFor is the request that a caller would have sent for one record.
func (b *bulkAction) requestFor(ctx context.Context, id int64, input json.RawMessage) (*Request, error) {
	body, err := withID(input, id, b.a.inBody())
	none := func(string) string { return "" }
	return &Request{
		Method: "POST", Path: RequestOf(ctx).Path, Body: body, Header: none, Cookie: none,
		Param: func(string) string { return fmt.Sprint(id) },
	}, err
}

// outcome is the item once the action has ended with err; what nobody can act on is handed back.
func (b BulkItem) outcome(err error) (BulkItem, error) {
	e, err := Refusal(err)
	if b.Allowed = e == nil && err == nil; b.Allowed {
		return b, nil
	}
	b.Changed, b.Back, b.NoUndo = false, nil, nil
	if e != nil {
		b.Reasons = ReasonsOf(e)
	}
	return b, err
}

func withID(input json.RawMessage, id int64, inBody bool) ([]byte, error) {
	members, err := field.ReadObject(input)
	if err != nil {
		return nil, err
	}
	if inBody {
		members["id"] = json.RawMessage(fmt.Sprint(id))
	}
	return json.Marshal(members)
}
