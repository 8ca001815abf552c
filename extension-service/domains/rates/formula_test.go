package rates_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/domains/rates"
)

// vars reads "payRate=85 markupPct=null isMsp=true".
func vars(t *testing.T, text string) rates.Vars {
	t.Helper()
	out := rates.Vars{"isMsp": false, "unit": "Hr", "currency": "EUR"}
	for pair := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(pair, "=")
		switch value {
		case "null":
			out[name] = nil
		case "true", "false":
			out[name] = value == "true"
		default:
			n, err := rates.ParseNumber(value)
			if err != nil {
				t.Fatal(err)
			}
			out[name] = n
		}
	}
	return out
}

// compute is the result with two decimals, or the error.
func compute(formula string, vars rates.Vars) string {
	f, err := rates.Parse(formula)
	if err != nil {
		return "save " + short(err)
	}
	n, err := f.Run(vars)
	if err != nil {
		return short(err)
	}
	return rates.Fixed(n, 2)
}

func short(err error) string {
	if e, ok := errors.AsType[*rates.Error](err); ok {
		return strings.TrimSpace(string(e.Code) + " " + e.Name)
	}
	return err.Error()
}

func TestFormulas_SharedVectors_GiveTheSameResults(t *testing.T) {
	t.Parallel()
	const banded = "payRate > 100 ? markup(payRate, 8) : markup(payRate, 12)"
	for _, tc := range []struct{ formula, vars, want string }{
		{"payRate * (1 + markupPct / 100)", "payRate=85 markupPct=12.5", "95.63"},
		{"markup(payRate, markupPct) + vmsFee", "payRate=85 markupPct=12.5 vmsFee=0.90", "96.53"},
		{"margin(payRate, marginPct)", "payRate=85 marginPct=15", "100.00"},
		{"toUnit(talentRate, 'Day', 'Hr')", "talentRate=680 hoursPerDay=8", "85.00"},
		{"toUnit(talentRate, 'Hr', 'Mo')", "talentRate=50 hoursPerDay=8 daysPerWeek=5", "8666.67"},
		{"toUnit(talentRate, 'Hr', 'Week')", "talentRate=50 hoursPerWeek=35", "1750.00"},
		{"roundTo(markup(payRate, 7.7), 0.05)", "payRate=93.20", "100.40"},
		{"clamp(markup(payRate, markupPct), rateMin, rateMax)", "payRate=140 markupPct=20 rateMin=40 rateMax=150", "150.00"},
		{banded, "payRate=100", "112.00"},
		{banded, "payRate=100.01", "108.01"},
		{"markup(payRate, markupPct ?? 10)", "payRate=70 markupPct=null", "77.00"},
		{"round(2.345, 2)", "", "2.35"},
		{"round(-2.345, 2)", "", "-2.35"},
		{"payRate / 3 * 3", "payRate=10", "10.00"},
		{"-payRate + 100", "payRate=30", "70.00"},
		{"billRate / (1 + (mspFeePct + vmsFeePct) / 100)", "billRate=103.40 mspFeePct=2.5 vmsFeePct=0.9", "100.00"},
		{"billRate - pct(billRate, mspFeePct + vmsFeePct)", "billRate=100 mspFeePct=2.5 vmsFeePct=0.9", "96.60"},
		{"payRate / hoursPerWeek", "payRate=100 hoursPerWeek=0", "E_DIV_ZERO"},
		{"payRate * markupPct", "payRate=100 markupPct=null", "E_NULL_OPERAND markupPct"},
		{"payRate + foo", "payRate=100", "save E_UNKNOWN_VARIABLE foo"},
		{"toUnit(talentRate, 'Pr', 'Hr')", "talentRate=100", "E_UNIT Pr"},
	} {
		if got := compute(tc.formula, vars(t, tc.vars)); got != tc.want {
			t.Errorf("%s with %s: %s, want %s", tc.formula, tc.vars, got, tc.want)
		}
	}
}

