package enginetest

import (
	"errors"
	"reflect"
	"slices"
	"sync"
	"time"

	"poolkeeper.example/extension-service/engine/search"
)

// eve is long before any run of the suite.
var eve = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)

func (t subject) source() {
	changed := eve.Add(123 * time.Millisecond)
	d := search.Document{
		ID: 1, Version: 7, ClientID: 2, LegalEntityID: 3, Changed: changed,
		Contents: search.ContentsOf(map[string]any{
			"title": "A <b>bold</b> title\n", "pages": int64(9007199254740993), "open": false, "tags": []string{"a", "b"},
			"place": map[string]any{"lat": 1.5, "lon": -2}, "size": nil, "unknown": "kept",
		}),
	}
	t.load(d)
	page, err := t.e.Query(t.Context(), index, search.Query{Size: 1})
	if err != nil || len(page.Hits) != 1 {
		t.Fatalf("%+v, %v", page, err)
	}
	h := page.Hits[0]
	if h.Version != 7 || h.ClientID != 2 || h.LegalEntityID != 3 || !h.Changed.Equal(changed) ||
		h.IndexedAt.Before(changed) {
		t.Errorf("got %+v", h)
	}
	if got, want := t.jsonOf(h.Contents), t.jsonOf(d.Contents); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func (t subject) jsonOf(contents search.Contents) string {
	t.Helper()
	text, err := search.Document{Contents: contents}.Text()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (t subject) wrongTypes() {
	t.load()
	for field, value := range map[string]any{
		"pages": "many", "open": "maybe", "price": "cheap",
		"title": map[string]any{},
	} {
		if err := t.e.Write(t.Context(), index, []search.Document{
			book(2, 1, nil),
			book(1, 1, map[string]any{field: value}),
		}); err == nil {
			t.Errorf("%s = %v was taken", field, value)
		}
	}
	t.expect(search.Query{IDs: []int64{1}})
}

func (t subject) aliases() {
	other := "book-v2-20260102000000"
	newer := Schema
	newer.SettingsVersion = 2
	ctx := t.Context()
	if err := errors.Join(t.e.Create(ctx, index, Schema), t.e.Create(ctx, other, newer)); err != nil {
		t.Fatal(err)
	}
	if t.e.Create(ctx, index, Schema) == nil {
		t.Error("an index was made twice")
	}
	if types, err := t.e.Types(ctx); err != nil || !slices.Contains(types, "book") {
		t.Errorf("the types are %v, %v", types, err)
	}
	for _, step := range []struct{ set, want map[string][]string }{
		{
			map[string][]string{"book": {index}, "book-write": {index}},
			map[string][]string{"book": {index}, "book-write": {index}},
		},
		{
			map[string][]string{"book-write": {index, other}},
			map[string][]string{"book": {index}, "book-write": {index, other}},
		},
		{
			map[string][]string{"book": {other}, "book-write": {other}, "book-previous": {index}},
			map[string][]string{"book": {other}, "book-write": {other}, "book-previous": {index}},
		},
		{map[string][]string{"book-previous": nil}, map[string][]string{"book": {other}, "book-write": {other}}},
	} {
		if err := t.e.Alias(ctx, step.set); err != nil {
			t.Fatal(err)
		}
		state, err := t.e.State(ctx, "book")
		if err != nil {
			t.Fatal(err)
		}
		got := map[string][]string{}
		for name, a := range state.Aliases {
			got[name] = slices.Sorted(slices.Values(a.Indexes))
			if a.Since.Before(eve) {
				t.Errorf("alias %s stands since %s", name, a.Since)
			}
		}
		if !reflect.DeepEqual(got, step.want) {
			t.Errorf("after %v: %v, want %v", step.set, got, step.want)
		}
		if !reflect.DeepEqual(state.Indexes, map[string]search.Schema{index: Schema, other: newer}) {
			t.Errorf("indexes %v", state.Indexes)
		}
	}
	if t.e.Alias(ctx, map[string][]string{"book": {index}, "book-write": {"none"}}) == nil {
		t.Error("an alias of no index was taken")
	}
	if state, err := t.e.State(ctx, "book"); err != nil || !slices.Equal(state.Aliases["book"].Indexes, []string{other}) {
		t.Errorf("half of a failed step stands: %v, %v", state.Aliases, err)
	}
}

func (t subject) drop() {
	ctx := t.Context()
	t.load(book(1, 1, map[string]any{"title": "to be dropped"}))
	if err := errors.Join(t.e.Alias(ctx, map[string][]string{"book": {index}}), t.e.Drop(ctx, index),
		t.e.Drop(ctx, index)); err != nil {
		t.Fatal(err)
	}
	state, err := t.e.State(ctx, "book")
	if err != nil || len(state.Indexes)+len(state.Aliases) > 0 {
		t.Errorf("left: %+v, %v", state, err)
	}
	if _, err := t.e.Query(ctx, index, search.Query{Size: 1}); err == nil {
		t.Error("a dropped index answers")
	}
	if t.e.Write(ctx, index, []search.Document{book(1, 1, nil)}) == nil {
		t.Error("a dropped index takes documents")
	}
	t.load(book(2, 1, map[string]any{"title": "anew"}))
	t.expect(search.Query{}, 2)
	t.expect(term("title", "dropped"))
}

func (t subject) testSeparation() {
	ctx := t.Context()
	other := "author-v1-20260101000000"
	schema := search.Schema{
		Type: "author", SettingsVersion: 1,
		Fields: []search.Field{{Name: "name", Type: search.Keyword, Searchable: true}},
	}
	t.load(book(1, 1, map[string]any{"title": "one"}))
	err := errors.Join(t.e.Create(ctx, other, schema),
		t.e.Write(ctx, other, []search.Document{
			{
				ID: 1, Version: 9,
				Contents: search.ContentsOf(map[string]any{"name": "Ada"}),
			},
			{ID: 5, Version: 1, Contents: search.ContentsOf(map[string]any{"name": "Eve"})},
		}),
		t.e.Refresh(ctx, other))
	if err != nil {
		t.Fatal(err)
	}
	t.expect(search.Query{}, 1)
	page, err := t.e.Query(ctx, other, search.Query{
		Size:  10,
		Terms: []search.Term{{Field: "name", Values: []string{"ada"}}},
	})
	if err != nil || page.Total != 1 || page.Hits[0].Version != 9 {
		t.Errorf("%+v, %v", page, err)
	}
	if state, err := t.e.State(ctx, "author"); err != nil || len(state.Indexes) != 1 {
		t.Errorf("%+v, %v", state, err)
	}
}

// testConcurrentReads reads while others write: every page is whole, and the last state is the highest version of each.
func (t subject) testConcurrentReads() {
	t.load()
	ctx := t.Context()
	var writers, readers sync.WaitGroup
	done := make(chan struct{})
	for w := range int64(4) {
		writers.Go(func() {
			for i := range int64(20) {
				version := (i*7+w)%20*4 + w + 1 // each writer in another order, together 1 to 80
				if err := t.e.Write(ctx, index, []search.Document{
					book(1, version, map[string]any{"title": "shared"}),
					book(100+w*20+i, 1, map[string]any{"title": "own"}),
				}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 2 {
		readers.Go(func() {
			for {
				if page, err := t.e.Query(ctx, index, search.Query{
					Size:  5,
					Terms: []search.Term{{Field: "title", Values: []string{"shared"}}},
				}); err != nil || page.Total > 1 {
					t.Errorf("%+v, %v", page, err)
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	writers.Wait()
	close(done)
	readers.Wait()
	if err := t.e.Refresh(ctx, index); err != nil {
		t.Fatal(err)
	}
	page, err := t.e.Query(ctx, index, search.Query{IDs: []int64{1}, Size: 1})
	if err != nil || len(page.Hits) != 1 || page.Hits[0].Version != 80 {
		t.Errorf("%+v, %v", page, err)
	}
	if n, err := t.e.Count(ctx, index, search.Query{}); n != 81 || err != nil {
		t.Errorf("count %d, %v", n, err)
	}
}
