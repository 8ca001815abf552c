package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// Answers are held against the questions of the project; one that is missing keeps an application from being confirmed,
// a wrong one rejects it, and what is meant for the client is printed.
func TestAnswers_OfAnApplication_DecideOverIt(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		licence := p.newQuestion(t, "licence", "str+radio", twoOptions+","+knockOut)
		rate := p.newQuestion(t, "rate", "jsn+currency",
			`"flags":{"talentVisibility":true,"prefilled":true,"pdf":true},"prefillSource":"freelancer.hourRate"`)
		project := p.newProject(t, "Driver")
		a, b := p.newApplication(t, project, "Noor"), p.newApplication(t, project, "Tomasz")
		at := fmt.Sprintf("/api/projectApplication/%d", a)
		answer := func(value string) string {
			return fmt.Sprintf(`{"answers":[{"questionId":%d,"value":%s}]}`, licence, value)
		}
		for _, step := range []struct {
			request, body string
			status        int
			want          string
		}{
			{"GET " + at + "/questions", "", 200, `"missing":true`},
			{"PUT " + at + "/status", `{"status":"a","reason":"TALENT_DECISION"}`, 409, `application.block.answersMissing`},
			{"PUT " + at, answer(`"maybe"`), 422, `"answers[0].value":["validation.oneOf"]`},
			{
				"PUT " + at, `{"answers":[{"questionId":999,"value":"b1"}]}`, 422,
				`"answers[0].questionId":["validation.reference"]`,
			},
			{
				"PUT " + at, fmt.Sprintf(`{"answers":[{"questionId":%d,"value":{"amount":1,"currency":"USD","unit":"Hr"}}]}`, rate),
				422, `"answers[0].value.currency":["validation.oneOf"]`,
			},
			{
				"PUT " + at, fmt.Sprintf(`{"answers":[{"questionId":%d,"questionVersion":2,"value":"b1"}]}`, licence), 422,
				`"answers[0].questionVersion":["question.error.version"]`,
			},
			{"PUT " + at, answer(`"b1"`), 200, `"value":"b1"`},
			{"GET " + at + "/questions", "", 200, `"missing":false`},
			{"PUT " + at + "/status", `{"status":"a","reason":"TALENT_DECISION"}`, 200, `"status":"a"`},
			{"POST " + at + "/pdf", `{}`, 200, `"resourceId":"`},
			{
				fmt.Sprintf("PUT /api/projectApplication/%d", b), answer(`"none"`), 200,
				`"status":"rm","statusReason":"KNOCKOUT_QUESTION"`,
			},
			{fmt.Sprintf("GET /api/projectApplication/readiness?id=%d", a), "", 200, `"readiness":[{"key":`},
		} {
			p.expect(t, "csm", step.request, step.body, step.status, step.want)
		}
		paper := p.expect(t, "csm", "POST "+at+"/pdf", `{}`, 200, `"resourceId":"`).json(t)["resourceId"]
		profile := p.expect(t, "csm", fmt.Sprintf("GET /api/resource/%s", paper), "", 200, "%PDF").body
		if !printed(t, profile, "ask.b1") {
			t.Error("the answer is not printed")
		}
		p.printsAsPreviewed(t, profile)
	})
}

// printsAsPreviewed holds a profile against what the preview of its question says of it.
func (p *product) printsAsPreviewed(t *testing.T, profile []byte) {
	t.Helper()
	draft := fmt.Sprintf(
		`{"clientId":1,"answer":"b1","question":{"labelKey":"ask.licence","valueType":"str","inputKind":"radio",%s,%s}}`,
		twoOptions, knockOut)
	line := p.expect(t, "content", "POST /api/applicationQuestion/preview", draft, 200,
		`"rejects":false`).json(t)["pdf"].(map[string]any)
	for _, word := range []string{"question", "answer"} {
		if text := fmt.Sprint(line[word]); text == "" || !printed(t, profile, text) {
			t.Errorf("the preview says that %q is printed", text)
		}
	}
	for _, tc := range []struct {
		who, body string
		status    int
		want      string
	}{
		{"content", strings.Replace(draft, `"answer":"b1"`, `"answer":"none"`, 1), 200, `"right":false,"rejects":true`},
		{"content", strings.Replace(draft, `"pdf":true`, `"pdf":false`, 1), 200, `"pdf":null,"words":"ask.b1"`},
		{
			"content", strings.Replace(draft, `"pdf":true`, `"jobSeekerUpload":true`, 1), 200,
			`"talent":{"sees":true,"answers":true,"needed":true,"uploads":{"types":["pdf","docx","png","jpg"],"most":3,"size":10485760}}`,
		},
		{
			"content", strings.Replace(draft, `"pdf":true`, `"mspVisibility":true`, 1), 200,
			`"msp":{"sees":true,"answers":false,"needed":false,"uploads":null}`,
		},
		{
			"content", strings.Replace(draft, `"pdf":true`, `"mspVisibility":true,"mspEdit":true`, 1), 200,
			`"msp":{"sees":true,"answers":true,"needed":true,"uploads":null}`,
		},
		{
			"content", strings.Replace(draft, `"correctAnswers":["b1"]`, `"correctAnswers":["b2"]`, 1), 422,
			`"question.correctAnswers[0]":["question.error.notAnAnswer"]`,
		},
		{"csm", draft, 403, `question.read`},
	} {
		p.expect(t, tc.who, "POST /api/applicationQuestion/preview", tc.body, tc.status, tc.want)
	}
}

