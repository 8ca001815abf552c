package resource

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/field"
)

const sheetRows = 1_048_576 // of one XLSX sheet; what is more goes to further sheets

// sheets writes workbooks with so many rows on each sheet.
type sheets struct{ rows int }

// write streams records through a file of the library's own. Dates, instants, numbers and amounts are cells of their
// kind, with which a spreadsheet computes; everything else is typed as text and so never run as a formula.
func (s sheets) write(w io.Writer, c contents) (err error) {
	file := excelize.NewFile().SetZipWriter(newParts)
	defer func() { err = errors.Join(err, file.Close()) }()
	b := &book{file: file, rows: s.rows}
	if err := b.prepare(c); err != nil {
		return err
	}
	if err := b.sheet(); err != nil {
		return err
	}
	l := c.line()
	err = c.records(func(record reflect.Value) error { return b.record(record, l.formatRow(record)) })
	if err != nil {
		return err
	}
	if err := b.endSheet(); err != nil {
		return err
	}
	return file.Write(w)
}

type book struct {
	file    *excelize.File
	stream  *excelize.StreamWriter
	columns []column
	cells   []any  // of the row that is written
	bold    int    // the style of the titles
	title   string // of the sheets, which are numbered from the second on
	name    string // of the sheet that is written
	sheets  int
	rows    int // of one sheet
	at      int // row, from 1
}

// column is what all cells below one title have in common.
type column struct {
	field *field.Field
	title string
	width float64
	style int
	value func(v reflect.Value) (cell any, ok bool) // nil where a text stands
}

// prepare decides what the columns are, and makes the styles they need.
func (b *book) prepare(c contents) (err error) {
	if b.bold, err = b.file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}}); err != nil {
		return err
	}
	styles, words := map[string]int{}, c.words.cells(c.fields)
	for i, title := range c.words.heads(c.fields) {
		col, format := columnOf(c.fields[i])
		if words[i] != nil {
			col.value = nil
		}
		col.title, col.width = title, max(col.width, min(widest, float64(utf8.RuneCountInString(title)+2)))
		if _, made := styles[format]; format != "" && !made {
			if styles[format], err = b.file.NewStyle(&excelize.Style{CustomNumFmt: &format}); err != nil {
				return err
			}
		}
		col.style = styles[format]
		b.columns = append(b.columns, col)
	}
	b.cells, b.title = make([]any, len(b.columns)), sheetTitle(c.words.title)
	return nil
}

// longestTitle is how many characters of UTF-16 the name of a sheet may have, without its number.
const longestTitle = 31 - len(" 99")

