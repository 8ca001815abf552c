package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/role"
)

// paySums and billSums are the formulas of the histories.
var (
	paySums = map[string]sum{
		"talentRate":     func(t, _, _, _ *big.Rat) *big.Rat { return t },
		"talentRate - 1": func(t, _, _, _ *big.Rat) *big.Rat { return plus(t, ratio(-1, 1)) },
		"billRate * 0.9": func(_, _, b, _ *big.Rat) *big.Rat { return multiply(b, ratio(9, 10)) },
	}
	billSums = map[string]sum{
		"markup(payRate, markupPct ?? 0) + (vmsFee ?? 0)": func(_, p, _, m *big.Rat) *big.Rat {
			return multiply(p, plus(ratio(1, 1), multiply(m, ratio(1, 100))))
		},
		"payRate + 10":       func(_, p, _, _ *big.Rat) *big.Rat { return plus(p, ratio(10, 1)) },
		"payRate / 3 * 4":    func(_, p, _, _ *big.Rat) *big.Rat { return multiply(p, ratio(4, 3)) },
		"talentRate * 1.317": func(t, _, _, _ *big.Rat) *big.Rat { return multiply(t, ratio(1317, 1000)) },
	}
)

// pricedApplication is an application as its record tells it.
type pricedApplication struct {
	Status                        string
	TalentRate, PayRate, BillRate *json.Number
	RateUnit, Currency            string
	RateOverride                  bool
	FormulaVersionID              int64
	RateBreakdown                 struct {
		Inputs   map[string]any
		Steps    []struct{ Key, Exact string }
		Warnings []struct{ Code string }
		ByHand   []string
	}
}

func (b pricedApplication) byHand(name string) bool {
	return slices.Contains(b.RateBreakdown.ByHand, name)
}

func (b pricedApplication) rates() string {
	return text(b.TalentRate) + " " + text(b.PayRate) + " " + text(b.BillRate)
}

func text(n *json.Number) string {
	if n == nil {
		return "none"
	}
	return n.String()
}

func exactly(n *json.Number) *big.Rat {
	if n == nil {
		return nil
	}
	out, _ := new(big.Rat).SetString(n.String())
	return out
}

// history is one life of a project and its applications, generated from a seed.
type history struct {
	*product
	t       *testing.T
	r       *rand.Rand
	project int
	priced  []int64
	was     map[int64]pricedApplication
	step    string
	sent    map[string]int // what was done while an application was being sent or had been
}

func (h *history) pick(list ...string) string { return list[h.r.IntN(len(list))] }

// read is an application now.
func (h *history) read(id int64) (b pricedApplication) {
	h.t.Helper()
	got := h.expect(h.t, "csm", fmt.Sprintf("GET /api/projectApplication/%d", id), "", 200, "")
	if err := json.Unmarshal(got.body, &b); err != nil {
		h.t.Fatal(err)
	}
	return b
}

// tryCall makes one call that may be refused, but never fails.
func (h *history) tryCall(who, request, body string) answer {
	h.t.Helper()
	h.step = request + " " + body
	method, path, _ := strings.Cut(request, " ")
	got := h.call(h.t, who, method, path, body)
	if got.status >= 500 {
		h.t.Fatalf("%s: %d %s", h.step, got.status, got.body)
	}
	return got
}

