package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// twoClients is a freelancer with an open application inside the reach of the scoped account and one beyond it, and an
// MSP that both came through.
type twoClients struct {
	at             string
	id, msp        any
	inside, beyond any
}

func (p *product) ofTwoClients(t *testing.T) twoClients {
	t.Helper()
	p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
	there := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Elsewhere","clientId":2}}`, 201,
		"").json(t)["id"]
	here := p.newProject(t, "Here")
	msp := p.expect(t, "csm", "POST /api/msp", `{"name":"Talents","email":"hello@talents.example"}`, 201, "").json(t)["id"]
	p.expect(t, "csm", fmt.Sprintf("PUT /api/msp/%v/activate", msp), `{"reason":"papers seen"}`, 200, "")
	x := twoClients{id: p.newPerson(t, "Ada", "Byron")["id"], msp: msp}
	x.at = fmt.Sprint("/api/freelancer/", x.id)
	p.expect(t, "csm", "PUT "+x.at+"/status", `{"status":"AC","reason":"CHECKED_BY_PHONE"}`, 200, "")
	bid := func(project any) any {
		body := fmt.Sprintf(`{"projectId":%v,"freelancerId":%v,"providerKind":"msp","mspId":%v}`, project, x.id, msp)
		return p.expect(t, "csm", "POST /api/projectApplication", body, 201, "").json(t)["id"]
	}
	x.inside, x.beyond = bid(here), bid(there)
	return x
}

func TestScope_FreelancerWithApplicationsBeyondIt_CannotBeEnded(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		x := p.ofTwoClients(t)
		const wider = "freelancer.block.outsideScope"
		counts := func(a answer) {
			t.Helper()
			if strings.Contains(string(a.body), `"applications","count":2`) ||
				strings.Contains(string(a.body), `"applicationsWithdrawn":2`) {
				t.Errorf("counts what is beyond the reach: %s", a.body)
			}
		}
		counts(p.expect(t, "scoped", fmt.Sprint("GET /api/freelancer/possibleStatuses/", x.id), "", 200, wider))
		counts(p.expect(t, "scoped", "PUT "+x.at+"/status", `{"status":"DE","reason":"CONSENT"}`, 409, wider))
		counts(p.expect(t, "scoped", "PUT "+x.at+"/status", `{"status":"DL","reason":"MISTAKE"}`, 409, wider))
		counts(p.expect(t, "scoped", "DELETE "+x.at, `{"reason":"MISTAKE"}`, 409, wider))
		counts(p.expect(t, "scoped", "POST "+x.at+"/erase", `{"reason":"Asked by letter"}`, 200, wider))
		counts(p.expect(t, "scoped", "POST "+x.at+"/erase", `{"reason":"Asked by letter"}`, 200, `"applicationsWithdrawn":1`))
		counts(p.expect(t, "scoped", "POST "+x.at+"/erase",
			`{"reason":"Asked by letter","legalBasisNote":"It must be","identityChecked":true,"dryRun":false}`, 409, wider))
		for _, one := range []any{x.inside, x.beyond} {
			p.expect(t, "csm", fmt.Sprint("GET /api/projectApplication/", one), "", 200, `"status":"uc"`)
		}
		p.expect(t, "csm", "PUT "+x.at+"/status", `{"status":"DE","reason":"CONSENT"}`, 200, `"DE"`)
		for _, one := range []any{x.inside, x.beyond} {
			p.expect(t, "csm", fmt.Sprint("GET /api/projectApplication/", one), "", 200, `"status":"w"`)
		}
		counts(p.expect(t, "scoped", fmt.Sprint("GET /api/freelancer/possibleStatuses/", x.id), "", 200, ""))
		p.expect(t, "scoped", "DELETE "+x.at, `{"reason":"MISTAKE"}`, 200, "") // nothing is open beyond any more
	})
}

// Staff who are asked to forget somebody may have lost part of their reach by the time the identity is known.
func TestErasure_CallerWithNarrowScope_IsReservedForStaffWithFullScope(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		x := p.ofTwoClients(t)
		request := p.expect(t, "csm", "POST "+x.at+"/erase", `{"reason":"Asked by letter","dryRun":false}`, 200, "").json(t)
		step := fmt.Sprint("PUT /api/erasure/", request["requestId"])
		p.expect(t, "scoped", step, `{"state":"IDENTITY_CHECK"}`, 200, "")
		p.expect(t, "scoped", step, `{"state":"IN_PROGRESS"}`, 409, "freelancer.block.outsideScope")
		p.expect(t, "csm", step, `{"state":"IN_PROGRESS"}`, 202, "")
	})
}

