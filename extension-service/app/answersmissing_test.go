package app_test

import (
	"fmt"
	"testing"
)

// Which applications lack a needed answer follows from what is asked, what is answered, and which are open.
func TestAnswersMissing_QuestionsOrAnswersChange_FilterFindsTheApplications(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		entity := int(p.expect(t, "config", "POST /api/legalEntity",
			`{"clientId":1,"name":"Norrsken AG","code":"AG","currency":"EUR"}`, 201, "").json(t)["id"].(float64))
		project := p.newProject(t, "Driver")
		own := int64(p.expect(t, "csm", "POST /napi/create/project",
			fmt.Sprintf(`{"dataObj":{"title":"Courier","clientId":1,"legalEntityId":%d}}`, entity), 201, "").
			json(t)["id"].(float64))
		a, b := p.newApplication(t, project, "Noor"), p.newApplication(t, int(own), "Tomasz")
		missing := func(when string, want int) {
			t.Helper()
			for range 2 { // the second may be one that is kept
				p.expect(t, "csm", "GET /api/projectApplication?limit=1&answersMissing=true", "", 200,
					fmt.Sprintf(`"totalResults":%d`, want))
			}
			if t.Failed() {
				t.Fatal(when)
			}
		}
		answer := func(application int64, question int, value string) {
			t.Helper()
			p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%d", application),
				fmt.Sprintf(`{"answers":[{"questionId":%d,"value":%s}]}`, question, value), 200, "")
		}
		change := func(question int, body string) {
			t.Helper()
			p.expect(t, "content", fmt.Sprintf("PUT /api/applicationQuestion/%d", question), body, 200, "")
		}
		missing("nothing is asked", 0)
		licence := p.newQuestion(t, "licence", "str+text", `"flags":{"talentVisibility":true,"needAnswer":true}`)
		missing("one is asked of both", 2)
		p.newQuestion(t, "words", "str+text", `"flags":{"talentVisibility":true}`)
		missing("another one may be left out", 2)
		answer(a, licence, `"B"`)
		missing("one has answered", 1)
		answer(a, licence, `null`)
		missing("the answer is taken back", 2)
		answer(a, licence, `"B"`)
		of := fmt.Sprintf(`{"scope":"legalentity","clientId":1,"legalEntityId":%d,"key":"licence","labelKey":"ask.licence","valueType":"str","inputKind":"text","flags":{"talentVisibility":true}}`,
			entity)
		instead := int(p.expect(t, "content", "POST /api/applicationQuestion", of, 201, "").json(t)["id"].(float64))
		missing("the legal entity asks instead, and needs no answer", 0)
		change(instead, `{"flags":{"talentVisibility":true,"needAnswer":true}}`)
		missing("it needs one", 1)
		change(instead, `{"active":false}`)
		missing("the client asks again", 1)
		change(licence, `{"active":false}`)
		missing("nobody asks", 0)
		change(licence, `{"active":true}`)
		p.newApplication(t, project, "Ines")
		missing("a new application", 2)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%d/status", b),
			`{"status":"w","reason":"TALENT_DECISION"}`, 200, `"status":"w"`)
		missing("one is withdrawn", 1)
	})
}
