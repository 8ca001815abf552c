package resource

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// actionPath is where an action is served: under the record unless declared otherwise.
func (c *served) actionPath(a action) string {
	switch {
	case a.Path != "":
		return a.Path
	case a.list:
		return "/api" + c.Path + "/" + a.Name
	}
	return "/api" + c.Path + "/{id}/" + a.Name
}

func (c *served) actionEndpoints(a action) []Endpoint {
	needs, method := a.needs(), a.method()
	out := []Endpoint{{
		Name: c.Name + "." + a.Name, Method: method, Path: c.actionPath(a), Needs: needs,
		Handle: Handler{In: a.in, Out: a.out, call: func(ctx context.Context, r *Request) (any, error) {
			return c.runAction(ctx, r, a)
		}},
		Query: dryRunParams, Rechecks: true, Idempotent: method == "POST", Plannable: c.plannable(a.Planned, false),
	}}
	if a.Bulk {
		out = append(out, Endpoint{
			Name: c.Name + "." + a.Name + ".bulk", Method: "POST", Path: "/api/bulk/" + c.Name + "/" + a.Name, Needs: needs,
			Handle: raw(func(ctx context.Context, r *Request) (any, error) {
				return c.bulk(ctx, r, a)
			}), Body: bulkSchema, Answer: bulkAnswer, Job: jobSchema,
			Idempotent: true,
		})
	}
	return out
}

// runAction runs an action on one record, or on the list.
func (c *served) runAction(ctx context.Context, r *Request, a action) (any, error) {
	id, in, err := readAction(r, a)
	if err != nil {
		return nil, err
	}
	dry, err := isDryRun(r)
	if err != nil {
		return nil, err
	}
	key, err := RepeatKey(r)
	if err != nil {
		return nil, err
	}
	if dry {
		key = nil // what is only tried must be possible later under the same key
	}
	if a.writesEach && !dry {
		return c.actEach(ctx, key, a, in)
	}
	var out any
	err = c.writeOrTry(ctx, dry, func(ctx context.Context) error {
		done, err := c.repeated(ctx, key, a.needs())
		switch {
		case err != nil:
			return err
		case done != nil:
			out, err = c.replay(ctx, a, in, *done)
			return err
		}
		if out, err = c.run(ctx, a, actionCall{id: id, in: in, base: r.Header("If-Match")}); err != nil {
			return err
		}
		return c.remember(ctx, key, Repeated{
			Status: cmp.Or(ReplyOf(ctx).Status, usual(out)), RecordID: id, RecordKey: keyOf(out),
		})
	})
	if err != nil {
		return nil, c.staleRead(ctx, id, err)
	}
	return c.withRecord(ctx, out, dry)
}

// usual is the status of an answer that does not set one of its own.
func usual(out any) int {
	if _, none := out.(None); none || out == nil {
		return 204
	}
	return 200
}

// Keyed is an answer that a repeated call makes again from its key, as a job is known by its id.
type Keyed interface {
	Key() string
	ForJob(key string) any
}

// actEach runs an action of the list that writes record by record. What a repeated call finds done stays as it is.
func (c *served) actEach(ctx context.Context, key *Repeat, a action, in any) (any, error) {
	if err := c.openCall(ctx, key, a.needs()); err != nil {
		return nil, err
	}
	ctx = context.WithValue(ctx, repeatingKey{}, key)
	out, err := a.call(WithAct(ctx, inputAct(a.Name, in)), nil, in)
	if err != nil { // refused as a whole: the key is free for what was meant
		err = errors.Join(err, c.rt.Write(ctx, func(ctx context.Context) error { return c.remember(ctx, key, Repeated{}) }))
	}
	return out, err
}

// openCall opens a call that writes record by record: to callers that may make it, and under one key with one body
// only.
func (c *served) openCall(ctx context.Context, key *Repeat, needs []role.Permission) error {
	return c.rt.Write(ctx, func(ctx context.Context) error {
		if err := c.allowed(ctx, needs...); err != nil {
			return err
		}
		_, err := c.repeated(ctx, key, needs)
		return err
	})
}

type repeatingKey struct{}

// KeyOf identifies what an action that writes record by record does to one of them; nil without an idempotency key.
func KeyOf(ctx context.Context, id int64) *Repeat {
	key, _ := ctx.Value(repeatingKey{}).(*Repeat)
	return key.forRecord(id)
}

// forRecord is the part of a call that is about one record.
func (r *Repeat) forRecord(id int64) *Repeat {
	if r == nil {
		return nil
	}
	one := *r
	one.Request = fmt.Sprintf("%s #%d", r.Request, id)
	return &one
}

func (a action) method() string { return cmp.Or(a.Method, "POST") }

func (a action) needs() []role.Permission { return append(permissionList(a.Needs), a.Also...) }