func TestMSP_WithApplicationsBeyondTheScope_IsNotRemoved(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		x := p.ofTwoClients(t)
		at := fmt.Sprint("/api/msp/", x.msp)
		p.expect(t, "scoped", "GET "+at, "", 200, `"openApplicationCount":1`)
		p.expect(t, "csm", "GET "+at, "", 200, `"openApplicationCount":2`)
		withdraw := fmt.Sprintf(`{"ids":[%v],"status":"w","reason":"OTHER","comment":"Left"}`, x.inside)
		p.expect(t, "csm", "POST /api/projectApplication/changeStatus", withdraw, 200, `"failed":[]`)
		p.expect(t, "scoped", "DELETE "+at, "", 409, "msp.block.outsideScope")
	})
}

// An MSP that other clients work with is theirs too, also while nothing is open there.
func TestMSP_WorksForAnotherClient_IsNotDeactivatedOrDeletedByAScopedAccount(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
		entity := func(client int) any {
			body := fmt.Sprintf(`{"clientId":%d,"name":"Entity %d","code":"E%d","country":"DE"}`, client, client, client)
			return p.expect(t, "config", "POST /api/legalEntity", body, 201, "").json(t)["id"]
		}
		here, there := entity(1), entity(2)
		msp := p.expect(t, "csm", "POST /api/msp", `{"name":"Talents","email":"hello@talents.example"}`, 201, "").json(t)["id"]
		at := fmt.Sprint("/api/msp/", msp)
		p.expect(t, "csm", "PUT "+at+"/activate", `{"reason":"papers seen"}`, 200, "")
		for _, one := range []any{here, there} {
			p.expect(t, "csm", fmt.Sprint("PUT ", at, "/toLegalEntity/", one), "", 200, "")
		}
		p.expect(t, "scoped", "PUT "+at+"/deactivate", `{"reason":"quality"}`, 409, "msp.block.outsideScope")
		p.expect(t, "scoped", "DELETE "+at, "", 409, "msp.block.outsideScope")
		p.expect(t, "csm", fmt.Sprint("PUT ", at, "/fromLegalEntity/", there), "", 200, "")
		p.expect(t, "scoped", "PUT "+at+"/deactivate", `{"reason":"quality"}`, 200, "")
		p.expect(t, "scoped", "PUT "+at+"/activate", `{"reason":"better"}`, 200, "")
		p.expect(t, "scoped", "DELETE "+at, "", 200, "")
	})
}

// A question about somebody who is gone is none, until they are back.
func TestDuplicates_PairWithADeletedPerson_IsClosedUntilTheirReturn(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		one, other, third := p.newPerson(t, "Ada", "Byron"), map[string]any{}, map[string]any{}
		for name, to := range map[string]*map[string]any{"ada.byron@home.example": &other, "ada.byron@work.example": &third} {
			*to = p.expect(t, "csm", "POST /api/freelancer",
				fmt.Sprintf(`{"firstName":"Ada","lastName":"Byron","email":%q,"force":true}`, name), 201, "").json(t)
		}
		open := func(want int) {
			t.Helper()
			p.expect(t, "csm", "GET /api/freelancer/duplicate", "", 200, fmt.Sprintf(`"totalResults":%d`, want))
		}
		open(3)
		p.expect(t, "csm", fmt.Sprint("DELETE /api/freelancer/", other["id"]), `{"reason":"left us"}`, 200, "")
		open(1)
		p.expect(t, "csm", fmt.Sprint("DELETE /api/freelancer/", third["id"]), `{"reason":"left us"}`, 200, "")
		open(0)
		p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", one["id"]), "", 200, `"duplicates":[]`)
		settled := p.expect(t, "csm", fmt.Sprintf("GET /api/freelancer/duplicate?state=NOT_DUPLICATE&freelancerId=%v",
			one["id"]), "", 200, `"totalResults":2`).json(t)
		first := settled["results"].([]any)[0].(map[string]any)
		p.expect(t, "csm", fmt.Sprint("PUT /api/freelancer/duplicate/", first["id"]), `{"state":"OPEN"}`, 409,
			"freelancer.block.pairSettled")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%v/status", third["id"]), `{"status":"DE","reason":"MISTAKE"}`,
			200, "")
		open(1)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%v/status", other["id"]), `{"status":"DE","reason":"MISTAKE"}`,
			200, "")
		open(3)
	})
}

func TestBoundClient_Ended_EndsToday(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		person := p.newPerson(t, "Ada", "Byron")
		body := fmt.Sprintf(`{"freelancerId":%v,"scope":"client","clientId":1}`, person["id"])
		made := p.expect(t, "csm", "POST /api/boundClient", body, 201, `"open":true`).json(t)
		at := fmt.Sprint("PUT /api/boundClient/", made["id"])
		p.expect(t, "csm", at, fmt.Sprintf(`{"boundUntil":%q}`, made["boundSince"]), 200, `"open":false`)
		p.expect(t, "csm", at, `{"note":"She went home"}`, 200, `"open":false`)
		p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", person["id"]), "", 200, `"boundClient":null`)
		p.expect(t, "csm", "POST /api/boundClient", body, 201, `"open":true`)
	})
}
