package resource_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing/fstest"
	"time"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// book is a record: its fields are columns of the table, of the answers and of the forms.
type book struct {
	resource.Record
	Title string `json:"title" check:"required,max=80"`
	Pages int64  `json:"pages" check:"minvalue=1"`
}

var books = fstest.MapFS{"migrations/0001_books.sql": {Data: []byte(`-- +goose Up
CREATE TABLE books (
	id {{id}}, version BIGINT NOT NULL, created BIGINT NOT NULL, created_by {{text}} NOT NULL,
	last_updated BIGINT NOT NULL, last_updated_by {{text}} NOT NULL, deleted_at BIGINT,
	title {{text}} NOT NULL, pages BIGINT NOT NULL
);
`)}}

// A resource is declared once, with its fields named by their addresses. Its calls follow: here it is created and
// listed.
func ExampleDeclare() {
	ctx := role.With(context.Background(), &role.Caller{Kind: role.System})
	dir, err := os.MkdirTemp("", "example")
	orPanic(err)
	defer os.RemoveAll(dir)
	db, err := store.Open(ctx, filepath.Join(dir, "example.db"))
	orPanic(err)
	defer db.Close()
	orPanic(db.Migrate(ctx)) // the tables of the product
	orPanic(db.MigrateFrom(ctx, books, "books_version"))

	registry := resource.NewRegistry(&resource.Runtime{
		Write: db.Write, Recheck: func(context.Context, *role.Caller) error { return nil }, Now: time.Now,
	})
	b := new(book)
	registry.Add(resource.Declare(resource.Spec[book]{
		Name: "book", Of: b, Title: &b.Title, Columns: resource.Refs{&b.Title, &b.Pages},
		Filters: resource.Refs{resource.Filter("atLeast", query.AtLeast, &b.Pages)},
		Store: store.NewTable[book](db, store.Config{
			Name: "books", Entity: "book", Reach: store.Unscoped, Now: time.Now,
			Audit: func(context.Context, ...store.Entry) error { return nil },
		}),
		Access: resource.Access{Read: role.QuestionRead, Create: role.QuestionCreate},
	}))

	for _, body := range []string{`{"title": "Go in practice", "pages": 300}`, `{"title": "Gardening", "pages": 90}`} {
		send(ctx, registry, "POST", &resource.Request{Body: []byte(body)})
	}
	found := send(ctx, registry, "GET", &resource.Request{Queries: map[string]string{"atLeast": "100"}})
	var page struct {
		Results      []book `json:"results"`
		TotalResults int    `json:"totalResults"`
	}
	orPanic(json.Unmarshal(found, &page))
	fmt.Println(page.TotalResults, page.Results[0].Title)
	_, err = endpoint(registry, "POST").Handle.Call(ctx, request(&resource.Request{Body: []byte(`{"pages": 0}`)}))
	fmt.Println(err)
	// Output:
	// 1 Go in practice
	// VALIDATION: some fields are wrong
}

// endpoint finds a call of all books.
func endpoint(registry *resource.Registry, method string) resource.Endpoint {
	for _, e := range registry.Endpoints() {
		if e.Method == method && e.Path == "/api/book" {
			return e
		}
	}
	panic("no such call")
}

// request fills in what the edge takes from the network.
func request(r *resource.Request) *resource.Request {
	none := func(string) string { return "" }
	r.Param, r.Header, r.Cookie = none, none, none
	return r
}

// send makes a call as the edge does, and returns its answer as it is sent.
func send(ctx context.Context, registry *resource.Registry, method string, r *resource.Request) []byte {
	answer, err := endpoint(registry, method).Handle.Call(resource.WithExchange(ctx, r, &resource.Reply{}), request(r))
	orPanic(err)
	text, err := json.Marshal(answer)
	orPanic(err)
	return text
}

func orPanic(err error) {
	if err != nil {
		panic(err)
	}
}
