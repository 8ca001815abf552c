package app_test

import (
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/internal/example"
)

// One declaration and one migration must be all it takes.
func TestExtension_OneDeclaration_IsServedCompletely(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		made := p.expect(t, "content", "POST /api/skill", `{"clientId":1,"name":" Gärtnern ","level":3}`, 201,
			`"name":"Gärtnern"`)
		id := int(made.json(t)["id"].(float64))
		at := fmt.Sprintf("/api/skill/%d", id)
		for _, step := range []struct {
			who, request, body string
			status             int
			want               string
		}{
			{"content", "GET /api/skill?name=gart", "", 200, `"totalResults":1`},
			{"content", "GET /api/skill?name=gart&clientName=All", "", 200, `"clientName":`},
			{"content", "GET /api/skill?hot=true", "", 200, `"totalResults":0`},
			{"content", "GET /api/skill?nmae=x", "", 422, `"UNKNOWN_FIELD"`},
			{"content", "GET /api/skill?s=name:sideways", "", 422, `validation.sort`},
			{"content", "POST /api/dbSearch/skill", `{"filters":{"name":"gart"},"size":5}`, 200, `"totalResults":1`},
			{"content", "GET " + at, "", 200, `"level":3`},
			{"content", "PUT " + at, `{"level":9}`, 422, `"level":["validation.maxValue"]`},
			{"content", "PUT " + at, `{"levl":4}`, 422, `"levl":["error.unknownField"]`},
			{"content", "PUT " + at, `{"clientId":99999}`, 422, `"clientId":["validation.reference"]`},
			{"content", "PUT " + at, `{"level":4,"hot":true}`, 200, `"version":2`},
			{"content", "PUT " + at, `{"level":4}`, 200, `"version":2`},
			{"content", "GET /api/history/skill/" + fmt.Sprint(id), "", 200, `"changed":["level","hot"]`},
			{"content", "GET /api/search/skill/mapping", "", 200, `"labelKey":"resources.skill.fields.name"`},
			{"content", "GET /api/find?q=gart", "", 200, `"route":"/questions/skills"`},
			{"csm", "GET " + at, "", 403, `question.read`},
			{"csm", "POST /api/skill", `{"clientId":1,"name":"x"}`, 403, `"missing":["question.create"]`},
			{"", "GET " + at, "", 401, `UNAUTHENTICATED`},
			{"content", "DELETE " + at + "?reason=done", "", 200, `"message":"skill.deleted"`},
			{"content", "GET " + at, "", 404, `NOT_FOUND`},
		} {
			p.expect(t, step.who, step.request, step.body, step.status, step.want)
		}
	}, example.Extension)
}

func TestExtension_OneDeclaration_IsDescribedInTheMetadata(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t), example.Extension)
	meta := string(p.expect(t, "content", "GET /api/meta", "", 200, `"name":"skill"`).body)
	for _, want := range []string{
		`"label":"resources.skill.plural","route":"/questions/skills"`,
		`"can":["read","export","create","update","delete","history"]`,
		`{"name":"name","kind":"text","required":true,"sortable":true,"max":40}`,
	} {
		if !strings.Contains(meta, want) {
			t.Errorf("no %s in %s", want, meta)
		}
	}
	if other := string(p.expect(t, "tech", "GET /api/meta", "", 200, `"resources":`).body); strings.Contains(other,
		`"name":"skill"`) {
		t.Error("the metadata tells of a resource the caller may not read")
	}
	if all := string(p.expect(t, "all", "GET /api/meta", "", 200, `"name":"invitation"`).body); strings.Contains(all,
		`"filters":null`) {
		t.Error("a resource without filters has none at all")
	}
	p.expect(t, "", "GET /api/openapi.json", "", 200, `"operationId":"skill.create"`)
	p.expect(t, "", "GET /api/docs", "", 200, `/api/skill/{id}`)
}

func TestIndex_DeclaredResource_FollowsItsRecords(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "content", "POST /api/skill", `{"clientId":1,"name":"Weaving"}`, 201, ``)
		p.publishIndex(t)
		if n := p.indexed(t, "skill", `name:*weav*`); n != 1 {
			t.Errorf("%d documents", n)
		}
		p.expect(t, "content", "PUT /api/skill/1", `{"name":"Knitting"}`, 200, ``)
		p.publishIndex(t)
		if before, after := p.indexed(t, "skill", `name:*weav*`), p.indexed(t, "skill", `name:*knit*`); before != 0 ||
			after != 1 {
			t.Errorf("after the change %d, %d", before, after)
		}
		p.expect(t, "content", "DELETE /api/skill/1", "", 200, ``)
		p.publishIndex(t)
		if n := p.indexed(t, "skill", ""); n != 0 {
			t.Errorf("%d documents of a deleted record", n)
		}
	}, example.Extension)
}
