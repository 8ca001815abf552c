package app_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf16"
)

// newApplication creates one for a project of client 1 and somebody who is active.
func (p *product) newApplication(t *testing.T, project int, name string) int64 {
	t.Helper()
	somebody := fmt.Sprintf(`{"firstName":%q,"lastName":"Haddad","email":"%s@example.org"}`, name, name)
	person := int64(p.expect(t, "csm", "POST /api/freelancer", somebody, 201, "Haddad").json(t)["id"].(float64))
	p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d/status", person),
		`{"status":"AC","reason":"verified by phone"}`, 200, `"AC"`)
	body := fmt.Sprintf(`{"projectId":%d,"freelancerId":%d,"talentRate":85,"message":"Ten years of Java."}`, project,
		person)
	id, _ := p.expect(t, "csm", "POST /api/projectApplication", body, 201, `"status":"uc"`).json(t)["id"].(float64)
	return int64(id)
}

// The parts are those the product runs with: what an application asks of projects, people, rates, mails and paper.
func TestApplication_FromCreationToHire_RunsThroughEveryStep(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "PUT /api/client/1", `{"sendChannel":"MANUAL","markupPct":10}`, 200, `"MANUAL"`)
		project := p.newProject(t, "Java developer")
		a := p.newApplication(t, project, "Noor")
		b := p.newApplication(t, project, "Tomasz")
		at := fmt.Sprintf("/api/projectApplication/%d", a)
		person := int64(p.expect(t, "csm", "GET "+at, "", 200, "Noor").json(t)["freelancerId"].(float64))
		for _, step := range []struct {
			who, request, body string
			status             int
			want               string
		}{
			{"csm", "GET " + at, "", 200, `"billRate":93.5`},
			{
				"csm", fmt.Sprintf("PUT /api/freelancer/%d", person),
				`{"skills":["Go","Kafka"],"languages":[{"code":"de","level":"C1"}],"description":"Builds things."}`, 200,
				`"Kafka"`,
			},
			{"csm", "GET " + at, "", 200, `{"key":"application.ready.confirmed","ok":false,"params":null}`},
			{"csm", fmt.Sprintf("GET /api/mail?entity=application&id=%d", a), "", 200, `"template":"application.confirm"`},
			{
				"csm", "GET /api/projectApplication?name=haddad&status=uc,a&clientName=Norrsken%20Bank", "", 200,
				`"totalResults":2`,
			},
			{"tech", "GET /api/projectApplication", "", 403, `application.read`},
			{"config", "GET " + at, "", 403, `application.read`},
			{
				"csm", "GET /api/projectApplication/possibleStatuses/" + fmt.Sprint(a), "", 200,
				`{"value":"a","text":"application.status.ACTIVE","allowed":true,"reason":"required"`,
			},
			{"csm", "PUT " + at + "/status", `{"status":"a"}`, 422, `REASON_REQUIRED`},
			{"csm", "PUT " + at + "/status", `{"status":"a","reason":"PROJECT_CLOSED"}`, 422, `"reason":["validation.oneOf"]`},
			{"csm", "PUT " + at + "/status", `{"status":"a","reason":"TALENT_DECISION"}`, 200, `"confirmedAt":"2`},
			{"tech", "PUT " + at + "/status", `{"status":"w"}`, 403, `application.status`},
			{"tech", "PUT " + at + "/status", `{"status":"a"}`, 403, `application.status`},
			{"csm", "PUT " + at, `{"hoursPerWeek":32,"availabilityFrom":"2027-01-04"}`, 200, `"hoursPerWeek":32`},
			{"csm", "PUT " + at, `{"currency":"USD"}`, 422, `"currency":["validation.projectCurrency"]`},
			{"csm", "GET " + fmt.Sprintf("/api/projectApplication/compare?id=%d,%d", b, a), "", 200, `"readiness":[{"key":`},
			{"csm", "GET " + fmt.Sprintf("/api/projectApplication/readiness?id=%d,%d", a, b), "", 200, `"met":`},
			{"csm", "POST " + at + "/pdf", `{}`, 200, `"resourceId":"`},
			{"csm", "PUT " + at + "/status?dryRun=true", `{"status":"s2c"}`, 200, `"pdfResourceId":""`},
			{"csm", "PUT " + at + "/status", `{"status":"s2c"}`, 200, `"outcome":"ACCEPTED"`},
			{"csm", "PUT " + at, `{"hoursPerWeek":30}`, 409, `NOT_EDITABLE`},
			{"csm", "PUT " + at + "/status", `{"status":"h"}`, 200, `"hiredAt":"2`},
			{"csm", fmt.Sprintf("GET /api/project/%d", project), "", 200, `"positionsFilled":1`},
			{
				"csm", "POST /api/projectApplication/changeStatus",
				fmt.Sprintf(`{"ids":[%d,999],"status":"rm","reason":"SKILLS"}`, b), 200, `{"id":999,"code":"NOT_FOUND"`,
			},
			{
				"csm", fmt.Sprintf("GET /api/mail?entity=application&id=%d&state=QUEUED", b), "", 200,
				`"template":"application.rejected"`,
			},
			{"csm", fmt.Sprintf("GET /api/project/projectApplications/%d?status=h", project), "", 200, `"totalResults":1`},
			{
				"csm", fmt.Sprintf("GET /api/projectApplication/project?projectId=%d&s=created:asc", project), "", 200,
				`"totalResults":2`,
			},
			{"csm", "GET /api/projectApplication/client?clientId=1&status=h,rm", "", 200, `"totalResults":2`},
			{"csm", "GET /api/projectApplication/client?clientId=0&status=h,rm", "", 200, `"totalResults":2`},
			{"csm", fmt.Sprintf("GET /api/projectApplication/client?clientId=1&id=%d,999", b), "", 200, `"totalResults":1`},
			{"csm", "GET /api/projectApplication/client?clientId=1&id=x", "", 422, `"id":["validation.`},
			{
				"csm", "GET /api/projectApplication/client?clientId=1&id=" + strings.Repeat("7,", 200) + "7", "", 422,
				`"id":["validation.maxItems"]`,
			},
			{"csm", fmt.Sprintf("GET /api/project/projectApplications/%d?id=%d", project, a), "", 200, `"totalResults":1`},
			{"csm", "GET /api/projectApplication/client", "", 422, `"clientId":["validation.required"]`},
			{"csm", "GET /api/history/application/" + fmt.Sprint(a), "", 200, `"action":"changeStatus"`},
		} {
			p.expect(t, step.who, step.request, step.body, step.status, step.want)
		}
		record := p.expect(t, "csm", "GET "+at, "", 200, "").json(t)
		paper, _ := record["pdfResourceId"].(string)
		profile := p.expect(t, "csm", "GET /api/resource/"+paper, "", 200, "%PDF").body
		for _, want := range []string{
			"Noor Haddad", "Ten years of Java.", "93.50 € per hour", "Go, Kafka", "German ",
			"2027-01-04", "Builds things.",
		} {
			if !printed(t, profile, want) {
				t.Errorf("the profile does not say %q", want)
			}
		}
		if text := fmt.Sprint(record["rateBreakdown"]); !strings.Contains(text, "markup") {
			t.Errorf("breakdown %s", text)
		}
	})
}

