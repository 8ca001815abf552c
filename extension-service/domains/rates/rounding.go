package rates

import (
	"github.com/cockroachdb/apd/v3"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
)

// style is how the result of a formula becomes a rate.
type style struct {
	unit     money.RateUnit
	currency money.Currency
	cash     bool // to the step coins have
}

var (
	cashStep   = Number{apd.New(5, -2)}
	mostHourly = Number{apd.New(100_000, 0)}
	mostFixed  = Number{apd.New(100_000_000, 0)}
)

// rounded is the final rounding: halves away from zero, to the currency's decimals and, with cash, to five hundredths.
func (s style) rounded(n Number) (Number, error) {
	n, err := quantised(n, int32(s.currency.Style().Decimals))
	if err != nil || !s.cash {
		return n, err
	}
	return roundTo([]Number{n, cashStep})
}

// roundRate is the rate that is kept. E_RANGE for one that nobody can mean.
func (s style) roundRate(n Number, h hours) (decimal.Decimal, error) {
	hourly, most := n, mostHourly
	if s.unit == money.PerProject {
		most = mostFixed
	} else if s.unit != money.PerHour {
		var err error
		if hourly, err = toUnit(n, s.unit, money.PerHour, h); err != nil {
			return 0, err
		}
	}
	d, ok := n.decimal()
	if !ok || n.d.Sign() <= 0 || hourly.d.Cmp(most.d) > 0 {
		return 0, &Error{Code: Range, Position: -1}
	}
	return d, nil
}
