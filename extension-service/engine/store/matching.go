package store

import (
	"fmt"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/query"
)

// Matching is the condition of filters on the columns of a table that a statement calls alias and no Table keeps.
func (a *Args) Matching(alias string, wanted []query.Cond) (string, error) {
	parts := []string{"1 = 1"}
	for _, c := range wanted {
		column := alias + "." + c.Field.Column
		switch {
		case len(c.Values) == 0:
			parts = append(parts, "1 = 0")
		case c.Op == query.AtLeast:
			parts = append(parts, column+" >= "+a.Add(c.Values[0]))
		case c.Op == query.AtMost:
			parts = append(parts, column+" <= "+a.Add(c.Values[0]))
		case c.Op == query.Is:
			parts = append(parts, column+" IN "+OneOf(c.Values, a.Add))
		default:
			return "", fmt.Errorf("store: no comparison %s on %s", c.Op, column)
		}
	}
	return strings.Join(parts, " AND "), nil
}
