package applications_test

import (
	"context"
	"fmt"
	"maps"
	"sync/atomic"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

// call sends "GET /api/project?title=x" with a body, which may be nil.
func (w *fixture) call(line string, body any) resourcetest.Answer {
	w.t.Helper()
	return resourcetest.Call{
		Endpoints: w.endpoints, Who: w.who, Line: line, Body: body, Header: map[string]string{"Idempotency-Key": w.key},
	}.Send(w.t)
}

// ids are those of the rows, in order.
func ids(body map[string]any) []int64 {
	out := []int64{}
	for _, r := range resourcetest.Rows(body) {
		out = append(out, resourcetest.ID(r))
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
		}).OK()
		body["clientId"] = resourcetest.ID(c)
	}
	maps.Copy(body, with)
	return w.call("POST /napi/create/project", map[string]any{"dataObj": body}).ID()
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
	return w.call("POST /api/projectApplication", body).ID()
}

// status asks for one.
func (w *fixture) status(application int64, status string, with map[string]any) resourcetest.Answer {
	w.t.Helper()
	body := map[string]any{"status": status, "reason": "OTHER", "comment": "as agreed"}
	maps.Copy(body, with)
	return w.call(fmt.Sprintf("PUT /api/projectApplication/%d/status", application), body)
}

// inReview creates an application that has been confirmed.
func (w *fixture) inReview(project int64, with map[string]any) int64 {
	w.t.Helper()
	a := w.apply(project, with)
	w.status(a, "a", nil).OK()
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
