package clients_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/engine/admin/check"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type fixture struct {
	*clients.Service
	t         *testing.T
	db        *store.DB
	who       *role.Caller
	endpoints map[string]resource.Endpoint
}

func newFixture(t *testing.T, db *store.DB) *fixture {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC) }
	log := &audit.Log{DB: db, Now: now}
	w := &fixture{
		t: t, db: db, Service: clients.New(clients.Deps{DB: db, Audit: log.Record, Now: now}),
		endpoints: map[string]resource.Endpoint{},
	}
	registry := resource.NewRegistry(&resource.Runtime{
		Write: db.Write, Recheck: func(context.Context, *role.Caller) error {
			return nil
		}, Since: log.ChangesSince, History: log.History, Now: now,
	})
	registry.Add(clients.Resource(w.Service))
	registry.Add(clients.EntityResource(w.Service))
	if err := check.Declarations(registry.All()); err != nil {
		t.Fatal(err)
	}
	for _, e := range registry.Endpoints() {
		w.endpoints[e.Name] = e
	}
	return w
}

var (
	config = &role.Caller{
		Kind: role.Admin, ID: 1, Name: "Config",
		Permissions: role.PermissionsOf([]role.Role{role.ConfigManager}),
	}
	csm     = &role.Caller{Kind: role.Admin, ID: 2, Name: "CSM", Permissions: role.PermissionsOf([]role.Role{role.CSM})}
	content = &role.Caller{
		Kind: role.Admin, ID: 3, Name: "Content",
		Permissions: role.PermissionsOf([]role.Role{role.ContentEditor}),
	}
)

func scoped(s role.Scope) *role.Caller {
	c := *csm
	c.Scope = s
	return &c
}

// asCaller returns the same fixture with another caller.
func (w *fixture) asCaller(who *role.Caller) *fixture {
	other := *w
	other.who = who
	return &other
}

