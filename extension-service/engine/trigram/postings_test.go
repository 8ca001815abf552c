package trigram

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// A set from which rows go and to which others come is the one that would be written of what is left and what came.
func TestPostings_MergedSets_EqualTheRemainingRows(t *testing.T) {
	t.Parallel()
	const at, first = 5<<atBits | 3, 3 << blockBits
	r := rand.New(rand.NewPCG(1, 2))
	drawn := func(n, rows int) (out []int64) {
		for range r.IntN(n + 1) {
			out = append(out, (first+r.Int64N(int64(rows)))<<placeBits|r.Int64N(4))
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	written := func(postings []int64) []byte {
		p := packing{last: blockStart(at)}
		for _, one := range postings {
			p.add(one)
		}
		return p.text
	}
	var p packing
	for range 20_000 {
		rows := 1 + r.IntN(1<<r.IntN(blockBits))
		had, came, gone := drawn(40, rows), drawn(8, rows), rowsOf(drawn(8, rows))
		left := slices.DeleteFunc(slices.Clone(had), func(p int64) bool { return slices.Contains(gone, rowOf(p)) })
		want := append(left, came...)
		slices.Sort(want)
		want = slices.Compact(want)
		isOther := p.merge(at, written(had), gone, came)
		if !bytes.Equal(p.text, written(want)) || isOther == slices.Equal(had, want) {
			t.Fatalf("%v without rows %v and with %v: %v, changed %v; want %v", had, gone, came, unpack(nil, at, p.text),
				isOther, want)
		}
	}
}
