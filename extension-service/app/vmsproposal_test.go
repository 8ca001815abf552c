package app_test

import (
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/role"
)

// pushJob has the VMS send a project with its highest rate, as of an hour of one day.
func (v *pusher) pushJob(id string, most float64, hour int) {
	v.push("JOB", id, fmt.Sprintf(`{"job":"JP-4","title":"Fitter","max":%v,"at":"2026-11-03T%02d:00:00Z"}`, most, hour))
	v.processAll()
}

// What a person has edited stays until a person takes what the VMS says.
func TestProposal_EditedField_IsNotOverwritten(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		v := pushing(t, p)
		v.pushJob("p1", 80, 8)
		at := v.project("JP-4")
		v.pushJob("p2", 82, 9)
		p.expect(t, "csm", "GET "+at, "", 200, `"rateMax":82`)
		p.expect(t, "csm", "PUT "+at, `{"rateMax":85}`, 200, `"rateMax":85`)
		v.pushJob("p3", 83, 10)
		p.expect(t, "csm", "GET "+at, "", 200, `"rateMax":85`)
		p.expect(t, "csm", "GET "+at+"/proposal", "", 200, `"current":"85","proposed":"83"`)
		p.expect(t, "csm", "GET /api/vms/proposal", "", 200, `"projectCurrency":"EUR","rateUnit":"Hr"`)
		p.expect(t, "csm", "GET /api/dashboard", "", 200, `{"key":"vmsProposals","count":1,`)
		p.expect(t, "csm", "POST "+at+"/proposal/1", `{"accept":false}`, 200, `"rateMax":85`)
		v.pushJob("p4", 83, 11)
		p.expect(t, "csm", "GET "+at+"/proposal", "", 200, `"totalResults":0`)
		v.pushJob("p5", 84, 12)
		p.expect(t, "csm", "POST "+at+"/proposal/2", `{"accept":true}`, 200, `"rateMax":84`)
		v.pushJob("p6", 86, 13)
		p.expect(t, "csm", "GET "+at, "", 200, `"rateMax":86`)
		p.expect(t, "csm", "PUT "+at+"/status", `{}`, 404, "")
		closing := fmt.Sprintf(`{"id":%s,"status":"CLOSED","reason":"FILLED_ELSEWHERE"}`,
			strings.TrimPrefix(at, "/api/project/"))
		p.expect(t, "csm", "POST /api/project/changeStatus", closing, 200, `"CLOSED"`)
		v.push("JOB_STATUS", "r1", `{"job":"JP-4","status":"Open","at":"2026-11-03T14:00:00Z"}`)
		v.processAll()
		p.expect(t, "csm", "GET "+at, "", 200, `"status":"CLOSED"`)
		p.expect(t, "csm", "POST "+at+"/proposal/3", `{"accept":true}`, 200, `"status":"ACTIVE"`)
	})
}

func TestProposal_AmountInAnotherCurrency_IsAcceptedOnlyWithItsCurrency(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		v := pushing(t, p)
		v.mapping("JOB", `{"target":"project.vmsId","jq":".in.job","required":true},{"target":"project.title","jq":".in.title"},{"target":"project.rateMin","jq":".in.min"},{"target":"project.rateMax","jq":".in.max"},{"target":"project.currency","jq":".in.currency"}`)
		absorb := func(id, body string) {
			t.Helper()
			v.push("JOB", id, body)
			if _, err := p.ProcessNext(role.AsSystem(t.Context(), "test"), 1); err != nil {
				t.Fatal(err)
			}
		}
		absorb("m1", `{"job":"JP-1","title":"Welder","min":70,"max":90,"currency":"EUR"}`)
		version := p.expect(t, "csm", "GET /api/project/1", "", 200, `"currency":"EUR"`).json(t)["version"]
		p.expect(t, "csm", "PUT /api/project/1", fmt.Sprintf(`{"rateMax":85,"version":%v}`, version), 200, `"rateMax":85`)
		absorb("m2", `{"job":"JP-1","title":"Welder","min":800,"max":900,"currency":"SEK"}`)
		p.expect(t, "csm", "GET /api/project/1", "", 200, `"currency":"EUR"`)
		p.expect(t, "csm", "GET /api/project/1", "", 200, `"rateMin":70`)
		open := p.expect(t, "csm", "GET /api/project/1/proposal", "", 200, `"totalResults":3`).json(t)["results"].([]any)
		for _, row := range open {
			if one := row.(map[string]any); one["field"] == "rateMax" {
				p.expect(t, "csm", fmt.Sprintf("POST /api/project/1/proposal/%v", one["id"]), `{"accept":true}`, 200,
					`"currency":"SEK"`)
			}
		}
		p.expect(t, "csm", "GET /api/project/1", "", 200, `"rateMin":800`)
		p.expect(t, "csm", "GET /api/project/1", "", 200, `"rateMax":900`)
		p.expect(t, "csm", "GET /api/project/1/proposal", "", 200, `"totalResults":0`)
	})
}

func TestProposals_ProjectIsDeleted_ListIsStillShown(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	v := pushing(t, p)
	v.pushJob("d1", 80, 8)
	at := v.project("JP-4")
	p.expect(t, "csm", "PUT "+at, `{"rateMax":85}`, 200, `"rateMax":85`)
	v.pushJob("d2", 83, 10)
	p.expect(t, "csm", "GET /api/vms/proposal", "", 200, `"current":"85"`)
	p.expect(t, "csm", "DELETE "+at, `{"reason":"MISTAKE"}`, 200, "")
	p.expect(t, "csm", "GET /api/vms/proposal", "", 200, `"proposed":"83"`)
}
