package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// planOfTable plans the import of a table, and answers its plan as text.
func (p *product) planOfTable(t *testing.T, name, table string) (pool int, plan answer) {
	t.Helper()
	pool = p.newPool(t, name)
	return pool, p.expect(t, "content", importOf(pool), fromFile(p.table(t, "people.csv", []byte(table)), "", ""), 200, "")
}

// A row that would be changed silently is refused with its reason: cells without a heading, and what a spreadsheet
// shows for a value that it could not compute.
func TestPoolFile_CellsThatAreNoValues_AreRefusedByRow(t *testing.T) {
	t.Parallel()
	failures := []string{
		"#N/A", "#NV", "#REF!", "#BEZUG!", "#DIV/0!", "#WERT!", "#VALUE!", "#NAME?", "#NULL!", "#ZAHL!", "#NUM!",
		"#GETTING_DATA", "#ÜBERLAUF!", "#SPILL!",
		"#CALC!", "#VALEUR!", "#NOM?", "#¡REF!", "#¿NOMBRE?", "#NOMBRE!", "#N/D", "#RIF!", "#WAARDE!", "#ADR!", "#ДЕЛ/0!",
		"#Н/Д", "Err:502", "Fehler:502", "Erreur:522", "Ошибка:508", "########", "#ERROR!",
	}
	var table strings.Builder
	table.WriteString("email,firstName,lastName,tags\nmore@cells.example,Ann,Lee,SAP,surplus\n")
	for i, failure := range failures {
		fmt.Fprintf(&table, "e%d@cells.example,Ann,%s,\n", i, failure)
	}
	table.WriteString("empty@cells.example,Ann,Leeds,SAP,,\nhash@cells.example,Ann,Leigh,\"#SAP,#java\"\n")
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		pool, plan := p.planOfTable(t, "Cells", table.String())
		if want := fmt.Sprintf(`"INVALID_ROW":%d`, len(failures)+1); !strings.Contains(string(plan.body), want) ||
			!strings.Contains(string(plan.body), `"INVITE":2`) {
			t.Fatalf("the plan lacks %s: %s", want, plan.body)
		}
		for _, want := range []string{
			`"lastName":["pool.file.error.formula"]`, `"value":"#BEZUG!"`,
			`"row":["pool.file.error.cells"]`,
		} {
			if !strings.Contains(string(plan.body), want) {
				t.Errorf("the plan lacks %s: %s", want, plan.body)
			}
		}
		run := p.expect(t, "content", importOf(pool), fmt.Sprintf(`{"planId":%q}`, plan.json(t)["planId"]), 202, "").json(t)
		done := p.imported(t, run["jobId"], "COMPLETED_WITH_CONFLICTS")
		file := string(p.expect(t, "content", fmt.Sprintf("GET /api/resource/%v", done["errorFileResourceId"]), "", 200,
			"").body)
		for _, want := range []string{
			"e0@cells.example,Ann,#N/A,,", "value #BEZUG!", "more@cells.example,Ann,Lee,SAP,",
			"5 cells", "4 headings", ",surplus\r\n",
		} {
			if !strings.Contains(file, want) {
				t.Errorf("the file of faulty rows lacks %q:\n%s", want, file)
			}
		}
		_, again := p.planOfTable(t, "Again", file)
		if want := fmt.Sprintf(`"INVALID_ROW":%d`, len(failures)+1); !strings.Contains(string(again.body), want) {
			t.Errorf("imported again unmended, it lacks %s: %s", want, again.body)
		}
	})
}

// The file of faulty rows says what is wrong in words, whose blanks are filled in.
func TestPoolFile_ErrorFile_HasItsTextsFilledIn(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 81)
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		pool, plan := p.planOfTable(t, "Filled", "email,firstName,lastName,hourRate,currency,tags,expiresAt,country\n"+
			"a@filled.example,Ann,Lee,-5,,,,\nb@filled.example,"+long+
			",Lee,,,,,\nc@filled.example,Ann,Lee,,XYZ,,,\nd@filled.example,Ann,Lee,,,"+long+",,\n"+
			"e@filled.example,Ann,Lee,,,,2001-01-01,\nf@filled.example,Ann,Lee,,,,,Atlantis\n")
		run := p.expect(t, "content", importOf(pool), fmt.Sprintf(`{"planId":%q}`, plan.json(t)["planId"]), 202, "").json(t)
		done := p.imported(t, run["jobId"], "COMPLETED_WITH_CONFLICTS")
		file := string(p.expect(t, "content", fmt.Sprintf("GET /api/resource/%v", done["errorFileResourceId"]), "", 200,
			"").body)
		for _, want := range []string{
			"Must be 0 or more", "Must have 80 characters or fewer",
			"Must have 40 characters or fewer", " or later", "Must be a country",
		} {
			if !strings.Contains(file, want) {
				t.Errorf("it lacks %q", want)
			}
		}
		if strings.Contains(file, "%{") || strings.Contains(file, "map[") || t.Failed() {
			t.Errorf("the file of faulty rows:\n%s", file)
		}
	})
}

