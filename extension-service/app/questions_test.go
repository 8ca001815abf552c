package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// newQuestion creates one of client 1; more are further members.
func (p *product) newQuestion(t *testing.T, key, pair, more string) int {
	t.Helper()
	vt, kind, _ := strings.Cut(pair, "+")
	if more != "" {
		more = "," + more
	}
	body := fmt.Sprintf(`{"scope":"client","clientId":1,"key":%q,"labelKey":"ask.%s","valueType":%q,"inputKind":%q%s}`,
		key, key, vt, kind, more)
	id, _ := p.expect(t, "content", "POST /api/applicationQuestion", body, 201,
		`"questionVersion":1`).json(t)["id"].(float64)
	return int(id)
}

const (
	twoOptions = `"options":[{"value":"b1","labelKey":"ask.b1","active":true,"sortOrder":1},{"value":"none","labelKey":"ask.none","active":true,"sortOrder":2}]`
	knockOut   = `"flags":{"talentVisibility":true,"needAnswer":true,"failOnWrongAnswer":true,"pdf":true},"correctAnswers":["b1"]`
)

// Wrong questions are refused with the field and the reason, and nothing is saved.
func TestQuestions_AgainstTheRules_AreRefusedWithFieldAndReason(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/legalEntity", `{"clientId":1,"name":"Norrsken AG","code":"AG","currency":"EUR"}`,
			201, "")
		p.expect(t, "config", "POST /api/client", `{"name":"Other","code":"OT","currency":"EUR"}`, 201, "")
		p.newQuestion(t, "licence", "str+radio", twoOptions)
		start := `{"scope":"client","clientId":1,"key":"k1","labelKey":"a.b","valueType":"str","inputKind":"text"`
		for _, tc := range []struct{ body, want string }{
			{
				`{"scope":"client","clientId":1,"key":"k1","labelKey":"a.b","valueType":"txt","inputKind":"radio"}`,
				`"inputKind":["question.error.combination"]`,
			},
			{`{"clientId":1,"key":"A B","labelKey":"a b","valueType":"xxx","inputKind":"text"}`, `"key":["validation.regex"]`},
			{
				`{"clientId":1,"key":"k1","labelKey":"a b","valueType":"xxx","inputKind":"text"}`,
				`"valueType":["validation.oneOf"]`,
			},
			{
				`{"clientId":7,"key":"k1","labelKey":"a.b","valueType":"str","inputKind":"text"}`,
				`"clientId":["validation.reference"]`,
			},
			{`{"key":"k1","labelKey":"a.b","valueType":"str","inputKind":"text"}`, `"clientId":["validation.required"]`},
			{start + `,"legalEntityId":1}`, `"legalEntityId":["question.error.clientAsks"]`},
			{
				`{"scope":"legalentity","clientId":1,"key":"k1","labelKey":"a.b","valueType":"str","inputKind":"text"}`,
				`"legalEntityId":["validation.required"]`,
			},
			{
				`{"scope":"legalentity","clientId":2,"legalEntityId":1,"key":"k1","labelKey":"a.b","valueType":"str","inputKind":"text"}`,
				`"legalEntityId":["validation.ofClient"]`,
			},
			{start + `,"colour":1}`, `"colour":["error.unknownField"]`},
			{start + `,"flags":{"pdff":true}}`, `"flags.pdff":["error.unknownField"]`},
			{start + `,"validation":{"maxLength":256}}`, `"validation.maxLength":["validation.maxValue"]`},
			{start + `,"validation":{"minLength":9,"maxLength":3}}`, `"validation.minLength":["validation.maxValue"]`},
			{start + `,"validation":{"pattern":"["}}`, `"validation.pattern":["question.error.pattern"]`},
			{start + `,"validation":{"maxDays":3}}`, `"validation.maxDays":["question.error.setting"]`},
			{start + `,"validation":{"fileTypes":["pdf"]}}`, `"validation.fileTypes":["question.error.setting"]`},
			{start + `,"options":[{"value":"a","labelKey":"x"}]}`, `"options":["question.error.noOptions"]`},
			{start + `,"correctAnswers":["a"]}`, `"correctAnswers":["question.error.open"]`},
			{start + `,"flags":{"mspEdit":true}}`, `"flags.mspEdit":["question.flag.needsMspVisibility"]`},
			{start + `,"flags":{"jobSeekerUpload":true}}`, `"flags.jobSeekerUpload":["question.flag.needsTalentVisibility"]`},
			{start + `,"flags":{"needAnswer":true,"mspVisibility":true}}`, `"flags.needAnswer":["question.flag.needsSomebody"]`},
			{
				start + `,"flags":{"talentVisibility":true,"needAnswer":true,"failOnWrongAnswer":true}}`,
				`"flags.failOnWrongAnswer":["question.flag.needsClosedPair"]`,
			},
			{start + `,"flags":{"prefilled":true}}`, `"prefillSource":["validation.required"]`},
			{start + `,"prefillSource":"freelancer.email"}`, `"prefillSource":["validation.oneOf"]`},
			{
				`{"clientId":1,"key":"k1","labelKey":"a.b","valueType":"jsn","inputKind":"textField","flags":{"talentVisibility":true}}`,
				`"flags.talentVisibility":["question.flag.staffOnly"]`,
			},
			{
				`{"clientId":1,"key":"k1","labelKey":"a.b","valueType":"int","inputKind":"number","validation":{"min":9,"max":3}}`,
				`"validation.min":["validation.maxValue"]`,
			},
			{
				`{"clientId":1,"key":"k1","labelKey":"a.b","valueType":"int","inputKind":"number","validation":{"max":2147483648}}`,
				`"validation.max":["validation.integer"]`,
			},
			{
				`{"clientId":1,"key":"k1","labelKey":"a.b","valueType":"int","inputKind":"number","correctAnswers":{"min":9,"max":3}}`,
				`"correctAnswers.min":["validation.maxValue"]`,
			},
			{
				`{"clientId":1,"key":"k1","labelKey":"a.b","valueType":"str","inputKind":"date","validation":{"minDate":"tomorrow"}}`,
				`"validation.minDate":["validation.regex"`,
			},
			{
				`{"clientId":1,"key":"k1","labelKey":"a.b","valueType":"str","inputKind":"radio","options":[{"value":"a","labelKey":"x","active":true}]}`,
				`"options":["question.error.minOptions"]`,
			},
			{
				`{"clientId":1,"key":"k1","labelKey":"a.b","valueType":"str","inputKind":"radio","options":[{"value":"a b","labelKey":"x","active":true},{"value":1,"labelKey":"x","active":true}]}`,
				`"options[0].value":["question.error.optionValue"]`,
			},
			{
				`{"clientId":1,"key":"k1","labelKey":"a.b","valueType":"int","inputKind":"radio","options":[{"value":1,"labelKey":"x","active":true},{"value":1,"labelKey":"x","active":true}]}`,
				`"options[1].value":["validation.duplicate"]`,
			},
			{
				`{"clientId":1,"key":"k1","labelKey":"a.b","valueType":"jsn","inputKind":"currency","validation":{"limits":[{"unit":"Week","min":3}]}}`,
				`"validation.limits[0].unit":["validation.oneOf"]`,
			},
			{
				`{"clientId":1,"key":"k1","labelKey":"a.b","valueType":"str","inputKind":"radio",` + twoOptions +
					`,"flags":{"talentVisibility":true,"needAnswer":true,"failOnWrongAnswer":true}}`,
				`"correctAnswers":["validation.required"]`,
			},
			{`{"clientId":1,"key":"k1","labelKey":"a.b","valueType":"str","inputKind":"radio",` + twoOptions +
				`,"correctAnswers":["b2"]}`, `"correctAnswers[0]":["question.error.notAnAnswer"]`},
			{
				`{"clientId":1,"key":"k1","labelKey":"a.b","valueType":"str","inputKind":"radio",` + twoOptions +
					`,"flags":{"talentVisibility":true,"needAnswer":true,"failOnWrongAnswer":true,"prefilled":true},"correctAnswers":["b1"],"prefillSource":"freelancer.homeAddress.city"}`,
				`"flags.failOnWrongAnswer":["question.flag.notPrefilled"]`,
			},
		} {
			p.expect(t, "content", "POST /api/applicationQuestion", tc.body, 422, tc.want)
		}
		p.expect(t, "content", "POST /api/applicationQuestion", strings.Replace(start, "k1", "licence", 1)+"}", 409,
			`"code":"KEY_TAKEN"`)
		p.expect(t, "content", "GET /api/applicationQuestions", "", 200, `"totalResults":1`)
		p.expect(t, "csm", "GET /api/applicationQuestions", "", 403, `question.read`)
		p.expect(t, "config", "POST /api/applicationQuestion", start+"}", 403, `question.create`)
	})
}

