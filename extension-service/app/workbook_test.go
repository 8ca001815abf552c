package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/cmd/seed/demo"
)

// workbook is what the parts of an XLSX file say, read without the library that has written it.
type workbook struct {
	Formats []struct {
		ID   int    `xml:"numFmtId,attr"`
		Code string `xml:"formatCode,attr"`
	} `xml:"numFmts>numFmt"`
	Fonts []struct {
		Bold *struct{} `xml:"b"`
	} `xml:"fonts>font"`
	Styles []struct {
		Format int `xml:"numFmtId,attr"`
		Font   int `xml:"fontId,attr"`
	} `xml:"cellXfs>xf"`
	Widths []struct {
		Width float64 `xml:"width,attr"`
	} `xml:"cols>col"`
	Rows []struct {
		Cells []sheetCell `xml:"c"`
	} `xml:"sheetData>row"`
}

type sheetCell struct {
	At    string `xml:"r,attr"`
	Style int    `xml:"s,attr"`
	Type  string `xml:"t,attr"`
	Value string `xml:"v"`
	Text  string `xml:"is>t"`
}

func workbookOf(t *testing.T, file []byte) (w workbook) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"xl/styles.xml", "xl/worksheets/sheet1.xml"} {
		part, err := fs.ReadFile(z, name)
		if err == nil {
			err = xml.Unmarshal(part, &w)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// cellsOf are the cells of a row: the kind, the value and the format.
func (w workbook) cellsOf(row int) map[string]string {
	out := map[string]string{}
	for _, c := range w.Rows[row].Cells {
		format := ""
		for _, f := range w.Formats {
			if f.ID == w.Styles[c.Style].Format {
				format = " as " + f.Code
			}
		}
		kind := "number "
		if c.Type != "" {
			kind = "text "
		}
		out[strings.TrimRight(c.At, "0123456789")] = kind + c.Value + c.Text + format
	}
	return out
}

// A workbook is for people and their sums: titles in bold, columns wide enough, and what can be computed with is no
// text.
func TestWorkbook_NumbersAndDates_CanBeComputedWith(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newProject(t, "=1+1")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/project/%d", id),
			`{"assignmentPeriodStart":"2027-01-04","rateMin":80,"rateMax":120.5,"currency":"EUR","rateUnit":"Hr"}`, 200, "")
		p.newApplication(t, id, "Ada")
		fetch := p.ticket(t, "csm", "project",
			`{"format":"xlsx","locale":"de","columns":["id","title","status","assignmentPeriodStart","assignmentPeriodEnd","rateMin","rateMax","created","applicationCounts"]}`)
		w := workbookOf(t, p.expect(t, "", fetch, "", 200, "").body)
		head := w.cellsOf(0)
		for column, want := range map[string]string{
			"A": "text ID", "B": "text Titel", "D": "text Beginn",
			"G": "text Höchster Satz", "H": "text Währung", "I": "text Satz pro", "K": "text Bewerbungen: Unbestätigt",
		} {
			if head[column] != want {
				t.Errorf("title %s is %q, want %q", column, head[column], want)
			}
		}
		for _, c := range w.Rows[0].Cells {
			if w.Fonts[w.Styles[c.Style].Font].Bold == nil {
				t.Errorf("%s is not bold", c.At)
			}
		}
		if len(w.Widths) != 19 || slices.ContainsFunc(w.Widths, func(c struct {
			Width float64 `xml:"width,attr"`
		},
		) bool {
			return c.Width < 10 || c.Width > 60
		}) {
			t.Errorf("widths %v", w.Widths)
		}
		got := w.cellsOf(1)
		for column, want := range map[string]string{
			"A": "number 1 as 0", "B": "text =1+1", "C": "text Aktiv", "D": "number 46391 as yyyy-mm-dd", "E": "",
			"F": "number 80 as #,##0.00##", "G": "number 120.5 as #,##0.00##",
			"H": "text EUR", "I": "text Stunde", "K": "number 1 as 0", "L": "number 0 as 0",
		} {
			if got[column] != want && !(column == "A" && got[column] == "number 1") {
				t.Errorf("cell %s is %q, want %q", column, got[column], want)
			}
		}
		if at := got["J"]; !strings.HasPrefix(at, "number 4") || !strings.HasSuffix(at, ` as yyyy-mm-dd hh:mm:ss "UTC"`) {
			t.Errorf("the instant is %q", at)
		}
	})
}

