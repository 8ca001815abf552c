package exchange_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"poolkeeper.example/extension-service/engine/content/exchange"
)

func TestTable_OfOtherTools_IsReadByItsColumns(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		name, text string
		columns    []exchange.Column
		want       string
	}{
		"wide": {
			"", "key,en,fr-FR,DE\na,A,B,C\nb,X,,\n", nil,
			"en a=A; fr a=B; de a=C; en b=X; fr b=; de b=",
		},
		"wide, one language twice": {"", "key,fr-FR,fr-CA\na,B,C\n", nil, "fr a=B; fr a=C"},
		"wide, semicolons":         {"", "Key;EN;fr_FR\na;A, B;C\n", nil, "en a=A, B; fr a=C"},
		"wide, tabs and lines":     {"", "key\ten\tde\na\t\"A\nB\"\tC\n", nil, "en a=A\nB; de a=C"},
		"Weblate": {
			"texts-de.csv",
			"\"location\",\"source\",\"target\",\"id\",\"fuzzy\",\"context\",\"translator_comments\",\"developer_comments\"\n\"\",\"Home\",\"Start\",\"\",\"False\",\"menu.home\",\"\",\"\"\n",
			nil, "de menu.home=Start",
		},
		"a row with too much":   {"", "key,en\na,A,more\nb,B,\n", nil, "en a=!cells; en b=B"},
		"an error of a formula": {"", "key,en,de\na,#REF!,x\n", nil, "en a=!cellError; de a=x"},
		"columns that are chosen": {
			"", "Kennung,Deutsch\na,A\n",
			[]exchange.Column{
				{Heading: "Kennung", Field: exchange.KeyField},
				{Heading: "deutsch", Field: exchange.TextField, Locale: "de"},
			},
			"de a=A",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := toolOptions(tc.name)
			o.Columns = tc.columns
			file, err := exchange.Read([]byte(tc.text), "", o)
			if err != nil {
				t.Fatal(err)
			}
			if got := summarise(file); got != tc.want || file.Format != exchange.CSV || file.NeedsChoice() {
				t.Errorf("%s: %q, want %q: %+v", file.Format, got, tc.want, file.Columns)
			}
		})
	}
}

func TestTable_UnknownColumns_NeedAChoice(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, missing string }{
		"no columns that are known": {"a,b\n1,2\n", "[messageKey messageValue]"},
		"two that could be texts":   {"key,value,text\na,b,c\n", "[messageValue]"},
		"no keys":                   {"en,de\na,b\n", "[messageKey]"},
	} {
		file, err := exchange.Read([]byte(tc.text), exchange.CSV, toolOptions(""))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := fmt.Sprint(file.Missing); got != tc.missing || !file.NeedsChoice() || len(file.Texts) != 0 ||
			len(file.Columns[0].Cells) != 1 {
			t.Errorf("%s: %s, %+v", name, got, file)
		}
	}
}

func TestWorkbook_OfTexts_IsATable(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	for cell, value := range map[string]any{
		"A2": "key", "B2": "en", "C2": "de", "A3": "a", "B3": "A\nB", "C3": "007",
		"A5": "b", "B5": 7, "C5": "#N/A",
	} {
		if err := book.SetCellValue("Sheet1", cell, value); err != nil {
			t.Fatal(err)
		}
	}
	var raw bytes.Buffer
	if err := book.Write(&raw); err != nil {
		t.Fatal(err)
	}
	file, err := exchange.Read(raw.Bytes(), "", toolOptions("texts.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := summarise(file), "en a=A\nB; de a=007; en b=7; de b=!cellError"; got != want ||
		file.Texts[2].Line != 5 {
		t.Errorf("%q, want %q: %+v", got, want, file.Texts)
	}
}

// A spreadsheet makes numbers and dates of what people type. A number is the text that they see, without what only its
// storage adds; a date, a share or a yes is none that anybody wrote, and is refused.
func TestWorkbook_CellsThatAreNotText_AreReadAsShownOrRefused(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	share, err := book.NewStyle(&excelize.Style{NumFmt: 9})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for i, cell := range []struct {
		value any
		want  string
	}{
		{1.1 + 2.2, "3.3"},
		{90.499999999999996, "90.5"},
		{1e3, "1000"},
		{int64(1234567890123456), "1234567890123456"},
		{"1E3", "1E3"},
		{"007", "007"},
		{"TRUE", "TRUE"},
		{time.Date(2028, 9, 4, 0, 0, 0, 0, time.UTC), "!notText"},
		{true, "!notText"},
		{0.5, "!notText"},
		{"#DIV/0!", "!cellError"},
	} {
		key, at := fmt.Sprintf("k%d", i), fmt.Sprintf("B%d", i+2)
		err := errors.Join(book.SetCellValue("Sheet1", fmt.Sprintf("A%d", i+2), key),
			book.SetCellValue("Sheet1", at, cell.value))
		if cell.value == 0.5 {
			err = errors.Join(err, book.SetCellStyle("Sheet1", at, at, share))
		}
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, "de "+key+"="+cell.want)
	}
	var raw bytes.Buffer
	if err := errors.Join(book.SetCellValue("Sheet1", "A1", "key"), book.SetCellValue("Sheet1", "B1", "de"),
		book.Write(&raw)); err != nil {
		t.Fatal(err)
	}
	file, err := exchange.Read(raw.Bytes(), "", toolOptions("texts.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	if got := summarise(file); got != strings.Join(want, "; ") {
		t.Errorf("%s\nwant %s", got, strings.Join(want, "; "))
	}
}
