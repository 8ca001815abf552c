package proof

import "slices"

// differences are the entries that are not as the chain has them.
type differences struct {
	gone, changed, added []leaf
	expected             map[sum]int64 // what those that are gone or changed said, by their ids
}

// mostDifferences are kept of a kind; those behind them are like them.
const mostDifferences = 10_000

// compare compares the entries that are there with those that the chain has. Both are in the order of their ids.
func (d *differences) compare(want, found []leaf) {
	for len(want) > 0 || len(found) > 0 {
		switch {
		case len(found) == 0 || len(want) > 0 && want[0].id < found[0].id:
			d.expect(want[0])
			d.gone, want = appendUpTo(d.gone, want[0]), want[1:]
		case len(want) == 0 || found[0].id < want[0].id:
			d.added, found = appendUpTo(d.added, found[0]), found[1:]
		default:
			if want[0].sum != found[0].sum {
				d.expect(want[0])
				d.changed = appendUpTo(d.changed, found[0])
			}
			want, found = want[1:], found[1:]
		}
	}
}

func appendUpTo(list []leaf, l leaf) []leaf {
	if len(list) == mostDifferences {
		return list
	}
	return append(list, l)
}

func (d *differences) expect(l leaf) {
	if d.expected == nil {
		d.expected = map[sum]int64{}
	}
	if len(d.expected) < mostDifferences {
		d.expected[l.sum] = l.id
	}
}

// name reports each of them, in the order of their ids.
func (d *differences) name(report func(format string, args ...any)) {
	type named struct {
		leaf

		what, from string
	}
	var all []named
	for _, kind := range []struct {
		list       []leaf
		what, from string
	}{
		{d.gone, "was removed", ""},
		{d.changed, "was changed", "was swapped: it says what entry %d said"},
		{d.added, "is not in the chain", "is not in the chain: it says what entry %d said"},
	} {
		for _, l := range kind.list {
			all = append(all, named{l, kind.what, kind.from})
		}
	}
	slices.SortFunc(all, func(a, b named) int { return int(a.id - b.id) })
	for _, n := range all {
		if from, is := d.expected[n.sum]; is && n.from != "" {
			report("entry %d "+n.from, n.id, from)
			continue
		}
		report("entry %d %s", n.id, n.what)
	}
}