// sheetTitle is a name as sheets may have one.
func sheetTitle(name string) string {
	printable := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`[]:*?/\`, r) || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, name)
	units := utf16.Encode([]rune(printable))
	printable = strings.Trim(string(utf16.Decode(units[:min(len(units), longestTitle)])), " '\uFFFD")
	return cmp.Or(printable, "Sheet")
}

// sheet begins the next sheet with the titles.
func (b *book) sheet() error {
	b.sheets++
	next := b.title
	var err error
	if b.sheets > 1 {
		next = fmt.Sprintf("%s %d", b.title, b.sheets)
		if err = b.endSheet(); err == nil {
			_, err = b.file.NewSheet(next)
		}
	} else {
		err = b.file.SetSheetName(b.file.GetSheetName(0), next)
	}
	if err != nil {
		return err
	}
	stream, err := b.file.NewStreamWriter(next)
	if err != nil {
		return err
	}
	b.stream, b.name, b.at = stream, next, 0
	titles := &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}
	if err := stream.SetPanes(titles); err != nil {
		return err
	}
	for i, c := range b.columns {
		if err := stream.SetColWidth(i+1, i+1, c.width); err != nil {
			return err
		}
		b.cells[i] = excelize.Cell{StyleID: b.bold, Value: escapeCell(c.title)}
	}
	return b.row()
}

// endSheet completes a sheet, whose rows can be filtered by its titles.
func (b *book) endSheet() error {
	last, err := excelize.CoordinatesToCellName(len(b.columns), b.at)
	if err != nil {
		return err
	}
	if err := b.file.AutoFilter(b.name, "A1:"+last, nil); err != nil {
		return err
	}
	return b.stream.Flush()
}

// record writes one, whose cells as texts are known.
func (b *book) record(record reflect.Value, texts []string) error {
	if b.at == b.rows {
		if err := b.sheet(); err != nil {
			return err
		}
	}
	for i := range b.columns {
		b.cells[i] = b.columns[i].cell(record, texts[i])
	}
	return b.row()
}

func (b *book) row() error {
	b.at++
	at, err := excelize.CoordinatesToCellName(1, b.at)
	if err != nil {
		return err
	}
	return b.stream.SetRow(at, b.cells)
}

// cell is the value of a record in its column. What a spreadsheet has no kind for, such as a day before 1900, stays a
// text.
func (c column) cell(record reflect.Value, text string) any {
	if text == "" {
		return nil
	}
	if c.value == nil {
		return escapeCell(text)
	}
	v := c.field.In(record)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	value, ok := c.value(v)
	if !ok {
		return escapeCell(text)
	}
	return excelize.Cell{StyleID: c.style, Value: value}
}

// Widths of columns, in characters.
const (
	narrow = 12
	middle = 24
	wide   = 40
	widest = 60
)

// columnOf says how the values of a field stand in a column, and their format. Instants have no zone in a spreadsheet,
// so the format names it.
func columnOf(f *field.Field) (c column, format string) {
	c = column{field: f, width: middle}
	if f.Many || f.Masked {
		return c, ""
	}
	switch {
	case f.Type == field.TimeType:
		c.value, format = instantCell, `yyyy-mm-dd hh:mm:ss "UTC"`
	case f.Type == field.DateType:
		c.value, format, c.width = dayCell, "yyyy-mm-dd", narrow
	case f.Kind == field.Percent:
		c.value, format, c.width = percentCell, "0.00##%", narrow
	case f.Kind == field.Money:
		c.value, format, c.width = numberCell, "#,##0.00##", narrow
	case f.Type == field.DecimalType || f.Kind == field.Dec:
		c.value, c.width = numberCell, narrow // the general format shows as many digits as there are
	case f.Type.Kind() == reflect.Int || f.Type.Kind() == reflect.Int64:
		c.value, format, c.width = integerCell, "0", narrow
	case f.Kind == field.LongText || f.Kind == field.HTML || f.Kind == field.Object || f.Kind == field.JSON:
		c.width = wide
	}
	return c, format
}

// firstDay is the first that spreadsheets count alike: some hold 1900 for a leap year.
var firstDay = time.Date(1900, time.March, 1, 0, 0, 0, 0, time.UTC)

func instantCell(v reflect.Value) (any, bool) {
	t := v.Interface().(time.Time).UTC()
	return t, !t.Before(firstDay)
}

func dayCell(v reflect.Value) (any, bool) {
	day := date.Date(v.String()).Time(time.UTC)
	return day, !day.Before(firstDay)
}

func integerCell(v reflect.Value) (any, bool) { return v.Int(), true }

func numberCell(v reflect.Value) (any, bool) { return numberOf(v, 1) }

// percentCell is a hundredth of the number, which the format shows times hundred.
func percentCell(v reflect.Value) (any, bool) { return numberOf(v, 100) }

// numberOf is a decimal as spreadsheets hold numbers: its twelve digits survive it.
func numberOf(v reflect.Value, parts float64) (any, bool) {
	n, ok := reflect.TypeAssert[encoding.TextAppender](v)
	if !ok {
		return nil, false
	}
	text, err := n.AppendText(nil)
	if err != nil {
		return nil, false
	}
	number, err := strconv.ParseFloat(string(text), 64)
	return number / parts, err == nil
}
