package rates_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestFormulas_Written_AreVersioned(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		at := fmt.Sprintf(`{"scope":"client","id":"%d"}`, w.client.ID)
		first := w.ok("rate.formula", at, "")
		if first["version"] != 0.0 || fmt.Sprint(
			first["effective"]) != "map[billRateFormula:markup(payRate, markupPct ?? 0) + (vmsFee ?? 0) from:map[billRateFormula:system payRateFormula:system] payRateFormula:talentRate]" {
			t.Errorf("before anything is written: %v", first)
		}
		after := w.ok("rate.putFormula", at, `{"payRateFormula":"","billRateFormula":"payRate + 1","note":"flat fee"}`)
		if after["version"] != 1.0 || after["billRateFormula"] != "payRate + 1" {
			t.Errorf("after writing: %v", after)
		}
		if first["payRateFormula"] != nil || first["billRateFormula"] != nil || first["lastUpdated"] != nil ||
			after["payRateFormula"] != nil {
			t.Errorf("what is not set: %v %v", first, after)
		}
		if after["lastUpdated"] != "2026-11-21T09:00:00.000Z" || after["created"] != after["lastUpdated"] ||
			after["createdBy"] != "Config" || after["note"] != "flat fee" {
			t.Errorf("the set: %v", after)
		}
		w.setClient(func(c *clients.Client) { c.PayRateFormula = "talentRate - 1" }) // by the record itself
		got := w.ok("rate.formula", at, "")
		var seen []string
		for _, one := range got["versions"].([]any) {
			v := one.(map[string]any)
			seen = append(seen, fmt.Sprint(v["version"], "|", v["payRateFormula"], "|", v["billRateFormula"], "|", v["note"],
				"|", v["createdBy"], "|", v["created"]))
		}
		if want := []string{
			"2|talentRate - 1|payRate + 1||Config|2026-11-21T09:00:00.000Z",
			"1|<nil>|payRate + 1|flat fee|Config|2026-11-21T09:00:00.000Z",
		}; !slices.Equal(seen, want) {
			t.Errorf("versions %q, want %q", seen, want)
		}
		if e := w.refusal("STALE_VERSION", "rate.putFormula", strings.Replace(at, "{", `{"header If-Match":"\"1\"",`, 1),
			`{"payRateFormula":""}`); e.Details["changedBy"] != "Config" {
			t.Errorf("stale: %v", e.Details)
		}
		w.ok("rate.putFormula", strings.Replace(at, "{", `{"header If-Match":"\"2\"",`, 1),
			`{"payRateFormula":"","billRateFormula":"payRate + 1"}`)
		if again := w.ok("rate.putFormula", at,
			`{"payRateFormula":"","billRateFormula":"payRate + 1"}`); again["version"] != 3.0 {
			t.Errorf("nothing new is no version: %v", again["version"])
		}
	})
}

// badFormula is what a PUT of formulas is refused for; one that is not named inherits.
func (w *fixture) badFormula(at, body string) (field, code string, details map[string]any) {
	w.t.Helper()
	for _, name := range []string{"payRateFormula", "billRateFormula"} {
		if !strings.Contains(body, `"`+name+`":`) {
			body = strings.Replace(body, "{", `{"`+name+`":null,`, 1)
		}
	}
	_, _, err := w.call("rate.putFormula", at, body)
	if err == nil {
		return "", "", nil
	}
	for f, keys := range err.Fields {
		field, code = field+f+" ", code+keys[0]+" "
	}
	return strings.TrimSpace(field), strings.TrimSpace(code), err.Details
}