// What speaks against an application is said before it is created, and what is built to look at takes the place of the
// last.
func TestApplication_WarningsAndPreview_AreShownBeforeCreation(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		project := p.newProject(t, "Java developer")
		at := fmt.Sprintf("GET /api/projectApplication/warnings?projectId=%d", project)
		p.expect(t, "csm", at, "", 200, `{"warnings":[]}`)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/project/%d", project), `{"applicationDeadline":"2026-01-31"}`, 200,
			`"2026-01-31"`)
		p.expect(t, "config", "PUT /api/client/1", `{"active":false}`, 200, `"active":false`)
		p.expect(t, "csm", at, "", 200,
			`[{"key":"application.warn.deadlinePassed","params":{"date":"2026-01-31"}},{"key":"application.warn.clientInactive","params":{"client":"Norrsken Bank"}}]`)
		p.expect(t, "csm", "GET /api/projectApplication/warnings?projectId=999999", "", 404, `NOT_FOUND`)
		p.expect(t, "tech", at, "", 403, `application.create`)
		a := p.newApplication(t, project, "Noor")
		var papers []string
		for range 2 {
			made := p.expect(t, "csm", fmt.Sprintf("POST /api/projectApplication/%d/pdf", a), `{}`, 200,
				`"resourceId":"`).json(t)
			papers = append(papers, fmt.Sprint(made["resourceId"]))
		}
		p.expect(t, "csm", "GET /api/resource/"+papers[0], "", 404, `NOT_FOUND`)
		p.expect(t, "csm", "GET /api/resource/"+papers[1], "", 200, `%PDF`)
		amounts := fmt.Sprintf("GET /api/projectApplication/amounts?projectId=%d", project)
		p.expect(t, "csm", amounts, "", 200, `"applications":1,"sentApplications":0,"handles":["A-`)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/project/%d", project), `{"currency":"CHF"}`, 409,
			`"openAmounts":["validation.required"]`)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/project/%d", project), `{"currency":"CHF","openAmounts":"KEEP"}`, 200,
			`"CHF"`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/project/%d", project), "", 200,
			`"payRateFormula":null,"billRateFormula":null`)
	})
}

// printed says whether a PDF shows a text: its streams unpacked, in which letters stand as UTF-16.
func printed(t *testing.T, document []byte, text string) bool {
	t.Helper()
	var want []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		want = binary.BigEndian.AppendUint16(want, unit)
	}
	for _, part := range bytes.Split(document, []byte("stream\n"))[1:] {
		z, err := zlib.NewReader(bytes.NewReader(part))
		if err != nil {
			continue // the word stands at the end of each as well
		}
		if got, err := io.ReadAll(z); err == nil && bytes.Contains(got, want) {
			return true
		}
	}
	return false
}
