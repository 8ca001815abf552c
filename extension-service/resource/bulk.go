package resource

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/role"
)

// bulkInput asks for an action on every record a filter matches.
type bulkInput struct {
	Filters map[string]json.RawMessage `json:"filters" kind:"json" check:"required"`
	Input   json.RawMessage            `json:"input" kind:"json"`
	DryRun  *bool                      `json:"dryRun"`
}

// BulkItem is the outcome for one record. A failure carries the code and messages a single call would have answered.
type BulkItem struct {
	ID        int64    `json:"id" kind:"id"`
	Title     string   `json:"title,omitempty"`
	Version   int64    `json:"version,omitempty"`
	Allowed   bool     `json:"allowed"`
	Code      string   `json:"code,omitempty"`
	Messages  []string `json:"messages,omitempty"`
	BlockedBy any      `json:"blockedBy,omitempty"`
}

// bulk runs an action on each named record independently, each in its own transaction.
func (c *served[T, P]) bulk(ctx context.Context, r *Request, a Action[T]) (any, error) {
	var in bulkInput
	if err := inputOf(reflect.TypeFor[bulkInput]()).bind(r, reflect.ValueOf(&in).Elem()); err != nil {
		return nil, err
	}
	queries := map[string]string{"limit": fmt.Sprint(maxListed)}
	filters, err := json.Marshal(in.Filters)
	if err != nil {
		return nil, err
	}
	if err := flatten(filters, queries); err != nil {
		return nil, err
	}
	q, err := c.parseQueries(queries)
	if err != nil {
		return nil, err
	}
	q.Fields = []*Field{Find(c.fields, "id"), c.title}
	p, err := c.Store.List(ctx, q)
	if err != nil {
		return nil, err
	}
	if p.Total > maxListed {
		return nil, fault.Validation().Field("filters", "validation.maxItems", map[string]any{"max": maxListed})
	}
	dry := in.DryRun == nil || *in.DryRun
	items := make([]BulkItem, len(p.Rows))
	ctx = inBatch(ctx)
	for i := range p.Rows {
		if items[i], err = c.bulkOne(ctx, a, &p.Rows[i], bulkRun{in.Input, dry}); err != nil {
			return nil, err
		}
	}
	return bulkReply(withMissing(q.Where, items), dry), nil
}

// inBatch groups the audit entries of one request.
func inBatch(ctx context.Context) context.Context {
	who := *role.From(ctx)
	who.BatchID = who.RequestID
	return role.With(ctx, &who)
}

// withMissing adds the records a caller has named that it cannot see, or that do not exist.
func withMissing(where []Cond, items []BulkItem) []BulkItem {
	if len(where) != 1 || where[0].Field == nil || where[0].Field.Kind != ID {
		return items
	}
	for _, id := range where[0].Values {
		if !slices.ContainsFunc(items, func(b BulkItem) bool { return b.ID == id }) {
			items = append(items, BulkItem{ID: id.(int64), Code: "NOT_FOUND", Messages: []string{fault.Key("NOT_FOUND")}})
		}
	}
	return items
}

// bulkRun is what every record of a bulk call is asked with.
type bulkRun struct {
	input json.RawMessage
	dry   bool
}

func (c *served[T, P]) bulkOne(ctx context.Context, a Action[T], row *T, how bulkRun) (BulkItem, error) {
	item := BulkItem{ID: P(row).Base().ID, Title: c.title.In(reflect.ValueOf(row).Elem()).String()}
	body, err := withID(how.input, item.ID, a.inBody())
	if err != nil {
		return item, err
	}
	request := RequestOf(ctx)
	none := func(string) string { return "" }
	one := &Request{
		Method: "POST", Path: request.Path, Body: body, Header: none, Cookie: none,
		Param: func(string) string { return fmt.Sprint(item.ID) },
	}
	id, in, err := readAction(one, a)
	if err != nil {
		return item, err
	}
	err = c.tried(ctx, how.dry, func(ctx context.Context) error {
		if _, err := c.run(ctx, a, asked{id: id, in: in}); err != nil {
			return err
		}
		v, err := c.Store.Get(ctx, id)
		item.Version = P(&v).Base().Version
		return err
	})
	return item.outcome(err)
}

// outcome sorts what a person can act on from what is our failure.
func (b BulkItem) outcome(err error) (BulkItem, error) {
	if err == nil {
		b.Allowed = true
		return b, nil
	}
	switch fault.KindOf(err) {
	case fault.Conflict, fault.NotFound, fault.Invalid, fault.Denied:
	default:
		return b, err
	}
	e := fault.From(err)
	b.Code, b.Messages, b.BlockedBy = e.Code, e.Keys(), e.Details["blockedBy"]
	return b, nil
}

func withID(input json.RawMessage, id int64, inBody bool) ([]byte, error) {
	members, err := object(input)
	if err != nil {
		return nil, err
	}
	if inBody {
		members["id"] = json.RawMessage(fmt.Sprint(id))
	}
	return json.Marshal(members)
}

const bulkSample = 20

func bulkReply(items []BulkItem, dry bool) any {
	if dry {
		var would int
		for _, b := range items {
			if !b.Allowed {
				would++
			}
		}
		return map[string]any{"count": len(items), "wouldFail": would, "sample": items[:min(len(items), bulkSample)], "results": items}
	}
	succeeded, failed := []BulkItem{}, []BulkItem{}
	for _, b := range items {
		if b.Allowed {
			succeeded = append(succeeded, b)
		} else {
			failed = append(failed, b)
		}
	}
	return map[string]any{"succeeded": succeeded, "failed": failed, "message": "bulk.done", "params": map[string]any{"count": len(succeeded)}}
}
