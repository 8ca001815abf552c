// Package enginetest holds the tests every search engine passes.
package enginetest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/platform/role"
)

// Schema is that of the indexes the suite makes: a field of every type.
var Schema = search.Schema{Type: "book", SettingsVersion: 1, Fields: []search.Field{
	{Name: "title", Type: search.Text, Searchable: true, Sortable: true, Filterable: true},
	{Name: "author", Type: search.Text, Searchable: true, Filterable: true},
	{Name: "contact", Type: search.Text, Searchable: true, IsEmail: true},
	{Name: "status", Type: search.Keyword, Searchable: true, Sortable: true, Filterable: true},
	{Name: "tags", Type: search.Keyword, Searchable: true, Filterable: true},
	{Name: "pages", Type: search.Long, Searchable: true, Sortable: true, Filterable: true},
	{Name: "price", Type: search.Double, Searchable: true, Sortable: true, Filterable: true},
	{Name: "open", Type: search.Boolean, Searchable: true, Sortable: true, Filterable: true},
	{Name: "due", Type: search.Date, Searchable: true, Sortable: true, Filterable: true},
	{Name: "place", Type: search.GeoPoint},
	{Name: "size", Type: search.Object},
}}

const index = "book-v1-20260101000000"

// Suite tests one engine; open answers an empty one and closes it when the test ends.
func Suite(t *testing.T, open func(t *testing.T) search.Engine) {
	t.Helper()
	for name, test := range map[string]func(subject){
		"versions":                    subject.versions,
		"a batch holds one id twice":  subject.twice,
		"more than one batch":         subject.large,
		"removal leaves no tombstone": subject.removal,
		"conditions":                  subject.conditions,
		"texts":                       subject.textMatches,
		"exact texts":                 subject.exactTexts,
		"emails":                      subject.emails,
		"scope":                       subject.scopes,
		"order":                       subject.order,
		"order after changes":         subject.reorder,
		"pages":                       subject.pages,
		"ranges of ids":               subject.ranges,
		"source is kept whole":        subject.source,
		"wrong types are refused":     subject.wrongTypes,
		"aliases":                     subject.aliases,
		"drop":                        subject.drop,
		"two indexes are apart":       subject.testSeparation,
		"readers beside a writer":     subject.testConcurrentReads,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(subject{t, open(t)})
		})
	}
}

// subject is one engine under one test.
type subject struct {
	*testing.T
	e search.Engine
}

// load makes the suite's index with these documents.
func (t subject) load(docs ...search.Document) {
	t.Helper()
	if err := t.e.Create(t.Context(), index, Schema); err != nil {
		t.Fatal(err)
	}
	t.write(docs...)
}

func (t subject) write(docs ...search.Document) {
	t.Helper()
	if err := errors.Join(t.e.Write(t.Context(), index, docs), t.e.Refresh(t.Context(), index)); err != nil {
		t.Fatal(err)
	}
}

func book(id, version int64, fields map[string]any) search.Document {
	return search.Document{ID: id, Version: version, Contents: search.ContentsOf(fields)}
}

func tombstone(id, version int64) search.Document {
	return search.Document{ID: id, Version: version, Deleted: true}
}

// expect compares the ids of a query in order, its total and the count of the same.
func (t subject) expect(q search.Query, want ...int64) {
	t.Helper()
	if q.Size == 0 {
		q.Size = 100
	}
	page, err := t.e.Query(t.Context(), index, q)
	if err != nil {
		t.Fatalf("query %+v: %v", q, err)
	}
	got := []int64{}
	for _, h := range page.Hits {
		got = append(got, h.ID)
	}
	if !slices.Equal(got, want) {
		t.Errorf("query %+v finds %v, want %v", q, got, want)
	}
	n, err := t.e.Count(t.Context(), index, q)
	if err != nil || n != page.Total {
		t.Errorf("query %+v: count %d (%v), but total %d", q, n, err, page.Total)
	}
	if q.Offset == 0 && len(want) < q.Size && n != int64(len(want)) {
		t.Errorf("query %+v: count %d, want %d", q, n, len(want))
	}
}

func term(field string, values ...string) search.Query {
	return search.Query{Terms: []search.Term{{Field: field, Values: values}}}
}

func (t subject) versions() {
	t.load(book(1, 5, map[string]any{"title": "first"}))
	for _, step := range []struct {
		name  string
		doc   search.Document
		title string // "" = not found
	}{
		{"an older write changes nothing", book(1, 4, map[string]any{"title": "older"}), "first"},
		{"the same version replaces", book(1, 5, map[string]any{"title": "second"}), "second"},
		{"a newer one replaces", book(1, 6, map[string]any{"title": "third"}), "third"},
		{"an older tombstone changes nothing", tombstone(1, 5), "third"},
		{"a tombstone deletes", tombstone(1, 8), ""},
		{"a late write does not resurrect", book(1, 7, map[string]any{"title": "late"}), ""},
		{"a tombstone may grow", tombstone(1, 9), ""},
		{"so that this is late, too", book(1, 8, map[string]any{"title": "late"}), ""},
		{"a newer write restores", book(1, 10, map[string]any{"title": "restored"}), "restored"},
		{"a tombstone for an unknown id", tombstone(2, 3), "restored"},
	} {
		t.write(step.doc)
		page, err := t.e.Query(t.Context(), index, search.Query{Size: 10})
		if err != nil {
			t.Fatal(err)
		}
		title := ""
		if len(page.Hits) > 0 {
			title, _ = page.Hits[0].Contents.Get("title").(string)
		}
		if title != step.title || page.Total != int64(len(page.Hits)) {
			t.Fatalf("%s: title %q of %d, want %q", step.name, title, page.Total, step.title)
		}
	}
	t.write(book(2, 2, map[string]any{"title": "late"}))
	t.expect(search.Query{}, 1)
	t.expect(term("title", "third"))
	t.expect(term("title", "restored"), 1)
}

