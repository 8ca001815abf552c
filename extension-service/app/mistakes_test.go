package app_test

import (
	"context"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/example"
	"poolkeeper.example/extension-service/platform/role"
)

// declaring is an extension of one resource over the table of skills, which change makes wrong in one way.
func declaring[T any, P resource.Entity[T]](title func(*T) resource.Ref,
	change func(v *T, s *resource.Spec[T], c *store.Config),
) app.Extension {
	return app.Extension{
		Migrations: example.Extension.Migrations, Texts: example.Extension.Texts,
		Declare: func(s *app.Service) {
			v := new(T)
			spec := resource.Spec[T]{Name: "skill", Of: v, Title: title(v), Access: resource.Access{Read: role.QuestionRead}}
			table := store.Config{Name: "skills", Entity: "skill", Handle: "S"}
			if change != nil {
				change(v, &spec, &table)
			}
			spec.Store = store.NewTable[T, P](s.DB, s.Table(table))
			s.Registry.Add(resource.Declare[T, P](spec))
		},
	}
}

type skill = example.Skill

func skills(change func(v *skill, s *resource.Spec[skill], c *store.Config)) app.Extension {
	return declaring(func(v *skill) resource.Ref { return &v.Name }, change)
}

type (
	misspelt struct {
		resource.Record
		Name   string `json:"name"`
		Colour string `json:"colour"`
	}
	unfolded struct {
		resource.Record
		Name  string `json:"name"`
		Level string `json:"level" store:"fold"`
	}
	cityless struct {
		resource.Record
		ClientID   int64  `json:"clientId" kind:"ref:client"`
		ClientCity string `json:"clientCity" from:"clientId.city"`
		Name       string `json:"name"`
	}
	rootless struct {
		resource.Record
		ClientName string `json:"clientName" from:"clintId.name"`
		Name       string `json:"name"`
	}
	unknownRule struct {
		resource.Record
		Name   string `json:"name" check:"maximum=3"`
		Colour string `json:"colour" kind:"colour"`
		Size   int64  `json:"size" check:"min=0"`
	}
	unknownReference struct {
		resource.Record
		ClientID int64  `json:"clientId" kind:"ref:clint"`
		Name     string `json:"name"`
	}
	unfoldedName struct {
		resource.Record
		Name string `json:"name"`
	}
	worded struct {
		resource.Record
		Name  string `json:"name"`
		Level string `json:"level"`
		Hot   []bool `json:"hot"`
	}
	warmed struct {
		resource.Record
		Name heat `json:"name"`
	}
	circularScope struct {
		resource.Record
		ClientID int64  `json:"clientId" kind:"ref:skill"`
		Name     string `json:"name"`
	}
	heated struct {
		resource.Record
		Name string `json:"name"`
		Heat heat   `json:"heat" check:"readonly" store:"-"`
	}
	heat    string
	cooling struct {
		Degrees int `json:"degrees"`
	}
)

// Enum lists the one heat there is.
func (heat) Enum() enum.List {
	return enum.List{Name: "heat", Text: "enum.heat", Values: []string{"WARM"}}
}

func cool(context.Context, *skill, cooling) (resource.None, error) { return resource.None{}, nil }

// unindexed is the migration of skills without the index that finds them by a part of their name.
func unindexed(t *testing.T) fs.FS {
	t.Helper()
	text, err := fs.ReadFile(example.Extension.Migrations, "migrations/0001_skills.sql")
	if err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{"migrations/0001_skills.sql": {Data: []byte(strings.ReplaceAll(string(text),
		`{{contains "skills" "name_fold"}}`, ""))}}
}

