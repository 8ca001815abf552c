package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// Surveys have whole questions as headings: they are shown by their beginning, and chosen by it.
func TestImport_HeadingLongerThanShown_IsChosenByItsBeginning(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		question := strings.Repeat("Wie lautet Ihr Vorname? ", 20)
		file := p.importable(t, "csm", "survey.csv", []byte(question+";Nachname;E-Mail\nZoë;Müller;zoe@survey.example\n"))
		shown := string([]rune(question)[:200])
		p.expect(t, "csm", "POST /api/freelancer/import/inspect", fmt.Sprintf(`{"resourceId":%q}`, file), 200,
			fmt.Sprintf(`{"heading":%q,"field":""`, shown))
		plan, _ := p.previewed(t, "csm", "/api/freelancer", file, fmt.Sprintf(
			`,"columns":[{"heading":%q,"field":"firstName"},{"heading":"Nachname","field":"lastName"},`+
				`{"heading":"E-Mail","field":"email"}]`, shown))
		if got := counts(plan); got != "NEW 1" {
			t.Errorf("the preview counts %s: %v", got, plan)
		}
	})
}

// Other tools name their columns in their own way, and nobody wants to choose each by hand.
func TestImport_HeadingOfAnotherTool_IsKnown(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	file := p.importable(t, "csm", "candidates.csv",
		[]byte("First Name,Last Name,Email,Mobile Phone,Date Available\nZoë,Müller,zoe@tool.example,,2027-03-01\n"))
	p.expect(t, "csm", "POST /api/freelancer/import/inspect", fmt.Sprintf(`{"resourceId":%q}`, file), 200,
		`{"heading":"Date Available","field":"availabilityFrom"`)
}

// The panel is read in another language than the account has: so is the file of what was wrong.
func TestImport_FaultyRows_AreExplainedInTheLanguageOfTheCall(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.runWorkers(t)
	path := "/api/freelancer"
	file := p.importable(t, "csm", "leute.csv", []byte("Vorname;Nachname;E-Mail\nZoë;Müller;zoe@lang.example\nMax;Falsch;keine\n"))
	started := p.call(t, "csm", "POST", path+"/import", fmt.Sprintf(`{"resourceId":%q}`, file), "Accept-Language", "de")
	job, _ := started.json(t)["jobId"].(string)
	p.polled(t, "csm", "/api/job/"+job, "PLANNED")
	p.expect(t, "csm", "POST "+path+"/import/"+job+"/run", "", 202, "")
	p.errorsOf(t, p.polled(t, "csm", "/api/job/"+job, "COMPLETED"), "Was falsch ist")
}

// Other tools write the time of day beside a day. Midnight says nothing; any other time is no day, and is explained.
func TestImport_DayWithATimeOfDay_IsReadAtMidnightOnly(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.runWorkers(t)
	cells := []string{
		"46387", "46387,0", "2026-12-31T00:00:00", "2026-12-31T00:00:00.000+01:00", "31.12.2026 00:00",
		"46387.5", "2026-12-31T08:30:00Z",
	}
	table := "Vorname;Nachname;E-Mail;Verfügbar ab\n"
	for i, cell := range cells {
		table += fmt.Sprintf("Ada;Day%d;d%d@days.example;%s\n", i, i, cell)
	}
	plan, job := p.previewed(t, "csm", "/api/freelancer", p.importable(t, "csm", "days.csv", []byte(table)), "")
	if got := counts(plan); got != "NEW 5 REFUSED 2" {
		t.Fatalf("the preview counts %s: %v", got, plan)
	}
	p.expect(t, "csm", "POST /api/freelancer/import/"+job+"/run", "", 202, "")
	p.errorsOf(t, p.polled(t, "csm", "/api/job/"+job, "COMPLETED"), "Write 2026-12-31 if that is the day")
	got := p.expect(t, "csm", "GET /api/freelancer?email=days.example&limit=20", "", 200, `"totalResults":5`)
	if days := strings.Count(string(got.body), `"availabilityFrom":"2026-12-31"`); days != 5 {
		t.Errorf("%d of 5 have the day: %s", days, got.body)
	}
}