// next does one thing at random.
func (h *history) next() {
	h.t.Helper()
	id := h.priced[h.r.IntN(len(h.priced))]
	at, project := fmt.Sprintf("PUT /api/projectApplication/%d", id), fmt.Sprintf("PUT /api/project/%d", h.project)
	amount := fmt.Sprintf("%d.%02d", 20+h.r.IntN(200), h.r.IntN(100))
	switch h.r.IntN(14) {
	case 0:
		h.tryCall("csm", at, `{"talentRate":`+amount+`}`)
	case 1:
		h.tryCall("csm", at, `{"`+h.pick("payRate", "billRate")+`":`+h.pick(amount, amount, amount, "0", "0.004", "900000",
			"null")+`}`)
	case 2:
		h.tryCall("csm", at, `{"rateOverride":false,"message":"`+amount+`"}`)
	case 3:
		h.tryCall("csm", at, `{"talentRate":`+amount+`,"rateUnit":"`+h.pick("Hr", "Day")+`"}`)
	case 4, 5, 6:
		h.tryCall("csm", at+"/status", `{"status":"`+h.pick("s2c", "s2c", "s2c", "sp", "a", "a", "a", "w",
			"rm")+`","reason":"OTHER","comment":"as agreed"}`)
	case 7:
		h.tryCall("csm", project, `{"rateUnit":"`+h.pick("Hr", "Day")+`"}`)
	case 8:
		h.tryCall("csm", project, `{"currency":"`+h.pick("EUR", "CHF")+`","openAmounts":"`+h.pick("KEEP", "KEEP",
			"CLEAR")+`"}`)
	case 9:
		h.tryCall("csm", project, `{"rateMin":`+h.pick("null", "50")+`,"rateMax":`+h.pick("null", "90", "900")+`}`)
	case 10:
		h.tryCall("config", "PUT /api/client/1", `{"sendChannel":"`+h.pick("VMS", "MANUAL")+`"}`)
	case 11:
		h.changeInBulk()
	default:
		h.write()
	}
}

// changeInBulk changes all applications as a job, and now and then takes that back.
func (h *history) changeInBulk() {
	h.t.Helper()
	ids := strings.Join(strings.Fields(fmt.Sprint(h.priced)), ",")
	started := h.tryCall("csm", "POST /api/bulk/application/changeStatus",
		`{"filters":{"id":`+ids+`},"input":{"status":"`+h.pick("a", "a",
			"w")+`","reason":"OTHER","comment":"as agreed"},"dryRun":false}`)
	if started.status != 202 {
		return
	}
	job := fmt.Sprint(started.json(h.t)["statusUrl"])
	ended := []string{"COMPLETED", "COMPLETED_WITH_CONFLICTS", "UNDONE"}
	if done := h.polled(h.t, "csm", job, ended...); done["canUndo"] == true && h.r.IntN(3) > 0 {
		if h.tryCall("csm", "POST "+job+"/undo", "").status == 200 {
			h.polled(h.t, "csm", job, ended...)
		}
	}
	h.step = "many: POST /api/bulk/application/changeStatus"
}

// write changes formulas of a record, for new applications or for open ones too.
func (h *history) write() {
	h.t.Helper()
	who, scope := "config", h.pick("system", "client&id=1", fmt.Sprintf("project&id=%d", h.project))
	if strings.HasPrefix(scope, "project") {
		who = "csm"
	}
	pay := h.pick("", "talentRate", "talentRate - 1", "billRate * 0.9")
	bill := h.pick("", "payRate + 10", "payRate / 3 * 4", "talentRate * 1.317")
	apply := "NEW"
	if who == "config" {
		apply = h.pick("NEW", "OPEN")
	}
	got := h.tryCall(who, "PUT /api/rate/formula?scope="+scope,
		fmt.Sprintf(`{"payRateFormula":%q,"billRateFormula":%q,"applyTo":%q}`, pay, bill, apply))
	if got.status == 202 {
		h.finished(h.t, who, fmt.Sprint(got.json(h.t)["statusUrl"]))
	}
}

// inForce are the formulas a version id stands for: on the way up from the project, the last that each record said
// until then.
func (h *history) inForce(version int64) (pay, bill string) {
	h.t.Helper()
	pay, bill = "talentRate", "markup(payRate, markupPct ?? 0) + (vmsFee ?? 0)"
	rows, err := h.DB.Query(role.AsSystem(context.Background(), "test"), `
		SELECT v.pay_rate_formula, v.bill_rate_formula
		  FROM rate_versions v
		 WHERE v.id = (SELECT max(w.id) FROM rate_versions w WHERE w.scope = v.scope AND w.record_id = v.record_id AND w.id <= $1)
		   AND (v.scope = 'system' OR v.scope = 'client' AND v.record_id = 1 OR v.scope = 'project' AND v.record_id = $2)
		 ORDER BY CASE v.scope WHEN 'system' THEN 1 WHEN 'client' THEN 2 ELSE 3 END`, version, h.project)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var p, b string
		if err := rows.Scan(&p, &b); err != nil {
			h.t.Fatal(err)
		}
		if p != "" {
			pay = p
		}
		if b != "" {
			bill = b
		}
	}
	if err := rows.Err(); err != nil {
		h.t.Fatal(err)
	}
	return pay, bill
}

