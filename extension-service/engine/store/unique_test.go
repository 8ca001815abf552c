package store_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
)

// uniqueTasks are tasks of which no two open ones have the same title. No migration makes an index for that.
func uniqueTasks(t *testing.T, db *store.DB) *store.Table[task, *task] {
	t.Helper()
	if err := db.MigrateFrom(t.Context(), tasks, "tasks_version"); err != nil {
		t.Fatal(err)
	}
	return store.NewTable[task](db, store.Config{
		Name: "tasks", Entity: "task", Reach: store.Unscoped, Now: time.Now,
		Unique: []store.Unique{{Fields: []string{"title"}, Within: []string{"isDone"}}},
		Audit:  func(context.Context, ...store.Entry) error { return nil },
	})
}

func TestUnique_SecondRecordWithTheSameValues_IsRefusedAtItsFields(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		table := uniqueTasks(t, db)
		for range 2 { // the second start finds the index
			if err := db.MakeUniqueIndexes(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		create := func(v task) error {
			return db.Write(t.Context(), func(ctx context.Context) error { return table.Create(ctx, &v) })
		}
		for _, v := range []task{{Title: "ring"}, {Title: "write"}, {Title: "ring", IsDone: true}} {
			if err := create(v); err != nil {
				t.Fatalf("%+v: %v", v, err)
			}
		}
		refused := fault.From(create(task{Title: "ring"}))
		if refused.Code != "DUPLICATE" || refused.Fields["title"] == nil || refused.Fields["isDone"] != nil {
			t.Errorf("%s at %v, want DUPLICATE at title alone", refused.Code, refused.Fields)
		}
	})
}

func TestMakeUniqueIndexes_RowsWithTheSameValues_AreNamed(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		uniqueTasks(t, db)
		err := db.Write(t.Context(), func(ctx context.Context) error {
			for _, title := range []string{"ring", "write", "ring"} {
				if _, err := db.Exec(ctx, insertTask, title); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		err = db.MakeUniqueIndexes(t.Context())
		if err == nil || !strings.Contains(err.Error(), "rows of tasks have the same is_done, title: 1 and 3;") {
			t.Errorf("%v, want the rows 1 and 3 named", err)
		}
	})
}

func TestUnique_UnknownField_IsAMistakeOfTheDeclaration(t *testing.T) {
	t.Parallel()
	for want, u := range map[string]store.Unique{
		`names "name", which`:                        {Fields: []string{"name"}},
		`names "client", which`:                      {Fields: []string{"title"}, Within: []string{"client"}},
		`the While of a Unique names "state", which`: {Fields: []string{"title"}, While: store.While{Field: "state"}},
		`names no field`:                             {Within: []string{"title"}},
	} {
		db := pgtest.SQLite(t)
		store.NewTable[task](db, store.Config{Name: "tasks", Entity: "task", Unique: []store.Unique{u}})
		if got := db.Mistakes(); len(got) != 1 || !strings.Contains(got[0].Error(), want) {
			t.Errorf("%v, want %q", got, want)
		}
	}
}
