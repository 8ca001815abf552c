package spreadsheet

import (
	"bytes"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"
)

// maxUnpacked limits what a workbook may grow to, in bytes.
const maxUnpacked = 256 << 20

// Workbook reads the rows of the first sheet of an XLSX file. Its first row that is not empty holds the headings.
func Workbook(content []byte) (head []string, next func() (Row, bool), err error) {
	f, err := excelize.OpenReader(bytes.NewReader(content), excelize.Options{UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked, RawCellValue: true})
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	rows, err := f.GetRows(f.GetSheetName(0))
	if err != nil {
		return nil, nil, err
	}
	at := 0
	next = func() (Row, bool) {
		for at < len(rows) {
			at++
			if cells := rows[at-1]; slices.ContainsFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) != "" }) {
				return Row{Line: int64(at), Cells: cells}, true
			}
		}
		return Row{}, false
	}
	first, _ := next()
	return first.Cells, next, nil
}