// expected are the rates that the formulas of an application come to, those set by hand as they are.
func (h *history) expected(b pricedApplication) (pay, bill *big.Rat) {
	h.t.Helper()
	payText, billText := h.inForce(b.FormulaVersionID)
	talent, markup := exactly(b.TalentRate), ratio(0, 1)
	for _, s := range b.RateBreakdown.Steps {
		if s.Key == "talentRate" && s.Exact != "" {
			talent, _ = new(big.Rat).SetString(s.Exact)
		}
	}
	if pct, there := b.RateBreakdown.Inputs["markupPct"].(float64); there {
		markup.SetFloat64(pct)
	}
	ofPay := func() {
		if pay = exactly(b.PayRate); !b.byHand("payRate") {
			pay = roundToCents(paySums[payText](talent, nil, bill, markup))
		}
	}
	ofBill := func() {
		if bill = exactly(b.BillRate); !b.byHand("billRate") {
			bill = roundToCents(billSums[billText](talent, pay, nil, markup))
		}
	}
	if strings.Contains(payText, "billRate") {
		ofBill()
		ofPay()
		return pay, bill
	}
	ofPay()
	ofBill()
	return pay, bill
}

// checkInvariants compares every application with what must be true of it whatever has happened.
func (h *history) checkInvariants() {
	h.t.Helper()
	var project struct {
		RateUnit, Currency string
		RateMin, RateMax   *json.Number
	}
	got := h.expect(h.t, "csm", fmt.Sprintf("GET /api/project/%d", h.project), "", 200, "")
	if err := json.Unmarshal(got.body, &project); err != nil {
		h.t.Fatal(err)
	}
	for _, id := range h.priced {
		b := h.read(id)
		wrong := func(format string, args ...any) {
			h.t.Fatalf("application %d (%s, %s %s/%s) after %s: %s\n%+v", id, b.Status, b.rates(), b.Currency, b.RateUnit,
				h.step, fmt.Sprintf(format, args...), b)
		}
		pay, bill := h.expected(b)
		if !equal(exactly(b.PayRate), pay) || !equal(exactly(b.BillRate), bill) {
			wrong("the formulas come to %v and %v", pay, bill)
		}
		if len(b.RateBreakdown.ByHand) > 0 != b.RateOverride {
			wrong("by hand %v, marked %v", b.RateBreakdown.ByHand, b.RateOverride)
		}
		if open := b.Status == "uc" || b.Status == "a"; open &&
			(b.RateUnit != project.RateUnit || b.Currency != project.Currency) {
			wrong("the project has %s/%s", project.Currency, project.RateUnit)
		}
		if b.Status == "sp" || b.Status == "s2c" {
			request, _, _ := strings.Cut(strings.Fields(strings.TrimPrefix(h.step, "many: "))[1], "?")
			h.sent[strings.Join(strings.Split(request, "/")[:3], "/")]++
		}
		h.unchanged(id, b, wrong)
		h.warned(b, exactly(project.RateMin), exactly(project.RateMax), project.RateUnit == b.RateUnit &&
			project.Currency == b.Currency, wrong)
		h.was[id] = b
	}
}

func equal(a, b *big.Rat) bool { return a == nil && b == nil || a != nil && b != nil && a.Cmp(b) == 0 }

