package resource

import (
	"bufio"
	"errors"
	"io"
	"reflect"
	"slices"
	"unicode"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/canonical"
)

// line writes records as a person reads them in a table; null is empty. What it returns is good until the next.
type line struct {
	fields []*field.Field
	words  []func(reflect.Value) string // of each field, see wording
	text   []byte                       // of all cells
	ends   []int
	cells  []string
}

func (l *line) formatRow(v reflect.Value) []string {
	l.text, l.ends, l.cells = l.text[:0], l.ends[:0], l.cells[:0]
	for i := range l.fields {
		l.text = l.append(l.text, i, v)
		l.ends = append(l.ends, len(l.text))
	}
	from, text := 0, string(l.text) // one string for all of them
	for _, to := range l.ends {
		l.cells, from = append(l.cells, text[from:to]), to
	}
	return l.cells
}

// append writes the i-th cell.
func (l *line) append(b []byte, i int, v reflect.Value) []byte {
	f := l.fields[i]
	switch one := f.In(v); {
	case l.words[i] != nil:
		return append(b, l.words[i](one)...)
	case isText(f, one):
		return append(b, one.String()...)
	default:
		return appendCell(b, f, one)
	}
}

// isText says whether a field is written as it is held.
func isText(f *field.Field, v reflect.Value) bool {
	return v.Kind() == reflect.String && !f.Many && f.Kind != field.Object && f.Kind != field.Dec
}

func appendCell(b []byte, f *field.Field, v reflect.Value) []byte {
	from := len(b)
	b = field.AppendValue(b, f, v)
	switch text := b[from:]; {
	case string(text) == "null":
		return b[:from]
	case f.Type == field.TimeType && !f.Many: // without its quotes
		return b[:from+copy(text, text[1:len(text)-1])]
	}
	return b
}

// How the lines of a CSV file are written: the form of RFC 4180, which every spreadsheet reads.
const (
	separator = ','
	lineEnd   = "\r\n"
)

// byteOrderMark tells the spreadsheets of people that a text is UTF-8. Programs would take it for a part of the first
// name.
const byteOrderMark = "\uFEFF"

// writeCSV streams rows; a cell that a spreadsheet would run as a formula is disarmed ("Panel behaviour", exports).
func writeCSV(w io.Writer, c contents) error {
	out := bufio.NewWriter(w) // it keeps its first failure until Flush
	if c.words.text != nil {
		_, _ = out.WriteString(byteOrderMark)
	}
	var b []byte
	for i, head := range c.words.heads(c.fields) {
		b = appendCSV(b, i, func(b []byte) []byte { return append(b, head...) })
	}
	_, _ = out.Write(append(b, lineEnd...))
	l := c.line()
	err := c.records(func(record reflect.Value) error {
		b = b[:0]
		for i := range l.fields {
			b = appendCSV(b, i, func(b []byte) []byte { return l.append(b, i, record) })
		}
		_, err := out.Write(append(b, lineEnd...))
		return err
	})
	return errors.Join(err, out.Flush())
}

// appendCSV writes the i-th cell of a line as encoding/csv does, without a copy of its text, unless it must be quoted.
func appendCSV(b []byte, i int, cell func(b []byte) []byte) []byte {
	if i > 0 {
		b = append(b, separator)
	}
	from := len(b)
	if b = cell(b); isFormula(b[from:]) {
		b = slices.Insert(b, from, '\'')
	}
	if !isQuoted(b[from:]) {
		return b
	}
	text := string(b[from:])
	b = append(b[:from], '"')
	for _, c := range []byte(text) {
		switch c {
		case '"':
			b = append(b, `""`...)
		case '\n':
			b = append(b, lineEnd...)
		case '\r': // a line ends with both
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// isFormula asks for the few cells that begin with a sign, or with the first byte of one in full width.
func isFormula(cell []byte) bool {
	return len(cell) > 0 && (cell[0] <= '@' || cell[0] == 0xef) && canonical.IsFormula(string(cell))
}

// isQuoted says whether a cell means something else to some reader without quotes.
func isQuoted(cell []byte) bool {
	for _, c := range cell {
		if c == separator || c == '"' || c == '\r' || c == '\n' {
			return true
		}
	}
	first, _ := utf8.DecodeRune(cell)
	return unicode.IsSpace(first) || string(cell) == `\.`
}
