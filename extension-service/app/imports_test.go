package app_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/unicode"
)

// importable uploads a table as somebody who means to import it.
func (p *product) importable(t *testing.T, who, name string, content []byte) string {
	t.Helper()
	types := []string{"text/csv", "text/plain"}
	if strings.HasSuffix(name, ".xlsx") {
		types = []string{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}
	}
	got := p.upload(t, who, name, content, types...)
	if got.status != 201 {
		t.Fatalf("upload of %s: %d %s", name, got.status, got.body)
	}
	id, _ := got.json(t)["id"].(string)
	return id
}

// previewed is the preview of an import of an upload, with what is asked besides, and its job.
func (p *product) previewed(t *testing.T, who, path, upload, more string) (plan map[string]any, job string) {
	t.Helper()
	started := p.expect(t, who, "POST "+path+"/import", fmt.Sprintf(`{"resourceId":%q%s}`, upload, more), 202, "").json(t)
	job, _ = started["jobId"].(string)
	p.polled(t, who, "/api/job/"+job, "PLANNED")
	return p.expect(t, who, "GET "+path+"/import/"+job+"?limit=1000", "", 200, "").json(t), job
}

// counts are the rows of a preview by kind.
func counts(plan map[string]any) string {
	of, _ := plan["counts"].(map[string]any)
	out := ""
	for _, kind := range []string{"NEW", "CHANGED", "SAME", "EXISTS", "REFUSED"} {
		if n, is := of[kind].(float64); is {
			out += fmt.Sprintf("%s %d ", kind, int(n))
		}
	}
	return strings.TrimSpace(out)
}

// carriesOut runs a preview to its end.
func (p *product) carriesOut(t *testing.T, who, path, job, state string) map[string]any {
	t.Helper()
	p.expect(t, who, "POST "+path+"/import/"+job+"/run", "", 202, "")
	p.polled(t, who, "/api/job/"+job, state)
	return p.expect(t, who, "GET /api/job/"+job, "", 200, "").json(t)
}

const germanPeople = "Vorname;Nachname;E-Mail;Telefon;Straße;PLZ;Ort;Land;Stundensatz;Verfügbar ab;Kenntnisse;Anrede\r\n" +
	"Zoë;Müller;Zoe.Mueller@people.example;0171 1234567;Weg 1;01067;Dresden;Deutschland;95,50 €;31.01.2099;Java, SAP;Frau\r\n" +
	"\r\n" +
	"Jörg;Groß;joerg@people.example;;;;;;1.250,00 €;;;Herr\r\n" +
	";Ohne;ohne@people.example;;;;;Atlantis;x;;;\r\n" +
	"Zoe;Mueller;zoe.mueller@people.example;;;;;;;;;\r\n"

