package app_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/example"
	"poolkeeper.example/extension-service/platform/role"
)

// Whoever makes the mistakes that newcomers make hears of all of them in one round, each with its place and its cure: a
// wrong reference, a forgotten column, a type that has changed, a value that was dropped, rows that are not unique, a
// text that is missing in German, a permission nobody knows, a path that is taken, a reserved word, a missing index, a
// panic in a hook, a circle, and a declaration that panics itself. The place is the line of what is wrong.
func TestStart_MistakesOfEveryKind_AreInOneReport(t *testing.T) {
	t.Parallel()
	for engine, address := range map[string]string{"sqlite": furnished.SQLite(t), "postgres": furnished.Postgres(t)} {
		x := app.Extension{
			Migrations: example.Extension.Migrations, Texts: textsWithout(t, "resources.skill.plural"), Declare: declareManifold,
		}
		storeSkills(t, address)
		_, err := openIn(t.Context(), t.TempDir(), address, x)
		if err == nil {
			t.Fatalf("%s: it starts", engine)
		}
		for _, want := range []string{
			`table skills: the field clientName comes from "clintId.name"`,
			`field mspId refers to "mspp", which is no resource, but msp is`,
			`Access.Delete: the permission "skill.delete" stands not in the table of roles: name another one, or add it`,
			"field valueOf: every object of JavaScript has that name already: call it otherwise",
			"rows of skills have the same name: 1 and 2; change or merge them",
			"field name: a list of many records may be ordered by it, and no index of skills has it in order",
			`no text "resources.skill.plural" in de (seed/de/*.json)`,
			"field colour: the table skills has no column colour",
			"field hot: the column hot of skills is BIGINT, but string is kept as TEXT",
			"field sum: what computes it panics on a made-up record, at extension-service/app/report_test.go:",
			"field name: 2 rows of skills have \"COLD\" in the column name, such as the one with id 1, and heat has no such value",
			"field clientId: a scope reaches the records through it in a circle: skill → skill",
			`two calls at GET /api/msp: resource "msp"`,
			`field colour: no text "resources.skill.fields.colour" in de and en (seed/de/*.json, seed/en/*.json)`,
			"a declaration panics: runtime error: index out of range [1] with length 1",
		} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: no %q in\n%v", engine, want, err)
			}
		}
		for written, want := range map[string]string{
			"MSPID   int64":          `resource "skill": field mspId refers to`,
			"SelfID  int64":          `resource "skill": field clientId: a scope reaches`,
			"Name    heat":           `resource "skill": field name: a list of many`,
			"Colour  string":         `resource "skill": field colour: the table`,
			"Hot     string":         `resource "skill": field hot: the column`,
			"ValueOf string":         `resource "skill": field valueOf: every object`,
			`Delete: "skill.delete"`: `resource "skill": Access.Delete: the permission`,
			`Path: "/msp"`:           `two calls at GET /api/msp`,
			"columns[len(columns)]":  "a declaration panics",
		} {
			if place := lastPlace(t, "report_test.go", written); !strings.Contains(err.Error(), place+": "+want) {
				t.Errorf("%s: no %q at %s in\n%v", engine, want, place, err)
			}
		}
		place := lastPlace(t, "mistakes_test.go", `from:"clintId.name"`)
		if !strings.Contains(err.Error(), place+": table skills") {
			t.Errorf("%s: nothing at %s in\n%v", engine, place, err)
		}
		for _, wrong := range []string{"extension-service/domains/pools", `refers to "panicking"`} {
			if strings.Contains(err.Error(), wrong) {
				t.Errorf("%s: something is wrong with what is right, by %q:\n%v", engine, wrong, err)
			}
		}
		if !strings.HasPrefix(err.Error(), "declarations: ") ||
			!strings.Contains(err.Error(), " mistakes\n  extension-service/app/mistakes_test.go:") {
			t.Errorf("%s: it begins with %.80s", engine, err)
		}
	}
}