func TestFormulas_Invalid_AreNotSaved(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		at := fmt.Sprintf(`{"scope":"client","id":"%d"}`, w.client.ID)
		for body, want := range map[string]string{
			`{"payRateFormula":"talentRate +"}`:                                         "payRateFormula detail.E_SYNTAX",
			`{"billRateFormula":"payRate + foo"}`:                                       "billRateFormula detail.E_UNKNOWN_VARIABLE",
			`{"billRateFormula":"toUnit(payRate, 'Hrs', 'Hr')"}`:                        "billRateFormula detail.E_UNIT",
			`{"billRateFormula":"payRate * marginPct"}`:                                 "billRateFormula detail.E_NULL_OPERAND",
			`{"billRateFormula":"payRate - 60"}`:                                        "billRateFormula detail.E_RANGE",
			`{"billRateFormula":"payRate / abs(talentRate - 85)"}`:                      "billRateFormula detail.E_DIV_ZERO",
			`{"payRateFormula":"isMsp ? 0 : talentRate"}`:                               "payRateFormula detail.E_RANGE",
			`{"payRateFormula":"billRate * 0.9"}`:                                       "payRateFormula detail.E_CYCLE",
			`{"billRateFormula":"billRate * 0.9"}`:                                      "billRateFormula detail.E_CYCLE",
			`{"payRateFormula":"billRate * 0.9","billRateFormula":"talentRate * 1.2"}`:  " ",
			`{"billRateFormula":"clamp(markup(payRate, markupPct), rateMin, rateMax)"}`: " ",
		} {
			field, code, _ := w.badFormula(at, body)
			if got := field + " " + code; got != want {
				t.Errorf("%s: %q, want %q", body, got, want)
			}
		}
		_, _, details := w.badFormula(at, `{"billRateFormula":"payRate + foo"}`)
		if fmt.Sprint(details) != "map[code:E_UNKNOWN_VARIABLE name:foo position:10]" {
			t.Errorf("details: %v", details)
		}
		_, _, details = w.badFormula(at, `{"billRateFormula":"markup(payRate, markupPc)"}`)
		if details["suggestion"] != "markupPct" {
			t.Errorf("what was meant: %v", details)
		}
	})
}

func TestFormulas_CycleBelow_IsNamed(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		w.setClient(func(c *clients.Client) { c.PayRateFormula, c.BillRateFormula = "billRate * 0.9", "talentRate * 1.2" })
		w.setEntity(func(e *clients.LegalEntity) { e.PayRateFormula = "billRate * 0.8" })
		w.setProject(func(p *projects.Project) { p.PayRateFormula = "billRate * 0.7" })
		at := fmt.Sprintf(`{"scope":"client","id":"%d"}`, w.client.ID)
		field, code, details := w.badFormula(at, `{"payRateFormula":"talentRate","billRateFormula":"payRate * 1.2"}`)
		want := fmt.Sprintf("[{project %d Java} {legalentity %d Norrsken AB}]", w.project.ID, w.entity.ID)
		if got := fmt.Sprint(details["records"]); !strings.HasPrefix(code, "detail.E_CYCLE") ||
			len(strings.Fields(field)) != 2 || got != want {
			t.Errorf("the client: %s %s %s, want %s", field, code, got, want)
		}
		w.setEntity(func(e *clients.LegalEntity) { e.PayRateFormula, e.BillRateFormula = "", "talentRate" })
		w.setClient(func(c *clients.Client) { c.PayRateFormula = "" })
		w.setClient(func(c *clients.Client) { c.BillRateFormula = "" })
		if _, _, details = w.badFormula(`{"scope":"system"}`,
			`{"payRateFormula":"","billRateFormula":"payRate * 2"}`); details != nil {
			t.Errorf("the project's pay and the entity's bill do not meet the system's: %v", details)
		}
		w.setEntity(func(e *clients.LegalEntity) { e.BillRateFormula = "" })
		if _, _, details = w.badFormula(`{"scope":"system"}`,
			`{"payRateFormula":"","billRateFormula":"payRate * 3"}`); fmt.Sprint(details["records"]) != fmt.Sprintf(
			"[{project %d Java}]", w.project.ID) {
			t.Errorf("the system: %v", details)
		}
	})
}

func TestFormulas_OfTheSystem_ApplyWhereNoneIsSet(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		got := w.ok("rate.putFormula", `{"scope":"system"}`, `{"billRateFormula":"markup(payRate, 20)","note":"more"}`)
		if got["version"] != 1.0 || fmt.Sprint(got["effective"].(map[string]any)["payRateFormula"]) != "talentRate" {
			t.Errorf("the system's: %v", got)
		}
		r := w.compute(rates.Case{TalentRate: amount(t, "50")})
		if rate(r.BillRate) != "60" || r.VersionID == nil || *r.VersionID != 1 {
			t.Errorf("computed by the system's: %s %v", rate(r.BillRate), r.VersionID)
		}
		var n int
		if _, err := db.Row(t.Context(), []any{&n},
			"SELECT count(*) FROM audit WHERE entity = 'rateFormula' AND comment = 'more' AND changed = 'billRateFormula'"); err != nil ||
			n != 1 {
			t.Errorf("%d audit entries: %v", n, err)
		}
	})
}

