package app_test

import (
	"fmt"
	"testing"
)

// owned are the resources whose records somebody of the staff answers for, with one record of each and an account that
// edits it.
func (p *product) owned(t *testing.T) map[string]struct{ who, at, list string } {
	t.Helper()
	msp := p.expect(t, "csm", "POST /api/msp", `{"name":"Talent House","email":"office@talent.example"}`, 201,
		"").json(t)["id"]
	return map[string]struct{ who, at, list string }{
		"project": {"csm", fmt.Sprint("/api/project/", p.newProject(t, "Welder")), "/api/project"},
		"client":  {"config", "/api/client/1", "/api/client"},
		"msp":     {"csm", fmt.Sprintf("/api/msp/%.0f", msp), "/api/msp"},
	}
}

func TestOwners_Chosen_AreNamedFilteredAndInTheHistory(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		csm, all := p.staffID(t, "csm"), p.staffID(t, "all")
		for name, r := range p.owned(t) {
			p.expect(t, r.who, "GET "+r.list+"?owner=nobody", "", 200, `"totalResults":1`)
			p.expect(t, r.who, "PUT "+r.at, fmt.Sprintf(`{"ownerId":%d,"deputyId":%d}`, csm, all), 200,
				fmt.Sprintf(`"ownerId":%d`, csm))
			p.expect(t, r.who, "GET "+r.list, "", 200, `"ownerName":"`)
			p.expect(t, "csm", "GET "+r.list+"?owner=me", "", 200, `"totalResults":1`)
			p.expect(t, "all", "GET "+r.list+"?owner=me", "", 200, `"totalResults":1`) // as deputy
			p.expect(t, "scoped", "GET "+r.list+"?owner=me", "", 200, `"totalResults":0`)
			p.expect(t, r.who, fmt.Sprintf("GET %s?owner=%d", r.list, all), "", 200, `"totalResults":1`)
			p.expect(t, r.who, "GET "+r.list+"?owner=nobody", "", 200, `"totalResults":0`)
			p.expect(t, r.who, "GET "+r.list+"?owner=Ada", "", 422, `"owner":["validation.regex"]`)
			p.expect(t, "all", "GET /api/history/"+name+r.at[len(r.list):], "", 200, fmt.Sprintf(`"ownerId":%d`, csm))
			p.expect(t, r.who, "PUT "+r.at, `{"ownerId":null,"deputyId":null}`, 200, `"ownerId":null`)
		}
	})
}

// Whoever answers for a record can read it: neither an account without the records, nor one limited to another client,
// is chosen.
func TestOwners_AccountThatMayNotReadTheRecord_IsRefusedAtTheField(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
	scoped, tech := p.staffID(t, "scoped"), p.staffID(t, "tech")
	outside := fmt.Sprintf(`{"dataObj":{"title":"There","clientId":2,"ownerId":%d}}`, scoped)
	p.expect(t, "csm", "POST /napi/create/project", outside, 422, `ownerId":["validation.staff"]`)
	at := fmt.Sprint("/api/project/", p.newProject(t, "Welder"))
	p.expect(t, "csm", "PUT "+at, fmt.Sprintf(`{"ownerId":%d}`, scoped), 200, "")
	p.expect(t, "csm", "PUT "+at, fmt.Sprintf(`{"deputyId":%d}`, tech), 422, `"deputyId":["validation.staff"]`)
	p.expect(t, "csm", "PUT "+at, `{"deputyId":999999}`, 422, `"deputyId":["validation.staff"]`)
	p.expect(t, "csm", "POST "+at+"/assignOwner", fmt.Sprintf(`{"ownerId":%d}`, tech), 422,
		`"ownerId":["validation.staff"]`)
	p.expect(t, "csm", "GET "+at, "", 200, fmt.Sprintf(`"ownerId":%d`, scoped))
	p.expect(t, "csm", "GET /api/note/people?entity=project", "", 200, `"totalResults":3`)
	p.expect(t, "csm", fmt.Sprintf("GET /api/note/people?id=%d,%d", scoped, tech), "", 200, `"totalResults":2`)
}

func TestOwners_ClosedAccount_IsNoLongerOffered(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	id, _ := p.joined(t, "leaving@poolkeeper.example", `"roles":["a"]`)
	at := fmt.Sprint("/api/project/", p.newProject(t, "Welder"))
	p.expect(t, "csm", "PUT "+at, fmt.Sprintf(`{"ownerId":%v}`, id), 200, "")
	p.expect(t, "all", fmt.Sprint("DELETE /api/admin/", id), "", 204, "")
	p.expect(t, "csm", "GET "+at, "", 200, `(no longer there)"`)
	// what was not chosen anew stays
	p.expect(t, "csm", "PUT "+at, `{"title":"Welder, night shift"}`, 200, `(no longer there)"`)
}

func TestOwners_AssignedToMany_ArePreviewedAndUndone(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		csm, tech := p.staffID(t, "csm"), p.staffID(t, "tech")
		first, second := p.newProject(t, "Welder"), p.newProject(t, "Fitter")
		order := func(owner int, dry bool) string {
			return fmt.Sprintf(`{"filters":{"id":"%d,%d"},"input":{"ownerId":%d},"dryRun":%v}`, first, second, owner, dry)
		}
		p.expect(t, "csm", "POST /api/bulk/project/assignOwner", order(csm, true), 200, `"allowed":true`)
		p.expect(t, "csm", "POST /api/bulk/project/assignOwner", order(tech, true), 200, `"allowed":false`)
		p.expect(t, "csm", "GET /api/project?owner=me", "", 200, `"totalResults":0`)
		p.expect(t, "csm", fmt.Sprintf("POST /api/project/%d/assignOwner", first), fmt.Sprintf(`{"ownerId":%d}`, csm), 200,
			"")
		p.expect(t, "csm", "GET /api/project?owner=me", "", 200, `"totalResults":1`)
		p.expect(t, "csm", fmt.Sprintf("POST /api/undo/project/assignOwner/%d", first), "", 200, `"ownerId":null`)
	})
}