// An option that says nothing of it is active, in a question, a changed one and a draft; one that is not stays so.
func TestQuestionOption_WithoutActive_IsActive(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		silent := `"options":[{"value":"b1","labelKey":"ask.b1"},{"value":"b2","labelKey":"ask.b2","active":true},{"value":"b3","labelKey":"ask.b3","active":false},
			{"value":"b4","labelKey":"ask.b4","active":null}]`
		states := func(at, body string, status int) {
			t.Helper()
			got := p.expect(t, "content", at, body, status, "").json(t)
			options, _ := got["options"].([]any)
			var active []any
			for _, o := range options {
				active = append(active, o.(map[string]any)["active"])
			}
			if fmt.Sprint(active) != "[true true false true]" {
				t.Errorf("%s: active %v", at, active)
			}
		}
		id := p.newQuestion(t, "silent", "str+radio", silent)
		at := fmt.Sprintf(" /api/applicationQuestion/%d", id)
		states("GET"+at, "", 200)
		states("PUT"+at, `{`+silent+`}`, 200)
		record := string(p.expect(t, "content", "GET"+at, "", 200, "").body)
		p.expect(t, "content", "POST /api/applicationQuestion/simulate", `{"question":`+record+`}`, 200, `"asked":0`)
		p.expect(t, "content", "POST /api/applicationQuestion/simulate",
			`{"question":{"clientId":1,"key":"silent","labelKey":"ask.silent","valueType":"str","inputKind":"radio",`+silent+
				`}}`, 200, `"asked":0`)
	})
}