// textsWithout are the texts of skills without one.
func textsWithout(t *testing.T, key string) fs.FS {
	t.Helper()
	out := fstest.MapFS{}
	for _, locale := range []string{"en", "de"} {
		name := "seed/" + locale + "/skills.json"
		text, err := fs.ReadFile(example.Extension.Texts, name)
		if err != nil {
			t.Fatal(err)
		}
		was := string(text)
		if locale == "de" {
			was = strings.Replace(was, `"`+key+`"`, `"resources.skill.nothing"`, 1)
		}
		out[name] = &fstest.MapFile{Data: []byte(was)}
	}
	return out
}

// ordered are skills that may be ordered by their level, which has no index.
var ordered = skills(func(v *skill, s *resource.Spec[skill], _ *store.Config) { s.Sortable = resource.Refs{&v.Level} })

// Every mistake of a declaration is named before the first request, with the line to look at.
func TestDeclaration_AnyMistake_StopsTheStart(t *testing.T) {
	t.Parallel()
	shown := func(x app.Extension, texts fs.FS) app.Extension {
		x.Texts = texts
		return x
	}
	for name, tc := range map[string]struct {
		x    app.Extension
		want []string
	}{
		"a column is missing": {
			declaring(func(v *misspelt) resource.Ref { return &v.Name }, nil),
			[]string{
				"app/mistakes_test.go:", `resource "skill"`, "field colour", "the table skills has no column colour",
				"but client_id, level, hot,", `give the field the tag was:"…"`,
			},
		},
		"the table is missing": {
			skills(func(_ *skill, _ *resource.Spec[skill], c *store.Config) { c.Name = "skils" }),
			[]string{"app/mistakes_test.go:", "the table skils cannot be read"},
		},
		"the column to search and sort by is missing": {
			declaring(func(v *unfolded) resource.Ref { return &v.Name }, nil),
			[]string{"field level", "the table skills has no column level_fold"},
		},
		"a column of another table is missing": {
			declaring(func(v *cityless) resource.Ref { return &v.Name }, nil),
			[]string{"field clientCity", "it comes from clientId.city, and city is no column there"},
		},
		"a field comes from no reference": {
			declaring(func(v *rootless) resource.Ref { return &v.Name }, nil),
			[]string{"app/mistakes_test.go:", "table skills", `the field clientName comes from "clintId.name"`},
		},
		"a column is of another type": {
			declaring(func(v *worded) resource.Ref { return &v.Name }, nil),
			[]string{
				"app/mistakes_test.go:",
				`resource "skill": field level: the column level of skills is BIGINT, but string is kept as TEXT`,
				"field hot: the column hot of skills is BIGINT, but []bool is kept as TEXT",
			},
		},
		"a scope reaches records in a circle": {
			declaring(func(v *circularScope) resource.Ref {
				return &v.Name
			}, func(_ *circularScope, _ *resource.Spec[circularScope], c *store.Config) {
				c.Through = []string{"clientId"}
			}),
			[]string{
				"app/mistakes_test.go:",
				"field clientId: a scope reaches the records through it in a circle: skill → skill",
			},
		},
		"a declaration panics": {
			skills(func(_ *skill, s *resource.Spec[skill], _ *store.Config) {
				// before If
				s.Actions = []resource.Action[skill]{resource.RecordAction("cool", role.QuestionRead,
					cool).RefusedWith("skill.cold")}
			}),
			[]string{"extension-service/app/mistakes_test.go:", "a declaration panics: runtime error: invalid memory address"},
		},
		"a sort has no column": {
			declaring(func(v *cityless) resource.Ref {
				return &v.Name
			}, func(v *cityless, s *resource.Spec[cityless], _ *store.Config) {
				s.Columns = resource.Refs{&v.ClientCity}
			}),
			[]string{"field clientCity: it is sorted by city_fold"},
		},
		"no index finds a part of a text": {
			app.Extension{Migrations: unindexed(t), Texts: example.Extension.Texts, Declare: example.Extension.Declare},
			[]string{"example/skill.go:", "field name", `{{contains "skills" "name_fold"}} in its migration`},
		},
		"a list of many records is ordered by what no index has in order": {
			ordered, []string{
				"example/skill.go:",
				"field level: a list of many records may be ordered by it, and no index of skills has it in order",
				"leave it out of Sortable",
			},
		},
		"a field of another struct": {
			skills(func(_ *skill, s *resource.Spec[skill], _ *store.Config) {
				s.Columns = resource.Refs{s.Title, &new(skill).Level}
			}),
			[]string{"app/mistakes_test.go:", "Columns[1]: **int is the address of no field of *example.Skill"},
		},
		"a permission nobody knows": {
			skills(func(_ *skill, s *resource.Spec[skill], _ *store.Config) { s.Access.Delete = "skill.delete" }),
			[]string{"Access.Delete", `"skill.delete" stands not in the table of roles`},
		},
		"a permission of a guard nobody knows": {
			skills(func(v *skill, s *resource.Spec[skill], _ *store.Config) {
				s.Guards = []resource.Guard{{Write: "skill.hot", Fields: resource.Refs{&v.Hot}}}
			}),
			[]string{"Guards[0]", `"skill.hot" stands not in the table of roles`},
		},
		"a filter finds only complete texts": {
			declaring(func(v *unfoldedName) resource.Ref {
				return &v.Name
			}, func(v *unfoldedName, s *resource.Spec[unfoldedName], _ *store.Config) {
				s.Filters = resource.Refs{&v.Name}
			}),
			[]string{"filter name finds only whole texts", `store:"fold"`, `resource.Filter("name", query.Is, …)`},
		},
		"a filter with an operator that its field lacks": {
			declaring(func(v *unfoldedName) resource.Ref {
				return &v.Name
			}, func(v *unfoldedName, s *resource.Spec[unfoldedName], _ *store.Config) {
				s.Filters = resource.Refs{
					resource.Filter("part", query.Contains, &v.Name),
					resource.Filter("since", query.AtLeast, &v.Name),
				}
			}),
			[]string{"filter part: no list can ask of the field name what contains asks", "filter since"},
		},
		"a filter compares two fields": {
			skills(func(v *skill, s *resource.Spec[skill], _ *store.Config) {
				s.Filters = resource.Refs{resource.Filter("either", query.Is, &v.Hot, &v.Level)}
			}),
			[]string{"filter either: is compares one field"},
		},
		"a rule nobody knows": {
			declaring(func(v *unknownRule) resource.Ref { return &v.Name }, nil),
			[]string{
				lastPlace(t, "mistakes_test.go", "check:\"maximum=3\"") +
					`: app_test.unknownRule.Name: check "maximum=3": unknown rule`,
				lastPlace(t, "mistakes_test.go", "kind:\"colour\"") + `: app_test.unknownRule.Colour: unknown kind "colour"`,
				`app_test.unknownRule.Size: check "min=0": the bound of a number is called minvalue`,
			},
		},
		"a reference to nothing": {
			declaring(func(v *unknownReference) resource.Ref { return &v.Name }, nil),
			[]string{`field clientId refers to "clint", which is no resource`},
		},
		"a name in use": {
			skills(func(_ *skill, s *resource.Spec[skill], _ *store.Config) { s.Name = "msp" }),
			[]string{"app/mistakes_test.go:", `resource "msp" is declared at extension-service/domains/msps/resource.go:`},
		},
		"a path in use": {
			skills(func(_ *skill, s *resource.Spec[skill], _ *store.Config) { s.Path = "/msp" }),
			[]string{
				"app/mistakes_test.go:", `two calls at GET /api/msp: resource "msp" (extension-service/domains/msps/resource.go:`,
				`) and resource "skill" (extension-service/app/mistakes_test.go:`,
			},
		},
		"a text of the resource is missing": {
			shown(example.Extension, textsWithout(t, "resources.skill.plural")),
			[]string{"example/skill.go:", `no text "resources.skill.plural" in de`},
		},
		"a text of a field is missing": {
			shown(example.Extension, textsWithout(t, "resources.skill.fields.level")),
			[]string{"field level", `no text "resources.skill.fields.level" in de (seed/de/*.json)`},
		},
		"a text of a section is missing": {
			shown(example.Extension, textsWithout(t, "resources.skill.sections.general")),
			[]string{"section general", `no text "resources.skill.sections.general" in de`},
		},
		"a text of a filter is missing": {
			shown(example.Extension, textsWithout(t, "resources.skill.filters.hot")),
			[]string{"filter hot", `no text "resources.skill.filters.hot" in de`},
		},
		"the texts of an action are missing": {
			skills(func(_ *skill, s *resource.Spec[skill], _ *store.Config) {
				s.Route = "/questions/skills"
				s.Actions = []resource.Action[skill]{resource.RecordAction("cool", role.QuestionRead, cool)}
			}),
			[]string{
				`action cool: no text "resources.skill.actions.cool.submit" in de`,
				`field degrees: no text "resources.skill.actions.cool.fields.degrees" in de and en`,
			},
		},
		"a text of a value is missing": {
			declaring(func(v *heated) resource.Ref {
				return &v.Name
			}, func(_ *heated, s *resource.Spec[heated], _ *store.Config) { s.Route = "/questions/skills" }),
			[]string{`value WARM of heat: no text "enum.heat.WARM" in de`},
		},
		"no reason why a record cannot be edited": {
			skills(func(v *skill, s *resource.Spec[skill], _ *store.Config) {
				s.Editable = resource.OnlyWhile(&v.Level, "", 1)
			}),
			[]string{"app/mistakes_test.go:", `Editable has no text that says why not`},
		},
		"a text about deletion is missing": {
			skills(func(v *skill, s *resource.Spec[skill], _ *store.Config) {
				s.Route, s.Deletable = "/questions/skills", resource.OnlyWhile(&v.Level, "skill.tooHigh", 1)
			}),
			[]string{`Deletable: no text "skill.tooHigh" in de`},
		},
		"a related list by a field that is no reference": {
			skills(func(v *skill, s *resource.Spec[skill], _ *store.Config) { s.Related = resource.Refs{&v.Level} }),
			[]string{"app/mistakes_test.go:", `Related names the field level, which is no reference to one record`},
		},
		"a unique field that is not stored": {
			skills(func(_ *skill, _ *resource.Spec[skill], c *store.Config) {
				c.Unique = []store.Unique{{Fields: []string{"clientName"}}}
			}),
			[]string{`a Unique names "clientName", which is no stored field`},
		},
		"nothing undoes an action": {
			skills(func(_ *skill, s *resource.Spec[skill], _ *store.Config) {
				none := func(context.Context, skill) (*resource.WayBack, error) { return nil, nil }
				s.Actions = []resource.Action[skill]{resource.RecordAction("cool", role.QuestionRead, cool).UndoneBy("warm", none)}
			}),
			[]string{"app/mistakes_test.go:", `action cool is undone by "warm", which is no action on a record`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := openIn(t.Context(), t.TempDir(), furnished.SQLite(t), tc.x)
			if err == nil {
				t.Fatal("it starts")
			}
			for _, want := range tc.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("no %q in\n%v", want, err)
				}
			}
		})
	}
}

// PostgreSQL says the same of its own tables, of which the indexes differ.
func TestDeclaration_MistakeOnPostgreSQL_StopsTheStart(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]app.Extension{
		"the table skills has no column colour": declaring(func(v *misspelt) resource.Ref {
			return &v.Name
		}, nil),
		`{{contains "skills" "name_fold"}} in its migration`: {
			Migrations: unindexed(t), Texts: example.Extension.Texts,
			Declare: example.Extension.Declare,
		},
		"no index of skills has it in order": ordered,
	} {
		_, err := openIn(t.Context(), t.TempDir(), furnished.Postgres(t), x)
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("no %q in %v", name, err)
		}
	}
}