func TestFormulas_CallerWithoutPermission_CannotWriteThem(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		client, system := fmt.Sprintf(`{"scope":"client","id":"%d"}`, w.client.ID), `{"scope":"system"}`
		const body = `{"billRateFormula":"payRate + 2"}`
		w.who = staff(role.CSM)
		w.refused("FORBIDDEN", "rate.putFormula", client, body)
		w.refused("FORBIDDEN", "rate.putFormula", system, body)
		w.who = staff(role.ConfigManager)
		w.ok("rate.putFormula", client, body)
		w.refused("FORBIDDEN", "rate.putFormula", `{"scope":"project","id":"1"}`, body)
		w.who.Scope = role.Scope{ClientIDs: []int64{w.client.ID + 100}}
		w.refused("NOT_FOUND", "rate.putFormula", client, body)
		w.refused("NOT_FOUND", "rate.formula", client, "")
		w.refused("NOT_FOUND", "rate.impact", `{}`, fmt.Sprintf(`{"scope":"client","id":%d}`, w.client.ID))
		w.refused("NOT_FOUND", "rate.sample", fmt.Sprintf(`{"clientId":"%d"}`, w.client.ID), "")
		w.refused("VALIDATION", "rate.formula", `{"scope":"pool","id":"1"}`, "")
		w.refused("VALIDATION", "rate.formula", `{"scope":"client"}`, "")
	})
}

func TestImpact_ChangedFormula_CountsItsApplications(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		for i := range 20 {
			w.apply(int64(i+1), "80")
		}
		odd := w.apply(30, "800")
		byHand := w.apply(31, "80")
		w.write(func(ctx context.Context) error {
			a := byHand
			a.BillRate, a.RateBreakdown = amount(t, "99"), map[string]any{"byHand": []string{"billRate"}}
			return w.applications.Table.Update(ctx, byHand, &a)
		})
		body := func(bill string) string {
			return fmt.Sprintf(`{"scope":"client","id":%d,"payRateFormula":"","billRateFormula":%q}`, w.client.ID, bill)
		}
		for bill, want := range map[string]string{
			"markup(payRate, 12.5)": "changed:0 failed:0 max:<nil> median:<nil> min:<nil> open:21 outliers:[]",
			"markup(payRate, 20)": fmt.Sprintf(
				"changed:21 failed:0 max:60 median:6 min:6 open:21 outliers:[map[from:900 handle:%s id:%d to:960]]", odd.Handle,
				odd.ID),
			"payRate * 500": "changed:21 failed:1 max:39910 median:39910 min:39910 open:21 outliers:[]",
		} {
			if got := fmt.Sprint(w.ok("rate.impact", `{}`, body(bill))); got != "map["+want+"]" {
				t.Errorf("%s: %s, want %s", bill, got, want)
			}
		}
		w.refused("VALIDATION", "rate.impact", `{}`, body("payRate +"))
		m, status, err := w.call("rate.putFormula", fmt.Sprintf(`{"scope":"client","id":"%d"}`, w.client.ID),
			`{"billRateFormula":"markup(payRate, 20)","applyTo":"OPEN"}`)
		if err != nil || status != 202 || m["jobId"] != "job_1" ||
			fmt.Sprint(w.started) != fmt.Sprintf("[rate.apply application {client %d}]", w.client.ID) {
			t.Errorf("applied: %v %d %v %v", m, status, err, w.started)
		}
	})
}

