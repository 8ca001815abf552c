package rates_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

func TestFormulas_SetOnSeveralLevels_NarrowestApplies(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		expect := func(what, pay, bill string, version any) {
			t.Helper()
			r := w.compute(rates.Case{TalentRate: amount(t, "85")})
			var id any
			if r.VersionID != nil {
				id = *r.VersionID
			}
			if rate(r.PayRate) != pay || rate(r.BillRate) != bill || id != version {
				t.Errorf("%s: pay %s, bill %s, version %v; want %s, %s, %v", what, rate(r.PayRate), rate(r.BillRate), id, pay, bill,
					version)
			}
		}
		expect("built in", "85", "95.63", nil)
		w.setClient(func(c *clients.Client) { c.BillRateFormula = "payRate + 1" })
		expect("the client's bill", "85", "86", int64(1))
		w.setEntity(func(e *clients.LegalEntity) { e.PayRateFormula = "talentRate - 5" })
		expect("the legal entity's pay", "80", "81", int64(2))
		w.setProject(func(p *projects.Project) { p.BillRateFormula = "payRate + 2" })
		expect("the project's bill", "80", "82", int64(3))
		w.setClient(func(c *clients.Client) { c.BillRateFormula = "payRate + 3" })
		expect("the client's bill does not count", "80", "82", int64(4))
		w.setProject(func(p *projects.Project) { p.BillRateFormula = "" })
		expect("the client's bill counts again", "80", "83", int64(5))
		w.setEntity(func(e *clients.LegalEntity) { e.PayRateFormula = ""; e.MarkupPct = amount(t, "20") })
		w.setClient(func(c *clients.Client) { c.BillRateFormula = "" })
		expect("the legal entity's markup", "85", "102", int64(7))
		w.setProject(func(p *projects.Project) { p.BillRateFormula = "payRate * 2"; p.PayRateFormula = "billRate / 2" })
		expect("a cycle", "none", "none", int64(8))
	})
}

func TestBreakdown_OfARate_ListsEveryStep(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		w.setClient(func(c *clients.Client) {
			c.BillRateFormula, c.VMSFee = "markup(payRate, markupPct) + vmsFee", amount(t, "0.9")
		})
		for _, tc := range []struct {
			project func(*projects.Project)
			c       rates.Case
			want    string
		}{
			{
				func(*projects.Project) {},
				rates.Case{TalentRate: amount(t, "85")},
				`{"currency":"EUR","formulaVersionId":1,"inputs":{"markupPct":12.5,"talentRate":85,"vmsFee":0.9},"steps":[{"expr":"talentRate","key":"payRate","value":85},{"exact":"96.525","expr":"markup(payRate, markupPct) + vmsFee","key":"billRate","value":96.53}],"unit":"Hr","warnings":[]}`,
			},
			{
				func(*projects.Project) {},
				rates.Case{TalentRate: amount(t, "680"), FromUnit: money.PerDay},
				`{"currency":"EUR","formulaVersionId":1,"inputs":{"markupPct":12.5,"talentRate":680,"vmsFee":0.9},"steps":[{"expr":"toUnit(talentRate, 'Day', 'Hr')","key":"talentRate","value":85},{"expr":"talentRate","key":"payRate","value":85},{"exact":"96.525","expr":"markup(payRate, markupPct) + vmsFee","key":"billRate","value":96.53}],"unit":"Hr","warnings":[]}`,
			},
			{
				func(p *projects.Project) { p.RateMax = amount(t, "90") },
				rates.Case{TalentRate: amount(t, "85")},
				`{"currency":"EUR","formulaVersionId":1,"inputs":{"markupPct":12.5,"talentRate":85,"vmsFee":0.9},"steps":[{"expr":"talentRate","key":"payRate","value":85},{"exact":"96.525","expr":"markup(payRate, markupPct) + vmsFee","key":"billRate","value":96.53}],"unit":"Hr","warnings":[{"code":"RATE_OUT_OF_RANGE","key":"billRate","max":90}]}`,
			},
			{
				func(*projects.Project) {},
				rates.Case{},
				`{"currency":"EUR","formulaVersionId":1,"inputs":{"markupPct":12.5,"talentRate":null,"vmsFee":0.9},"steps":[{"expr":"talentRate","key":"payRate","value":null},{"expr":"markup(payRate, markupPct) + vmsFee","key":"billRate","value":null}],"unit":"Hr","warnings":[{"code":"E_NULL_OPERAND","key":"payRate","name":"talentRate"},{"code":"E_NULL_OPERAND","key":"billRate","name":"payRate"}]}`,
			},
		} {
			w.setProject(tc.project)
			got, err := json.Marshal(w.compute(tc.c).Breakdown)
			if err != nil || string(got) != tc.want {
				t.Errorf("%v\n%s, want\n%s", err, got, tc.want)
			}
		}
	})
}

