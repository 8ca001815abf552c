package resource

import (
	"bytes"
	"testing"

	"github.com/xuri/excelize/v2"
)

func TestRowsBeyondASheetGoToTheNext(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	table := [][]string{{"1", "=1+1"}, {"2", "-5"}, {"3", "plain"}}
	err := sheets{rows: 3}.write(&b, []string{"id", "text"}, func(row func([]string) error) error {
		for _, r := range table {
			if err := row(r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
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
