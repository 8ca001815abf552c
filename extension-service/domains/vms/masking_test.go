package vms_test

import (
	"net/http"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/internal/test/vmstest"
	"poolkeeper.example/extension-service/platform/role"
)

// attempted delivers one application by these rules to a VMS that refuses it with an answer, and says how the attempt
// is shown to somebody with these permissions only.
func (w *fixture) attempted(answer string, may []role.Permission, rules ...map[string]any) (body, message string) {
	w.t.Helper()
	s := vmstest.New(w.t, func(_ string, _ func(), rw http.ResponseWriter, _ *http.Request) {
		rw.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = rw.Write([]byte(answer))
	})
	w.connected()
	w.done("PUT /api/vms/connection/1", map[string]any{
		"baseUrl": s.URL, "secret": "top secret", "ratePerMinute": 6000,
		"version": 1,
	})
	w.done("POST /api/vms/mapping", outbound(rules...))
	w.done("POST /api/vms/mapping/1/publish", map[string]any{})
	w.queue.addTasks(1)
	if !w.step() {
		w.t.Fatal("nothing was sent")
	}
	w.who = &role.Caller{Kind: role.Admin, ID: 3, Name: "Jonas Ekberg", Permissions: may, Source: "UI", Scope: w.who.Scope}
	attempt := w.done("GET /api/vms/message/1", nil)["exchanges"].([]any)[0].(map[string]any)
	return attempt["body"].(string), attempt["answer"].(string)
}

func TestMasking_ValueOfARule_FollowsItsSourceField(t *testing.T) {
	t.Parallel()
	rules := []map[string]any{
		rule("jobPostingId", ".project.vmsId"), rule("candidate.firstName", ".freelancer.firstName"),
		rule("candidate.text", `.freelancer | .description`),
		rule("rate.uom", `.application.rateUnit`), rule("source", `"Poolkeeper"`), rule("all", `. | tojson`),
		rule("phones[0].number", `.freelancer.mobileNumber // "none"`),
		rule("both", `.application.rateUnit + " " + .freelancer.firstName`),
	}
	for name, c := range map[string]struct {
		may  []role.Permission
		want string
	}{
		"all may be read": {
			[]role.Permission{role.VMSMessageRead, role.FreelancerRead, role.FreelancerPIIRead, role.ProjectRead},
			`"all":"{`,
		},
		"what is sensitive is masked, names are not": {
			[]role.Permission{role.VMSMessageRead, role.FreelancerRead, role.ProjectRead},
			`{"all":"•••","both":"Pr Ada","candidate":{"firstName":"Ada","text":"•••"},"jobPostingId":"JP-100","phones":[{"number":"•••"}],"rate":{"uom":"Pr"},"source":"Poolkeeper"}`,
		},
		"no record of a person or project may be read": {
			[]role.Permission{role.VMSMessageRead},
			`{"all":"•••","both":"•••","candidate":{"firstName":"•••","text":"•••"},"jobPostingId":"•••","phones":[{"number":"•••"}],"rate":{"uom":"Pr"},"source":"Poolkeeper"}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, func(w *fixture) {
				body, _ := w.attempted(`{}`, c.may, rules...)
				if !strings.Contains(body, c.want) {
					w.t.Errorf("shown is %s, want %s", body, c.want)
				}
			})
		})
	}
}

func TestMasking_ErrorTextOfAVMS_IsShownWithoutPersonalValues(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		answer := `{"error":"Candidate Ada (ada@example.org, +46 70 123 45 67) is unknown, uom Pr is not allowed"}`
		_, text := w.attempted(answer, []role.Permission{role.VMSMessageRead}, rule("firstName", ".freelancer.firstName"),
			rule("uom", ".application.rateUnit"))
		if want := `{"error":"Candidate ••• (•••, •••) is unknown, uom Pr is not allowed"}`; text != want {
			w.t.Errorf("shown is %s, want %s", text, want)
		}
	})
}

func TestDelivery_RefusedByAVMS_ShowsItsWordsWithoutPersonalValues(t *testing.T) {
	t.Parallel()
	rules := []map[string]any{
		rule("firstName", ".freelancer.firstName"), rule("country", `"DE"`),
		rule("kept", `.freelancer.firstName[0:2]`),
	}
	for answer, want := range map[string]string{
		`{"error":"Candidate Ada (ada@example.org) is unknown"}`:                         "422: Candidate ••• (•••) is unknown",
		`{"error":{"code":"E7","message":"Posting\nis closed"}}`:                         "422: Posting is closed",
		`{"errors":[{"field":"rate","message":"too high"},"no CV"],"message":"invalid"}`: "422: rate: too high; no CV; invalid",
		`{"errors":["a","b","c","d","e"],"message":"m"}`:                                 "422: a; b; c; m (+2)",
		`{"title":"Bad Request","errors":{"rate":["too high","no number"]}}`:             "422: rate: too high; Bad Request",
		`{"message":"Adult day care: Ad is short, Ada too"}`:                             "422: Adult day care: ••• is short, ••• too",
		`{"message":"` + strings.Repeat("x", 500) + `"}`: "422: " + strings.Repeat("x",
			199) + "…",
		`{"id":7}`:               "422",
		`<html>no</html>`:        "422",
		`{"message":{"a":[]}}`:   "422",
		`{"errors":[null,7,{}]}`: "422",
	} {
		t.Run(answer[:min(40, len(answer))], func(t *testing.T) {
			t.Parallel()
			each(t, func(w *fixture) {
				w.attempted(answer, []role.Permission{role.VMSMessageRead}, rules...)
				if detail := w.message(1)["detail"]; detail != want {
					w.t.Errorf("says %q, want %q", detail, want)
				}
			})
		})
	}
}
