package statemachine

import (
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Board shows a list in columns by these statuses, with some fields on each card. next is the step that usually comes
// next, by the status it begins at; statuses without one are left out.
func (k *Kind[T, S, F, E]) Board(next map[S]S, fields ...resource.Ref) *resource.Board {
	b := &resource.Board{Fields: fields, Next: map[string]string{}, Moves: map[string][]string{}}
	for from, to := range next {
		b.Next[string(from)] = string(to)
	}
	goesOn := map[string]bool{}
	for i := range k.Moves {
		x := &k.Moves[i]
		if !slices.Contains(x.By, Staff) {
			continue
		}
		for _, from := range x.From {
			b.Moves[string(from)] = append(b.Moves[string(from)], string(x.Request()))
			goesOn[string(from)] = goesOn[string(from)] || !x.Reverts
		}
	}
	var none S
	for _, status := range none.Enum().Values {
		if !goesOn[status] {
			b.Ends = append(b.Ends, status)
		}
	}
	return b
}
