package rates_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// A rate set by hand stands for its formula in everything else: the range, the limits, the other formula, and units.
func TestRates_SetByHand_ReplaceTheirFormula(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		w.setProject(func(p *projects.Project) { p.RateMin, p.RateMax = amount(t, "40"), amount(t, "150") })
		manual := func(text string, unit money.RateUnit) *rates.ManualRate {
			return &rates.ManualRate{Rate: *amount(t, text), Unit: unit}
		}
		for name, tc := range map[string]struct {
			hand             rates.ManualRates
			pay, bill, codes string
		}{
			"bill":            {rates.ManualRates{Bill: manual("120", "")}, "85", "120", ""},
			"bill, per day":   {rates.ManualRates{Bill: manual("960", "Day")}, "85", "120", ""},
			"pay goes on":     {rates.ManualRates{Pay: manual("80", "Hr")}, "80", "90", ""},
			"rounded":         {rates.ManualRates{Bill: manual("120.005", "")}, "85", "120.01", ""},
			"nothing":         {rates.ManualRates{Bill: manual("0", "")}, "85", "none", "E_RANGE"},
			"next to nothing": {rates.ManualRates{Bill: manual("0.004", "")}, "85", "none", "E_RANGE"},
			"too much":        {rates.ManualRates{Bill: manual("200000", "")}, "85", "none", "E_RANGE"},
			"above limits":    {rates.ManualRates{Bill: manual("151", "")}, "85", "151", "RATE_OUT_OF_RANGE"},
			"no such unit":    {rates.ManualRates{Bill: manual("120", "Pr")}, "none", "120", "E_UNIT,E_UNIT"},
		} {
			r := w.compute(rates.Case{TalentRate: amount(t, "85"), Manual: tc.hand})
			var codes []string
			for _, one := range r.Warnings {
				codes = append(codes, string(one.Code))
			}
			if rate(r.PayRate) != tc.pay || rate(r.BillRate) != tc.bill || strings.Join(codes, ",") != tc.codes {
				t.Errorf("%s: pay %s, bill %s, %v", name, rate(r.PayRate), rate(r.BillRate), codes)
			}
			var names []string
			if tc.hand.Bill != nil {
				names = append(names, "billRate")
			}
			if tc.hand.Pay != nil {
				names = append(names, "payRate")
			}
			if got := fmt.Sprint(r.Breakdown["byHand"]); got != fmt.Sprint(names) {
				t.Errorf("%s: %s are said to be set by hand", name, got)
			}
		}
	})
}

// What a breakdown calls a value is an amount, with four fraction digits; all of them stand beside it.
func TestBreakdown_Amounts_HaveFourFractionDigits(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		w.setClient(func(c *clients.Client) { c.HoursPerDay = *amount(t, "7") })
		r := w.compute(rates.Case{TalentRate: amount(t, "680"), FromUnit: money.PerDay})
		steps, err := json.Marshal(r.Breakdown["steps"])
		if want := `"value":97.1429`; err != nil || !strings.Contains(string(steps), want) ||
			!strings.Contains(string(steps), `"exact":"97.142857142857142857"`) {
			t.Errorf("steps %s: %v", steps, err)
		}
		a := w.apply(41, "85")
		w.write(func(ctx context.Context) error { // from a time when the project had another unit
			b := a
			b.TalentRate, b.RateUnit = amount(t, "680"), money.PerDay
			return w.applications.Table.Update(ctx, a, &b)
		})
		sample := w.ok("rate.sample", fmt.Sprintf(`{"clientId":"%d"}`, w.client.ID),
			"")["results"].([]any)[0].(map[string]any)
		if got := sample["inputs"].(map[string]any)["talentRate"]; got != 97.1429 {
			t.Errorf("the sample's rate is %v", got)
		}
	})
}

// A project that comes while an impact is computed belongs to it.
func TestImpact_ProjectCreatedMeanwhile_IsIncluded(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		w.apply(51, "85")
		impact := w.rates.ImpactOf(w.ctx(), t, rates.ClientSubject(w.client), rates.Pair{Bill: "markup(payRate, 20)"})
		var late projects.Project
		w.write(func(ctx context.Context) error {
			late = projects.NewProject()
			late.Title, late.ClientID, late.LegalEntityID, late.Currency = "Late", w.client.ID, w.entity.ID, "EUR"
			return w.projects.Create(ctx, &late)
		})
		w.project = late
		w.apply(52, "100")
		got, err := impact()
		if err != nil || got.Open != 2 || got.Changed != 2 || got.Min.String() != "6.37" || got.Max.String() != "7.5" {
			t.Errorf("impact %+v: %v", got, err)
		}
	})
}

// The warning of a bill rate follows the limits; the rest of a breakdown stays.
func TestBreakdown_LimitsChanged_UpdateItsWarning(t *testing.T) {
	t.Parallel()
	was := map[string]any{"unit": "Hr", "warnings": []any{
		map[string]any{"code": "E_NULL_OPERAND", "key": "payRate", "name": "talentRate"},
		map[string]any{"code": "RATE_OUT_OF_RANGE", "key": "billRate", "max": 90.0},
	}}
	for name, tc := range map[string]struct {
		low, high *decimal.Decimal
		want      string
	}{
		"inside": {amount(t, "50"), amount(t, "150"), `[{"code":"E_NULL_OPERAND","key":"payRate","name":"talentRate"}]`},
		"below": {
			amount(t, "101"), nil,
			`[{"code":"E_NULL_OPERAND","key":"payRate","name":"talentRate"},{"code":"RATE_OUT_OF_RANGE","key":"billRate","min":101}]`,
		},
	} {
		now, err := rates.Limited(was, amount(t, "100"), tc.low, tc.high)
		text, _ := json.Marshal(now["warnings"])
		if err != nil || string(text) != tc.want || now["unit"] != "Hr" || len(was["warnings"].([]any)) != 2 {
			t.Errorf("%s: %s, want %s: %v", name, text, tc.want, err)
		}
	}
	if none, err := rates.Limited(map[string]any{}, nil, nil, amount(t, "1")); err != nil ||
		fmt.Sprint(none["warnings"]) != "[]" {
		t.Errorf("without warnings: %v %v", none, err)
	}
}