func TestPreview_AnyFormula_ShowsItsResult(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		a := w.apply(1, "85")
		for body, want := range map[string]string{
			`{"formula":"markup(payRate, markupPct)","inputs":{"payRate":85,"markupPct":12.5}}`:   "map[currency:EUR inputs:map[markupPct:12.5 payRate:85] steps:[map[exact:95.625 expr:markup(payRate, markupPct) key:billRate value:95.63]] unit:Hr warnings:[]]",
			`{"formula":"isMsp ? 1e3 : -1","key":"payRate","inputs":{"isMsp":true},"unit":"Day"}`: "map[currency:EUR inputs:map[isMsp:true] steps:[map[expr:isMsp ? 1e3 : -1 key:payRate value:1000]] unit:Day warnings:[]]",
			`{"formula":"-5"}`: "map[currency:EUR inputs:map[] steps:[map[expr:-5 key:billRate value:-5]] unit:Hr warnings:[]]",
			fmt.Sprintf(`{"formula":"talentRate + markupPct + (marginPct ?? 0.5)","applicationId":%d,"inputs":{"marginPct":null}}`,
				a.ID): "map[currency:EUR inputs:map[marginPct:<nil> markupPct:12.5 talentRate:85] steps:[map[expr:talentRate + markupPct + (marginPct ?? 0.5) key:billRate value:98]] unit:Hr warnings:[]]",
		} {
			if got := fmt.Sprint(w.ok("rate.preview", `{}`, body)); got != want {
				t.Errorf("%s: %s, want %s", body, got, want)
			}
		}
		e := w.refusal("VALIDATION", "rate.preview", `{}`, `{"formula":"payRate * markupPct","inputs":{"payRate":1}}`)
		if fmt.Sprint(e.Details,
			e.Fields) != "map[code:E_NULL_OPERAND name:markupPct position:8] map[formula:[detail.E_NULL_OPERAND]]" {
			t.Errorf("a formula without a result: %v %v", e.Details, e.Fields)
		}
		w.refused("UNKNOWN_FIELD", "rate.preview", `{}`, `{"formula":"1","inputs":{"payrate":1}}`)
		w.refused("VALIDATION", "rate.preview", `{}`, `{"formula":"1","inputs":{"payRate":"1"}}`)
		w.refused("VALIDATION", "rate.preview", `{}`, `{"formula":"1","inputs":{"isMsp":1}}`)
		w.refused("VALIDATION", "rate.preview", `{}`, `{"formula":"1","inputs":{"payRate":0.`+strings.Repeat("0",
			1_000_000)+`1e1000000}}`)
		w.refused("NOT_FOUND", "rate.preview", `{}`, `{"formula":"1","applicationId":999}`)
		w.who = staff(role.ConfigManager)
		w.who.Permissions = []role.Permission{role.FormulaRead}
		w.refused("FORBIDDEN", "rate.preview", `{}`, fmt.Sprintf(`{"formula":"1","applicationId":%d}`, a.ID))
	})
}

func TestSample_OfAClient_ShowsApplicationsAndVariables(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		for i := range 12 {
			w.apply(int64(i+1), "80")
		}
		got := w.ok("rate.sample", fmt.Sprintf(`{"clientId":"%d"}`, w.client.ID), "")
		list := got["results"].([]any)
		first := list[0].(map[string]any)
		inputs := first["inputs"].(map[string]any)
		if len(list) != 10 || first["applicationId"] != 12.0 || inputs["talentRate"] != 80.0 || inputs["billRate"] != 90.0 ||
			inputs["isMsp"] != false || inputs["vmsFee"] != nil {
			t.Errorf("sample: %v", got)
		}
		if len(inputs) != 17 {
			t.Errorf("%d variables: %v", len(inputs), inputs)
		}
		if e := w.refusal("VALIDATION", "rate.sample", `{}`,
			""); fmt.Sprint(e.Fields) != "map[clientId:[validation.required]]" {
			t.Errorf("of no client: %v", e.Fields)
		}
	})
}

// Of several who change the formula of the system at the same moment each is told either that it is saved, or that
// somebody else was faster.
func TestFormulaOfTheSystem_ManyAtTheSameMoment_EachIsSavedOrStale(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		var saved atomic.Int64
		var group sync.WaitGroup
		for n := range 8 {
			group.Go(func() {
				for round := range 5 {
					body := fmt.Sprintf(`{"payRateFormula":"talentRate - %d"}`, 1+n+10*round)
					switch _, _, err := w.call("rate.putFormula", `{"scope":"system"}`, body); {
					case err == nil:
						saved.Add(1)
					case err.Code != "STALE_VERSION":
						t.Errorf("%s: %v", body, err)
					}
				}
			})
		}
		group.Wait()
		now := w.ok("rate.formula", `{"scope":"system"}`, "")
		if now["version"] != float64(saved.Load()) || saved.Load() == 0 {
			t.Errorf("%d were saved, and the version is %v", saved.Load(), now["version"])
		}
	})
}
