package app_test

import (
	"math/big"
)

// sum is a formula, computed here in another way.
type sum func(talent, pay, bill, markup *big.Rat) *big.Rat

func ratio(a, b int64) *big.Rat { return big.NewRat(a, b) }

func multiply(x, y *big.Rat) *big.Rat {
	if x == nil || y == nil {
		return nil
	}
	return new(big.Rat).Mul(x, y)
}

func plus(x, y *big.Rat) *big.Rat {
	if x == nil || y == nil {
		return nil
	}
	return new(big.Rat).Add(x, y)
}

// roundToCents rounds halves away from zero to cents; nil for what is no rate.
func roundToCents(x *big.Rat) *big.Rat {
	if x == nil || x.Sign() <= 0 {
		return nil
	}
	out, _ := new(big.Rat).SetString(x.FloatString(2)) // which rounds that way
	if out.Sign() == 0 {
		return nil
	}
	return out
}