// A knock-out is tried on the answers given so far: those of the latest applications, whichever version they answered.
func TestSimulation_KnockOutQuestion_CountsPastAnswers(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		licence := p.newQuestion(t, "licence", "str+radio", twoOptions)
		words := p.newQuestion(t, "words", "str+text", "")
		project := p.newProject(t, "Driver")
		for i, answer := range []string{"none", "b1", "b1", "none", "b1"} {
			a := p.newApplication(t, project, fmt.Sprint("Noor", i))
			p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%d", a),
				fmt.Sprintf(`{"answers":[{"questionId":%d,"value":%q},{"questionId":%d,"value":"Ada Byron"}]}`, licence, answer,
					words), 200, "")
		}
		next := p.expect(t, "content", fmt.Sprintf("PUT /api/applicationQuestion/%d", licence),
			`{"inputKind":"dropdown","asNewVersion":true}`, 200, `"questionVersion":2`).json(t)["id"]
		p.newApplication(t, project, "Tomasz") // is asked, and has not answered
		draft := fmt.Sprintf(
			`{"question":{"scope":"client","clientId":1,"key":"licence","labelKey":"ask.licence","valueType":"str","inputKind":"dropdown",%s,%s}`,
			twoOptions, knockOut)
		for _, tc := range []struct {
			who, body string
			status    int
			want      string
		}{
			{
				"content", draft + "}", 200,
				`{"asked":5,"wouldReject":2,"byAnswer":[{"value":"b1","count":3},{"value":"none","count":2}]}`,
			},
			{
				"content", draft + `,"last":2}`, 200,
				`{"asked":2,"wouldReject":1,"byAnswer":[{"value":"b1","count":1},{"value":"none","count":1}]}`,
			},
			{"content", strings.Replace(draft, `["b1"]`, `["none"]`, 1) + "}", 200, `{"asked":5,"wouldReject":3,`},
			{"content", strings.Replace(draft, `"failOnWrongAnswer":true,`, "", 1) + "}", 200, `{"asked":5,"wouldReject":0,`},
			{
				"content", strings.Replace(draft, `"key":"licence"`, `"key":"other"`, 1) + "}", 200,
				`{"asked":0,"wouldReject":0,"byAnswer":[]}`,
			},
			{
				"content", fmt.Sprintf(`{"questionId":%v}`, next), 200,
				`{"asked":5,"wouldReject":0,"byAnswer":[{"value":"b1","count":3}`,
			},
			// people's own words stay theirs
			{"content", fmt.Sprintf(`{"questionId":%d}`, words), 200, `{"asked":5,"wouldReject":0,"byAnswer":[]}`},
			{"content", strings.Replace(draft, `"key":"licence"`,
				`"key":"licence","sortOrder":3,"active":false,"asNewVersion":true`, 1) + "}", 200, `{"asked":5,"wouldReject":2,`},
			{
				"content", strings.Replace(draft, `"key":"licence"`, `"key":"licence","sortOrder":1000001`, 1) + "}", 422,
				`"question.sortOrder":["validation.maxValue"]`,
			},
			{
				"content", strings.Replace(draft, `"key":"licence"`, `"key":"Driving Licence"`, 1) + "}", 422,
				`"question.key":["validation.regex"]`,
			},
			{
				"content", strings.Replace(draft, `"key":"licence"`, `"key":"l"`, 1) + "}", 422,
				`"question.key":["validation.min"`,
			},
			{
				"content", strings.Replace(draft, `"key":"licence"`, `"key":"licence","colour":1`, 1) + "}", 422,
				`"question.colour":["error.unknownField"]`,
			},
			{"content", `{"questionId":99}`, 404, "NOT_FOUND"},
			{"content", `{}`, 422, `"questionId":["validation.required"]`},
			{"content", draft + fmt.Sprintf(`,"questionId":%d}`, licence), 422, `"questionId":["validation.twice"]`},
			{"content", draft + `,"last":10001}`, 422, `"last":["validation.maxValue"]`},
			{"content", strings.Replace(draft, `"clientId":1`, `"clientId":9`, 1) + "}", 404, "NOT_FOUND"},
			{
				"content", strings.Replace(draft, `["b1"]`, `["b2"]`, 1) + "}", 422,
				`"question.correctAnswers[0]":["question.error.notAnAnswer"]`,
			},
			{"csm", draft + "}", 403, `question.read`},
		} {
			p.expect(t, tc.who, "POST /api/applicationQuestion/simulate", tc.body, tc.status, tc.want)
		}
	})
}