func (t subject) twice() {
	t.load(
		book(1, 2, map[string]any{"title": "newer"}), book(1, 1, map[string]any{"title": "older"}),
		book(2, 1, map[string]any{"title": "older"}), book(2, 2, map[string]any{"title": "newer"}),
		book(3, 1, map[string]any{"title": "newer"}), tombstone(3, 2),
		tombstone(4, 1), book(4, 2, map[string]any{"title": "newer"}))
	t.expect(term("title", "newer"), 4, 2, 1)
	t.expect(term("title", "older"))
}

func (t subject) large() {
	docs := make([]search.Document, 2500)
	for i := range docs {
		docs[i] = book(int64(i+1), 1, map[string]any{
			"status": []string{"A", "B"}[i%2],
			"title":  fmt.Sprintf("volume %d", i+1),
		})
	}
	t.load(docs...)
	t.expect(search.Query{Size: 2}, 2500, 2499)
	q := term("status", "B")
	q.Size, q.Offset = 2, 1248
	t.expect(q, 4, 2)
	t.expect(term("title", "volume 2499"), 2499)
	q = term("title", "volume")
	q.Size, q.Offset = 2, 2
	t.expect(q, 2498, 2497)
	q.Sort = []search.Sort{{Field: "id"}}
	t.expect(q, 3, 4)
	if n, err := t.e.Count(t.Context(), index, term("status", "A")); n != 1250 || err != nil {
		t.Errorf("count %d, %v", n, err)
	}
}

func (t subject) removal() {
	t.load(book(1, 5, map[string]any{"title": "one"}), book(2, 5, nil), tombstone(3, 5))
	if err := errors.Join(t.e.Remove(t.Context(), index, []int64{1, 3, 99}), t.e.Refresh(t.Context(), index)); err != nil {
		t.Fatal(err)
	}
	t.expect(search.Query{}, 2)
	t.write(book(1, 1, map[string]any{"title": "one"}), book(3, 1, nil))
	t.expect(search.Query{}, 3, 2, 1)
	t.expect(term("title", "one"), 1)
}

func (t subject) conditions() {
	long := "a value far longer than any code, of the kind that people paste into a field meant for something else"
	t.load(
		book(1, 1, map[string]any{
			"status": "Open", "tags": []string{"go", "sql"}, "pages": int64(10), "price": "1.50",
			"open": true, "due": "2026-03-01",
		}),
		book(2, 1, map[string]any{
			"status": "CLOSED", "tags": []string{"go"}, "pages": int64(-20), "price": 2.25,
			"open": false, "due": "2026-03-02",
		}),
		book(3, 1, map[string]any{"status": long, "tags": []string{}, "pages": nil}),
		book(4, 1, map[string]any{"status": "Open", "title": "Open", "tags": []any{"c++", "Straße"}}))
	for _, tc := range []struct {
		field string
		any   []string
		want  []int64
	}{
		{"status", []string{"Open"}, []int64{4, 1}},
		{"status", []string{"OPEN"}, []int64{4, 1}},
		{"status", []string{"Ope"}, nil},
		{"status", []string{"Open", "closed"}, []int64{4, 2, 1}},
		{"status", []string{long}, []int64{3}},
		{"status", []string{long + "!"}, nil},
		{"tags", []string{"go"}, []int64{2, 1}},
		{"tags", []string{"sql"}, []int64{1}},
		{"tags", []string{"c++"}, []int64{4}},
		{"tags", []string{"c"}, nil},
		{"tags", []string{"strasse"}, []int64{4}},
		{"pages", []string{"10"}, []int64{1}},
		{"pages", []string{"-20"}, []int64{2}},
		{"price", []string{"1.5"}, []int64{1}},
		{"price", []string{"2.2500"}, []int64{2}},
		{"open", []string{"true"}, []int64{1}},
		{"open", []string{"false"}, []int64{2}},
		{"due", []string{"2026-03-02"}, []int64{2}},
		{"id", []string{"3"}, []int64{3}},
		{"id", []string{"99"}, nil},
	} {
		t.expect(term(tc.field, tc.any...), tc.want...)
	}
	both := search.Query{Terms: []search.Term{
		{Field: "tags", Values: []string{"go"}},
		{Field: "tags", Values: []string{"sql"}},
	}}
	t.expect(both, 1)
	both.Terms = append(both.Terms, search.Term{Field: "id", Values: []string{"2"}})
	t.expect(both)
	t.expect(search.Query{IDs: []int64{4, 1, 77}}, 4, 1)
	t.expect(search.Query{IDs: []int64{}})
	t.expect(search.Query{IDs: []int64{4, 1}, Terms: []search.Term{{Field: "id", Values: []string{"1"}}}}, 1)
}