// The format none is no format: a text may be anything, and a pair that has no formats takes it too.
func TestQuestionFormat_None_MeansNoFormat(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		for pair, key := range map[string]string{"str+text": "line", "txt+textField": "words"} {
			id := p.newQuestion(t, key, pair, `"validation":{"format":"none"}`)
			p.expect(t, "content", fmt.Sprintf("GET /api/applicationQuestion/%d", id), "", 200, `"format":null`)
		}
		p.expect(t, "content", "POST /api/applicationQuestion/simulate",
			`{"question":{"clientId":1,"key":"line","labelKey":"a.b","valueType":"str","inputKind":"text","validation":{"format":"none"}}}`,
			200, `"asked":0`)
		p.expect(t, "content", "POST /api/applicationQuestion",
			`{"clientId":1,"key":"k2","labelKey":"a.b","valueType":"str","inputKind":"text","validation":{"format":"fax"}}`, 422,
			`"validation.format":["validation.oneOf"]`)
	})
}

// From the first answer on, what an answer can be stays as it is; a change of that is a version of its own.
func TestQuestion_Answered_IsFrozen(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newQuestion(t, "licence", "str+radio", twoOptions)
		unused := p.newQuestion(t, "other", "bln+radio", "")
		a := p.newApplication(t, p.newProject(t, "Driver"), "Noor")
		at, bid := fmt.Sprintf("/api/applicationQuestion/%d", id), fmt.Sprintf("/api/projectApplication/%d", a)
		p.expect(t, "content", "GET /api/dashboard", "", 200, `{"key":"unusedQuestions","count":2`)
		p.expect(t, "content", "PUT "+at, `{"inputKind":"dropdown"}`, 200, `"inputKind":"dropdown"`) // nobody has answered it
		p.expect(t, "csm", "PUT "+bid, fmt.Sprintf(`{"answers":[{"questionId":%d,"value":"b1"}]}`, id), 200,
			`"questionVersion":1,"value":"b1"`)
		p.expect(t, "content", "GET /api/dashboard", "", 200, `{"key":"unusedQuestions","count":1`)
		p.expect(t, "content", "GET /api/applicationQuestions?used=false", "", 200,
			fmt.Sprintf(`{"results":[{"id":%d`, unused))
		p.expect(t, "content", "GET "+at, "", 200, `"used":true`)
		p.expect(t, "content", "GET "+at, "", 200, `"answerCount":1`)
		without := `"options":[{"value":"b1","labelKey":"ask.b1","active":true},{"value":"c","labelKey":"ask.c","active":true}]`
		refused := p.expect(t, "content", "PUT "+at, `{"inputKind":"radio",`+without+`}`, 409, `"code":"QUESTION_IN_USE"`)
		if !strings.Contains(string(refused.body), `"frozen":["inputKind","options"]`) ||
			!strings.Contains(string(refused.body), `"newVersion":2`) {
			t.Errorf("the refusal does not say what is frozen: %s", refused.body)
		}
		p.expect(t, "content", "PUT "+at,
			`{"options":[{"value":"b1","labelKey":"ask.b1","active":true},{"value":"none","labelKey":"ask.none","active":false},{"value":"c","labelKey":"ask.c","active":true}]}`,
			200, `"active":false`)
		next := int(p.expect(t, "content", "PUT "+at, `{"inputKind":"radio",`+without+`,"asNewVersion":true}`, 200,
			`"questionVersion":2`).json(t)["id"].(float64))
		p.expect(t, "content", "GET "+at, "", 200, `"active":false`)
		p.expect(t, "content", fmt.Sprintf("GET %s/versions", at), "", 200, fmt.Sprintf(`{"results":[{"id":%d`, next))
		p.expect(t, "content", "PUT "+at, `{"active":true}`, 409, `"active":["question.error.otherVersionActive"]`)
		p.expect(t, "content", "POST /api/applicationQuestion",
			`{"clientId":1,"key":"licence","labelKey":"a.b","valueType":"bln","inputKind":"radio"}`, 409, `KEY_TAKEN`)
		// the answer stays with its version, new applications are asked the new one
		p.expect(t, "csm", "GET "+bid+"/questions", "", 200, fmt.Sprintf(`"id":%d,"questionVersion":1,"key":"licence"`, id))
		b := p.newApplication(t, p.newProject(t, "Driver"), "Tomasz")
		p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/%d/questions", b), "", 200,
			fmt.Sprintf(`"id":%d,"questionVersion":2,"key":"licence"`, next))
		p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%d", b),
			fmt.Sprintf(`{"answers":[{"questionId":%d,"value":"b1"}]}`, id), 422,
			`"answers[0].questionId":["validation.reference"]`)
		// deleting: what was answered is deactivated, anything else goes
		p.expect(t, "content", "DELETE "+at, "", 200, `"message":"question.deactivated"`)
		p.expect(t, "content", fmt.Sprintf("DELETE /api/applicationQuestion/%d", unused), "", 200, `"deactivated":false`)
		p.expect(t, "content", fmt.Sprintf("GET /api/applicationQuestion/%d", unused), "", 404, "NOT_FOUND")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%d", b),
			fmt.Sprintf(`{"answers":[{"questionId":%d,"value":"c"}]}`, next), 200, `"value":"c"`)
		p.expect(t, "content", fmt.Sprintf("DELETE /api/applicationQuestion/%d", next), "", 200, `"deactivated":true`)
		p.expect(t, "content", "GET /api/history/question/"+fmt.Sprint(next), "", 200, `"action":"delete"`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/%d/questions", b), "", 200, `"retired":true`)
	})
}