func TestVMSFee_InAnotherCurrencyThanTheProject_IsIgnoredWithAWarning(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		w.setClient(func(c *clients.Client) {
			c.BillRateFormula, c.VMSFee = "payRate + (vmsFee ?? 0)", amount(t, "5")
		})
		w.setProject(func(p *projects.Project) { p.Currency = "SEK" })
		r := w.compute(rates.Case{TalentRate: amount(t, "900")})
		warned := len(r.Warnings) == 1 && r.Warnings[0].Code == rates.Unit && r.Warnings[0].Name == "vmsFee"
		if rate(r.BillRate) != "900" || !warned {
			t.Errorf("bill %s, warnings %v; want 900 SEK without a fee of 5 EUR", rate(r.BillRate), r.Warnings)
		}
		w.setClient(func(c *clients.Client) { c.BillRateFormula = "payRate * 2" })
		if r = w.compute(rates.Case{TalentRate: amount(t, "900")}); len(r.Warnings) != 0 {
			t.Errorf("a formula without the fee warns: %v", r.Warnings)
		}
	})
}

func TestRounding_CurrencyAndUnit_DetermineTheDigits(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		for _, tc := range []struct {
			formula  string
			currency money.Currency
			cash     bool
			unit     money.RateUnit
			talent   string
			want     string
		}{
			{"talentRate", "EUR", false, "Hr", "85.005", "85.01"},
			{"talentRate", "EUR", false, "Hr", "85.0049", "85"},
			{"talentRate / 3", "EUR", false, "Hr", "10", "3.33"},
			{"talentRate", "CHF", false, "Hr", "85.02", "85.02"},
			{"talentRate", "CHF", true, "Hr", "85.02", "85"},
			{"talentRate", "CHF", true, "Hr", "85.025", "85.05"}, // first to 85.03
			{"talentRate", "CHF", true, "Hr", "85.0249", "85"},
			{"talentRate", "CHF", true, "Hr", "85.03", "85.05"},
			{"talentRate", "CHF", true, "Hr", "85.075", "85.1"},
			{"talentRate", "EUR", true, "Hr", "85.02", "85.02"}, // only francs have the step
			{"talentRate", "EUR", false, "Hr", "100000", "100000"},
			{"talentRate + 0.01", "EUR", false, "Hr", "100000", "E_RANGE"},
			{"talentRate", "EUR", false, "Day", "800000", "800000"},
			{"talentRate + 0.01", "EUR", false, "Day", "800000", "E_RANGE"},
			{"talentRate", "EUR", false, "Pr", "99999999.99", "99999999.99"},
			{"talentRate * 2", "EUR", false, "Pr", "99999999.99", "E_RANGE"},
			{"talentRate - 85", "EUR", false, "Hr", "85", "E_RANGE"},
			{"talentRate - 85", "EUR", false, "Hr", "85.004", "E_RANGE"}, // rounds to nothing
			{"talentRate - 86", "EUR", false, "Hr", "85", "E_RANGE"},
			{"talentRate / (hoursPerWeek - 40)", "EUR", false, "Hr", "85", "E_NULL_OPERAND"},
			{"talentRate / (daysPerWeek - 5)", "EUR", false, "Hr", "85", "E_DIV_ZERO"},
		} {
			w.setClient(func(c *clients.Client) { c.CHFCashRounding = tc.cash })
			w.setProject(func(p *projects.Project) {
				p.PayRateFormula, p.Currency, p.RateUnit = tc.formula, tc.currency, tc.unit
			})
			r := w.compute(rates.Case{TalentRate: amount(t, tc.talent)})
			got := rate(r.PayRate)
			if r.PayRate == nil {
				got = string(r.Warnings[0].Code)
			}
			if got != tc.want {
				t.Errorf("%s of %s %s per %s, cash %v: %s, want %s", tc.formula, tc.talent, tc.currency, tc.unit, tc.cash, got,
					tc.want)
			}
		}
	})
}