func TestImport_FileOfPeople_IsPreviewedAppliedAndUndone(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		const path = "/api/freelancer"
		file := p.importable(t, "csm", "people.csv", []byte(germanPeople))
		plan, job := p.previewed(t, "csm", path, file, "")
		if got := counts(plan); got != "NEW 2 REFUSED 2" {
			t.Fatalf("the preview counts %s: %v", got, plan)
		}
		page := p.expect(t, "csm", "GET "+path+"/import/"+job+"?kind=REFUSED", "", 200, `"totalResults":2`)
		for _, want := range []string{
			`"homeAddress.country":["validation.country"]`,
			`"hourRate":["pool.file.error.number"]`, `"row":["import.error.twice"]`,
		} {
			if !strings.Contains(string(page.body), want) {
				t.Errorf("the preview lacks %s: %s", want, page.body)
			}
		}
		p.expect(t, "csm", "GET "+path+"?email=people.example", "", 200, `"totalResults":0`)
		done := p.carriesOut(t, "csm", path, job, "COMPLETED")
		if fmt.Sprint(done["added"], done["leftOut"], done["failed"]) != "2 2 0" {
			t.Errorf("the import ended with %v", done)
		}
		p.expect(t, "csm", "GET /api/job/"+job+"?trouble=true", "", 200, `"title":"5: Ohne ohne@people.example Atlantis"`)
		p.expect(t, "csm", "POST "+path+"/import/"+job+"/run", "", 409, "PLAN_EXPIRED")
		list := p.expect(t, "csm", "GET "+path+"?email=zoe.mueller@people.example", "", 200, `"totalResults":1`).json(t)
		id := list["results"].([]any)[0].(map[string]any)["id"]
		one := p.expect(t, "csm", fmt.Sprintf("GET %s/%v", path, id), "", 200, `"mobileNumber":"+491711234567"`)
		for _, want := range []string{
			`"postalCode":"01067"`, `"country":"DE"`, `"hourRate":95.5`, `"availabilityFrom":"2099-01-31"`,
			`"skills":["Java","SAP"]`, `"currency":"EUR"`, `"lastName":"Müller"`,
		} {
			if !strings.Contains(string(one.body), want) {
				t.Errorf("the record lacks %s: %s", want, one.body)
			}
		}
		p.expect(t, "csm", fmt.Sprintf("GET /api/history/freelancer/%v", id), "", 200, `"action":"create"`)
		p.errorsOf(t, done, "Vorname;Nachname", "ohne@people.example", "Atlantis")

		p.expect(t, "csm", fmt.Sprintf("PUT %s/%v", path, id), `{"academicTitle":"Dr."}`, 200, "")
		p.expect(t, "csm", "POST /api/job/"+job+"/undo", "{}", 200, "")
		p.polled(t, "csm", "/api/job/"+job, "UNDONE")
		p.expect(t, "csm", "GET "+path+"?email=people.example", "", 200, `"totalResults":1`)
		p.expect(t, "csm", "GET /api/job/"+job+"?trouble=true", "", 200, `"undo":"SKIPPED"`)
	})
}

// errorsOf reads the error file of a job and looks for texts in it.
func (p *product) errorsOf(t *testing.T, job map[string]any, wants ...string) {
	t.Helper()
	id, _ := job["errorFileResourceId"].(string)
	if id == "" {
		t.Fatalf("the job has no error file: %v", job)
	}
	ticket := p.expect(t, "csm", "POST /api/resource/"+id+"/ticket", "{}", 200, "").json(t)
	url, _ := ticket["url"].(string)
	got := p.expect(t, "csm", "GET "+url, "", 200, "")
	for _, want := range wants {
		if !strings.Contains(string(got.body), want) {
			t.Errorf("the error file lacks %q: %s", want, got.body)
		}
	}
}

func TestImport_ExistingRecords_AreSkippedOrUpdatedAsChosen(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		const path = "/api/msp"
		first := "Firma;E-Mail;Telefon;Stufe\nNordwind;info@nordwind.example;+49 40 123456;2\nSüd;mail@sued.example;;1\n"
		_, job := p.previewed(t, "csm", path, p.importable(t, "csm", "msps.csv", []byte(first)), "")
		p.carriesOut(t, "csm", path, job, "COMPLETED")
		second := strings.NewReplacer("Nordwind;info", "Nordwind GmbH;INFO", ";2\n", ";3\n").Replace(first)
		file := p.importable(t, "csm", "msps2.csv", []byte(second))
		plan, _ := p.previewed(t, "csm", path, file, "")
		if got := counts(plan); got != "EXISTS 2" {
			t.Errorf("left as they are: %s", got)
		}
		plan, job = p.previewed(t, "csm", path, file, `,"existing":"UPDATE"`)
		if got := counts(plan); got != "CHANGED 1 SAME 1" {
			t.Errorf("updated: %s %v", got, plan["results"])
		}
		done := p.carriesOut(t, "csm", path, job, "COMPLETED")
		if fmt.Sprint(done["updated"], done["skipped"]) != "1 1" {
			t.Errorf("the import ended with %v", done)
		}
		p.expect(t, "csm", "GET "+path+"?name=nordwind", "", 200, `"name":"Nordwind GmbH"`)
		p.expect(t, "csm", "POST /api/job/"+job+"/undo", "{}", 200, "")
		p.polled(t, "csm", "/api/job/"+job, "UNDONE")
		p.expect(t, "csm", "GET "+path+"?name=nordwind", "", 200, `"name":"Nordwind"`)
	})
}

