package decimal_test

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/decimal"
)

func decimalOf(t *testing.T, text string) decimal.Decimal {
	t.Helper()
	d, err := decimal.Parse(text)
	if err != nil {
		t.Fatal(text, err)
	}
	return d
}

func TestDecimal_Round_FollowsTheRounding(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][4]string{ // half up, half even, down, up
		"0.125": {"0.13", "0.12", "0.12", "0.13"}, "0.135": {"0.14", "0.14", "0.13", "0.14"},
		"-0.125": {"-0.13", "-0.12", "-0.12", "-0.13"},
		"0.1249": {"0.12", "0.12", "0.12", "0.13"}, "0.1251": {"0.13", "0.13", "0.12", "0.13"}, "7": {"7", "7", "7", "7"},
		"0": {"0", "0", "0", "0"},
	} {
		for i, by := range []decimal.Rounding{decimal.HalfUp, decimal.HalfEven, decimal.Down, decimal.Up} {
			if got, err := decimalOf(t, text).Round(2, by); err != nil || got.String() != want[i] {
				t.Errorf("%s rounded by %d is %s, %v, want %s", text, by, got, err, want[i])
			}
		}
	}
}

// exactly is what big rational numbers say of a result with four digits, halves away from zero.
func exactly(r *big.Rat) string {
	var d decimal.Decimal
	if err := d.UnmarshalJSON([]byte(r.FloatString(4))); err != nil {
		return "range"
	}
	return d.String()
}

func TestDecimal_ProductsAndQuotients_AreThoseOfRationalNumbers(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(36, 1))
	for range 20_000 {
		a := decimal.Decimal(draw.Int64N(1<<draw.IntN(40)+1) - draw.Int64N(1<<draw.IntN(40)+1))
		b := decimal.Decimal(draw.Int64N(1<<draw.IntN(40)+1) - draw.Int64N(1<<draw.IntN(40)+1))
		x, y := big.NewRat(int64(a), 10_000), big.NewRat(int64(b), 10_000)
		text := func(d decimal.Decimal, err error) string {
			if err != nil {
				return "range"
			}
			return d.String()
		}
		if got, want := text(a.Mul(b, decimal.HalfUp)), exactly(new(big.Rat).Mul(x, y)); got != want {
			t.Fatalf("%s · %s is %s, want %s", a, b, got, want)
		}
		if b == 0 {
			continue
		}
		if got, want := text(a.Div(b, decimal.HalfUp)), exactly(new(big.Rat).Quo(x, y)); got != want {
			t.Fatalf("%s / %s is %s, want %s", a, b, got, want)
		}
	}
}

func TestDecimal_ResultThatDoesNotFit_IsAnError(t *testing.T) {
	t.Parallel()
	most := decimalOf(t, "99999999.9999")
	_, sum := decimal.Sum(most, decimalOf(t, "0.0001"))
	_, product := most.Mul(most, decimal.HalfUp)
	_, byZero := most.Div(0, decimal.HalfUp)
	for name, err := range map[string]error{"sum": sum, "product": product, "division by zero": byZero} {
		if !errors.Is(err, decimal.ErrRange) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got, err := decimal.Sum(decimalOf(t, "38.5"), decimalOf(t, "-0.5"), decimalOf(t, "2")); err != nil ||
		got.String() != "40" {
		t.Errorf("the sum is %s, %v", got, err)
	}
}