// manyMistakes is wrong in every way that its struct can be.
type manyMistakes struct {
	resource.Record
	MSPID   int64  `json:"mspId" kind:"ref:mspp"`
	SelfID  int64  `json:"clientId" kind:"ref:skill"`
	Name    heat   `json:"name"`
	Colour  string `json:"colour"`
	Hot     string `json:"hot"`
	ValueOf string `json:"valueOf" check:"readonly" store:"-"`
	Sum     int    `json:"sum" check:"readonly" store:"-"`
	OtherID int64  `json:"otherId" kind:"ref:panicking" check:"readonly" store:"-"`
}

// lastPlace is the last place where a text is written in a file of these tests.
func lastPlace(t *testing.T, file, text string) string {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before := strings.LastIndex(string(source), text)
	if before < 0 {
		t.Fatalf("%s has no %q", file, text)
	}
	return fmt.Sprintf("extension-service/app/%s:%d", file, strings.Count(string(source[:before]), "\n")+1)
}

func declareManifold(s *app.Service) {
	v := new(manyMistakes)
	table := store.NewTable[manyMistakes](s.DB, s.Table(store.Config{
		Name: "skills", Entity: "skill", Handle: "S",
		Through: []string{"clientId"}, Unique: []store.Unique{{Fields: []string{"name"}}},
	}))
	table.Computes(func(_ context.Context, rows []manyMistakes) error {
		rows[len(rows)].Sum = 1
		return nil
	}, "sum")
	store.NewTable[rootless](s.DB, s.Table(store.Config{Name: "skills", Entity: "rootless"}))
	s.Registry.Add(resource.Declare(resource.Spec[manyMistakes]{
		Name: "skill", Path: "/msp", Route: "/questions/skills", Of: v, Title: &v.Name, Store: table,
		Sortable: resource.Refs{&v.Name}, Columns: resource.Refs{&v.Name, &v.Sum},
		Access: resource.Access{Read: role.QuestionRead, Delete: "skill.delete"},
	}))
	columns := resource.Refs{&v.Name}
	s.Registry.Add(resource.Declare(resource.Spec[manyMistakes]{
		Name: "panicking", Of: v, Store: table,
		Title: columns[len(columns)],
	}))
}

// A value that rows have and that was taken out of its enumeration is named with how many have it and one of them.
func TestEnumeration_WithoutAStoredValue_StopsTheStart(t *testing.T) {
	t.Parallel()
	for engine, address := range map[string]string{"sqlite": furnished.SQLite(t), "postgres": furnished.Postgres(t)} {
		storeSkills(t, address)
		_, err := openIn(t.Context(), t.TempDir(), address, declaring(func(v *warmed) resource.Ref { return &v.Name }, nil))
		if want := `resource "skill": field name: 2 rows of skills have "COLD" in the column name, such as the one with id 1, and heat has no such value`; err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: no %q in %v", engine, want, err)
		}
		if err != nil && strings.Contains(err.Error(), "WARM") {
			t.Errorf("%s: a value that there is: %v", engine, err)
		}
	}
}

// storeSkills fills a database with three skills: two are called COLD and one WARM.
func storeSkills(t *testing.T, address string) {
	t.Helper()
	s, err := openIn(t.Context(), t.TempDir(), address, example.Extension)
	if err != nil {
		t.Fatal(err)
	}
	write := func(ctx context.Context) error {
		_, err := s.DB.Exec(ctx,
			"INSERT INTO skills (handle, version, created, created_by, last_updated, last_updated_by, client_id, name, name_fold, hot) "+
				"VALUES ('S-1', 1, 1, '', 1, '', 1, 'COLD', 'cold', 0), ('S-2', 1, 1, '', 1, '', 1, 'COLD', 'cold', 0), ('S-3', 1, 1, '', 1, '', 1, 'WARM', 'warm', 0)")
		return err
	}
	if err := s.DB.Write(t.Context(), write); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