func TestImport_WorkbookOfProjects_IsReadByItsCellTypes(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		client := p.expect(t, "all", "GET /api/client?limit=1", "", 200, "").json(t)
		name := client["results"].([]any)[0].(map[string]any)["name"]
		book := excelize.NewFile()
		day, _ := book.NewStyle(&excelize.Style{NumFmt: 14})
		money, _ := book.NewStyle(&excelize.Style{CustomNumFmt: new(`#,##0.00 "€"`)})
		for cell, value := range map[string]any{
			"A1": "Projekte 2026", "A3": "Projekt", "B3": "Kunde", "C3": "Start", "D3": "Ende", "E3": "Anzahl", "F3": "Satz bis",
			"G3": "publicVisible", "H3": "Einheit",
			"A4": "Data engineer", "B4": name, "C4": 46419, "D4": 46600, "E4": 3, "F4": 1250.5, "G4": "ja", "H4": "Tag",
			"A6": "No such client", "B6": "Niemand AG", "C6": "01.02.2027",
		} {
			if err := book.SetCellValue("Sheet1", cell, value); err != nil {
				t.Fatal(err)
			}
		}
		for cell, style := range map[string]int{"C4": day, "F4": money} {
			if err := book.SetCellStyle("Sheet1", cell, cell, style); err != nil {
				t.Fatal(err)
			}
		}
		if err := book.MergeCell("Sheet1", "A1", "H1"); err != nil {
			t.Fatal(err)
		}
		content, err := book.WriteToBuffer()
		if err != nil {
			t.Fatal(err)
		}
		file := p.importable(t, "csm", "projekte.xlsx", content.Bytes())
		plan, job := p.previewed(t, "csm", "/api/project", file, "")
		if got := counts(plan); got != "NEW 1 REFUSED 1" {
			t.Fatalf("the preview counts %s: %v", got, plan["results"])
		}
		done := p.carriesOut(t, "csm", "/api/project", job, "COMPLETED")
		list := p.expect(t, "csm", "GET /api/project?title=data%20engineer", "", 200, `"totalResults":1`).json(t)
		id := list["results"].([]any)[0].(map[string]any)["id"]
		one := p.expect(t, "csm", fmt.Sprintf("GET /api/project/%v", id), "", 200, "")
		for _, want := range []string{
			`"assignmentPeriodStart":"2027-02-01"`, `"assignmentPeriodEnd":"2027-08-01"`, `"positions":3`, `"rateMax":1250.5`,
			`"currency":"EUR"`, `"publicVisible":true`, `"rateUnit":"Day"`,
		} {
			if !strings.Contains(string(one.body), want) {
				t.Errorf("the project lacks %s: %s", want, one.body)
			}
		}
		p.errorsOf(t, done, "Niemand AG")
	})
}

func TestImport_FileInUTF16_IsReadAndUnknownColumnsAreMatchedByHand(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		text := "\"Given\",\"Fam.\",\"Contact\"\r\n\"Ada\",\"King\",\"ada@unicode.example\"\r\n"
		content, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		file := p.importable(t, "csm", "export.csv", content)
		p.expect(t, "csm", "POST /api/freelancer/import/inspect", fmt.Sprintf(`{"resourceId":%q}`, file), 200,
			`"missing":["email","firstName","lastName"]`)
		p.expect(t, "csm", "POST /api/freelancer/import", fmt.Sprintf(`{"resourceId":%q}`, file), 422, `"columns"`)
		plan, _ := p.previewed(t, "csm", "/api/freelancer", file, `,"columns":[{"heading":"Given","field":"firstName"},`+
			`{"heading":"Fam.","field":"lastName"},{"heading":"Contact","field":"email"}]`)
		if got := counts(plan); got != "NEW 1" {
			t.Errorf("the preview counts %s: %v", got, plan)
		}
		p.expect(t, "content", "POST /api/freelancer/import/inspect", fmt.Sprintf(`{"resourceId":%q}`, file), 403,
			"FORBIDDEN")
	})
}
