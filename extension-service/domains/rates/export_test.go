package rates

import (
	"context"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/decimal"
)

// ParseNumber reads a number in plain or scientific notation, exactly.
func ParseNumber(text string) (Number, error) {
	n, ok := literal(text)
	if !ok {
		return n, decimal.ErrSyntax
	}
	return n, nil
}

// Fixed writes the value with so many fraction digits, halves away from zero.
func Fixed(n Number, digits int32) string {
	q, err := quantised(n, digits)
	if err != nil {
		return n.String()
	}
	if q.d.IsZero() {
		q.d.Negative = false
	}
	return q.d.Text('f')
}

// ImpactOf prepares the impact of formulas of a record and returns what computes it.
func (s *Service) ImpactOf(ctx context.Context, t *testing.T, as Subject, to Pair) func() (Impact, error) {
	t.Helper()
	as.Pair = to
	record := recordRef{as.Scope, as.ID}
	f, err := s.planSetOf(ctx, record, &as)
	if err != nil {
		t.Fatal(err)
	}
	return func() (Impact, error) { return f.impact(ctx, record) }
}

// ClientSubject is a client with its formulas and variables.
var ClientSubject = clientSubject
