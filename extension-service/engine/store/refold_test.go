package store_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

func (f *fixture) named(t *testing.T, op query.Op, text string) (names []string) {
	t.Helper()
	where := []query.Cond{{Field: fieldOf(t, "name"), Op: op, Values: []any{text}}}
	page := f.list(t, t.Context(), query.Query{
		Where: where, Sort: []query.Sort{{Field: fieldOf(t, "id")}},
		Limit: 100,
	})
	if page.Total != int64(len(page.Rows)) {
		t.Errorf("%s %q: a total of %d, and %d rows", op, text, page.Total, len(page.Rows))
	}
	for _, v := range page.Rows {
		names = append(names, v.Name)
	}
	return names
}

func TestRefold_RowsOfAnEarlierVersion_AreFoundLikeNewOnes(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		for _, name := range []string{"Işık Aydın", "Siobhán O’Neil", "Anna-Lena Voss", "Plain Jane"} {
			f.create(t, testRecord{Name: name, ClientID: 1, Status: "A"})
		}
		err := db.Write(t.Context(), func(ctx context.Context) error {
			for _, statement := range []string{
				"UPDATE things SET name_fold = lower(name) WHERE name <> 'Plain Jane'", "UPDATE text_forms SET version = 1",
			} {
				if _, err := db.Exec(ctx, statement); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := f.named(t, query.Contains, "isik"); got != nil {
			t.Fatalf("the fixture is found before: %q", got)
		}
		for range 2 { // the second time nothing is done
			if err := db.Refold(t.Context(), slog.Default()); err != nil {
				t.Fatal(err)
			}
		}
		for text, want := range map[string]string{
			"isik": "Işık Aydın", "AYDIN Işik": "Işık Aydın", "oneil": "Siobhán O’Neil", "O'Neil, Siobhan": "Siobhán O’Neil",
			"O`neil":    "Siobhán O’Neil",
			"anna lena": "Anna-Lena Voss", "voss anna\u2011lena": "Anna-Lena Voss", "jane": "Plain Jane",
		} {
			if got := f.named(t, query.Contains, text); !slices.Equal(got, []string{want}) {
				t.Errorf("%q finds %q, want %q", text, got, want)
			}
		}
	})
}

func TestList_WordsOfAName_AreWordsBeginningsOrParts(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		for i, name := range []string{"Edwards Ann", "Ward Ann", "Ann-Ward", "Warden Ann", "Steward Joan", "100% Ward_x"} {
			f.create(t, testRecord{Name: name, ClientID: 1, Status: "A"})
			if i == 2 {
				flushIndexes(t, db)
			}
		}
		for _, c := range []struct {
			op   query.Op
			text string
			want []string
		}{
			{query.HasWords, "ward", []string{"Ward Ann", "Ann-Ward"}},
			{query.HasWords, "Ann, Ward", []string{"Ward Ann", "Ann-Ward"}},
			{query.BeginsWords, "ward", []string{"Ward Ann", "Ann-Ward", "Warden Ann", "100% Ward_x"}},
			{query.BeginsWords, "an wa", []string{"Ward Ann", "Ann-Ward", "Warden Ann"}},
			{query.Contains, "ward ann", []string{"Edwards Ann", "Ward Ann", "Ann-Ward", "Warden Ann"}},
			{query.Contains, "100%", []string{"100% Ward_x"}},
			{query.HasWords, "ward_x", []string{"100% Ward_x"}},
			{query.HasWords, "wardxx", nil},
		} {
			if got := f.named(t, c.op, c.text); !slices.Equal(got, c.want) {
				t.Errorf("%s %q finds %q, want %q", c.op, c.text, got, c.want)
			}
		}
	})
}