// An application starts with what the profile of its talent says, where a question takes it.
func TestAnswers_NewApplication_StartWithTheProfile(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.newQuestion(t, "rate", "jsn+currency", `"flags":{"prefilled":true},"prefillSource":"freelancer.hourRate"`)
		p.newQuestion(t, "whole", "int+number", `"flags":{"prefilled":true},"prefillSource":"freelancer.hourRate"`)
		p.newQuestion(t, "city", "str+text", `"flags":{"prefilled":true},"prefillSource":"freelancer.homeAddress.city"`)
		p.newQuestion(t, "about", "txt+textField", `"flags":{"prefilled":true},"prefillSource":"freelancer.description"`)
		somebody := `{"firstName":"Ada","lastName":"Vogt","email":"ada@example.org","hourRate":95.5,"currency":"EUR","homeAddress":{"city":"Graz"}}`
		person := int64(p.expect(t, "csm", "POST /api/freelancer", somebody, 201, "Vogt").json(t)["id"].(float64))
		body := fmt.Sprintf(`{"projectId":%d,"freelancerId":%d}`, p.newProject(t, "Driver"), person)
		got := string(p.expect(t, "csm", "POST /api/projectApplication", body, 201,
			`{"amount":95.5,"currency":"EUR","unit":"Hr"}`).body)
		if !strings.Contains(got, `"value":"Graz"`) || strings.Count(got, `"questionVersion":1`) != 2 {
			t.Errorf("answers of the profile: %s", got)
		}
		p.expect(t, "content", "GET /api/applicationQuestions?used=true", "", 200, `"totalResults":2`)
	})
}

// The answers of somebody go along when records are merged, are part of what the person is given, and are forgotten
// with the person; the question stays in use.
func TestAnswers_FreelancerMergedExportedOrErased_FollowThePerson(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		question := p.newQuestion(t, "boats", "str+text", `"flags":{"talentVisibility":true}`)
		target, part := p.newPerson(t, "Ada", "Byron"), p.newPerson(t, "Adah", "Byron")
		body := fmt.Sprintf(
			`{"projectId":%d,"freelancerId":%v,"answers":[{"questionId":%d,"value":"Boats of Quillfeather"}]}`,
			p.newProject(t, "Boat builder"), part["id"], question)
		bid := p.expect(t, "csm", "POST /api/projectApplication", body, 201, `"value":"Boats of Quillfeather"`).json(t)["id"]
		p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/merge", target["id"]),
			fmt.Sprintf(`{"otherId":%v,"dryRun":false}`, part["id"]), 200, "")
		p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/%v", bid), "", 200,
			fmt.Sprintf(`"freelancerId":%v`, target["id"]))
		p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/%v/questions", bid), "", 200,
			`"words":"Boats of Quillfeather"`)

		at := fmt.Sprint("/api/freelancer/", target["id"])
		made := p.expect(t, "csm", "POST "+at+"/export", `{"reason":"Asked by mail"}`, 202, "").json(t)
		job := p.finished(t, "csm", fmt.Sprint(made["statusUrl"]))
		files := p.unpacked(t, fmt.Sprint(job["resourceId"]))
		if data := string(files["data.json"]); !strings.Contains(data, `"question": "ask.boats"`) ||
			!strings.Contains(data, `"answer": "Boats of Quillfeather"`) {
			t.Errorf("the export does not tell the answers: %s", data)
		}
		if !printed(t, files["summary.pdf"], "Boats of Quillfeather") {
			t.Error("the sheet does not tell the answer")
		}

		r := p.expect(t, "csm", "POST "+at+"/erase", `{"reason":"Asked by letter","identityChecked":true,"dryRun":false}`,
			202, "").json(t)
		p.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
		p.publishIndex(t)
		p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/%v", bid), "", 200, `"answers":[]`)
		q := p.expect(t, "content", fmt.Sprintf("GET /api/applicationQuestion/%d", question), "", 200, `"used":true`).json(t)
		if q["answerCount"] != 0.0 {
			t.Errorf("%v answers of nobody", q["answerCount"])
		}
		if found := p.traces(t); len(found) > 0 {
			t.Errorf("left: %s", strings.Join(found, "\n"))
		}
	})
}
