package rates

import "poolkeeper.example/extension-service/resource"

// ParseNumber reads a number in plain or scientific notation, exactly.
func ParseNumber(text string) (Number, error) {
	n, ok := literal(text)
	if !ok {
		return n, resource.ErrDecimal
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
