package exchange

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// headings are those of a table of texts that is written here, which are the names of the fields.
var headings = []string{"messageKey", "locale", "source", "messageValue", "state", "description", "maxLength", "asOf"}

func writeCSV(w io.Writer, texts []Text, o Options) error {
	rows := make([][]string, 0, len(texts)+1)
	rows = append(rows, headings)
	for _, t := range texts {
		length := ""
		if t.MaxLength > 0 {
			length = strconv.Itoa(t.MaxLength)
		}
		rows = append(rows, []string{t.Key, t.Locale, t.Source, t.Value, t.State, t.Note, length, o.AsOf})
	}
	return spreadsheet.Write(w, o.Delimiter, rows)
}

// readCSV reads a table with a column of keys, and one of texts or one for each language, in any order.
func (f *File) readCSV(raw []byte, o Options) error {
	from, err := spreadsheet.Open(raw, spreadsheet.Options{Encoding: o.Encoding, Delimiter: o.Delimiter})
	if err != nil {
		return decodingFault(err)
	}
	f.Encoding, f.Delimiter = from.Encoding, from.Delimiter
	if f.Encoding == "" {
		for _, row := range from.Affected(shownSamples) {
			f.Affected = append(f.Affected, Sample{row.Line, shortened(row.Cells)})
		}
	}
	return f.readTable(from.Head, from.Next, o)
}

// readWorkbook reads the first sheet of a workbook as a table.
func (f *File) readWorkbook(raw []byte, o Options) error {
	head, next, err := spreadsheet.Workbook(raw)
	if err != nil {
		return unreadable("workbook")
	}
	return f.readTable(head, next, o)
}

func isWorkbook(raw []byte) bool {
	return strings.HasPrefix(string(raw[:min(4, len(raw))]), "PK\x03\x04")
}

// mostColumns is how many columns a table may have.
const mostColumns = 200

// readTable reads rows once it is known what their columns are. Before that it shows what stands in them.
func (f *File) readTable(head []string, next func() (spreadsheet.Row, bool), o Options) error {
	if len(head) == 0 || len(head) > mostColumns {
		return unreadable("columns")
	}
	f.Columns = columnsOf(head, o)
	f.Missing = missing(f.Columns)
	for len(f.Texts) <= mostTexts {
		row, more := next()
		if !more {
			return nil
		}
		for i := range f.Columns {
			if c := &f.Columns[i]; i < len(row.Cells) && row.Cells[i] != "" && len(c.Cells) < shownCells {
				c.Cells = append(c.Cells, shortened(row.Cells[i:i+1])...)
			}
		}
		if !f.NeedsChoice() {
			f.Texts = append(f.Texts, f.textsOf(row, o)...)
		}
	}
	return nil
}

// textsOf are the texts of one row: one, and one for each column of a language.
func (f *File) textsOf(row spreadsheet.Row, o Options) (out []Text) {
	var t Text
	hasValue := false
	for i, c := range f.Columns {
		if i >= len(row.Cells) {
			break
		}
		switch cell := row.Cells[i]; c.Field {
		case KeyField:
			t.Key = strings.TrimSpace(cell)
		case LocaleField:
			t.Locale = strings.TrimSpace(cell)
		case StateField:
			t.State = strings.TrimSpace(cell)
		case AsOfField:
			t.AsOf = strings.TrimSpace(cell)
		case SourceField:
			if cell != "" {
				t.made = []string{cell}
			}
		case ValueField, TextField, NoteField, LimitField: // texts come below; nobody imports the others
		}
	}
	t.Line, t.Fault = row.Line, faultOf(row, len(f.Columns))
	t.Locale = cmp.Or(t.Locale, o.Locale)
	for i, c := range f.Columns {
		one := t
		switch c.Field {
		case ValueField:
			hasValue = true
		case TextField:
			one.Locale, one.made = c.Locale, nil
		default:
			continue
		}
		if i < len(row.Cells) {
			one.Value = row.Cells[i]
		}
		switch {
		case one.Fault != "":
		case spreadsheet.IsError(one.Value):
			one.Fault = CellError
		case i < len(row.Values) && row.Values[i]:
			one.Fault = NotText
		}
		out = append(out, one)
	}
	if t.Fault != "" && !hasValue && len(out) > 1 {
		return out[:1] // a row that cannot be read is refused once
	}
	return out
}

// faultOf is why a row cannot be read.
func faultOf(row spreadsheet.Row, columns int) string {
	switch {
	case row.Broken:
		return Broken
	case len(row.Cells) > columns && slices.ContainsFunc(row.Cells[columns:], func(cell string) bool {
		return strings.TrimSpace(cell) != ""
	}):
		return TooMany
	}
	return ""
}
