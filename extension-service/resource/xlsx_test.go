package resource

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

type entry struct {
	ID    int64     `json:"id"`
	Text  string    `json:"text"`
	Pay   *Decimal  `json:"pay" kind:"money"`
	Share Decimal   `json:"share" kind:"percent"`
	Day   Date      `json:"day"`
	At    time.Time `json:"at"`
}

func bookOf(t *testing.T, rows int, entries ...entry) *excelize.File {
	t.Helper()
	fs, err := FieldsOf(reflect.TypeFor[entry]())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	err = sheets{rows}.write(&b, contents{fs, wording{}, func(each func(reflect.Value) error) error {
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
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestRowsBeyondASheetGoToTheNext(t *testing.T) {
	t.Parallel()
	f := bookOf(t, 3, entry{ID: 1, Text: "=1+1"}, entry{ID: 2, Text: "-5"}, entry{ID: 3, Text: "plain"})
	for cell, want := range map[string]string{"Sheet1 A1": "id", "Sheet1 B2": "=1+1", "Sheet1 B3": "-5", "Sheet2 B1": "text", "Sheet2 B2": "plain"} {
		got, err := f.GetCellValue(cell[:6], cell[7:])
		kind, _ := f.GetCellType(cell[:6], cell[7:])
		if err != nil || got != want || kind == excelize.CellTypeFormula || kind == excelize.CellTypeNumber {
			t.Errorf("%s: %q of type %v, %v; want %q as text", cell, got, kind, err, want)
		}
	}
	if rows, _ := f.GetRows("Sheet1"); len(rows) != 3 {
		t.Errorf("%d rows on the first sheet", len(rows))
	}
}

// Spreadsheets compute with days, instants and numbers, exact to their last digit; what they have no kind for is a text.
func TestCellsOfAWorkbookAreOfTheirKind(t *testing.T) {
	t.Parallel()
	pay, none := Decimal(123_456_781_234), Decimal(0)
	f := bookOf(t, 10,
		entry{ID: 1_234_567_890_123, Text: "12", Pay: &pay, Share: 123_456, Day: "2026-03-01", At: time.Date(2026, 3, 1, 9, 15, 30, 0, time.UTC)},
		entry{ID: 2, Pay: &none, Day: "1899-12-31", At: time.Date(1850, 1, 2, 3, 4, 5, 0, time.UTC)},
		entry{},
	)
	for cell, want := range map[string]struct{ raw, shown string }{
		"A2": {"1234567890123", "1234567890123"}, "B2": {"12", "12"}, "C2": {"12345678.1234", "12,345,678.1234"}, "D2": {"0.123456", "12.3456%"},
		"E2": {"46082", "2026-03-01"}, "F2": {"46082.38576388889", "2026-03-01 09:15:30 UTC"},
		"C3": {"0", "0.00"}, "E3": {"1899-12-31", "1899-12-31"}, "F3": {"1850-01-02T03:04:05.000Z", "1850-01-02T03:04:05.000Z"},
		"C4": {"", ""}, "E4": {"", ""}, "F4": {"", ""},
	} {
		raw, err := f.GetCellValue("Sheet1", cell, excelize.Options{RawCellValue: true})
		shown, _ := f.GetCellValue("Sheet1", cell)
		kind, _ := f.GetCellType("Sheet1", cell)
		text := cell[0] == 'B' || want.raw == want.shown && cell[1] == '3'
		if err != nil || raw != want.raw || shown != want.shown || text != (kind == excelize.CellTypeInlineString) && raw != "" {
			t.Errorf("%s: %q shown as %q of type %v, want %+v, %v", cell, raw, shown, kind, want, err)
		}
	}
}
