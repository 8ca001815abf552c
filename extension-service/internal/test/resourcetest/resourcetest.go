// Package resourcetest makes the calls of tests the way the edge makes those of the network, without a socket.
package resourcetest

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Call is one request of somebody.
type Call struct {
	Endpoints []resource.Endpoint
	Who       *role.Caller
	Line      string            // "GET /api/msp?name=x"
	Body      any               // a text is sent as it is, anything else as JSON
	Header    map[string]string // of the request
}

// Answer is what a call said: a body, or Err.
type Answer struct {
	Err    *fault.Error
	Body   map[string]any
	Header map[string]string

	t *testing.T
}

// OK fails the test when the call failed, and returns its body.
func (a Answer) OK() map[string]any {
	a.t.Helper()
	if a.Err != nil {
		a.t.Fatalf("refused: %v fields %v params %v details %v", a.Err, a.Err.Fields, a.Err.Params, a.Err.Details)
	}
	return a.Body
}

// Refused fails the test unless the call was refused with the code.
func (a Answer) Refused(code string) {
	a.t.Helper()
	_ = a.Refusal(code)
}

// Refusal is Refused, and what the caller was answered.
func (a Answer) Refusal(code string) *fault.Error {
	a.t.Helper()
	if a.Err == nil || a.Err.Code != code {
		a.t.Fatalf("want %s, got %v %v", code, a.Err, a.Body)
	}
	return a.Err
}

// Blocked fails the test unless the move of a record was refused because of exactly these blocks, named as the texts
// name them: "<resource>.block.<name>".
func (a Answer) Blocked(resourceName string, names ...string) {
	a.t.Helper()
	var got []string
	for _, b := range a.Refusal("TRANSITION_NOT_ALLOWED").Details["blockedBy"].([]resource.Block) {
		got = append(got, strings.TrimPrefix(b.Key, resourceName+".block."))
	}
	if !slices.Equal(got, names) {
		a.t.Fatalf("blocked by %v, want %v", got, names)
	}
}

// ID is OK, and the id of the record in the body.
func (a Answer) ID() int64 {
	a.t.Helper()
	return ID(a.OK())
}

// Rows is OK, and the records of the list in the body.
func (a Answer) Rows() []map[string]any {
	a.t.Helper()
	return Rows(a.OK())
}

// Objects is OK, and those of the list that the body has under the name.
func (a Answer) Objects(name string) []map[string]any {
	a.t.Helper()
	return Objects(a.OK(), name)
}

// ID is the id of a record in the body of an answer.
func ID(body map[string]any) int64 { return int64(body["id"].(float64)) }

// Rows are the records of a list in the body of an answer.
func Rows(body map[string]any) []map[string]any { return Objects(body, "results") }

// Objects are those of the list that the body of an answer has under the name.
func Objects(body map[string]any, name string) (out []map[string]any) {
	for _, one := range body[name].([]any) {
		out = append(out, one.(map[string]any))
	}
	return out
}

// Send makes the call. It is refused like the edge does when none of the endpoint's permissions is held.
func (c Call) Send(t *testing.T) Answer {
	t.Helper()
	e, r := c.request(t)
	if !c.Who.CanAny(e.Needs) {
		return Answer{Err: fault.From(resource.Forbidden(e.Needs...)), t: t}
	}
	reply := &resource.Reply{}
	out, err := e.Handle.Call(resource.WithExchange(role.With(t.Context(), c.Who), r, reply), r)
	if err != nil {
		return Answer{Err: fault.From(err), t: t}
	}
	a := Answer{Header: reply.Header, t: t}
	text, err := json.Marshal(out)
	if err == nil {
		err = json.Unmarshal(text, &a.Body)
	}
	if err != nil {
		t.Fatalf("%s: %v\n%s", c.Line, err, text)
	}
	return a
}

func (c Call) request(t *testing.T) (resource.Endpoint, *resource.Request) {
	t.Helper()
	method, target, _ := strings.Cut(c.Line, " ")
	path, query, _ := strings.Cut(target, "?")
	e, params := c.route(t, method, path)
	r := &resource.Request{
		Method: method, Path: path, Queries: map[string]string{}, Param: func(name string) string { return params[name] },
		Header: func(name string) string { return c.Header[name] }, Cookie: func(string) string { return "" },
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	for name := range values {
		r.Queries[name] = values.Get(name)
	}
	switch body := c.Body.(type) {
	case nil:
	case string:
		r.Body = []byte(body)
	default:
		if r.Body, err = json.Marshal(body); err != nil {
			t.Fatal(err)
		}
	}
	return e, r
}

// route finds the endpoint that serves a path: literals win over parameters.
func (c Call) route(t *testing.T, method, path string) (best resource.Endpoint, params map[string]string) {
	t.Helper()
	for _, e := range c.Endpoints {
		if got, ok := match(e.Path, path); ok && e.Method == method && (params == nil || len(got) < len(params)) {
			best, params = e, got
		}
	}
	if params == nil {
		t.Fatalf("no endpoint for %s %s", method, path)
	}
	return best, params
}

func match(pattern, path string) (map[string]string, bool) {
	want, have, params := strings.Split(pattern, "/"), strings.Split(path, "/"), map[string]string{}
	if len(want) != len(have) {
		return nil, false
	}
	for i := range want {
		if name, ok := strings.CutPrefix(want[i], "{"); ok {
			params[strings.TrimSuffix(name, "}")] = have[i]
		} else if want[i] != have[i] {
			return nil, false
		}
	}
	return params, true
}
