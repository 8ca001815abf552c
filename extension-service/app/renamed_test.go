package app_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/example"
	"poolkeeper.example/extension-service/platform/role"
)

// graded is a skill after two of its fields have been renamed.
type graded struct {
	resource.Record
	ClientID   int64  `json:"clientId"   kind:"ref:client" check:"required"`
	ClientName string `json:"clientName" from:"clientId.name"`
	Name       string `json:"name"       check:"required,max=40" store:"fold"`
	Grade      *int   `json:"grade"      check:"minvalue=1,maxvalue=5" was:"level"`
	Sought     bool   `json:"sought"     was:"hot"`
}

// ungraded forgets to say what one of them was called.
type ungraded struct {
	resource.Record
	ClientID int64  `json:"clientId" kind:"ref:client"`
	Name     string `json:"name"     store:"fold"`
	Grade    *int   `json:"grade"    was:"level"`
	Sought   bool   `json:"sought"`
}

// twice says that a field was called as another one still is.
type twice struct {
	resource.Record
	Name  string `json:"name"`
	Level *int   `json:"level" was:"name"`
}

const renaming = `-- +goose Up
ALTER TABLE skills RENAME COLUMN level TO grade;
ALTER TABLE skills RENAME COLUMN hot TO sought;
`

// regraded are the migrations of skills with the one that renames.
func regraded(t *testing.T) fs.FS {
	t.Helper()
	first, err := fs.ReadFile(example.Extension.Migrations, "migrations/0001_skills.sql")
	if err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{
		"migrations/0001_skills.sql": {Data: first},
		"migrations/0002_grades.sql": {Data: []byte(renaming)},
	}
}

// renamedSkills is the example after the renaming.
func renamedSkills(t *testing.T) app.Extension {
	t.Helper()
	texts := fstest.MapFS{}
	for _, locale := range []string{"en", "de"} {
		name := "seed/" + locale + "/skills.json"
		text, err := fs.ReadFile(example.Extension.Texts, name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = &fstest.MapFile{Data: []byte(strings.NewReplacer(".level", ".grade", ".hot",
			".sought").Replace(string(text)))}
	}
	return app.Extension{Migrations: regraded(t), Texts: texts, Declare: func(s *app.Service) {
		k := new(graded)
		s.Registry.Add(resource.Declare(resource.Spec[graded]{
			Name: "skill", Route: "/questions/skills", Of: k, Title: &k.Name,
			Store: store.NewTable[graded](s.DB, s.Table(store.Config{
				Name: "skills", Entity: "skill", Handle: "S",
				Indexed: true,
			})),
			Columns: resource.Refs{&k.Name, &k.ClientName, &k.Grade, &k.Sought},
			Filters: resource.Refs{&k.Name, &k.Sought},
			Search:  resource.Refs{&k.Name, &k.ClientID, &k.Grade},
			Form:    []resource.Group{resource.Section("general", &k.ClientID, &k.Name, &k.Grade, &k.Sought)},
			Access: resource.Access{
				Read: role.QuestionRead, Create: role.QuestionCreate, Update: role.QuestionUpdate,
				Delete: role.QuestionDelete,
			},
		}))
	}}
}

// What a record said of a field is found under its new name, and who still asks by the old one is understood.
func TestRenamedField_HistoryAndOldRequests_AreUnderstood(t *testing.T) {
	t.Parallel()
	for engine, url := range map[string]func(testing.TB) string{
		"sqlite":   furnished.SQLite,
		"postgres": furnished.Postgres,
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			settings := settingsIn(t.TempDir(), url(t))
			entry := ""
			t.Run("before", func(t *testing.T) {
				p := openProduct(t, settings, example.Extension)
				p.expect(t, "content", "POST /api/skill", `{"clientId":1,"name":"Weaving","level":3}`, 201, "")
				p.expect(t, "content", "PUT /api/skill/1", `{"level":4,"hot":true}`, 200, "")
				p.publishIndex(t)
				lines := p.expect(t, "content", "GET /api/history/skill/1", "", 200, `"level"`).json(t)["results"].([]any)
				entry = fmt.Sprint(lines[1].(map[string]any)["id"])
			})
			t.Run("after", func(t *testing.T) {
				p := openProduct(t, settings, renamedSkills(t))
				p.publishIndex(t)
				for _, step := range []struct {
					request, body string
					status        int
					want          string
				}{
					{
						"GET /api/history/skill/1", "", 200,
						`"changed":["grade","sought"],"before":{"grade":3,"sought":false},"after":{"grade":4,"sought":true}`,
					},
					{"GET /api/history/skill/1?at=2099-01-01T00:00:00Z", "", 200, `"grade":4,"sought":true`},
					{"GET /api/skill?hot=true", "", 200, `"totalResults":1`},
					{"GET /api/skill?hot=false", "", 200, `"totalResults":0`},
					{"GET /api/skill?s=level:desc", "", 200, `"grade":4`},
					{"POST /api/dbSearch/skill", `{"filters":{"hot":true}}`, 200, `"totalResults":1`},
					{"GET /api/skill?cold=true", "", 422, "UNKNOWN_FIELD"},
					{"POST /api/history/skill/1/restore", `{"entryId":` + entry + `,"fields":["level"]}`, 200, `"grade":3`},
					{"PUT /api/skill/1", `{"level":5}`, 200, `"grade":5`},
					{"PUT /api/skill/1", `{"level":1,"grade":2}`, 422, `"level":["error.unknownField"]`},
					{"GET /api/meta", "", 200, `"was":["level"]`},
					{"GET /api/search/skill/mapping", "", 200, `"resources.skill.fields.grade"`},
				} {
					p.expect(t, "content", step.request, step.body, step.status, step.want)
				}
				if stale := p.call(t, "content", "PUT", "/api/skill/1", `{"level":2}`, "If-Match",
					`"1"`); !strings.Contains(string(stale.body), `"changedFields":["grade","sought"]`) {
					t.Errorf("a late write is told %s", stale.body)
				}
				file := p.expect(t, "", p.ticket(t, "content", "skill",
					`{"format":"csv","filters":{"hot":true},"columns":["name","level"]}`), "", 200, "")
				if want := "name,grade\r\nWeaving,5\r\n"; string(file.body) != want {
					t.Errorf("the file holds %q", file.body)
				}
				p.expect(t, "all", "GET /api/audit?entity=skill&action=update", "", 200, `"grade":3`)
				if n := p.indexed(t, "skill", `name:*weav*`); n != 1 {
					t.Errorf("the index holds %d", n)
				}
			})
		})
	}
}

// A renamed column whose field does not say what it was called would lose its past without a word.
func TestRenamedColumn_WithoutItsOldName_StopsTheStart(t *testing.T) {
	t.Parallel()
	shown := declaring(func(v *ungraded) resource.Ref { return &v.Name }, nil)
	shown.Migrations = regraded(t)
	for want, x := range map[string]app.Extension{
		`field sought: the migration 0002_grades.sql calls the column hot now sought: give the field the tag was:"hot"`: shown,
		`field level: it was "name", which is the name of another field`: declaring(func(v *twice) resource.Ref {
			return &v.Name
		}, nil),
	} {
		_, err := openIn(t.Context(), t.TempDir(), furnished.SQLite(t), x)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "grade:") {
			t.Errorf("no %q in %v", want, err)
		}
	}
}
