package spreadsheet

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// IsWorkbook says whether a file begins as an XLSX workbook does.
func IsWorkbook(content []byte) bool { return bytes.HasPrefix(content, []byte("PK\x03\x04")) }

// openWorkbook reads the rows of the first sheet. A date is written as 2006-01-02, an amount as a plain number with the
// currency that its format shows, every other cell as the sheet shows it. ErrNotText for what is no workbook.
func openWorkbook(content []byte) (*File, error) {
	book, err := excelize.OpenReader(bytes.NewReader(content),
		excelize.Options{UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked})
	if err != nil {
		return nil, ErrNotText
	}
	defer book.Close()
	sheet := book.GetSheetName(0)
	stored, err := book.GetRows(sheet, excelize.Options{RawCellValue: true})
	if err != nil {
		return nil, ErrNotText
	}
	shown, err := book.GetRows(sheet)
	if err != nil {
		return nil, ErrNotText
	}
	props, err := book.GetWorkbookProps()
	is1904 := err == nil && props.Date1904 != nil && *props.Date1904
	f := &File{Encoding: UTF8, Delimiter: Delimiters[0], book: true}
	for i, cells := range stored {
		row := Row{Line: int64(i + 1), Cells: make([]string, len(cells))}
		isEmpty := true
		for at, cell := range cells {
			text := cell
			if i < len(shown) && at < len(shown[i]) {
				text = cellText(cell, shown[i][at], is1904)
			}
			row.Cells[at] = text
			isEmpty = isEmpty && strings.TrimSpace(text) == ""
		}
		if !isEmpty {
			f.rows = append(f.rows, row)
		}
	}
	head, _ := f.Next()
	f.Head = head.Cells
	return f, nil
}

var (
	shownDate = regexp.MustCompile(`(?i)^\d{1,4}[-/.]\s?\d{1,2}[-/.]\s?\d{1,4}\b|` +
		`\b(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\p{L}*\b`)
	digits = regexp.MustCompile(`[\d\s.,'()+\-\x{00a0}\x{202f}\x{2019}]+`)
)

// cellText is what a cell says that stores one text and shows another.
func cellText(stored, shown string, is1904 bool) string {
	number, err := strconv.ParseFloat(stored, 64)
	switch {
	case stored == shown || strings.TrimSpace(stored) == "":
		return stored
	case err != nil || shown == "TRUE" || shown == "FALSE":
		return shown
	case shownDate.MatchString(shown):
		return DayOfSerial(number, is1904)
	case strings.HasSuffix(shown, "%"):
		return strconv.FormatFloat(number*100, 'g', 15, 64) + "%"
	case isSameNumber(stored, shown) && (strings.ContainsAny(stored, ".eE") || shown[0] == '0'):
		return shown // a postal code such as 01067
	case isSameNumber(stored, shown):
		return stored
	}
	text := strconv.FormatFloat(number, 'f', -1, 64)
	if mark := digits.ReplaceAllString(shown, ""); mark != "" && len([]rune(mark)) <= longestMark {
		return text + " " + mark
	}
	if strings.Trim(shown, "#") == "" || strings.ContainsAny(shown, "0123456789") {
		return text
	}
	return shown
}

const longestMark = 4 // characters of the sign or code of a currency

// DayOfSerial is the date that a spreadsheet holds as a number of days, with the time of day where it has one.
func DayOfSerial(days float64, is1904 bool) string {
	at, err := excelize.ExcelDateToTime(days, is1904)
	if err != nil {
		return strconv.FormatFloat(days, 'f', -1, 64)
	}
	if at = at.Round(time.Second); at.Equal(at.Truncate(24 * time.Hour)) {
		return at.Format(time.DateOnly)
	}
	return at.Format(time.DateTime)
}
