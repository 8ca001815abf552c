package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/query"
)

// While a table of texts is gone through, rows come, change and go, and once it is cut off: what is found in the end is
// what the rows hold, before and after those that wait are written.
func TestTextIndex_FilledDuringWrites_FindsEveryRow(t *testing.T) {
	t.Parallel()
	db, r := lite(t).db, rand.New(rand.NewPCG(3, 4))
	titles := db.Fragments().ForColumn("books", "title", false)
	run := func(text string, args ...any) {
		t.Helper()
		err := db.Write(t.Context(), func(ctx context.Context) error {
			_, err := db.Exec(ctx, text, args...)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	rows := map[int64]string{}
	put := func(id int64) {
		words := []string{"anna", "banana", "müller", "", "na", "文字"}
		rows[id] = strings.TrimSpace(words[r.IntN(6)] + " " + words[r.IntN(6)] + fmt.Sprint(id))
		run("INSERT INTO books (id, title) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET title = excluded.title", id,
			rows[id])
	}
	check := func(when string) {
		t.Helper()
		for _, part := range []string{"ana", "anna", "nana", "müller", "a b", "字12", "r 4", "1313", "nothing"} {
			want := []int64{}
			for id, title := range rows {
				if strings.Contains(title, part) {
					want = append(want, id)
				}
			}
			slices.Sort(want)
			if got, ok, err := titles.Find(t.Context(), part, query.Both); !ok || err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %q finds %v, %v, %v; want %v", when, part, got, ok, err, want)
			}
		}
	}
	run("CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT)")
	run("INSERT INTO books (id, title) VALUES (7, NULL)")
	for id := range int64(60) {
		put(100 + id)
		put(1<<18 + id) // in another block
	}
	stop := errors.New("stop")
	if err := titles.Build(t.Context(), func() error { return stop }); !errors.Is(err, stop) {
		t.Fatalf("cut off: %v", err)
	}
	step := int64(0)
	err := titles.Build(t.Context(), func() error {
		step++
		put(101)
		put(1<<18 + 1)
		put(1000 + step)
		delete(rows, 102+step)
		run("DELETE FROM books WHERE id = $1", 102+step)
		return nil
	})
	if err != nil || step < 2 {
		t.Fatalf("%d steps, %v", step, err)
	}
	check("while rows wait")
	flushIndexes(t, db)
	check("once they are written")
	put(1)
	check("after another one")
}
