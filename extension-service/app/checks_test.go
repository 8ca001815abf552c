package app_test

import (
	"strings"
	"testing"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// checked are skills with one rule of each kind.
var checked = skills(func(v *skill, s *resource.Spec[skill], _ *store.Config) {
	s.Access.Create, s.Access.Update = role.QuestionCreate, role.QuestionUpdate
	s.Route = "/questions/skills"
	s.Checks = []resource.Check{
		resource.RequiredWhile(&v.Level, &v.Hot, true),
		resource.Rule("validation.oneLogin", func(v *skill) bool { return v.Name != "Sitting" || !v.Hot }, &v.Name, &v.Hot),
	}
})

func TestChecks_RuleOverSeveralFields_IsEnforcedAndDescribed(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t), checked)
	for _, step := range []struct {
		request, body string
		status        int
		want          string
	}{
		{"POST /api/skill", `{"clientId":1,"name":"Fishing","hot":true}`, 422, `"level":["validation.required"]`},
		{"POST /api/skill", `{"clientId":1,"name":"Sitting","level":1,"hot":true}`, 422, `"name":["validation.oneLogin"]`},
		{"POST /api/skill", `{"clientId":1,"name":"Sitting","level":1,"hot":true}`, 422, `"hot":["validation.oneLogin"]`},
		{"POST /api/skill", `{"clientId":1,"name":"Fishing","level":1,"hot":true}`, 201, `"level":1`},
		{"PUT /api/skill/1", `{"level":null}`, 422, `"level":["validation.required"]`},
		{"PUT /api/skill/1", `{"level":null,"hot":false}`, 200, `"level":null`},
	} {
		p.expect(t, "content", step.request, step.body, step.status, step.want)
	}
	p.expect(t, "content", "GET /api/meta", "", 200,
		`"checks":[{"rule":"required","fields":["level"],"other":"hot","in":[true]},`+
			`{"rule":"own","fields":["name","hot"],"text":"validation.oneLogin"}]`)
	p.expect(t, "", "GET /api/openapi.json", "", 200,
		`"x-checks":[{"rule":"required","fields":["level"],"other":"hot","in":[true]}`)
}

func TestChecks_InvalidDeclaration_StopsTheStart(t *testing.T) {
	t.Parallel()
	with := func(checks func(v *skill) []resource.Check) app.Extension {
		return skills(func(v *skill, s *resource.Spec[skill], _ *store.Config) { s.Checks = checks(v) })
	}
	never := func(*skill) bool { return false }
	for name, tc := range map[string]struct {
		x    app.Extension
		want string
	}{
		"of two types": {
			with(func(v *skill) []resource.Check { return []resource.Check{resource.NotBelow(&v.Name, &v.Level)} }),
			"name and level are not compared: both have to be dates, instants or numbers of one type",
		},
		"without words": {
			with(func(v *skill) []resource.Check { return []resource.Check{resource.Rule("", never, &v.Name)} }),
			"the rule of name has no text that says what is wrong",
		},
		"at no field": {
			with(func(*skill) []resource.Check { return []resource.Check{resource.Rule("skill.never", never)} }),
			`a rule "skill.never" of Checks names no field`,
		},
		"in words that are not there": {
			skills(func(v *skill, s *resource.Spec[skill], _ *store.Config) {
				s.Route, s.Checks = "/questions/skills", []resource.Check{resource.Rule("skill.never", never, &v.Name)}
			}),
			`Checks: no text "skill.never" in de`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := openIn(t.Context(), t.TempDir(), furnished.SQLite(t), tc.x)
			if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), "app/mistakes_test.go:") {
				t.Errorf("the start says %v, want %q with its line", err, tc.want)
			}
		})
	}
}