func TestFormulas_AnyExpression_IsComputedExactlyOrRefused(t *testing.T) {
	t.Parallel()
	for formula, want := range map[string]string{
		// what a double would get wrong
		"0.1 + 0.2 == 0.3 ? 1 : 0":                      "1.00",
		"1.005 * 100":                                   "100.50",
		"9007199254740993 - 9007199254740992":           "1.00",
		"123456789012.0001 - 123456789012":              "0.00",
		"(123456789012.0001 - 123456789012) * 10000":    "1.00",
		"1 / 3 + 1 / 3 + 1 / 3 == 1 ? 1 : 2":            "2.00", // never rounded to a whole one on the way
		"round(1 / 3 + 1 / 3 + 1 / 3, 18) == 1 ? 1 : 2": "1.00",
		"0.000000000000000001 * 1000000000000000000":    "1.00",
		"1_000.5 + 1e3 + 1.5E-1":                        "2000.65",
		"-0.004":                                        "0.00",
		"- -5 + +3":                                     "8.00",
		"-2 * -3":                                       "6.00",
		// functions
		"abs(-3) + floor(2.9) + ceil(2.1) + floor(-2.1)":   "5.00",
		"min(3, 1, 2) + max(1, 9, 4) + min(7)":             "17.00",
		"round(2.5, 0) + round(-0.5, 0) + round(1.2345)":   "3.23",
		"roundTo(7.5, 5) + roundTo(-7.5, 5)":               "0.00",
		"clamp(5, 1, 3) + clamp(0, 1, 3) + clamp(2, 1, 3)": "6.00",
		"pct(200, 12.5)":         "25.00",
		"toUnit(85, unit, 'Hr')": "85.00",
		"100 | markup(10)":       "110.00",
		// conditions
		"isMsp ? 1 : unit == 'Hr' && currency != 'CHF' ? 2 : 3": "2.00",
		"not isMsp and !(1 > 2) or false ? 1 : 2":               "1.00",
		"isMsp == false ? 1 : 2":                                "1.00",
		"1 <= 1 ? (2 >= 3 ? 1 : (2 != 2.0 ? 3 : 4)) : 5":        "4.00",
		"if 2 < 1 { 1 } else { 2 }":                             "2.00",
		// operators at any depth, inside of calls too
		"abs(payRate - 120)":                  "20.00",
		"abs((isMsp ? payRate - 1 : 85) * 2)": "170.00",
		"max(payRate * 2 > 150 ? payRate / 4 : 1, (vmsFee ?? 3) + 1, -payRate - 2)": "25.00",
		"clamp(abs(1 - payRate) * 2, min(payRate + 1, 7) - 1, payRate * 3 - 1)":     "198.00",
		"abs(1 - 2 == -1 && payRate - 1 >= 99 ? payRate - 1 : 0)":                   "99.00",
		// nulls
		"vmsFee ?? rateMin ?? 7":          "7.00",
		"(isMsp ? payRate : vmsFee) ?? 5": "5.00",
		"vmsFee ?? 3 / 1":                 "save E_SYNTAX",
		"7 ?? (1 / 0)":                    "7.00", // the right side waits until it is needed
		"vmsFee":                          "E_NULL_OPERAND vmsFee",
		"-vmsFee":                         "E_NULL_OPERAND vmsFee",
		"vmsFee > 1 ? 1 : 2":              "E_NULL_OPERAND vmsFee",
		"max(1, vmsFee)":                  "E_NULL_OPERAND vmsFee",
		"1 + (isMsp ? 1 : rateMax)":       "E_NULL_OPERAND rateMax",
		"(vmsFee ?? rateMin) * 2":         "E_NULL_OPERAND rateMin",
		"toUnit(1, 'Day', 'Hr')":          "E_NULL_OPERAND hoursPerDay",
		"toUnit(1, 'Week', 'Hr')":         "E_NULL_OPERAND hoursPerDay",
		"toUnit(vmsFee, 'Week', 'Hr')":    "E_NULL_OPERAND vmsFee",
		// ranges
		"1 / (2 - 2)":               "E_DIV_ZERO",
		"roundTo(1, 0)":             "E_DIV_ZERO",
		"roundTo(1, -1)":            "E_RANGE",
		"margin(1, 100)":            "E_DIV_ZERO",
		"margin(1, 100.01)":         "E_RANGE",
		"clamp(1, 3, 2)":            "E_RANGE",
		"round(1, 1.5)":             "E_RANGE",
		"round(1, 19)":              "E_RANGE",
		"1e15 * 1e15":               "E_RANGE",
		"toUnit(1, 'EUR', 'Hr')":    "E_UNIT EUR",
		"toUnit(1, 'Hr', 'Pr')":     "E_UNIT Pr",
		"toUnit(1, 'Pr', 'Pr')":     "E_UNIT Pr",
		"toUnit(1, 'Stunde', 'Hr')": "save E_UNIT Stunde",
		"unit == 'hour' ? 1 : 2":    "save E_UNIT hour",
		// everything else is refused before it could run
		"":                               "save E_SYNTAX",
		"payRate +":                      "save E_SYNTAX",
		"len('EUR')":                     "save E_SYNTAX len",
		"sum([1, 2])":                    "save E_SYNTAX",
		"map(1..9, # * 2)":               "save E_SYNTAX",
		"all([1], true)":                 "save E_SYNTAX",
		"1..3":                           "save E_SYNTAX",
		"[1, 2][0]":                      "save E_SYNTAX",
		"{a: 1}.a":                       "save E_SYNTAX",
		"payRate.foo":                    "save E_SYNTAX",
		"payRate?.foo":                   "save E_SYNTAX",
		"$env.payRate":                   "save E_SYNTAX",
		"$env":                           "save E_SYNTAX $env",
		"let x = 2; x * x":               "save E_SYNTAX",
		"1; 2":                           "save E_SYNTAX",
		"2 ** 3":                         "save E_SYNTAX",
		"2 ^ 3":                          "save E_SYNTAX",
		"5 % 2":                          "save E_SYNTAX",
		"nil":                            "save E_SYNTAX",
		"vmsFee == nil ? 1 : 2":          "save E_SYNTAX",
		"0x1F":                           "save E_SYNTAX",
		"'EUR'":                          "save E_SYNTAX",
		"true":                           "save E_SYNTAX",
		"'EUR' + 'USD'":                  "save E_SYNTAX",
		"currency matches 'EUR' ? 1 : 2": "save E_SYNTAX",
		"currency in ['EUR'] ? 1 : 2":    "save E_SYNTAX",
		"1 < 2 < 3 ? 1 : 2":              "save E_SYNTAX",
		"isMsp ?: isMsp":                 "save E_SYNTAX",
		"isMsp ? 1 : unit":               "save E_SYNTAX",
		"payRate ? 1 : 2":                "save E_SYNTAX",
		"isMsp + 1":                      "save E_SYNTAX",
		"isMsp < true ? 1 : 2":           "save E_SYNTAX",
		"payRate == 'EUR' ? 1 : 2":       "save E_SYNTAX",
		"unit ?? 'Hr'":                   "save E_SYNTAX",
		"markup(1)":                      "save E_SYNTAX markup",
		"markup(1, 2, 3)":                "save E_SYNTAX markup",
		"markup(1, isMsp)":               "save E_SYNTAX markup",
		"min()":                          "save E_SYNTAX min",
		"min":                            "save E_SYNTAX min",
		"payRate(1)":                     "save E_SYNTAX payRate",
		"sqrt(2)":                        "save E_UNKNOWN_VARIABLE sqrt",
		"::abs(1)":                       "1.00",
		strings.Repeat("1+", 1000) + "1": "save E_SYNTAX",
		fmt.Sprintf("1%s", strings.Repeat("0", 40)): "save E_SYNTAX",
		"1e400": "save E_SYNTAX",
	} {
		if got := compute(formula, vars(t, "payRate=100")); got != want {
			t.Errorf("%s: %s, want %s", formula, got, want)
		}
	}
}

