package resource

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/field"
)

type entry struct {
	ID    int64            `json:"id"`
	Text  string           `json:"text"`
	Pay   *decimal.Decimal `json:"pay" kind:"money"`
	Share decimal.Decimal  `json:"share" kind:"percent"`
	Day   date.Date        `json:"day"`
	At    time.Time        `json:"at"`
}

func bookOf(t *testing.T, rows int, entries ...entry) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(workbook(t, rows, entries...)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func workbook(t *testing.T, rows int, entries ...entry) []byte {
	t.Helper()
	fields, err := field.List(reflect.TypeFor[entry]())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	err = sheets{rows}.write(&b, contents{fields, wording{}, func(each func(reflect.Value) error) error {
		for _, e := range entries {
			if err := each(reflect.ValueOf(e)); err != nil {
				return err
			}
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWorkbook_RowsBeyondASheet_GoToTheNext(t *testing.T) {
	t.Parallel()
	f := bookOf(t, 3, entry{ID: 1, Text: "=1+1"}, entry{ID: 2, Text: "-5"}, entry{ID: 3, Text: "plain"})
	for cell, want := range map[string]string{
		"Sheet A1": "id", "Sheet B2": "=1+1", "Sheet B3": "-5", "Sheet 2 B1": "text",
		"Sheet 2 B2": "plain",
	} {
		at := strings.LastIndexByte(cell, ' ')
		got, err := f.GetCellValue(cell[:at], cell[at+1:])
		kind, _ := f.GetCellType(cell[:at], cell[at+1:])
		if err != nil || got != want || kind == excelize.CellTypeFormula || kind == excelize.CellTypeNumber {
			t.Errorf("%s: %q of type %v, %v; want %q as text", cell, got, kind, err, want)
		}
	}
	if rows, _ := f.GetRows("Sheet"); len(rows) != 3 {
		t.Errorf("%d rows on the first sheet", len(rows))
	}
}

// Spreadsheets compute with days, instants and numbers, exact to their last digit; what they have no kind for is a
// text.
func TestWorkbook_Cells_HaveTheirKind(t *testing.T) {
	t.Parallel()
	pay, none := decimal.Decimal(123_456_781_234), decimal.Decimal(0)
	f := bookOf(t, 10,
		entry{
			ID: 1_234_567_890_123, Text: "12", Pay: &pay, Share: 123_456, Day: "2026-03-01",
			At: time.Date(2026, 3, 1, 9, 15, 30, 0, time.UTC),
		},
		entry{ID: 2, Pay: &none, Day: "1899-12-31", At: time.Date(1850, 1, 2, 3, 4, 5, 0, time.UTC)},
		entry{},
	)
	for cell, want := range map[string]struct{ raw, shown string }{
		"A2": {"1234567890123", "1234567890123"}, "B2": {"12", "12"}, "C2": {"12345678.1234", "12,345,678.1234"},
		"D2": {"0.123456", "12.3456%"},
		"E2": {"46082", "2026-03-01"}, "F2": {"46082.38576388889", "2026-03-01 09:15:30 UTC"},
		"C3": {"0", "0.00"}, "E3": {"1899-12-31", "1899-12-31"},
		"F3": {"1850-01-02T03:04:05.000Z", "1850-01-02T03:04:05.000Z"},
		"C4": {"", ""}, "E4": {"", ""}, "F4": {"", ""},
	} {
		raw, err := f.GetCellValue("Sheet", cell, excelize.Options{RawCellValue: true})
		shown, _ := f.GetCellValue("Sheet", cell)
		kind, _ := f.GetCellType("Sheet", cell)
		text := cell[0] == 'B' || want.raw == want.shown && cell[1] == '3'
		if err != nil || raw != want.raw || shown != want.shown || text != (kind == excelize.CellTypeInlineString) &&
			raw != "" {
			t.Errorf("%s: %q shown as %q of type %v, want %+v, %v", cell, raw, shown, kind, want, err)
		}
	}
}

// A sheet can be read and filtered as it is opened: its titles stay in sight, and filter what is below them.
func TestWorkbook_EverySheet_HasItsNameFrozenTitlesAndFilter(t *testing.T) {
	t.Parallel()
	f := bookOf(t, 3, entry{ID: 1}, entry{ID: 2}, entry{ID: 3})
	for i, want := range []string{"'Sheet'!$A$1:$F$3", "'Sheet 2'!$A$1:$F$2"} {
		panes, err := f.GetPanes(f.GetSheetName(i))
		if err != nil || !panes.Freeze || panes.YSplit != 1 || panes.XSplit != 0 {
			t.Errorf("the panes of sheet %d are %+v, %v", i, panes, err)
		}
		if got := f.GetDefinedName(); len(got) != 2 || got[i].Name != "_xlnm._FilterDatabase" ||
			strings.ReplaceAll(got[i].RefersTo, "'", "") != strings.ReplaceAll(want, "'", "") {
			t.Errorf("the filters are %+v, want %s", got, want)
		}
	}
	for name, want := range map[string]string{
		"": "Sheet", "Freelancers": "Freelancers", "A/B: [c]*?": "A B   c", "'quoted'": "quoted",
		strings.Repeat("ü", 40):       strings.Repeat("ü", 28),
		strings.Repeat("x", 27) + "👩": strings.Repeat("x", 27),
	} {
		if got := sheetTitle(name); got != want {
			t.Errorf("%q is called %q, want %q", name, got, want)
		}
	}
}

// What looks like an escape of Excel is written so that Excel, which reads them once from left to right, shows the text
// as it was.
func TestWorkbook_TextsThatLookLikeEscapes_AreReadUnchanged(t *testing.T) {
	t.Parallel()
	shown := func(stored string) string {
		return regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`).ReplaceAllStringFunc(stored, func(one string) string {
			code, _ := strconv.ParseUint(one[2:6], 16, 16)
			return string(rune(code))
		})
	}
	for _, text := range []string{
		"_x0041_", "a_x000D_b", "_x005F_", "_x005F_x0041_", "__x0041__", "_xZZZZ_", "_x00e4_", "_x004", "ü_x0041_",
		"_x0041_x0042_",
		"_x0041_x0042_x0043_", "_x0041__x0042_", "_x005F_x005F_x0041_", "_x005F_x0041_x0042_", "a_xD800_b", "_xD83D__xDE00_",
		"a\uFDD0b", "\uFDD0_x0041_",
		strings.Repeat("_x0041", 9_000) + "_",
	} {
		content := workbook(t, 3, entry{ID: 1, Text: text})
		archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		sheet, err := fs.ReadFile(archive, "xl/worksheets/sheet1.xml")
		_, rest, _ := strings.Cut(string(sheet), `r="B2" t="inlineStr"><is><t>`)
		stored, _, _ := strings.Cut(rest, "</t>")
		want := text[:min(len(text), len(shown(stored)))] // a cell ends at 32,767 characters
		if got := shown(stored); err != nil || got != want || len(want) < min(len(text), 16_000) {
			t.Errorf("%.50q stands as %.80q, which Excel shows as %.50q, %v", text, stored, got, err)
		}
	}
}