// unchanged says what one step cannot have done: change what is being sent, or lose a rate that was set by hand.
func (h *history) unchanged(id int64, b pricedApplication, wrong func(string, ...any)) {
	had := h.was[id]
	roundTrip := strings.HasPrefix(h.step, "many") && b.Status != "sp" && b.Status != "s2c" // reconsidered, and taken back
	if had.Status == b.Status && b.Status != "uc" && b.Status != "a" && !roundTrip && had.rates() != b.rates() {
		wrong("it was %s", had.rates())
	}
	intended := strings.Contains(h.step, `"rateOverride":false`) || strings.Contains(h.step, "Rate\":null") ||
		strings.Contains(h.step, "CLEAR") || had.Currency != b.Currency
	for name, rates := range map[string][2]*json.Number{
		"payRate":  {had.PayRate, b.PayRate},
		"billRate": {had.BillRate, b.BillRate},
	} {
		if had.byHand(name) && !intended && !b.byHand(name) {
			wrong("%s was set by hand", name)
		}
		if had.byHand(name) && b.byHand(name) && had.RateUnit == b.RateUnit && !strings.Contains(h.step, name) &&
			text(rates[0]) != text(rates[1]) {
			wrong("%s was %s, set by hand", name, text(rates[0]))
		}
	}
}

// warned says that an application is warned of the limits exactly when its bill rate is beyond them.
func (h *history) warned(b pricedApplication, low, high *big.Rat, comparable bool, wrong func(string, ...any)) {
	if !comparable || b.Status != "uc" && b.Status != "a" && b.Status != "sp" {
		return
	}
	bill, isWarned := exactly(b.BillRate), false
	for _, w := range b.RateBreakdown.Warnings {
		isWarned = isWarned || w.Code == "RATE_OUT_OF_RANGE"
	}
	outside := bill != nil && (low != nil && bill.Cmp(low) < 0 || high != nil && bill.Cmp(high) > 0)
	if outside != isWarned {
		wrong("outside %v to %v: %v, warned: %v", low, high, outside, isWarned)
	}
}

// ready lets an application have everything that sending asks for.
func (h *history) ready(id int64) {
	h.t.Helper()
	at := fmt.Sprintf("/api/projectApplication/%d", id)
	person := h.expect(h.t, "csm", "GET "+at, "", 200, "").json(h.t)["freelancerId"]
	for _, step := range []struct{ request, body string }{
		{
			fmt.Sprintf("PUT /api/freelancer/%v", person),
			`{"skills":["Go","Kafka"],"languages":[{"code":"de","level":"C1"}],"description":"Builds things."}`,
		},
		{"PUT " + at + "/status", `{"status":"a","reason":"TALENT_DECISION"}`},
		{"PUT " + at, `{"hoursPerWeek":32,"availabilityFrom":"2027-01-04"}`},
		{"POST " + at + "/pdf", `{}`},
	} {
		h.expect(h.t, "csm", step.request, step.body, 200, "")
	}
}

// Whatever is done to an application, its project and its formulas: its rates agree with the formulas of the version it
// names, or say that they were set by hand. What is being sent or has been stays as it was.
func TestProveRates_AnyHistory_AgreeWithTheirFormulas(t *testing.T) {
	t.Parallel()
	first := stress.Rand(t).Uint64()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		p.expect(t, "config", "PUT /api/client/1", `{"sendChannel":"MANUAL","markupPct":12.5,"vmsFee":null}`, 200, `"MANUAL"`)
		sent := map[string]int{}
		for n := range stress.Size(3, 150) {
			for _, who := range []string{"csm", "config"} { // a session lives for a quarter of an hour
				token, err := signIn(p.Service, who)
				if err != nil {
					t.Fatal(err)
				}
				p.tokens[who] = token
			}
			h := &history{
				product: p, t: t, r: rand.New(rand.NewPCG(first+uint64(n), 8)),
				project: p.newProject(t, fmt.Sprint("Project ", n)), was: map[int64]pricedApplication{}, sent: sent,
			}
			for i := range 3 {
				id := p.newApplication(t, h.project, fmt.Sprintf("Person%d%d", n, i))
				h.ready(id)
				h.priced, h.was[id] = append(h.priced, id), h.read(id)
			}
			for range 60 {
				h.next()
				h.checkInvariants()
			}
		}
		for _, want := range []string{"/api/rate", "/api/project", "/api/projectApplication", "/api/bulk", "/api/client"} {
			if sent[want] == 0 {
				t.Errorf("%s never met an application that was sent: %v", want, sent)
			}
		}
		t.Logf("met applications that were sent: %v", sent)
	})
}
