// Package resourcetest makes the calls of tests the way the edge makes those of the network, without a socket.
package resourcetest

import (
	"encoding/json"
	"net/url"
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
}

// Send makes the call. It is refused like the edge does when none of the endpoint's permissions is held.
func (c Call) Send(t *testing.T) Answer {
	t.Helper()
	e, r := c.request(t)
	if !c.Who.CanAny(e.Needs) {
		return Answer{Err: fault.From(resource.Forbidden(e.Needs...))}
	}
	reply := &resource.Reply{}
	out, err := e.Handle.Call(resource.WithExchange(role.With(t.Context(), c.Who), r, reply), r)
	if err != nil {
		return Answer{Err: fault.From(err)}
	}
	a := Answer{Header: reply.Header}
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
