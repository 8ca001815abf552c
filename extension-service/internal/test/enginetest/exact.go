package enginetest

import (
	"strings"

	"poolkeeper.example/extension-service/engine/search"
)

// exactTexts holds an engine to equality: a text that is asked for exactly is the whole text of a field, or one text of
// a list, whatever its length, without regard to case and accents. A part of a text is not enough, nor are two texts
// together.
func (t subject) exactTexts() {
	long := strings.Repeat("A very long title of a project ", 40) + "in Köln"
	t.load(
		book(1, 1, map[string]any{"title": "Alf", "author": []string{"Alf Ek", "Åse Lund"}}),
		book(2, 1, map[string]any{"title": "Alfred", "author": []string{"Alf", "Ek"}}),
		book(3, 1, map[string]any{"title": "Ralf  ALF", "author": "Kestrel France SAS"}),
		book(4, 1, map[string]any{"title": "ÁLF", "author": "Kestrel France"}),
		book(5, 1, map[string]any{"title": long, "author": nil}),
		book(6, 1, map[string]any{"title": "A", "author": "5% *off*? \\_"}),
		book(7, 1, map[string]any{"title": "A b", "author": ""}),
		book(8, 1, map[string]any{"title": "Al"}))
	for _, tc := range []struct {
		field string
		any   []string
		want  []int64
	}{
		{"title", []string{"Alf"}, []int64{4, 1}},
		{"title", []string{"alfred"}, []int64{2}},
		{"title", []string{"ralf alf"}, []int64{3}},
		{"title", []string{"al"}, []int64{8}},
		{"title", []string{"a"}, []int64{6}},
		{"title", []string{"b"}, nil},
		{"title", []string{"lf"}, nil},
		{"title", []string{"*alf*"}, nil},
		{"title", []string{"al?"}, nil},
		{"title", []string{long}, []int64{5}},
		{"title", []string{long[1:]}, nil},
		{"title", []string{"in köln"}, nil},
		{"title", []string{"a", "alfred", "nobody"}, []int64{6, 2}},
		{"author", []string{"Kestrel France SA"}, nil},
		{"author", []string{"kestrel france"}, []int64{4}},
		{"author", []string{"Kestrel France SAS", "Kestrel France"}, []int64{4, 3}},
		{"author", []string{"alf ek"}, []int64{1}},
		{"author", []string{"ase lund"}, []int64{1}},
		{"author", []string{"alf"}, []int64{2}},
		{"author", []string{"ek"}, []int64{2}},
		{"author", []string{"Alf Ek Åse Lund"}, nil},
		{"author", []string{"Alf\nEk"}, []int64{1}},
		{"author", []string{"5% *off*? \\_"}, []int64{6}},
		{"author", []string{" "}, nil},
	} {
		q := term(tc.field, tc.any...)
		q.Terms[0].Exact = true
		t.expect(q, tc.want...)
		q.Sort = []search.Sort{{Field: "id", Desc: true}}
		q.Terms = append(q.Terms, search.Term{Field: "id", Values: []string{"1", "2", "3", "4", "5", "6", "7", "8"}})
		t.expect(q, tc.want...)
	}
	both := search.Query{Terms: []search.Term{
		{Field: "title", Values: []string{"alf"}},
		{Field: "author", Values: []string{"alf"}, Exact: true},
	}}
	t.expect(both, 2)
}