// call runs an endpoint by name; id goes into the path, query is "a=b&c=d".
func (w *fixture) call(name string, id any, query, body string) (map[string]any, *fault.Error) {
	w.t.Helper()
	e, ok := w.endpoints[name]
	if !ok {
		w.t.Fatalf("no endpoint %s", name)
	}
	queries := map[string]string{}
	for pair := range strings.SplitSeq(query, "&") {
		if k, v, ok := strings.Cut(pair, "="); ok {
			queries[k] = v
		}
	}
	none := func(string) string { return "" }
	r := &resource.Request{
		Method: e.Method, Path: e.Path, Body: []byte(body), Queries: queries, Header: none,
		Cookie: none, Param: func(string) string {
			return fmt.Sprint(id)
		},
	}
	out, err := e.Handle.Call(resource.WithExchange(role.With(w.t.Context(), w.who), r, &resource.Reply{}), r)
	if err != nil {
		return nil, fault.From(err)
	}
	text, err := json.Marshal(out)
	if err != nil {
		w.t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(text, &m); err != nil {
		w.t.Fatalf("%v\n%s", err, text)
	}
	return m, nil
}

func (w *fixture) ok(name string, id any, query, body string) map[string]any {
	w.t.Helper()
	m, err := w.call(name, id, query, body)
	if err != nil {
		w.t.Fatalf("%s: %v %v", name, err, err.Fields)
	}
	return m
}

func (w *fixture) refused(code, name string, id any, body string) {
	w.t.Helper()
	_ = w.refusal(code, name, id, body)
}

// refusal is refused, and what the caller was told.
func (w *fixture) refusal(code, name string, id any, body string) *fault.Error {
	w.t.Helper()
	m, err := w.call(name, id, "", body)
	if err == nil || err.Code != code {
		w.t.Fatalf("%s %s: want %s, got %v %v", name, body, code, err, m)
	}
	return err
}

func (w *fixture) contentMessages() (out []string) {
	w.t.Helper()
	rows, err := w.db.Query(w.t.Context(), "SELECT payload FROM outbox WHERE topic = 'content' ORDER BY id")
	if err != nil {
		w.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			w.t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

func TestClients_CreatedAndChanged_HaveDefaultsAndNotifyTheContentService(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		made := w.asCaller(config).ok("client.create", 0, "", `{"name":"Norrsken Bank","code":"NORRSKEN"}`)
		for name, want := range map[string]any{
			"currency": "EUR", "active": true, "timeZone": "Europe/Berlin",
			"isClassicLoginEnabled": true, "hoursPerDay": 8.0, "retentionDays": 730.0, "sendChannel": "MANUAL",
		} {
			if made[name] != want {
				t.Errorf("a new client has %s %v, want %v", name, made[name], want)
			}
		}
		id := made["id"]
		w.asCaller(config).refused("NAME_TAKEN", "client.create", 0, `{"name":"Norrsken Bank","code":"OTHER"}`)
		w.asCaller(config).refused("KEY_TAKEN", "client.create", 0, `{"name":"Other","code":"NORRSKEN"}`)
		bad := w.asCaller(config).refusal("VALIDATION", "client.create", 0,
			`{"name":"X","code":"lower","currency":"JPY","timeZone":"Mars/Base","isClassicLoginEnabled":false,"markupPct":100,"vmsConnectionId":1,"retentionDays":29}`)
		for _, field := range []string{
			"code", "currency", "timeZone", "isClassicLoginEnabled", "isAuth0LoginEnabled",
			"markupPct", "vmsConnectionId", "retentionDays",
		} {
			if bad.Fields[field] == nil {
				t.Errorf("%s is not named: %v", field, bad.Fields)
			}
		}
		after := w.asCaller(config).ok("client.update", id, "",
			`{"name":"Norrsken","code":"CHANGED","currency":"SEK","membershipTtlDays":null,"vmsFee":0.9}`)
		if after["code"] != "NORRSKEN" || after["membershipTtlDays"] != nil || after["vmsFee"] != 0.9 {
			t.Errorf("updated: %v", after)
		}
		w.asCaller(config).ok("client.update", id, "", `{"active":false}`)
		want := []string{
			fmt.Sprintf(`{"id":%v,"languages":["en"],"name":"Norrsken Bank"}`, id),
			fmt.Sprintf(`{"id":%v,"languages":["en"],"name":"Norrsken"}`, id),
		}
		if got := w.contentMessages(); !slices.Equal(got, want) {
			t.Errorf("told the content service %v, want %v", got, want)
		}
		if got := fmt.Sprint(w.asCaller(csm).ok("client.currency", id, "", "")); !strings.HasPrefix(got,
			"map[allowed:[EUR USD CHF GBP CNY CAD INR HKD SGD SEK] clientId:") ||
			!strings.HasSuffix(got, "currency:SEK decimals:2 symbol:kr]") {
			t.Errorf("currency: %s", got)
		}
		row := w.asCaller(csm).ok("client.list", 0, "name=norr", "")["results"].([]any)[0].(map[string]any)
		if len(row) != 10 || row["code"] != "NORRSKEN" || row["active"] != false {
			t.Errorf("row: %v", row)
		}
	})
}

func TestClients_CallerWithoutSettings_SeesNoneOfThem(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		id := w.asCaller(config).ok("client.create", 0, "",
			`{"name":"A","code":"A","markupPct":10,"ignoreOwnershipRestriction":true}`)["id"]
		seen := w.asCaller(content).ok("client.get", id, "", "")
		for _, hidden := range []string{
			"markupPct", "payRateFormula", "ignoreOwnershipRestriction", "timeZone",
			"retentionDays",
		} {
			if _, there := seen[hidden]; there {
				t.Errorf("content managers see %s", hidden)
			}
		}
		if seen["currency"] != "EUR" || seen["languages"] == nil {
			t.Errorf("content managers see too little: %v", seen)
		}
		if seen := w.asCaller(csm).ok("client.get", id, "", ""); seen["markupPct"] != 10.0 {
			t.Errorf("a CSM, who reads formulas, sees %v", seen)
		}
		w.asCaller(csm).refused("FORBIDDEN", "client.update", id, `{"name":"B"}`)
		only := *config
		only.Permissions = []role.Permission{role.ClientRead, role.ClientUpdate, role.FormulaRead}
		w.asCaller(&only).refused("FORBIDDEN", "client.update", id, `{"payRateFormula":"talentRate"}`)
		w.asCaller(&only).refused("FORBIDDEN", "client.update", id, `{"ignoreOwnershipRestriction":false}`)
		w.asCaller(&only).refused("FORBIDDEN", "client.create", 0, `{"name":"C","code":"C","billRateFormula":"payRate"}`)
		w.asCaller(&only).ok("client.update", id, "",
			`{"markupPct":11,"payRateFormula":"","ignoreOwnershipRestriction":true}`)
	})
}

func TestClients_FilterByFormulas_FindsThoseWithTheirOwn(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db).asCaller(config)
		add := func(code, formulas string) {
			w.ok("client.create", "", "", `{"name":"`+code+`","code":"`+code+`","currency":"EUR","timeZone":"Europe/Berlin"`+
				formulas+`}`)
		}
		add("NONE", "")
		add("PAY", `,"payRateFormula":"talentRate"`)
		add("BOTH", `,"payRateFormula":"talentRate","billRateFormula":"payRate"`)
		for query, want := range map[string]float64{
			"ownFormulas=true": 2, "ownFormulas=false": 1, "ownFormulas=": 3,
			"ownFormulas=false&code=PAY": 0,
		} {
			if got := w.ok("client.list", "", query, "")["totalResults"]; got != want {
				t.Errorf("%s: %v clients, want %v", query, got, want)
			}
		}
		if _, err := w.call("client.list", "", "ownFormulas=some", ""); err == nil || err.Fields["ownFormulas"] == nil {
			t.Errorf("a filter that is neither yes nor no: %v", err)
		}
	})
}

