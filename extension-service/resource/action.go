package resource

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/fault"
)

// returning notes the output type of a handler whose call lies elsewhere.
func (h Handler) returning(out reflect.Type) Handler {
	h.Out = out
	return h
}

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// actionPath is where an action is served: under the record unless declared otherwise.
func (c *compiled[T]) actionPath(a Action[T]) string {
	switch {
	case a.Path != "":
		return a.Path
	case a.list:
		return "/api" + c.Path + "/" + a.Name
	}
	return "/api" + c.Path + "/{id}/" + a.Name
}

func (c *served[T, P]) actionEndpoints(a Action[T]) []Endpoint {
	needs := append(need(a.Needs), a.Also...)
	out := []Endpoint{{
		Name: c.Name + "." + a.Name, Method: "POST", Path: c.actionPath(a), Needs: needs,
		Handle: Handler{In: a.input.In, Out: a.input.Out, call: func(ctx context.Context, r *Request) (any, error) { return c.act(ctx, r, a) }},
		Query:  dryRunParams, Idempotent: true,
	}}
	if a.Bulk {
		out = append(out, Endpoint{
			Name: c.Name + "." + a.Name + ".bulk", Method: "POST", Path: "/api/bulk/" + c.Name + "/" + a.Name, Needs: needs,
			Handle: raw(func(ctx context.Context, r *Request) (any, error) { return c.bulk(ctx, r, a) }), Body: bulkSchema, Answer: bulkAnswer,
		})
	}
	return out
}

// act runs an action on one record, or on the list.
func (c *served[T, P]) act(ctx context.Context, r *Request, a Action[T]) (any, error) {
	id, in, err := readAction(r, a)
	if err != nil {
		return nil, err
	}
	dry, err := isDryRun(r)
	if err != nil {
		return nil, err
	}
	key, err := repeatKey(ctx, r)
	if err != nil {
		return nil, err
	}
	var out any
	err = c.tried(ctx, dry, func(ctx context.Context) error {
		if done, err := c.repeated(ctx, key); done != nil || err != nil {
			if err == nil {
				out, err = c.reread(ctx, id)
			}
			return err
		}
		out, err = c.run(ctx, a, id, in, r.Header("If-Match"))
		if err != nil {
			return err
		}
		return c.remember(ctx, key, id)
	})
	return out, err
}

const dryRun = "dryRun" // the query parameter of actions

// isDryRun reads the parameter. What is neither true nor false is refused: a preview must never do what it shows.
func isDryRun(r *Request) (bool, error) {
	text, asked := r.Queries[dryRun]
	if !asked {
		return false, nil
	}
	dry, err := strconv.ParseBool(text)
	if err != nil {
		return false, fault.Validation().Field(dryRun, "validation.boolean", nil)
	}
	return dry, nil
}

// readAction decodes the typed input. The id comes from the path, or from the body where the path has none.
func readAction[T any](r *Request, a Action[T]) (int64, any, error) {
	in := reflect.New(a.input.In)
	if a.list {
		return 0, in.Interface(), inputOf(a.input.In).bind(r, in.Elem(), dryRun)
	}
	if !a.inBody() {
		id, err := ParseID(r.Param("id"))
		if err != nil {
			return 0, nil, err
		}
		return id, in.Interface(), inputOf(a.input.In).bind(r, in.Elem(), dryRun)
	}
	if err := inputOf(a.input.In).bind(r, in.Elem(), dryRun); err != nil {
		return 0, nil, err
	}
	fs, _ := FieldsOf(a.input.In)
	id := Find(fs, "id").In(in.Elem()).Int()
	if id < 1 {
		return 0, nil, fault.Validation().Field("id", "validation.required", nil)
	}
	return id, in.Interface(), nil
}

func (a Action[T]) inBody() bool { return a.Path != "" && !strings.Contains(a.Path, "{id}") }

// run is one action inside a transaction.
func (c *served[T, P]) run(ctx context.Context, a Action[T], id int64, in any, base string) (any, error) {
	needs := append(need(a.Needs), a.Also...)
	act := inputAct(a.Name, in)
	if a.list {
		if err := c.allowed(ctx, needs...); err != nil {
			return nil, err
		}
		return a.call(Acting(ctx, act), nil, in)
	}
	v, ctx, err := c.load(ctx, loading{id: id, needs: needs, action: a.Name, base: cmpOr(inputVersion(in), base)})
	if err != nil {
		return nil, err
	}
	if a.When != nil && !c.holds(a.When, &v) {
		return nil, fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "%s is not possible now", a.Name).
			With("blockedBy", []Block{{Key: "transition.none"}})
	}
	act.Unguarded = ActOf(ctx).Unguarded
	return a.call(Acting(ctx, act), &v, in)
}

// Block is one failing condition of a refused action: a message key with its parameters.
type Block struct {
	Key    string         `json:"key"`
	Params map[string]any `json:"params,omitempty"`
}

// holds says whether a record satisfies the condition of an action.
func (c *compiled[T]) holds(when *Condition, v *T) bool {
	f := c.named("condition", when.Field)
	have := fmt.Sprint(f.In(reflect.ValueOf(v).Elem()).Interface())
	for _, want := range when.In {
		if fmt.Sprint(want) == have {
			return true
		}
	}
	return false
}

// inputAct reads the reason and comment of an input that has them.
func inputAct(name string, in any) Act {
	act := Act{Action: name}
	v := reflect.ValueOf(in).Elem()
	fs, _ := FieldsOf(v.Type())
	if f := Find(fs, "reason"); f != nil {
		act.Reason = fmt.Sprint(f.In(v).Interface())
	}
	if f := Find(fs, "comment"); f != nil {
		act.Comment = fmt.Sprint(f.In(v).Interface())
	}
	return act
}

func inputVersion(in any) string {
	v := reflect.ValueOf(in).Elem()
	fs, _ := FieldsOf(v.Type())
	if f := Find(fs, "version"); f != nil && !f.In(v).IsZero() {
		return fmt.Sprint(f.In(v).Interface())
	}
	return ""
}

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
	for i := range p.Rows {
		if items[i], err = c.bulkOne(ctx, a, &p.Rows[i], in.Input, dry); err != nil {
			return nil, err
		}
	}
	return bulkReply(items, p.Total, dry), nil
}

func (c *served[T, P]) bulkOne(ctx context.Context, a Action[T], row *T, input json.RawMessage, dry bool) (BulkItem, error) {
	item := BulkItem{ID: P(row).Base().ID, Title: c.title.In(reflect.ValueOf(row).Elem()).String()}
	body, err := withID(input, item.ID, a.inBody())
	if err != nil {
		return item, err
	}
	request := RequestOf(ctx)
	one := &Request{Method: "POST", Path: request.Path, Body: body, Header: func(string) string { return "" }, Cookie: func(string) string { return "" },
		Param: func(string) string { return fmt.Sprint(item.ID) }}
	id, in, err := readAction(one, a)
	if err != nil {
		return item, err
	}
	err = c.tried(ctx, dry, func(ctx context.Context) error {
		if _, err := c.run(ctx, a, id, in, ""); err != nil {
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

func bulkReply(items []BulkItem, total int64, dry bool) any {
	if dry {
		var would int
		for _, b := range items {
			if !b.Allowed {
				would++
			}
		}
		return map[string]any{"count": total, "wouldFail": would, "sample": items[:min(len(items), max(bulkSample, 0))], "results": items}
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
