package app_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/platform/role"
)

func TestAccess_RecordsOfAKind_AreFoundByNameWithinTheScope(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
	p.newProject(t, "Inside Harbour")
	p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Hidden Harbour","clientId":2}}`, 201, "")
	const path = "GET /api/access/records?entity="
	p.expect(t, "csm", path+"project&q=Harbour", "", 200, `"totalResults":2`)
	p.expect(t, "scoped", path+"project&q=Harbour", "", 200, `"totalResults":1`)
	p.expect(t, "scoped", path+"client&q=2", "", 200, `"results":[],"totalResults":0`)
	p.expect(t, "config", path+"client&q=Outside", "", 200, `"title":"Outside Ltd"`)
	p.expect(t, "content", path+"freelancer&q=a", "", 200, `"totalResults":0`)
	p.expect(t, "csm", path+"nope&q=a", "", 422, `"entity":["validation.oneOf"]`)
}

// A number finds nobody whom the asking person may not read.
func TestAccess_RecordsTheCallerMayNotRead_AreNotNamedByTheirID(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	id := p.newFreelancer(t, "noor@talent.example")
	account, _ := p.account(t, "csm")
	path := fmt.Sprintf("GET /api/access/records?entity=freelancer&q=%d", id)
	p.expect(t, "csm", path, "", 200, fmt.Sprintf(`"id":%d,`, id))
	for _, who := range []string{"content", "config", "tech"} {
		p.expect(t, who, path, "", 200, `"results":[],"totalResults":0`)
	}
	p.expect(t, "content", fmt.Sprintf("GET /api/access/records?entity=admin&q=%d", account), "", 200,
		`"results":[],"totalResults":0`)
}

// Of each kind of record that the panel offers one is found by its title, and some stand there before one types.
func TestAccess_EveryKindOfRecord_IsFound(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.fillBothSides(t)
	ctx := role.AsSystem(t.Context(), "test")
	sought := 0
	for _, r := range p.Registry.All() {
		ids, err := r.IDs(ctx, 0, 0, 1)
		if err != nil || len(ids) == 0 {
			continue
		}
		title, err := r.Label(ctx, ids[0])
		if err != nil {
			continue // it has no title
		}
		sought++
		for _, text := range []string{title, fmt.Sprint(ids[0]), ""} {
			q := url.Values{"entity": {r.Facts().Name}, "q": {text}}
			got := p.call(t, "all", "GET", "/api/access/records?"+q.Encode(), "")
			isThere := strings.Contains(string(got.body), fmt.Sprintf(`"id":%d,`, ids[0]))
			if !isThere && (text != "" || strings.Contains(string(got.body), `"totalResults":0`)) {
				t.Errorf("%s %d is not found by %q: %s", r.Facts().Name, ids[0], text, got.body)
			}
		}
	}
	if sought < 10 {
		t.Errorf("only %d kinds were sought", sought)
	}
}

// Somebody asks about what he may not see or do, and on behalf of colleagues, so that his own rights narrow nothing.
func TestAccess_KindsOfRecords_AreListedWhateverTheCallerMayRead(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	all := p.expect(t, "all", "GET /api/access/kinds", "", 200,
		`"name":"project","verbs":["read","create","update","delete"]`)
	for _, want := range []string{`"name":"pool"`, `"mobileNumber"`, `"changeStatus"`, `"name":"vmsMapping"`} {
		if !strings.Contains(string(all.body), want) {
			t.Errorf("%s is not among the kinds: %s", want, all.body)
		}
	}
	for _, who := range []string{"csm", "tech", "content", "config"} {
		if own := p.expect(t, who, "GET /api/access/kinds", "", 200, ""); string(own.body) != string(all.body) {
			t.Errorf("%s is offered other kinds: %s", who, own.body)
		}
	}
	p.expect(t, "config", "GET /api/access/field?entity=freelancer&field=mobileNumber", "", 200, `"role":"a","sees":true`)
}