// A legal entity asks beside its client, or in its place under the same key; each keeps to the scope of who looks.
func TestQuestions_OfLegalEntityAndClient_ComeInOrder(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client", `{"name":"Other","code":"OT","currency":"EUR"}`, 201, "")
		p.expect(t, "config", "POST /api/legalEntity", `{"clientId":1,"name":"Norrsken AG","code":"AG","currency":"EUR"}`,
			201, "")
		p.newQuestion(t, "licence", "str+radio", twoOptions+`,"sortOrder":2`)
		p.newQuestion(t, "start", "str+date", `"sortOrder":1`)
		p.newQuestion(t, "retired", "str+date", `"active":false`)
		p.expect(t, "content", "POST /api/applicationQuestion",
			`{"scope":"legalentity","clientId":1,"legalEntityId":1,"key":"licence","labelKey":"a.b","valueType":"bln","inputKind":"radio","sortOrder":3}`,
			201, "")
		p.expect(t, "content", "POST /api/applicationQuestion",
			`{"clientId":2,"key":"hidden","labelKey":"a.b","valueType":"bln","inputKind":"radio"}`, 201, "")
		got := p.expect(t, "content", "GET /api/legalEntity/1/applicationQuestions", "", 200, `"totalResults":2`)
		first, second := strings.Index(string(got.body), `"inherited":true`),
			strings.Index(string(got.body), `"valueType":"bln"`)
		if first < 0 || second < first {
			t.Errorf("not in asking order: %s", got.body)
		}
		p.expect(t, "content", "GET /api/legalEntity/1/applicationQuestions?from=1&size=1", "", 200, `"inherited":false`)
		p.expect(t, "content", "GET /api/legalEntity/9/applicationQuestions", "", 404, "NOT_FOUND")
		p.expect(t, "content",
			"GET /api/applicationQuestions?clientId=1&active=true&scope=client&size=1&from=1&s=sortOrder:asc", "", 200,
			`"key":"licence"`)
		p.expect(t, "content", "GET /api/applicationQuestions", "", 200, `{"results":[{"id":5`)
	})
}

