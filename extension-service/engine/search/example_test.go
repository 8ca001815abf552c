package search_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/search/fts5"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

// cities is a source: it loads the rows that are to be indexed, and says what the index holds of them.
type cities []string

func (c cities) Documents(_ context.Context, ids []int64) ([]search.Document, error) {
	var out []search.Document
	for _, id := range ids {
		if id <= int64(len(c)) {
			out = append(out, search.Document{ID: id, Version: 1, Contents: search.ContentsOf(map[string]any{"name": c[id-1]})})
		}
	}
	return out, nil
}

func (c cities) IDs(_ context.Context, _, after int64, limit int) ([]int64, error) {
	var out []int64
	for id := after + 1; id <= int64(len(c)) && len(out) < limit; id++ {
		out = append(out, id)
	}
	return out, nil
}

func (cities) Changed(context.Context, time.Time) ([]int64, error) { return nil, nil }

func (cities) Schema() search.Schema {
	return search.Schema{Type: "city", SettingsVersion: 1, Fields: []search.Field{
		{Name: "name", Type: search.Text, Searchable: true, Sortable: true, Filterable: true},
	}}
}

// An index is built from its source, then read by its type. A part of a text is asked for between asterisks. Case and
// accents do not count.
func ExampleIndexes_Query() {
	ctx := context.Background()
	indexes, closeIt := indexesOf(ctx, &cities{"Köln", "Berlin", "Kolding"})
	defer closeIt()

	page, err := indexes.Query(ctx, "city", search.Request{
		Query: search.Terms(map[string]string{"name": "*KOL*"}), Sort: []search.Order{{Field: "name", Order: "asc"}},
	})
	if err != nil {
		panic(err)
	}
	for _, hit := range page.Hits {
		fmt.Println(hit.ID, hit.Text)
	}
	fmt.Println(page.Total, "of them")
	// Output:
	// 3 {"name":"Kolding"}
	// 1 {"name":"Köln"}
	// 2 of them
}

// What changes after that is noted in the outbox, whose relay publishes it: the current row is loaded and written.
func ExampleIndexes_Publish() {
	ctx := context.Background()
	source := &cities{"Köln"}
	indexes, closeIt := indexesOf(ctx, source)
	defer closeIt()

	*source = append(*source, "Zürich")
	if err := indexes.Publish(ctx, []store.OutboxMessage{{
		Topic: search.Topic, Entity: "city", EntityID: 2,
		Version: 1,
	}}); err != nil {
		panic(err)
	}
	page, err := indexes.Query(ctx, "city", search.Request{Filters: map[string]any{"name": []string{"zurich"}}})
	fmt.Println(page.Total, err)
	// Output: 1 <nil>
}

// indexesOf builds the index of a source, in a folder that closeIt removes.
func indexesOf(ctx context.Context, source search.Source) (indexes *search.Indexes, closeIt func()) {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	engine, err := fts5.Open(ctx, fts5.Folder{Path: dir, Owner: "example"}, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		panic(err)
	}
	indexes = search.New(engine, map[string]search.Source{"city": source}, slog.New(slog.NewTextHandler(io.Discard, nil)),
		time.Now)
	indexes.Settle = 0 // nothing else writes, so that a difference would be one
	if _, err := indexes.Rebuild(ctx, "city", search.Options{}); err != nil {
		panic(err)
	}
	return indexes, func() {
		engine.Close()
		os.RemoveAll(dir)
	}
}

// The panel writes what was typed as a query text, which Parse reads again: the exact value of a field, whatever is in
// it, or a part of it between asterisks.
func ExampleTerms() {
	fmt.Println(search.Terms(map[string]string{"name": "*furt*"}))
	text := search.Terms(map[string]string{"name": `Frankfurt "am Main"`, "id": "12", "country": ""})
	fmt.Println(text)
	terms, err := search.Parse(text, cities{}.Schema())
	fmt.Println(terms, err)
	// Output:
	// name:*furt*
	// id:12 AND name:"Frankfurt \"am Main\""
	// [{id [12] false} {name [Frankfurt "am Main"] true}] <nil>
}

// What leaves the grammar is refused, and so is a field that cannot be searched.
func ExampleParse() {
	_, err := search.Parse(`name:"Köln" OR name:"Bonn"`, cities{}.Schema())
	fmt.Println(fault.CodeOf(err))
	_, err = search.Parse(`mayor:"somebody"`, cities{}.Schema())
	fmt.Println(fault.CodeOf(err))
	// Output:
	// VALIDATION
	// UNKNOWN_FIELD
}

// The beginnings of words are what a short text is looked for at.
func ExampleWordStarts() {
	var starts []string
	search.WordStarts("new york", func(start string) { starts = append(starts, start) })
	slices.Sort(starts)
	fmt.Println(starts)
	// Output: [n ne y yo]
}