func TestFormulas_Variables_ReadTheirRecords(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		w.setClient(func(c *clients.Client) { c.MSPFeePct = amount(t, "3") })
		w.setProject(func(p *projects.Project) {
			p.HoursPerWeek, p.Positions, p.RateMin = amount(t, "35"), 4, amount(t, "40")
		})
		tier := int64(2)
		msp := rates.Case{IsMSP: true, Tier: &tier, MSPFeePct: amount(t, "4")}
		for formula, want := range map[string][2]string{ // without an MSP, with one
			"isMsp ? tier : 9":                           {"9", "2"},
			"mspFeePct":                                  {"3", "4"},
			"hoursPerWeek":                               {"35", "35"},
			"hoursPerDay * daysPerWeek + positions":      {"44", "44"},
			"rateMin + (rateMax ?? 1)":                   {"41", "41"},
			"unit == 'Hr' and currency == 'EUR' ? 1 : 2": {"1", "1"},
			"vmsFeePct ?? platformFeePct ?? marginPct ?? vmsFee ?? 5": {"5", "5"},
		} {
			w.setProject(func(p *projects.Project) { p.PayRateFormula = formula })
			for i, c := range []rates.Case{{}, msp} {
				if got := rate(w.compute(c).PayRate); got != want[i] {
					t.Errorf("%s, with MSP %v: %s, want %s", formula, c.IsMSP, got, want[i])
				}
			}
		}
		w.setProject(func(p *projects.Project) { p.PayRateFormula = "hoursPerWeek" })
		if got := rate(w.compute(rates.Case{HoursPerWeek: amount(t, "20")}).PayRate); got != "20" {
			t.Errorf("the application's own hours: %s", got)
		}
	})
}

func TestRates_UnitOfTheFreelancer_IsConvertedToThatOfTheProject(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		for i, tc := range []struct {
			from, to     money.RateUnit
			talent, want string
		}{
			{"Day", "Hr", "680", "85 Hr"},
			{"Hr", "Mo", "50", "8666.6667 Mo"},
			{"Hr", "Hr", "50", "50 Hr"},
			{"", "Hr", "50", "50 Hr"},
			{"Pr", "Hr", "5000", "5000 Pr"}, // no conversion
			{"Hr", "Pr", "50", "50 Hr"},
		} {
			w.setProject(func(p *projects.Project) { p.RateUnit = tc.to })
			r := w.compute(rates.Case{TalentRate: amount(t, tc.talent), FromUnit: tc.from})
			if got := fmt.Sprintf("%s %s", rate(r.TalentRate), r.Unit); got != tc.want {
				t.Errorf("%d: %s, want %s", i, got, tc.want)
			}
			if (tc.from == "Pr") != (tc.to == "Pr") && (len(r.Warnings) == 0 || r.Warnings[0].Code != rates.Unit) {
				t.Errorf("%d: nobody is told: %v", i, r.Warnings)
			}
		}
	})
}

// Each key of a formula set is saved, read and reckoned with as what it is called, and no other key is known.
func TestFormulaKeys_PayAndBill_AreSavedReadAndComputed(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		w.setClient(func(c *clients.Client) { c.PayRateFormula, c.BillRateFormula = "talentRate - 5", "payRate + 20" })
		r := w.compute(rates.Case{TalentRate: amount(t, "85")})
		if rate(r.PayRate) != "80" || rate(r.BillRate) != "100" {
			t.Errorf("pay %s, bill %s", rate(r.PayRate), rate(r.BillRate))
		}
		w.setClient(func(c *clients.Client) { c.PayRateFormula, c.BillRateFormula = "billRate - 20", "talentRate + 15" })
		r = w.compute(rates.Case{TalentRate: amount(t, "85")})
		if rate(r.PayRate) != "80" || rate(r.BillRate) != "100" {
			t.Errorf("the other way round: pay %s, bill %s", rate(r.PayRate), rate(r.BillRate))
		}
	})
}