func TestAccess_ReadersOfAField_AreNamedWithTheReason(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
	p.expect(t, "config", "GET /api/access/field?entity=client&field=markupPct", "", 200,
		`"needs":[["client.read"],["setting.read","formula.read"]]`)
	p.expect(t, "config", "GET /api/access/field?entity=client&field=markupPct", "", 200,
		`{"role":"d","sees":true,"by":["client.read","setting.read"],"missing":[]}`)
	p.expect(t, "config", "GET /api/access/field?entity=client&field=markupPct", "", 200,
		`{"role":"c","sees":false,"by":["client.read"],"missing":["setting.read","formula.read"]}`)
	scoped, _ := p.account(t, "scoped")
	for id, want := range map[int]string{
		1: `"sees":true,"by":["client.read"],"missing":[],"scope":{"inside":true`,
		2: `"sees":false,"by":["client.read"],"missing":[],"scope":{"inside":false,"by":""}`,
	} {
		got := p.expect(t, "config", fmt.Sprintf("GET /api/access/field?entity=client&field=name&id=%d", id), "", 200, "")
		_, own, _ := strings.Cut(string(got.body), fmt.Sprintf(`{"id":%d,`, scoped))
		if own, _, _ = strings.Cut(own, "}}"); !strings.Contains(own+"}}", want) {
			t.Errorf("client %d: %s", id, own)
		}
	}
	p.expect(t, "config", "GET /api/access/field?entity=client&field=nope", "", 422, `"field":["validation.oneOf"]`)
	p.expect(t, "config", "GET /api/access/field?entity=client&field=name&id=99", "", 404, "NOT_FOUND")
	p.expect(t, "csm", "GET /api/access/field?entity=client&field=name", "", 403, "adminUser.read")
}

func TestAccess_ChangesOfRights_AreListedBetweenTwoInstants(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	before := time.Now().Add(-time.Minute).UTC().Format(time.RFC3339)
	id, _ := p.account(t, "content")
	p.expect(t, "config", fmt.Sprintf("PUT /api/admin/%d", id), `{"firstName":"Renamed"}`, 200, "")
	p.expect(t, "config", fmt.Sprintf("PUT /api/admin/%d", id), `{"roles":["c","a"]}`, 200, "")
	list := p.expect(t, "config", fmt.Sprintf("GET /api/access/changes?since=%s&userId=%d", before, id), "", 200,
		`"field":"roles","before":["c"],"after":["a","c"]`).json(t)
	if list["totalResults"] != 1.0 {
		t.Errorf("a name is no right: %v", list)
	}
	p.expect(t, "config", "GET /api/access/changes?since="+before+"&until="+before, "", 422,
		`"until":["validation.after"]`)
	p.expect(t, "config", "GET /api/access/changes", "", 422, `"since":["validation.required"]`)
	p.expect(t, "csm", "GET /api/access/changes?since="+before, "", 403, "adminUser.read")
}

func TestAccess_TwoPeople_AreComparedByRolesScopeAndPermissions(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	scoped, _ := p.account(t, "scoped")
	tech, _ := p.account(t, "tech")
	request := fmt.Sprintf("GET /api/access/compare?userId=%d&otherId=%d", scoped, tech)
	for _, want := range []string{
		`"roles":[{"role":"a","has":[true,false]},{"role":"b","has":[false,true]}]`,
		`{"permission":"project.delete","has":[true,false]}`, `{"permission":"cron.manage","has":[false,true]}`,
		`{"permission":"dashboard.view","has":[true,true]}`, `"has":[true,false]}],"legalEntities":[]`,
	} {
		p.expect(t, "config", request, "", 200, want)
	}
	p.expect(t, "config", fmt.Sprintf("GET /api/access/compare?userId=%d&otherId=99999", scoped), "", 404, "NOT_FOUND")
	p.expect(t, "csm", request, "", 403, "adminUser.read")
}