func TestLanguages_OfAClient_FollowTheContentService(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		made := w.asCaller(config).ok("client.create", 0, "", `{"name":"A","code":"A","languages":["fr"]}`)
		id := int64(made["id"].(float64))
		ctx := role.AsSystem(t.Context(), "content")
		for _, step := range []struct {
			isos    []string
			want    string
			version float64
		}{{[]string{"de", "en"}, "[de en]", 2}, {[]string{"de", "en"}, "[de en]", 2}, {nil, "[de en]", 2}} {
			if err := w.Languages(ctx, id, step.isos); err != nil {
				t.Fatal(err)
			}
			if got := w.asCaller(content).ok("client.get", id, "", ""); fmt.Sprint(got["languages"]) != step.want ||
				got["version"] != step.version {
				t.Errorf("after %v: %v at %v", step.isos, got["languages"], got["version"])
			}
		}
		if fmt.Sprint(made["languages"]) != "[en]" {
			t.Errorf("a new client speaks %v", made["languages"])
		}
		if len(w.contentMessages()) != 1 {
			t.Error("a mirrored language is told back")
		}
		if err := w.Languages(ctx, 999, []string{"de"}); fault.CodeOf(err) != "NOT_FOUND" {
			t.Errorf("of nobody: %v", err)
		}
	})
}

func TestLegalEntities_Scope_LimitsReadingAndWriting(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		a := w.asCaller(config).ok("client.create", 0, "", `{"name":"A","code":"A","currency":"CHF"}`)["id"]
		b := w.asCaller(config).ok("client.create", 0, "", `{"name":"B","code":"B"}`)["id"]
		first := w.asCaller(config).ok("legalEntity.create", 0, "",
			fmt.Sprintf(`{"clientId":%v,"name":"A One","code":"ONE","address":{"city":"Bern"}}`, a))
		second := w.asCaller(config).ok("legalEntity.create", 0, "",
			fmt.Sprintf(`{"clientId":%v,"name":"A Two","currency":"EUR"}`, a))
		w.asCaller(config).ok("legalEntity.create", 0, "", fmt.Sprintf(`{"clientId":%v,"name":"B One","code":"ONE"}`, b))
		w.asCaller(config).refused("KEY_TAKEN", "legalEntity.create", 0,
			fmt.Sprintf(`{"clientId":%v,"name":"Again","code":"ONE"}`, a))
		w.asCaller(config).refused("VALIDATION", "legalEntity.create", 0, `{"clientId":99,"name":"Nobody's"}`)
		if first["currency"] != "CHF" || second["currency"] != "EUR" || first["ignoreOwnershipRestriction"] != nil ||
			first["active"] != true {
			t.Errorf("made %v and %v", first, second)
		}
		after := w.asCaller(config).ok("legalEntity.update", first["id"], "",
			fmt.Sprintf(`{"clientId":%v,"currency":null,"ignoreOwnershipRestriction":false}`, b))
		if after["clientId"] != a || after["currency"] != "CHF" || after["ignoreOwnershipRestriction"] != false {
			t.Errorf("updated %v", after)
		}
		list := w.asCaller(csm).ok("client.legalEntities", a, "", "")
		if list["totalResults"] != 2.0 || list["results"].([]any)[0].(map[string]any)["name"] != "A Two" {
			t.Errorf("of A: %v", list)
		}
		if list = w.asCaller(csm).ok("client.legalEntities", a, "from=1&size=1&s=name:asc",
			""); len(list["results"].([]any)) != 1 {
			t.Errorf("second page: %v", list)
		}

		byClient := scoped(role.Scope{ClientIDs: []int64{int64(b.(float64))}})
		byEntity := scoped(role.Scope{LegalEntityIDs: []int64{int64(first["id"].(float64))}})
		if n := w.asCaller(byClient).ok("client.list", 0, "", "")["totalResults"]; n != 1.0 {
			t.Errorf("clients inside the scope: %v", n)
		}
		w.asCaller(byClient).refused("NOT_FOUND", "client.get", a, "")
		w.asCaller(byClient).refused("NOT_FOUND", "client.legalEntities", a, "")
		w.asCaller(byClient).refused("NOT_FOUND", "client.currency", a, "")
		if got := w.asCaller(byEntity).ok("client.get", a, "", ""); got["name"] != "A" {
			t.Errorf("the client of an entity in the scope: %v", got)
		}
		if n := w.asCaller(byEntity).ok("legalEntity.list", 0, "", "")["totalResults"]; n != 1.0 {
			t.Errorf("entities inside the scope: %v", n)
		}
		w.asCaller(byEntity).refused("NOT_FOUND", "legalEntity.get", second["id"], "")
	})
}