// The panel is read in another language than the account has: so is the file of what was wrong.
func TestPoolFile_ErrorFile_IsInTheLanguageOfTheCall(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		pool := p.newPool(t, "Languages")
		file := p.table(t, "leute.csv", []byte("email;firstName;lastName;hourRate\nzoe@pool.example;Zoë;Müller;-5\n"))
		method, path, _ := strings.Cut(importOf(pool), " ")
		plan := p.call(t, "content", method, path, fromFile(file, "", ""), "Accept-Language", "de").json(t)
		run := p.expect(t, "content", importOf(pool), fmt.Sprintf(`{"planId":%q}`, plan["planId"]), 202, "").json(t)
		done := p.imported(t, run["jobId"], "COMPLETED_WITH_CONFLICTS")
		p.expect(t, "content", fmt.Sprintf("GET /api/resource/%v", done["errorFileResourceId"]), "", 200, "Was falsch ist")
	})
}

// Every name of the list of countries goes through a file and comes back as its code.
func TestPoolFile_NamesOfCountries_AreReturnedAsTheirCodes(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		var table strings.Builder
		table.WriteString("email,firstName,lastName,country\n")
		codes := map[string]string{}
		for _, locale := range []string{"en", "de"} {
			for i, one := range p.expect(t, "content", "GET /api/country?locale="+locale, "", 200,
				"").json(t)["results"].([]any) {
				c := one.(map[string]any)
				email := fmt.Sprintf("%s%d@countries.example", locale, i)
				codes[email] = c["code"].(string)
				fmt.Fprintf(&table, "%s,Ann%d,Of %s %d,\"%s\"\n", email, i, locale, i*7919, c["name"])
			}
		}
		pool := p.newPool(t, "Countries")
		file := p.table(t, "people.csv", []byte(table.String()))
		plan := p.expect(t, "content", importOf(pool),
			fromFile(file, "", `,"policies":{"POSSIBLE_DUPLICATE":"CREATE"},"dryRun":true`), 200, "")
		run := p.expect(t, "content", importOf(pool), fmt.Sprintf(`{"planId":%q}`, plan.json(t)["planId"]), 202, "").json(t)
		if done := p.imported(t, run["jobId"], "COMPLETED"); done["added"] != float64(len(codes)) {
			t.Fatalf("the import ended with %v", done)
		}
		rows, err := p.DB.Texts(t.Context(),
			"SELECT email || ' ' || substr(home_address, length(home_address) - 3, 2) FROM freelancers WHERE email LIKE '%@countries.example'")
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			email, code, _ := strings.Cut(row, " ")
			if codes[email] != code {
				t.Errorf("%s has %s, not %s", email, code, codes[email])
			}
			delete(codes, email)
		}
		if len(codes) > 0 {
			t.Errorf("not imported: %v", codes)
		}
	})
}

// Fields of a country take the codes of the list of countries and no others.
func TestCountryFields_CodesOfTheList_AreTheOnlyOnesAccepted(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	codes := map[string]bool{}
	for _, one := range p.expect(t, "csm", "GET /api/country", "", 200, "").json(t)["results"].([]any) {
		codes[one.(map[string]any)["code"].(string)] = true
	}
	project := p.project(t, 1)
	person := fmt.Sprintf("PUT /api/freelancer/%d", p.consenting(t, "Local"))
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			if testing.Short() && (a+b)%5 > 0 {
				continue // make test-all tries each
			}
			code, status := string(a)+string(b), 422
			if codes[code] {
				status = 200
			}
			p.expect(t, "csm", "PUT "+project, fmt.Sprintf(`{"siteCountry":%q}`, code), status, "")
			p.expect(t, "csm", person, fmt.Sprintf(`{"homeAddress":{"country":%q}}`, code), status, "")
		}
	}
	if len(codes) != 249 {
		t.Errorf("there are %d countries", len(codes))
	}
}
