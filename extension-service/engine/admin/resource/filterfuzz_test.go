package resource_test

import (
	"path/filepath"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// library has books in a database, which what is asked for them reaches.
func library(f *testing.F) *resource.Registry {
	f.Helper()
	ctx := f.Context()
	db, err := store.Open(ctx, filepath.Join(f.TempDir(), "books.db"))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = db.Close() })
	for _, err := range []error{db.Migrate(ctx), db.MigrateFrom(ctx, books, "books_version")} {
		if err != nil {
			f.Fatal(err)
		}
	}
	registry := resource.NewRegistry(&resource.Runtime{Write: db.Write, Now: time.Now})
	b := new(book)
	registry.Add(resource.Declare(resource.Spec[book]{
		Name: "book", Of: b, Title: &b.Title, Columns: resource.Refs{&b.Title, &b.Pages},
		Filters: resource.Refs{
			&b.Title, &b.Pages, &b.Created, resource.Filter("atLeast", query.AtLeast, &b.Pages),
			resource.Filter("since", query.AtLeast, &b.Created),
			resource.Filter("until", query.AtMost, &b.Created),
		},
		Store: store.NewTable[book](db, store.Config{
			Name: "books", Entity: "book", Reach: store.Unscoped, Now: time.Now,
		}),
		Access: resource.Access{Read: role.QuestionRead},
	}))
	return registry
}

// Whatever a list is asked for, it answers or says what is wrong: nothing that is sent is our own failure, down to the
// statement that it becomes.
func FuzzFilters(f *testing.F) {
	for _, seed := range [][2]string{
		{"title", "Go"},
		{"title", "Straße %_\\ '--"},
		{"pages", "1,2,3"},
		{"atLeast", "100"},
		{"atLeast", "-1e3"},
		{"since", "2026-11-29"},
		{"until", "2026-11-29T01:00:00+02:00"},
		{"created", "2026-02-30"},
		{"s", "pages:desc,title"},
		{"limit", "10"},
		{"offset", "9007199254740993"},
		{"size", "-1"},
		{"from", "1"},
		{"range", "[0,24]"},
		{"sort", `["title","ASC"]`},
		{"filter", `{"title":"Go","pages":[1,2]}`},
		{"filter", `{"id":[1,"x",null]}`},
		{"x", ""},
	} {
		f.Add(seed[0], seed[1])
	}
	list := endpoint(library(f), "GET")
	f.Fuzz(func(t *testing.T, name, value string) {
		ctx := role.With(t.Context(), &role.Caller{Kind: role.System})
		r := request(&resource.Request{Method: "GET", Path: "/api/book", Queries: map[string]string{name: value}})
		_, err := list.Handle.Call(resource.WithExchange(ctx, r, &resource.Reply{}), r)
		if kind := fault.KindOf(err); err != nil && kind != fault.Invalid && kind != fault.BadRequest {
			t.Errorf("%q=%q is %s: %v", name, value, kind, err)
		}
	})
}
