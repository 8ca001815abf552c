package guide

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// fairs is a copy of the tree with a resource, of which migrations are written.
type fairs struct{ *tree }

func newFairs(t *testing.T) fairs {
	t.Helper()
	f := fairs{copied(t)}
	f.mustRun(`go run ./scripts/scaffold add tradeFair 'name:text!' host:text freelancer:ref 'level:enum(SMALL|LARGE)!' booths:int cost:decimal 'kind:enum(OPEN|CLOSED)' --group=users`)
	return f
}

func (f fairs) mustRun(text string) {
	f.Helper()
	if out, err := f.run(text); err != nil {
		f.Fatalf("%s: %v\n%s", text, err, out)
	}
}

// migrations are those of the resource, in their order.
func (f fairs) migrations() (out []string) {
	f.Helper()
	paths, err := filepath.Glob(filepath.Join(f.root, "extension-service/engine/store/migrations/*_trade_fairs*.sql"))
	if err != nil {
		f.Fatal(err)
	}
	slices.Sort(paths)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		out = append(out, string(text))
	}
	return out
}

// migrate runs them on a database.
func migrate(t *testing.T, db *store.DB, texts []string) error {
	t.Helper()
	files := fstest.MapFS{}
	for i, text := range texts {
		files[fmt.Sprintf("migrations/%04d_trade_fairs.sql", i+1)] = &fstest.MapFile{Data: []byte(text)}
	}
	return db.MigrateFrom(t.Context(), files, "trade_fairs_version")
}

func execute(t *testing.T, db *store.DB, text string) error {
	t.Helper()
	return db.Write(t.Context(), func(ctx context.Context) error { _, err := db.Exec(ctx, text); return err })
}

const insertFair = "INSERT INTO trade_fairs (version, created, created_by, last_updated, last_updated_by, name, name_fold, host, host_fold, level, booths, cost, kind) " +
	"VALUES (1, 1, '', 1, '', 'Basel', 'basel', '12', '12', 'SMALL', 7, 30000, '')"

// A change is written for both databases: rows keep what they have, and what is no longer a value is no longer stored.
func TestChange_FieldsAndValues_RowsRetainTheirValuesOnBothDatabases(t *testing.T) {
	t.Parallel()
	stress.SkipInShort(t, "runs the generator for each change")
	f := newFairs(t)
	steps := []struct{ arguments, query, want string }{
		{"RENAME=name:title", "SELECT title || title_fold FROM trade_fairs", "Baselbasel"},
		{"VALUES=level:SMALL=TINY", "SELECT level FROM trade_fairs", "TINY"},
		{"VALUES=level:+HUGE", "SELECT level FROM trade_fairs", "TINY"},
		{"VALUES=level:LARGE=", "SELECT level FROM trade_fairs", "TINY"},
		{"RETYPE=host:int", "SELECT CAST(host + 1 AS TEXT) FROM trade_fairs", "13"},
		{"RETYPE=booths:decimal", "SELECT CAST(booths AS TEXT) FROM trade_fairs", "70000"},
		{"RETYPE=cost:int", "SELECT CAST(cost AS TEXT) FROM trade_fairs", "3"},
		{"RETYPE=cost:text", "SELECT cost FROM trade_fairs", "3"},
		{"RETYPE='level:text!'", "SELECT level || level_fold FROM trade_fairs", "TINY"},
		{"RETYPE='level:enum(TINY|VAST)!'", "SELECT level FROM trade_fairs", "TINY"},
		{"DROP=kind", "SELECT count(*) || '' FROM trade_fairs", "1"},
		{"DROP=title", "SELECT count(*) || '' FROM trade_fairs", "1"},
		{"DROP=freelancer", "SELECT count(*) || '' FROM trade_fairs", "1"},
	}
	for _, one := range steps {
		f.mustRun("make change NAME=tradeFair " + one.arguments)
	}
	written := f.migrations()
	if len(written) != 1+len(steps) {
		t.Fatalf("%d migrations", len(written))
	}
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		if err := migrate(t, db, written[:1]); err != nil {
			t.Fatal(err)
		}
		if err := execute(t, db, insertFair); err != nil {
			t.Fatal(err)
		}
		for i, one := range steps {
			if err := migrate(t, db, written[:i+2]); err != nil {
				t.Fatalf("%s: %v\n%s", one.arguments, err, written[i+1])
			}
			if got, err := db.Texts(t.Context(), one.query); err != nil || strings.Join(got, ", ") != one.want {
				t.Errorf("%s: %v, %v instead of %s", one.arguments, got, err, one.want)
			}
		}
		if err := execute(t, db, "UPDATE trade_fairs SET level = 'VAST'"); err != nil {
			t.Error(err)
		}
		if err := execute(t, db, "UPDATE trade_fairs SET level = 'SMALL'"); store.Violated(err) != "trade_fairs_level_known" {
			t.Errorf("a value that is gone is stored: %v", err)
		}
	})
}

// What would be lost ends the migration, and with it the start, by a name that says why.
func TestChange_ThatWouldLoseData_IsRefusedByTheMigration(t *testing.T) {
	t.Parallel()
	stress.SkipInShort(t, "runs the generator for each change")
	f := newFairs(t)
	changes := map[string]string{
		"trade_fairs_level_still_has_small":     "VALUES=level:SMALL=",
		"trade_fairs_name_is_not_of_kind_int":   "RETYPE=name:int",
		"trade_fairs_host_is_not_of_kind_enum":  "RETYPE='host:enum(A|B)'",
		"trade_fairs_level_is_not_of_kind_enum": "RETYPE='level:enum(LARGE|HUGE)!'",
		"trade_fairs_cost_is_not_of_kind_int":   "RETYPE=cost:int",
		"trade_fairs_kind_is_not_of_kind_enum":  "RETYPE='kind:enum(OPEN|CLOSED)!'",
	}
	written := map[string][]string{}
	for want, arguments := range changes {
		f.mustRun("make change NAME=tradeFair " + arguments)
		written[want] = f.migrations()
		f.mustRun("rm extension-service/engine/store/migrations/*_trade_fairs_*.sql")
	}
	for want, texts := range written {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			pgtest.Each(t, func(t *testing.T, db *store.DB) {
				if err := migrate(t, db, texts[:1]); err != nil {
					t.Fatal(err)
				}
				if err := execute(t, db, strings.Replace(insertFair, "30000", "30001", 1)); err != nil {
					t.Fatal(err)
				}
				if err := migrate(t, db, texts); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("it says %v", err)
				}
			})
		})
	}
}
