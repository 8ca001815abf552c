package spreadsheet_test

import (
	"fmt"
	"testing"

	"github.com/xuri/excelize/v2"

	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// styled is a value of a cell and the format that it is shown in.
type styled struct {
	value  any
	format string
}

func sheetOf(t *testing.T, cells map[string]styled) []byte {
	t.Helper()
	book := excelize.NewFile()
	for at, one := range cells {
		if err := book.SetCellValue("Sheet1", at, one.value); err != nil {
			t.Fatal(err)
		}
		if one.format == "" {
			continue
		}
		style, err := book.NewStyle(&excelize.Style{CustomNumFmt: &one.format})
		if err == nil {
			err = book.SetCellStyle("Sheet1", at, at, style)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	content, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return content.Bytes()
}

func TestOpen_CellsOfAWorkbook_AreReadByTheirTypes(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		cell styled
		want string
	}{
		"text":                      {styled{"Jörg", ""}, "Jörg"},
		"integer":                   {styled{491711234567, ""}, "491711234567"},
		"fraction":                  {styled{95.5, ""}, "95.5"},
		"day":                       {styled{46419, "dd/mm/yyyy"}, "2027-02-01"},
		"day of Germany":            {styled{46419, "dd.mm.yyyy"}, "2027-02-01"},
		"day with the month's name": {styled{46419, "d mmm yyyy"}, "2027-02-01"},
		"day and time":              {styled{46419.5, "yyyy-mm-dd hh:mm"}, "2027-02-01 12:00:00"},
		"day without a format":      {styled{46419, ""}, "46419"},
		"amount":                    {styled{1250.5, `#,##0.00 "€"`}, "1250.5 €"},
		"amount with its code":      {styled{1250.5, `#,##0.00 "EUR"`}, "1250.5 EUR"},
		"thousands":                 {styled{1234567, "#,##0"}, "1234567"},
		"share":                     {styled{0.125, "0.0%"}, "12.5%"},
		"yes":                       {styled{true, ""}, "TRUE"},
		"postal code":               {styled{1067, "00000"}, "01067"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, rows := rowsOf(t, sheetOf(t, map[string]styled{"A1": {"Heading", ""}, "A2": tc.cell}), spreadsheet.Options{})
			if len(rows) != 1 || rows[0].Cells[0] != tc.want || !f.IsWorkbook() {
				t.Errorf("%v, want %q", rows, tc.want)
			}
		})
	}
}

func TestOpen_TitleAboveTheHeadings_IsSkipped(t *testing.T) {
	t.Parallel()
	known := func(cell string) bool { return cell == "Vorname" || cell == "Nachname" }
	for name, content := range map[string][]byte{
		"workbook": sheetOf(t, map[string]styled{
			"A1": {"Unsere Leute", ""}, "A3": {"Vorname", ""}, "B3": {"Nachname", ""}, "A5": {"Ada", ""}, "B5": {"King", ""},
		}),
		"text": []byte("Unsere Leute;\n;\nVorname;Nachname\n\nAda;King\n"),
	} {
		f, err := spreadsheet.Open(content, spreadsheet.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f.FindHead(known)
		row, _ := f.Next()
		if got := fmt.Sprint(f.Head, row.Line, row.Cells); got != "[Vorname Nachname] 5 [Ada King]" {
			t.Errorf("%s: %s", name, got)
		}
	}
}