// withRecord leaves out what the caller may not see of a record that an answer shows, and gives its version as ETag.
func (c *served) withRecord(ctx context.Context, out any, dry bool) (any, error) {
	if out == nil {
		return nil, nil //nolint:nilnil // an action may answer nothing
	}
	answer := reflect.New(reflect.TypeOf(out)).Elem()
	answer.Set(reflect.ValueOf(out))
	at := shownIn(answer, c.showing)
	if at == nil || at.of == nil {
		return out, nil
	}
	v := at.of.(entity)
	if !dry {
		ReplyOf(ctx).SetHeader("ETag", etag(v.Base().Version))
	}
	at.fields = c.shownFields(role.From(ctx), c.answerFields(ctx))
	return answer.Interface(), c.recordReading(ctx, v, c.sensitive(ctx, v))
}

// answerFields is what an action may answer of its record: who may act but not read learns where the record stands, no
// more.
func (c *served) answerFields(ctx context.Context) []*field.Field {
	if role.From(ctx).CanAny(c.readers()) {
		return c.answers
	}
	return slices.DeleteFunc(slices.Clone(c.fields), func(f *field.Field) bool {
		return f != c.status && f.Name != "id" && f.Name != "version"
	})
}

const dryRun = "dryRun" // the query parameter of actions

// isDryRun reads the parameter. What is neither true nor false is refused: a preview must never do what it shows.
func isDryRun(r *Request) (bool, error) {
	text, hasDryRun := r.Queries[dryRun]
	if !hasDryRun {
		return false, nil
	}
	dry, err := strconv.ParseBool(text)
	if err != nil {
		return false, fault.Validation().Field(dryRun, "validation.boolean", nil)
	}
	return dry, nil
}

// readAction decodes the typed input. The id comes from the path, or from the body where the path has none.
func readAction(r *Request, a action) (int64, any, error) {
	in := reflect.New(a.in)
	if a.list {
		return 0, in.Interface(), inputOf(a.in).bind(r, in.Elem(), dryRun)
	}
	if !a.inBody() {
		id, err := field.ParseID(r.Param("id"))
		if err != nil {
			return 0, nil, err
		}
		return id, in.Interface(), inputOf(a.in).bind(r, in.Elem(), dryRun)
	}
	if err := inputOf(a.in).bind(r, in.Elem(), dryRun); err != nil {
		return 0, nil, err
	}
	fs, _ := field.List(a.in)
	id := field.Find(fs, "id").In(in.Elem()).Int()
	if id < 1 {
		return 0, nil, fault.Validation().Field("id", "validation.required", nil)
	}
	return id, in.Interface(), nil
}

func (a action) inBody() bool { return a.Path != "" && !strings.Contains(a.Path, "{id}") }

// actionCall is one call of an action: on which record, with what, and the version the caller has.
type actionCall struct {
	id   int64
	in   any
	base string
	was  func(v entity) // told the record before the action changes it; may be nil
}

// run is one action inside a transaction.
func (c *served) run(ctx context.Context, a action, q actionCall) (any, error) {
	needs := a.needs()
	act := inputAct(a.Name, q.in)
	if a.list {
		if err := c.allowed(ctx, needs...); err != nil {
			return nil, err
		}
		return a.call(WithAct(ctx, act), nil, q.in)
	}
	v, ctx, err := c.load(ctx, loading{id: q.id, needs: needs, action: a.Name, base: cmp.Or(inputVersion(q.in), q.base)})
	if err != nil {
		return nil, err
	}
	if a.When != nil && !c.satisfies(a.When, v) {
		return nil, fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "%s is not possible now", a.Name).
			With("blockedBy", a.When.blocks())
	}
	act.Unguarded = ActOf(ctx).Unguarded
	if q.was != nil {
		q.was(v)
	}
	if a.Name != AssignOwner {
		return a.call(WithAct(ctx, act), v, q.in)
	}
	was := copyEntity(v)
	out, err := a.call(WithAct(ctx, act), v, q.in)
	if err == nil {
		err = c.checkOwners(ctx, was, v)
	}
	return out, err
}

// Block is one failing condition of a refused action: a message key with its parameters.
type Block struct {
	Key    string         `json:"key"`
	Params map[string]any `json:"params,omitempty"`
}

// inputAct reads what the input of an action says for the history.
func inputAct(name string, in any) Act {
	messages := map[string]string{}
	v := reflect.ValueOf(in).Elem()
	fs, _ := field.List(v.Type())
	for _, f := range fs {
		if f.History != "" {
			messages[f.History] = textOf(f, v)
		}
	}
	return Act{Action: name, Reason: messages[field.HistoryReason], Comment: messages[field.HistoryComment]}
}

// undeclaredHistory names the inputs that look as if the history should have them, and do not say so.
func (a action) undeclaredHistory() (out []string) {
	fs, _ := field.List(a.in)
	for _, f := range fs {
		if f.History == "" && (f.Name == field.HistoryReason || f.Name == field.HistoryComment) {
			out = append(out, f.Name)
		}
	}
	return out
}

func inputVersion(in any) string {
	v := reflect.ValueOf(in).Elem()
	fs, _ := field.List(v.Type())
	return textOf(field.Find(fs, "version"), v)
}

// textOf is the value of a field as a text; "" when there is no such field, or it is not set.
func textOf(f *field.Field, v reflect.Value) string {
	if f == nil || f.In(v).IsZero() {
		return ""
	}
	return fmt.Sprint(reflect.Indirect(f.In(v)).Interface())
}
