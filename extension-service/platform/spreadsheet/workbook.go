package spreadsheet

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// maxUnpacked limits what a workbook may grow to, in bytes.
const maxUnpacked = 256 << 20

// Workbook reads the rows of the first sheet of an XLSX file. Its first row that is not empty holds the headings. A
// number is as the sheet shows it; what it shows otherwise than it holds it is marked.
func Workbook(content []byte) (head []string, next func() (Row, bool), err error) {
	f, err := excelize.OpenReader(bytes.NewReader(content),
		excelize.Options{UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked})
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	sheet := f.GetSheetName(0)
	stored, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
	if err != nil {
		return nil, nil, err
	}
	shown, err := f.GetRows(sheet)
	if err != nil {
		return nil, nil, err
	}
	at := 0
	next = func() (Row, bool) {
		for at < len(stored) {
			at++
			cells := stored[at-1]
			if slices.ContainsFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) != "" }) {
				row := Row{Line: int64(at), Cells: cells}
				row.show(shown[at-1])
				return row, true
			}
		}
		return Row{}, false
	}
	first, _ := next()
	return first.Cells, next, nil
}

// show has the cells of a row as the sheet shows them, and marks those that are more than another way to write the same
// number.
func (r *Row) show(shown []string) {
	for i, stored := range r.Cells {
		if i >= len(shown) || shown[i] == stored {
			continue
		}
		if isSameNumber(stored, shown[i]) {
			if strings.ContainsAny(stored, ".eE") { // all digits of a whole number are worth more than how it is shown
				r.Cells[i] = shown[i]
			}
			continue
		}
		if r.Values == nil {
			r.Values = make([]bool, len(r.Cells))
		}
		r.Values[i] = true
	}
}

// isSameNumber says whether two texts are one number, but for what fifteen digits do not show.
func isSameNumber(stored, shown string) bool {
	a, wrong := strconv.ParseFloat(stored, 64)
	b, alsoWrong := strconv.ParseFloat(shown, 64)
	return wrong == nil && alsoWrong == nil && strconv.FormatFloat(a, 'g', 15, 64) == strconv.FormatFloat(b, 'g', 15, 64)
}
