package applications_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// answer is what a call said.
type answer struct {
	t    *testing.T
	err  *fault.Error
	body map[string]any
}

// call sends "GET /api/project?title=x" with a body, which may be nil.
func (w *fixture) call(line string, body any) answer {
	w.t.Helper()
	method, target, _ := strings.Cut(line, " ")
	path, query, _ := strings.Cut(target, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		w.t.Fatal(err)
	}
	e, params := w.route(method, path)
	r := &resource.Request{
		Method: method, Path: path, Queries: map[string]string{}, Param: func(name string) string { return params[name] },
		Header: func(name string) string {
			return map[string]string{"Idempotency-Key": w.key}[name]
		}, Cookie: func(string) string { return "" },
	}
	for name := range values {
		r.Queries[name] = values.Get(name)
	}
	if body != nil {
		if r.Body, err = json.Marshal(body); err != nil {
			w.t.Fatal(err)
		}
	}
	a := answer{t: w.t}
	if !w.who.CanAny(e.Needs) {
		a.err = fault.From(resource.Forbidden(e.Needs...))
		return a
	}
	out, err := e.Handle.Call(resource.WithExchange(role.With(w.t.Context(), w.who), r, &resource.Reply{}), r)
	if err != nil {
		a.err = fault.From(err)
		return a
	}
	text, err := json.Marshal(out)
	if err == nil {
		err = json.Unmarshal(text, &a.body)
	}
	if err != nil {
		w.t.Fatalf("%s: %v\n%s", line, err, text)
	}
	return a
}

func (w *fixture) route(method, path string) (best resource.Endpoint, params map[string]string) {
	w.t.Helper()
	for _, e := range w.endpoints {
		if got, ok := match(e.Path, path); ok && e.Method == method && (params == nil || len(got) < len(params)) {
			best, params = e, got
		}
	}
	if params == nil {
		w.t.Fatalf("no endpoint for %s %s", method, path)
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

// ok fails the test when the call failed, and returns its body.
func (a answer) ok() map[string]any {
	a.t.Helper()
	if a.err != nil {
		a.t.Fatalf("refused: %v fields %v details %v", a.err, a.err.Fields, a.err.Details)
	}
	return a.body
}

// refused fails the test unless the call was refused with the code.
func (a answer) refused(code string) {
	a.t.Helper()
	_ = a.refusal(code)
}

// refusal is refused, and what the caller was told.
func (a answer) refusal(code string) *fault.Error {
	a.t.Helper()
	if a.err == nil || a.err.Code != code {
		a.t.Fatalf("want %s, got %v %v", code, a.err, a.body)
	}
	return a.err
}

// blocked fails the test unless the call was refused because of exactly this.
func (a answer) blocked(keys ...string) {
	a.t.Helper()
	var got []string
	for _, b := range a.refusal("TRANSITION_NOT_ALLOWED").Details["blockedBy"].([]resource.Block) {
		got = append(got, strings.TrimPrefix(b.Key, "application.block."))
	}
	if !slices.Equal(got, keys) {
		a.t.Fatalf("blocked by %v, want %v", got, keys)
	}
}

func id(body map[string]any) int64 { return int64(body["id"].(float64)) }

func rows(body map[string]any) []map[string]any {
	out := []map[string]any{}
	for _, r := range body["results"].([]any) {
		out = append(out, r.(map[string]any))
	}
	return out
}

// ids are those of the rows, in order.
func ids(body map[string]any) []int64 {
	out := []int64{}
	for _, r := range rows(body) {
		out = append(out, id(r))
	}
	return out
}

var counter atomic.Int64

// newPerson makes somebody who can be offered and has agreed to it.
func (w *fixture) newPerson(name string) int64 {
	n := counter.Add(1)
	w.fakes.mu.Lock()
	defer w.fakes.mu.Unlock()
	w.fakes.people[n] = freelancers.Freelancer{
		Record: resource.Record{ID: n}, Name: name, UserStatus: freelancers.Active, Email: fmt.Sprintf("p%d@example.org", n),
		Locale:  "de",
		Consent: freelancers.Consent{ShareAt: w.fakes.now}, EmailVerifiedAt: w.fakes.now,
	}
	return n
}

// newProject creates a project, of a new client unless with names one. Clients are sent to by hand unless channel says
// else.
func (w *fixture) newProject(channel string, with map[string]any) int64 {
	w.t.Helper()
	n := counter.Add(1)
	body := map[string]any{"title": "Java developer", "rateMin": 50, "rateMax": 120, "positions": 2}
	if with["clientId"] == nil {
		c := w.call("POST /api/client", map[string]any{
			"name": fmt.Sprintf("Client %d", n), "code": fmt.Sprintf("C%d", n),
			"sendChannel": channel,
		}).ok()
		body["clientId"] = id(c)
	}
	maps.Copy(body, with)
	return id(w.call("POST /napi/create/project", map[string]any{"dataObj": body}).ok())
}

// newQuestion has the client of a project ask something.
func (w *fixture) newQuestion(project int64, d questions.Definition) int64 {
	w.t.Helper()
	q := questions.NewQuestion()
	q.ClientID, q.Key, q.Definition = w.project(project).ClientID, fmt.Sprintf("question-%d", counter.Add(1)), d
	if err := w.db.Write(role.With(w.t.Context(), w.who), func(ctx context.Context) error {
		return w.questions.Create(ctx, &q)
	}); err != nil {
		w.t.Fatal(err)
	}
	return q.ID
}

// apply creates an application through its call, for somebody new unless with names one.
func (w *fixture) apply(project int64, with map[string]any) int64 {
	w.t.Helper()
	body := map[string]any{"projectId": project, "talentRate": 80}
	maps.Copy(body, with)
	if body["freelancerId"] == nil {
		body["freelancerId"] = w.newPerson("Ada Öberg")
	}
	return id(w.call("POST /api/projectApplication", body).ok())
}

// status asks for one.
func (w *fixture) status(application int64, status string, with map[string]any) answer {
	w.t.Helper()
	body := map[string]any{"status": status, "reason": "OTHER", "comment": "as agreed"}
	maps.Copy(body, with)
	return w.call(fmt.Sprintf("PUT /api/projectApplication/%d/status", application), body)
}

// inReview creates an application that has been confirmed.
func (w *fixture) inReview(project int64, with map[string]any) int64 {
	w.t.Helper()
	a := w.apply(project, with)
	w.status(a, "a", nil).ok()
	return a
}

func (w *fixture) application(id int64) applications.Application {
	w.t.Helper()
	a, err := w.bids.Get(role.AsSystem(w.t.Context(), "test"), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return a
}

func (w *fixture) project(id int64) projects.Project {
	w.t.Helper()
	p, err := w.projects.Get(role.AsSystem(w.t.Context(), "test"), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// count asks the database itself.
func (w *fixture) count(text string, args ...any) (n int) {
	w.t.Helper()
	if _, err := w.db.Row(w.t.Context(), []any{&n}, text, args...); err != nil {
		w.t.Fatal(err)
	}
	return n
}