func TestFormulas_Error_NamesItsPosition(t *testing.T) {
	t.Parallel()
	for formula, want := range map[string]int{
		"payRate + foo":                  10,
		"payRate * markupPct":            8,
		"1 +\n  payRate / 0":             14,
		"'Day' == unit ? 1 : vmsFee + 1": 27,
		"payRate +":                      8,
	} {
		_, err := run(formula, vars(t, "payRate=100"))
		e, ok := errors.AsType[*rates.Error](err)
		if !ok || e.Position != want {
			t.Errorf("%s: %v, want position %d", formula, err, want)
		}
	}
}

func run(formula string, vars rates.Vars) (rates.Number, error) {
	f, err := rates.Parse(formula)
	if err != nil {
		return rates.Number{}, err
	}
	return f.Run(vars)
}

// Whatever is written, it is read or refused with a code, and computed within bounds.
func FuzzFormula(f *testing.F) {
	for _, seed := range []string{
		"markup(payRate, markupPct ?? 10) + vmsFee", "isMsp ? -1.5e3 : roundTo(payRate / 3, 0.05)", "((((1?:2)?:3)<4)<5)",
		"toUnit(1,'Day',unit)",
		"'\\u00e4' == currency", "1 | markup(2)", "let x = 1; x", "a.b?.c[0:1]", "#", "/* */ 1 // x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		formula, err := rates.Parse(source)
		if err == nil {
			_, err = formula.Run(vars(t, "payRate=100 hoursPerDay=8 daysPerWeek=5"))
		}
		if e, ok := errors.AsType[*rates.Error](err); err != nil && (!ok || !strings.HasPrefix(string(e.Code), "E_")) {
			t.Errorf("%q: %v", source, err)
		}
	})
}