func (t subject) textMatches() {
	t.load(
		book(1, 1, map[string]any{"title": "Größere Übung in Ökonomie", "author": "Łukasz Đorđević"}),
		book(2, 1, map[string]any{"title": "C++ and  C#,\tsaid \"Ana\"", "author": "50% off_now\\"}),
		book(3, 1, map[string]any{"title": "x", "author": "木村 拓哉"}),
		book(4, 1, map[string]any{"title": nil, "author": ""}))
	for _, tc := range []struct {
		field, text string
		want        []int64
	}{
		{"title", "grossere", []int64{1}},
		{"title", "GRÖSSERE ÜBUNG", []int64{1}},
		{"title", "rossere ubu", []int64{1}},
		{"title", "übung  in", []int64{1}},
		{"title", "konom", []int64{1}},
		{"title", "okonomie ubung", nil},
		{"title", "in", []int64{1}},
		{"title", "ub", []int64{1}},
		{"title", "Ü", []int64{1}},
		{"title", "bu", nil},
		{"title", "c+", []int64{2}},
		{"title", "c#", []int64{2}},
		{"title", "c", []int64{2}},
		{"title", "c-", []int64{2}}, // a hyphen is white space
		{"title", "an", []int64{2}},
		{"title", "c++", []int64{2}},
		{"title", "++ and c", []int64{2}},
		{"title", `"ana"`, []int64{2}},
		{"title", "x", []int64{3}},
		{"title", "lukasz", nil},
		{"author", "lukasz dord", []int64{1}},
		{"author", "50% off_now\\", []int64{2}},
		{"author", "50_", nil},
		{"author", "木村", []int64{3}},
		{"author", "木", []int64{3}},
		{"author", "木村 拓", []int64{3}},
		{"title", "' OR 1=1 --", nil},
		{"title", `x" OR title:"c`, nil},
		{"title", "gro*", nil},
		{"title", "nul\x00byte", nil},
		{"title", "NEAR(a b)", nil},
	} {
		t.expect(term(tc.field, tc.text), tc.want...)
	}
	t.expect(term("title", "konom", "c+", "x"), 3, 2, 1)
	t.expect(term("title", "konom", "ana"), 2, 1)
	t.expect(term("title", " "), 4, 3, 2, 1)
	t.expect(search.Query{Terms: []search.Term{
		{Field: "title", Values: []string{"ubung"}},
		{Field: "author", Values: []string{"lu"}},
	}}, 1)
	t.expect(search.Query{Terms: []search.Term{
		{Field: "title", Values: []string{"ubung"}},
		{Field: "author", Values: []string{"木"}},
	}})
}

func (t subject) scopes() {
	doc := func(id, client, legalEntity int64) search.Document {
		return search.Document{
			ID: id, Version: 1, ClientID: client, LegalEntityID: legalEntity,
			Contents: search.ContentsOf(map[string]any{"title": "a book"}),
		}
	}
	t.load(doc(1, 1, 0), doc(2, 1, 11), doc(3, 2, 21), doc(4, 2, 0), doc(5, 0, 0), doc(6, 11, 1))
	for _, tc := range []struct {
		clients, entities, chosen []int64
		want                      []int64
	}{
		{nil, nil, nil, []int64{6, 5, 4, 3, 2, 1}},
		{[]int64{1}, nil, nil, []int64{2, 1}},
		{[]int64{1}, []int64{21}, nil, []int64{3, 2, 1}},
		{nil, []int64{11}, nil, []int64{2}},
		{nil, []int64{1}, nil, []int64{6}},
		{nil, nil, []int64{2}, []int64{4, 3}},
		{nil, nil, []int64{1, 2}, []int64{4, 3, 2, 1}},
		{[]int64{1}, nil, []int64{2}, nil},
		{[]int64{1, 2}, nil, []int64{2}, []int64{4, 3}},
		{[]int64{9}, []int64{99}, nil, nil},
	} {
		q := search.Query{Scope: role.Scope{ClientIDs: tc.clients, LegalEntityIDs: tc.entities}, ClientIDs: tc.chosen}
		t.expect(q, tc.want...)
		q.Terms = []search.Term{{Field: "title", Values: []string{"book"}}}
		t.expect(q, tc.want...)
		q.Sort = []search.Sort{{Field: "title", Desc: true}}
		t.expect(q, tc.want...)
	}
	t.write(doc(1, 2, 0)) // a record that moves to another client
	t.expect(search.Query{ClientIDs: []int64{1}}, 2)
	t.expect(search.Query{ClientIDs: []int64{2}}, 4, 3, 1)
}
