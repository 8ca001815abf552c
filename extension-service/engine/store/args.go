package store

import (
	"strconv"
	"strings"
)

// Args are the parameters of a statement that is put together piece by piece.
//
//	args := store.Args{projectID}
//	where := "project_id = $1 AND status = " + args.Add("open")
//	rows, err := db.Query(ctx, "SELECT id FROM tasks WHERE "+where, args...)
type Args []any

// Add appends a parameter and returns what stands for it.
func (a *Args) Add(v any) string {
	*a = append(*a, v)
	return "$" + strconv.Itoa(len(*a))
}

// OneOf is the list that a column is IN, with a parameter for each value, which arg names. No column is in an empty
// one.
func OneOf[T any](values []T, arg func(any) string) string {
	if len(values) == 0 {
		return "(NULL)"
	}
	marks := make([]string, len(values))
	for i, v := range values {
		marks[i] = arg(v)
	}
	return "(" + strings.Join(marks, ", ") + ")"
}