// Somebody limited to one client meets the questions of no other.
func TestQuestions_OutsideTheScope_AreNotFound(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
		p.expect(t, "config", "POST /api/legalEntity", `{"clientId":2,"name":"Outside One","code":"O1","currency":"EUR"}`,
			201, "")
		inside := p.newQuestion(t, "inside", "bln+radio", "")
		outside := p.expect(t, "content", "POST /api/applicationQuestion",
			`{"clientId":2,"key":"outside","labelKey":"a.b","valueType":"bln","inputKind":"radio"}`, 201, "").json(t)["id"]
		staff := p.expect(t, "config", "GET /api/admin?limit=100", "", 200, "").json(t)
		for _, one := range staff["results"].([]any) {
			if a := one.(map[string]any); a["email"] == "scoped@poolkeeper.example" {
				p.expect(t, "config", fmt.Sprintf("PUT /api/admin/%v", a["id"]), `{"roles":["a","c"]}`, 200, "")
			}
		}
		delete(p.tokens, "scoped")
		p.expect(t, "scoped", "GET /api/applicationQuestions", "", 200, `"totalResults":1`)
		p.expect(t, "scoped", fmt.Sprintf("GET /api/applicationQuestion/%d", inside), "", 200, `"key":"inside"`)
		for _, request := range []string{
			"GET /api/applicationQuestion/%v", "DELETE /api/applicationQuestion/%v", "GET /api/applicationQuestion/%v/versions",
			"GET /api/history/question/%v",
		} {
			p.expect(t, "scoped", fmt.Sprintf(request, outside), "", 404, "NOT_FOUND")
		}
		p.expect(t, "scoped", fmt.Sprintf("PUT /api/applicationQuestion/%v", outside), `{"active":false}`, 404, "NOT_FOUND")
		p.expect(t, "scoped", "GET /api/legalEntity/1/applicationQuestions", "", 404, "NOT_FOUND")
		p.expect(t, "scoped", "POST /api/applicationQuestion",
			`{"clientId":2,"key":"mine","labelKey":"a.b","valueType":"bln","inputKind":"radio"}`, 422,
			`"clientId":["validation.reference"]`)
		p.expect(t, "scoped", "POST /api/applicationQuestion/preview",
			`{"clientId":2,"question":{"labelKey":"a.b","valueType":"bln","inputKind":"radio"}}`, 404, "NOT_FOUND")
		p.expect(t, "scoped", "POST /api/applicationQuestion/simulate",
			`{"question":{"clientId":2,"key":"outside","labelKey":"a.b","valueType":"bln","inputKind":"radio"}}`, 404,
			"NOT_FOUND")
		p.expect(t, "scoped", "POST /api/applicationQuestion/simulate", fmt.Sprintf(`{"questionId":%v}`, outside), 404,
			"NOT_FOUND")
	})
}
