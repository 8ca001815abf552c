package enginetest

import "poolkeeper.example/extension-service/engine/search"

func (t subject) order() {
	t.load(
		book(1, 1, map[string]any{
			"title": "Österreich", "pages": int64(9), "price": "10.5", "due": "2026-01-02",
			"open": true, "status": "b",
		}),
		book(2, 1, map[string]any{
			"title": "apple", "pages": int64(10), "price": "9.5", "due": "2026-01-01", "open": false,
			"status": "b",
		}),
		book(3, 1, map[string]any{
			"title": "Zebra", "pages": int64(-1), "price": "100", "due": "2025-12-31", "open": true,
			"status": "a",
		}),
		book(4, 1, map[string]any{"title": "Apple", "status": "a"}))
	for _, tc := range []struct {
		sort []search.Sort
		want []int64
	}{
		{nil, []int64{4, 3, 2, 1}},
		{[]search.Sort{{Field: "id"}}, []int64{1, 2, 3, 4}},
		{[]search.Sort{{Field: "id", Desc: true}}, []int64{4, 3, 2, 1}},
		{[]search.Sort{{Field: "title"}}, []int64{2, 4, 1, 3}},
		{[]search.Sort{{Field: "title", Desc: true}}, []int64{3, 1, 4, 2}},
		{[]search.Sort{{Field: "pages"}}, []int64{4, 3, 1, 2}},
		{[]search.Sort{{Field: "pages", Desc: true}}, []int64{2, 1, 3, 4}},
		{[]search.Sort{{Field: "price"}}, []int64{4, 2, 1, 3}},
		{[]search.Sort{{Field: "due", Desc: true}}, []int64{1, 2, 3, 4}},
		{[]search.Sort{{Field: "open"}, {Field: "pages", Desc: true}}, []int64{4, 2, 1, 3}},
		{[]search.Sort{{Field: "status"}, {Field: "id", Desc: true}}, []int64{4, 3, 2, 1}},
		{[]search.Sort{{Field: "status", Desc: true}, {Field: "id"}}, []int64{1, 2, 3, 4}},
	} {
		t.expect(search.Query{Sort: tc.sort}, tc.want...)
		q := search.Query{Sort: tc.sort, Terms: []search.Term{{Field: "status", Values: []string{"a", "b"}}}}
		t.expect(q, tc.want...)
	}
}

func (t subject) reorder() {
	one := func(id, version int64, title, pages any) search.Document {
		return book(id, version, map[string]any{"title": title, "pages": pages})
	}
	t.load(one(1, 1, "a", int64(1)), one(2, 1, "b", int64(2)), one(3, 1, "c", nil))
	byTitle, byPages := search.Query{Sort: []search.Sort{{Field: "title"}}},
		search.Query{Sort: []search.Sort{{Field: "pages"}}}
	t.write(one(1, 2, "d", int64(1)))
	t.expect(byTitle, 2, 3, 1)
	t.expect(byPages, 3, 1, 2)
	t.expect(term("title", "d"), 1)
	t.write(one(1, 3, "d", nil), one(3, 2, "c", int64(7)))
	t.expect(byTitle, 2, 3, 1)
	t.expect(byPages, 1, 2, 3)
	t.write(book(1, 4, map[string]any{"pages": int64(9)}))
	t.expect(byTitle, 1, 2, 3)
	t.expect(byPages, 2, 3, 1)
}

func (t subject) pages() {
	var docs []search.Document
	for id := int64(1); id <= 25; id++ {
		docs = append(docs, book(id, 1, map[string]any{"status": []string{"odd", "even"}[(id+1)%2], "title": "same"}))
	}
	t.load(docs...)
	for _, sort := range [][]search.Sort{nil, {{Field: "title", Desc: true}}} {
		for _, terms := range [][]search.Term{nil, {{Field: "title", Values: []string{"same"}}}} {
			q := search.Query{Sort: sort, Terms: terms, Size: 10}
			for _, want := range [][]int64{{25, 16}, {15, 6}, {5, 1}} {
				page, err := t.e.Query(t.Context(), index, q)
				if err != nil || page.Total != 25 {
					t.Fatalf("%+v: total %d, %v", q, page.Total, err)
				}
				if first, last := page.Hits[0].ID, page.Hits[len(page.Hits)-1].ID; first != want[0] || last != want[1] {
					t.Errorf("%+v: from %d to %d, want %v", q, first, last, want)
				}
				q.Offset += 10
			}
			t.expect(q)
		}
	}
	even := term("status", "even")
	even.Size, even.Offset = 5, 10
	t.expect(even, 4, 2)
	even.Size, even.Offset, even.Sort = 2, 1, []search.Sort{{Field: "title"}}
	t.expect(even, 4, 6)
}

func (t subject) ranges() {
	var docs []search.Document
	for id := int64(1); id <= 9; id++ {
		docs = append(docs, search.Document{
			ID: id, Version: id + 10, ClientID: id % 2,
			Contents: search.ContentsOf(map[string]any{"title": "all of them"}),
		})
	}
	t.load(docs...)
	up := []search.Sort{{Field: "id"}}
	t.expect(search.Query{Sort: up, After: 3, Size: 2}, 4, 5)
	t.expect(search.Query{Sort: up, After: 3, UpTo: 6}, 4, 5, 6)
	t.expect(search.Query{Sort: up, After: 3, UpTo: 8, ClientIDs: []int64{1}}, 5, 7)
	t.expect(search.Query{After: 3, UpTo: 6, Terms: []search.Term{{Field: "title", Values: []string{"all"}}}}, 6, 5, 4)
	t.expect(search.Query{After: 9})
	page, err := t.e.Query(t.Context(), index, search.Query{Sort: up, Size: 1, IDsOnly: true, NoTotal: true})
	if err != nil || page.Hits[0].ID != 1 || page.Hits[0].Version != 11 {
		t.Errorf("bare: %+v, %v", page, err)
	}
	page, err = t.e.Query(t.Context(), index, search.Query{Sort: up, After: 7, Size: search.MaxWindow, IDsOnly: true})
	if err != nil || page.Total != 2 || len(page.Hits) != 2 || page.Hits[1].ID != 9 || page.Hits[1].Version != 19 {
		t.Errorf("all bare: %+v, %v", page, err)
	}
	page, err = t.e.Query(t.Context(), index, search.Query{Sort: up, Size: 1, Raw: true, NoTotal: true})
	if err != nil || page.Hits[0].ID != 1 || page.Hits[0].Text != `{"title":"all of them"}` {
		t.Errorf("raw: %+v, %v", page, err)
	}
}