// What the list of applications shows of each stands in their file.
func TestExport_Applications_ShowReadinessToSend(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newApplication(t, p.newProject(t, "Kanal"), "Noor")
		export := func(format, words string) []byte {
			fetch := p.ticket(t, "csm", "application", `{"format":"`+format+`","columns":["freelancerName","readiness"]`+words+
				`}`)
			return p.expect(t, "", fetch, "", 200, "").body
		}
		missing := ". Fehlt: Freelancer hat bestätigt"
		if got := string(export("csv", `,"headings":"labels","locale":"de"`)); !strings.Contains(got, "Sendebereit\r\n") ||
			!strings.Contains(got, " von ") || !strings.Contains(got, missing) {
			t.Errorf("in words: %q", got)
		}
		if got := workbookOf(t, export("xlsx", `,"locale":"de"`)).cellsOf(1)["B"]; !strings.HasPrefix(got, "text ") ||
			!strings.Contains(got, missing) {
			t.Errorf("in a workbook: %q", got)
		}
		if got := string(export("csv", "")); !strings.Contains(got,
			`{""key"":""application.ready.confirmed"",""ok"":false,""params"":null}`) {
			t.Errorf("for programs: %q", got)
		}
		p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%d/status", id),
			`{"status":"w","reason":"TALENT_DECISION"}`, 200, "")
		if got := string(export("csv", `,"headings":"labels","locale":"en"`)); !strings.Contains(got, ",not needed\r\n") {
			t.Errorf("of one that is not to be sent: %q", got)
		}
	})
}

// A column of a file holds what the record does: what is computed for a record is computed for a file.
func TestExport_EveryColumn_EqualsTheRecord(t *testing.T) {
	t.Parallel()
	p := newProduct(t, t.TempDir()+"/demo.db")
	if err := demo.SeedProduct(t.Context(), p.Service,
		demo.Sizes{Projects: 30, Freelancers: 30, Applications: 90}); err != nil {
		t.Fatal(err)
	}
	clear(p.tokens)
	compared := 0
	for _, r := range p.Registry.All() {
		about := r.Facts()
		refused := p.call(t, "all", "POST", "/api/export/"+about.Name, `{"format":"csv","columns":["?"]}`)
		var bad struct {
			Params struct {
				Columns map[string]struct{ Values []string }
			}
		}
		if refused.status != 422 || json.Unmarshal(refused.body, &bad) != nil {
			continue
		}
		columns := bad.Params.Columns["validation.oneOf"].Values
		body, err := json.Marshal(map[string]any{"format": "csv", "s": "id:asc", "columns": columns})
		if err != nil || len(columns) == 0 {
			t.Fatalf("%s: %v %s", about.Name, err, refused.body)
		}
		rows, err := csv.NewReader(bytes.NewReader(p.expect(t, "", p.ticket(t, "all", about.Name, string(body)), "", 200,
			"").body)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows[1:min(len(rows), 6)] {
			record := p.call(t, "all", "GET", about.Path+"/"+row[slices.Index(rows[0], "id")], "")
			if record.status != 200 {
				continue // it is only listed
			}
			var stored map[string]json.RawMessage
			if err := json.Unmarshal(record.body, &stored); err != nil {
				t.Fatal(err)
			}
			for i, name := range columns {
				compared++
				if want := cellOf(t, stored[name]); row[i] != want && strings.TrimPrefix(row[i], "'") != want {
					t.Errorf("%s %s, %s: %q in the file, %q in the record", about.Name, row[0], name, row[i], want)
				}
			}
		}
	}
	if compared < 500 {
		t.Errorf("only %d cells were compared", compared)
	}
}

// cellOf is a value of an answer as a file writes it.
func cellOf(t *testing.T, value json.RawMessage) string {
	t.Helper()
	if string(value) == "null" {
		return ""
	}
	if !bytes.HasPrefix(value, []byte(`"`)) {
		return string(value)
	}
	var text string
	if err := json.Unmarshal(value, &text); err != nil {
		t.Fatal(err)
	}
	return text
}

// What says where an application belongs, and how a person is reached, can be had as columns: by whom the record itself
// shows it.
func TestExport_ContactAndOrigin_AreColumnsForReadersOfTheRecord(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newFreelancer(t, "noor@example.org")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d", id), `{"skills":["Go","SQL"],"hourRate":90}`, 200, "")
		columns := `"columns":["handle","mobileNumber","skills","hourRate"]`
		rows := p.exported(t, "csm", "freelancer", `{"format":"csv","headings":"labels","locale":"en",`+columns+`}`)
		if got := strings.Join(rows[0], "|") + " " + strings.Join(rows[1][1:],
			"|"); got != "\uFEFFHandle|Mobile number|Skills|Hourly rate|Currency '+31612345678|Go, SQL|90|EUR" {
			t.Errorf("the file holds %q", got)
		}
		reads := p.expect(t, "csm", fmt.Sprintf("GET /api/history/freelancer/%d?kind=reads", id), "", 200, "").body
		if !bytes.Contains(reads, []byte(`"changed":["mobileNumber"]`)) {
			t.Errorf("the reading of the number is not in the history: %s", reads)
		}
		p.newApplication(t, p.newProject(t, "Kanal"), "Ada")
		rows = p.exported(t, "csm", "application",
			`{"format":"csv","columns":["handle","projectHandle","projectTitle","legalEntityName","freelancerHandle"]}`)
		for i, cell := range rows[1] {
			if cell == "" && rows[0][i] != "legalEntityName" {
				t.Errorf("%s is empty", rows[0][i])
			}
		}
	})
}

// exported is a file of records as its rows.
func (p *product) exported(t *testing.T, who, entity, body string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(p.expect(t, "", p.ticket(t, who, entity, body), "", 200,
		"").body)).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%v, %d rows", err, len(rows))
	}
	return rows
}
