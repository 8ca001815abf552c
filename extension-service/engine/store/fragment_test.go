package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// A fragment finds the same rows whether they wait for the index of texts or stand in it.
func TestTextIndex_Fragments_FindRowsBeforeAndAfterIndexing(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		var texts []string
		for i, s := range []string{
			"Solution architect", "Software-architect, cloud", "Architecture review board", "Head of landscape architecture",
			"architects' assistant",
			"Solution  (architect)", "solution architect solution architects", "Java developer", "JavaScript developer",
			"Core-Java developers wanted",
			"java, developer", "Łódź “quoted” developer", "中文java developer", "a\"b c\\d developer", "x", "Developer",
			"C++ developer", "100 % remote", "日本語の文章",
			"ada.123456@example.org", "b123456@example", "no 123456 @example", "1234 5@example.net",
		} {
			texts = append(texts, fmt.Sprintf("%s %d", s, i))
		}
		for i := range 60 { // more words with a common part than are looked up one by one
			texts = append(texts, fmt.Sprintf("person%cson%c number", 'a'+i%26, 'a'+i/26))
		}
		for _, s := range texts {
			f.create(t, testRecord{Name: s, ClientID: 1, Status: "A"})
		}
		name := fieldOf(t, "name")
		for i, fragment := range []string{
			"architect", "architecture", "chitec", "solution architect", "tion arch", "solution architects",
			"architect solution", "java", "java developer",
			"ava dev", "developer", "eloper", "script", "nothing like it", "person", "son", "sona number", "quoted", "100",
			"rson", "文", "java, dev", "c++", `a"b`, `c\d`, "head of lands", "of l",
			"123456@ex", ".1234", "org ada", "wanted, core", "3456@example.o", "1234 5@ex", "99999@ex", "6 @ex", "12345",
		} {
			var want []string
			for _, s := range texts {
				if containsWords(s, fragment) {
					want = append(want, s)
				}
			}
			if utf8.RuneCountInString(fragment) < 3 {
				continue // the beginning of a word, see TestLists_ConditionsAndOrders_FindTheirRows
			}
			if i == 20 {
				if err := db.TruncateLog(t.Context()); err != nil { // which writes the index
					t.Fatal(err)
				}
			}
			q := query.Query{
				Where: []query.Cond{{Field: name, Op: query.Contains, Values: []any{fragment}}},
				Sort:  []query.Sort{{Field: fieldOf(t, "id")}}, Limit: 1000,
			}
			page := f.list(t, t.Context(), q)
			var got []string
			for _, v := range page.Rows {
				got = append(got, v.Name)
			}
			if !slices.Equal(got, want) || page.Total != int64(len(want)) {
				t.Errorf("%q: %q (%d), want %q", fragment, got, page.Total, want)
			}
		}
		last := f.list(t, t.Context(), query.Query{}).Rows[0]
		f.update(t, last, func(v *testRecord) { v.Name = "Brandnew thingamabob" })
		for fragment, want := range map[string]int64{"thingamabob": 1, "dnew thing": 1, "brandnewer": 0} {
			q := query.Query{Where: []query.Cond{{
				Op:  query.AnyOf,
				Any: []query.Cond{{Field: name, Op: query.Contains, Values: []any{fragment}}},
			}}}
			if page := f.list(t, t.Context(), q); page.Total != want {
				t.Errorf("%q after the change: %d, want %d", fragment, page.Total, want)
			}
		}
		sona := []query.Cond{{Field: name, Op: query.Contains, Values: []any{"sona"}}}
		f.update(t, f.list(t, t.Context(), query.Query{Where: sona, Limit: 1}).Rows[0], func(v *testRecord) {
			v.DeletedAt = time.Now()
		})
		for trash, want := range map[query.Trash]int64{query.Deleted: 1, query.Both: 28, query.Live: 27} {
			if page := f.list(t, t.Context(), query.Query{Where: sona, Trash: trash}); page.Total != want {
				t.Errorf("trash %v: %d, want %d", trash, page.Total, want)
			}
		}
		// What a transaction sees of its own words must not be taken for known when it is undone.
		has := query.Query{Where: []query.Cond{{Field: name, Op: query.Contains, Values: []any{"undone"}}}}
		undone := errors.New("undone")
		err := db.Write(t.Context(), func(ctx context.Context) error {
			if err := f.Create(ctx, &testRecord{Name: "Undone word", ClientID: 1, Status: "A"}); err != nil {
				return err
			}
			if page := f.list(t, ctx, has); page.Total != 1 {
				t.Errorf("the transaction finds %d of its own", page.Total)
			}
			return undone
		})
		if !errors.Is(err, undone) {
			t.Fatal(err)
		}
		f.create(t, testRecord{Name: "done instead", ClientID: 1, Status: "A"})
		has.Where[0].Values[0] = "instead"
		if page := f.list(t, t.Context(), has); page.Total != 1 {
			t.Errorf("after what was undone: %d, want 1", page.Total)
		}
	})
}
