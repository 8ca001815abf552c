package enginetest

import "poolkeeper.example/extension-service/engine/search"

// emails holds an engine to addresses as people write them: a domain is found by its letters and by the form in which
// it is stored, in any case, whether it is asked for exactly or in part.
func (t subject) emails() {
	t.load(
		book(1, 1, map[string]any{"contact": "müller@xn--bcher-kva.example"}),
		book(2, 1, map[string]any{"contact": "mueller@buecher.example"}),
		book(3, 1, map[string]any{"contact": []string{"ada@north.example", "Ada@xn--bcher-kva.example"}}))
	for text, want := range map[string][]int64{
		"müller@bücher.example":             {1},
		"MÜLLER@BÜCHER.EXAMPLE":             {1},
		"mu\u0308ller@bu\u0308cher.example": {1},
		"müller@xn--bcher-kva.example":      {1},
		"Müller@XN--BCHER-KVA.example":      {1},
		"müller@bücher。example":             {1},
		"ada@bücher.example":                {3},
		"mueller@buecher.example":           {2},
		"bücher.example":                    nil,
		"müller@bücher.example.example":     nil,
	} {
		q := term("contact", text)
		q.Terms[0].Exact = true
		t.expect(q, want...)
	}
	for text, want := range map[string][]int64{
		"bücher": {3, 1}, "@bücher.ex": {3, 1}, "müller@bücher.example": {1}, "ada@xn--bcher-kva.example": {3}, "north": {3},
	} {
		t.expect(term("contact", text), want...)
	}
	both := search.Query{Terms: []search.Term{{
		Field:  "contact",
		Values: []string{"müller@bücher.example", "ada@bücher.example"}, Exact: true,
	}}}
	t.expect(both, 3, 1)
}
