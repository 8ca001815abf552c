package imports

import (
	"slices"
	"strings"
	"unicode"
)

// Column says what a column of a file is taken for, and what an empty cell of it means.
type Column[F ~string] struct {
	Heading string `json:"heading" check:"max=200"`
	Field   F      `json:"field"`  // none: it is left out
	Clears  bool   `json:"clears"` // an empty cell clears what is known; otherwise that stays
}

// Fields are what the columns of a file may be taken for.
type Fields[F ~string] struct {
	All, Needed []F
	IsNumber    func(f F) bool
	Words       func(f F) []string // what people call a field beside its name, as NormalizeHeading has it
}

// NormalizeHeading is a heading without case, spaces and marks.
func NormalizeHeading(heading string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// Named is the field that a heading names; "" for none.
func (fs Fields[F]) Named(heading string) F {
	normalized := NormalizeHeading(heading)
	if normalized == "" {
		return ""
	}
	for _, f := range fs.All {
		if normalized == NormalizeHeading(string(f)) {
			return f
		}
	}
	for _, f := range fs.All {
		if slices.Contains(fs.Words(f), normalized) {
			return f
		}
	}
	return ""
}

// Match takes each heading for what was chosen for it, else for what an earlier file had it for, else for what its name
// says. A field is taken from one column only.
func (fs Fields[F]) Match(head []string, chosen, last []Column[F]) []Column[F] {
	out, used := make([]Column[F], len(head)), map[F]bool{}
	for i, heading := range head {
		one := Column[F]{Heading: heading, Field: fs.Named(heading)}
		if c, known := ColumnCalled(chosen, heading, i); known {
			one = c
		} else if c, known := ColumnCalled(last, heading, i); known && len(chosen) == 0 {
			one = c
		}
		if one.Heading = heading; one.Field != "" && used[one.Field] {
			one.Field = ""
		}
		used[one.Field] = true
		out[i] = one
	}
	return out
}

// ColumnCalled finds a column by its heading; of several with the same one, that at the same place, if that is known.
func ColumnCalled[F ~string](list []Column[F], heading string, at int) (Column[F], bool) {
	same := func(c Column[F]) bool { return NormalizeHeading(c.Heading) == NormalizeHeading(heading) }
	if at >= 0 && at < len(list) && same(list[at]) {
		return list[at], true
	}
	i := slices.IndexFunc(list, same)
	if i < 0 || NormalizeHeading(heading) == "" {
		return Column[F]{}, false
	}
	return list[i], true
}

// missing are the fields that every row needs and no column is taken for.
func (fs Fields[F]) missing(columns []Column[F]) []F {
	return slices.DeleteFunc(slices.Clone(fs.Needed), func(f F) bool {
		return slices.ContainsFunc(columns, func(c Column[F]) bool { return c.Field == f })
	})
}
