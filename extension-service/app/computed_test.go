package app_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/example"
	"poolkeeper.example/extension-service/platform/role"
)

type (
	// ranked is a skill with two fields that no column holds.
	ranked struct {
		resource.Record
		Name  string `json:"name"  store:"fold"`
		Level *int   `json:"level"`
		Rank  int    `json:"rank"  check:"readonly" store:"-"`
		Likes int    `json:"likes" check:"readonly" store:"-"`
	}
	papered struct {
		resource.Record
		Name  string `json:"name"`
		Paper string `json:"paper" kind:"file" accept:"application/x-pdf" store:"-"`
	}
	mistyped struct {
		resource.Record
		Name string `json:"name" accept:"application/pdf"`
	}
)

// computing declares skills whose fields are computed: the rank from the level, the likes by asking for the name.
func computing(rankFrom, likesFrom []string, computed ...string) app.Extension {
	return app.Extension{
		Migrations: example.Extension.Migrations, Texts: example.Extension.Texts,
		Declare: func(s *app.Service) {
			v := new(ranked)
			t := store.NewTable[ranked](s.DB, s.Table(store.Config{Name: "skills", Entity: "skill", Handle: "S"}))
			fills := map[string]func(ctx context.Context, rows []ranked) error{
				"rank": func(_ context.Context, rows []ranked) error {
					for i := range rows {
						if rows[i].Level != nil {
							rows[i].Rank = 10 - *rows[i].Level
						}
					}
					return nil
				},
				"likes": func(ctx context.Context, rows []ranked) (err error) {
					for i := range rows {
						_, failed := s.DB.Row(ctx, []any{&rows[i].Likes}, "SELECT count(*) FROM skills WHERE name = $1 AND id <> $2",
							rows[i].Name, rows[i].ID)
						err = errors.Join(err, failed)
					}
					return err
				},
			}
			from := map[string][]string{"rank": rankFrom, "likes": likesFrom}
			for _, name := range computed {
				t.Computes(fills[name], name).From(from[name]...)
			}
			s.Registry.Add(resource.Declare(resource.Spec[ranked]{
				Name: "skill", Of: v, Store: t, Title: &v.Name, Columns: resource.Refs{&v.Rank, &v.Likes},
				Access: resource.Access{Read: role.QuestionRead},
			}))
		},
	}
}

// A computed field that does not say what it looks at stays blank where a list or a file reads less: the start says so
// first.
func TestComputedField_WithoutDependencies_StopsTheStart(t *testing.T) {
	t.Parallel()
	level, name, both := []string{"level"}, []string{"name"}, []string{"rank", "likes"}
	for title, tc := range map[string]struct {
		x    app.Extension
		want string
	}{
		"it looks at a field": {
			computing(nil, name, both...),
			`field rank: what computes it looks at "level", which From does not name`,
		},
		"it reads the database one by one": {
			computing(level, nil, both...),
			`field likes: what computes it looks at "name", which From does not name`,
		},
		"it names what nobody reads": {
			computing([]string{"lvl"}, name, both...),
			`field rank: From names "lvl", which is no field that is read`,
		},
		"nothing computes what is shown": {
			computing(level, name, "rank"),
			`field likes: a list shows it, but no column holds it and nothing computes it`,
		},
		"everything is declared": {computing(level, name, both...), ""},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			s, err := openIn(t.Context(), t.TempDir(), furnished.SQLite(t), tc.x)
			if err == nil {
				err = s.Close()
			}
			if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("it says %v", err)
			}
		})
	}
}

// A condition refuses in its own words, and a file field names the types it takes.
func TestDeclaration_RefusedConditionOrFile_NamesTheReason(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		person := p.newPerson(t, "Ada", "Byron")["id"]
		body := func(paper string) string {
			return fmt.Sprintf(`{"freelancerId":%v,"name":"Licence","paper":%q}`, person, paper)
		}
		image := p.uploaded(t, "csm", "scan.png", pngOf(t, picture(40, 40)))
		p.expect(t, "csm", "POST /api/certificate", body(image), 415, `"paper":["error.mime"]`)
		p.expect(t, "csm", "GET /api/certificate", "", 200, `"totalResults":0`)
		// Its name is no proof: the bytes say what it is.
		p.expect(t, "csm", "POST /api/certificate", body(p.uploaded(t, "csm", "licence.pdf", []byte(minimalPDF))), 201, "")
		p.expect(t, "csm", "POST /api/certificate/1/revoke", `{}`, 409, `"blockedBy":[{"key":"certificate.numberless"}]`)
		p.expect(t, "csm", "GET /api/meta", "", 200, `"accept":["application/pdf","text/plain"]`)
	}, certificates(resource.ByDeletion()))
}

func TestDeclaration_MistakenConditionOrType_StopsTheStart(t *testing.T) {
	t.Parallel()
	speechless := skills(func(v *skill, s *resource.Spec[skill], _ *store.Config) {
		s.Route = "/questions/skills"
		s.Actions = []resource.Action[skill]{
			resource.RecordAction("cool", role.QuestionRead, func(context.Context, *skill, struct{}) (resource.None, error) {
				return resource.None{}, nil
			}).
				If(&v.Hot, true).RefusedWith("skill.cold"),
		}
	})
	forgetful := skills(func(_ *skill, s *resource.Spec[skill], _ *store.Config) {
		type coolInput struct {
			Reason string `json:"reason"`
		}
		s.Actions = []resource.Action[skill]{
			resource.RecordAction("cool", role.QuestionRead, func(context.Context, *skill, coolInput) (resource.None, error) {
				return resource.None{}, nil
			}),
		}
	})
	silent := skills(func(_ *skill, s *resource.Spec[skill], _ *store.Config) {
		type cooled struct {
			Degrees int64 `json:"degrees"`
		}
		s.Actions = []resource.Action[skill]{
			resource.RecordAction("cool", role.QuestionRead, func(context.Context, *skill, struct{}) (cooled, error) {
				return cooled{1}, nil
			}),
		}
	})
	for want, x := range map[string]app.Extension{
		`action cool: nothing says what a repeated call is answered: declare it with AnsweringAgain`: silent,
		`action cool: no text "skill.cold" in de`:                                                    speechless,
		`field paper accepts "application/x-pdf", which is no type of file that is taken`: declaring(
			func(v *papered) resource.Ref {
				return &v.Name
			}, nil),
		`action cool: the history does not keep the input reason: give it the tag history:"reason"`: forgetful,
		`only a field of kind file`: declaring(func(v *mistyped) resource.Ref {
			return &v.Name
		}, nil),
	} {
		_, err := openIn(t.Context(), t.TempDir(), furnished.SQLite(t), x)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
}
