package move

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
)

// Sum is how many rows there are, and a sum over all of them in which their order does not count.
type Sum struct {
	Rows      int64
	high, low uint64
}

// String is the sum in hexadecimal digits.
func (s Sum) String() string { return fmt.Sprintf("%016x%016x", s.high, s.low) }

// add adds a row. encoded is room for it, which is returned.
func (s *Sum) add(row []any, encoded []byte) ([]byte, error) {
	encoded = encoded[:0]
	for _, value := range row {
		switch v := value.(type) {
		case nil:
			encoded = append(encoded, 0)
		case int64:
			encoded = binary.BigEndian.AppendUint64(append(encoded, 1), uint64(v))
		case string:
			encoded = append(binary.BigEndian.AppendUint64(append(encoded, 2), uint64(len(v))), v...)
		default:
			return encoded, fmt.Errorf("a value is %T, and neither a whole number nor a text", value)
		}
	}
	hash := sha256.Sum256(encoded)
	low, carry := bits.Add64(s.low, binary.BigEndian.Uint64(hash[:8]), 0)
	s.high, _ = bits.Add64(s.high, binary.BigEndian.Uint64(hash[8:16]), carry)
	s.low = low
	s.Rows++
	return encoded, nil
}

// counting sums rows on their way.
type counting struct {
	rows   rows
	report func(rows int64)
	sum    Sum
}

const reportEvery = 10_000 // rows

// all are the rows. Where one cannot be read, or is of another kind, it is the last.
func (c *counting) all(yield func([]any, error) bool) {
	var encoded []byte
	for row, err := range c.rows {
		if err == nil {
			encoded, err = c.sum.add(row, encoded)
		}
		if err == nil && c.sum.Rows%reportEvery == 0 {
			c.report(c.sum.Rows)
		}
		if !yield(row, err) || err != nil {
			return
		}
	}
}

// verify reads all tables of the target again.
func verify(ctx context.Context, to database, tables []table, copied []Table) error {
	for i, t := range tables {
		c := &counting{rows: to.rows(ctx, t), report: func(int64) {}}
		for _, err := range c.all {
			if err != nil {
				return fmt.Errorf("read table %s again: %w", t.name, err)
			}
		}
		if want := copied[i].Sum; c.sum != want {
			return fmt.Errorf("table %s had %d rows with the sum %s, and its copy has %d with %s", t.name, want.Rows, want,
				c.sum.Rows, c.sum)
		}
	}
	return nil
}

func copySequences(ctx context.Context, from database, to target) error {
	last, err := from.sequences(ctx)
	if err != nil {
		return err
	}
	for name, n := range last {
		if slices.Contains(own, name) {
			continue
		}
		if err := to.setSequence(ctx, name, n); err != nil {
			return fmt.Errorf("last id of table %s: %w", name, err)
		}
	}
	return nil
}

// compareTables orders tables by their names, after those that come first.
func compareTables(first []string, a, b string) int {
	later := func(name string) int {
		if slices.Contains(first, name) {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(later(a), later(b)), cmp.Compare(a, b))
}
