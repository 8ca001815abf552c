package app_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/role"
)

// Records of every kind that has states go through them, and at each what is explained of every move, with its input,
// is what the call for it answers: to who may everything, to who may a part of it, and to who sees one client.
func TestProveExplanations_EveryStateTransition_MatchTheAnswer(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		x := p.newExplaining(t)
		moved := 0
		for range stress.Size(1, 12) {
			for _, s := range []rolesAndScope{
				{role.All, `{}`}, {[]role.Role{role.CSM}, `{"clientIds":[1]}`}, {[]role.Role{role.ContentEditor}, `{}`},
			} {
				x.assign(t, s)
				for _, q := range x.moves(t) {
					x.compare(t, explainedAccount, q, fmt.Sprint(s))
					if x.r.IntN(3) == 0 && x.tryMove(t, q) {
						moved++
					}
				}
			}
		}
		t.Logf("%d moves explained, by step: %v; %d were made", x.compared, x.steps, moved)
		if x.steps["state"] < 50 || x.steps[""] < 50 || x.steps["permission"] < 20 || moved < 10 {
			t.Error("too little was met to prove anything")
		}
	})
}

// statuses are the calls that change a status, with the resources of which there are others.
var statuses = map[string]string{
	"project.changeStatus": "project", "application.changeStatus": "application",
	"freelancer.status": "freelancer",
}

// stateCalls are the calls that move records otherwise.
var stateCalls = []struct{ call, body string }{
	{"project.delete", `{"reason":"OTHER","comment":"A mistake"}`},
	{"project.update", ""},
	{"application.update", ""},
	{"freelancer.delete", `{"reason":"MISTAKE"}`},
	{"freelancer.update", ""},
	{"freelancer.verification", ""},
	{"msp.activate", `{"reason":"Papers seen"}`},
	{"msp.deactivate", `{"reason":"Papers ran out"}`},
	{"msp.restore", `{"reason":"A mistake"}`},
	{"msp.delete", `{"reason":"A mistake"}`},
	{"msp.update", ""},
	{"pool.delete", ""},
	{"pool.restore", ""},
	{"pool.update", ""},
	{"poolMember.remove", `{"reason":"Has left"}`},
	{"poolMember.readmit", ""},
	{"poolMember.rate", `{"rating":3}`},
	{"poolMember.update", ""},
	{"question.delete", ""},
	{"question.update", ""},
	{"freelancerDuplicate.update", ""},
	{"boundClient.update", ""},
	{"erasure.move", `{"state":"IDENTITY_CHECK"}`},
	{"mail.cancel", ""},
	{"mail.resend", ""},
}

// moves are those of every record, made today.
func (x *explaining) moves(t *testing.T) (out []question) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(statuses)) {
		kind := statuses[name]
		at, _, _ := strings.Cut(x.endpoint(kind+".possibleStatuses").Path, "{")
		for _, id := range x.records[kind] {
			answer := x.expect(t, "all", "GET "+at+id, "", 200, "results").json(t)
			for _, one := range append(answer["results"].([]any), map[string]any{"value": answer["current"]}) {
				body := fmt.Sprintf(`{"status":%q,"reason":"OTHER","comment":"As agreed"}`, one.(map[string]any)["value"])
				if kind == "freelancer" {
					body = strings.Replace(body, `,"comment":"As agreed"`, "", 1)
				}
				out = append(out, question{*x.endpoint(name), id, body})
			}
		}
	}
	for _, s := range stateCalls {
		e := x.endpoint(s.call)
		if e == nil {
			t.Fatalf("there is no call %s", s.call)
		}
		for _, id := range x.records[family(*e)] {
			out = append(out, question{*e, id, s.body})
		}
	}
	return out
}

// tryMove makes a move, by somebody who may everything, and says whether it was possible.
func (x *explaining) tryMove(t *testing.T, q question) bool {
	t.Helper()
	_, body := unlikely(q.call)
	if q.body != "" {
		body = q.body
	}
	path := strings.Replace(q.call.Path, "{id}", q.id, 1)
	if path == q.call.Path {
		body = `{"id":` + q.id + `,` + body[1:]
	}
	return x.call(t, "all", q.call.Method, path, body).status < 300
}
