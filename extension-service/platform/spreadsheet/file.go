// Package spreadsheet reads tables as spreadsheets save them, CSV and XLSX, and writes CSV files that they open.
package spreadsheet

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// Delimiters are what stands between cells.
var Delimiters = []string{",", ";", "\t"}

// Options say what is known of a file; "" is found out.
type Options struct{ Encoding, Delimiter string }

// File is a file whose rows are being read. Encoding is "" where nothing tells which it is; the rows are read as
// Assumed then.
type File struct {
	Encoding, Delimiter string
	Head                []string // the headings

	text []byte // in UTF-8
	at   int
	line int64 // that at is in, from 1
	rows []Row // of a workbook that are not read yet
	book bool
}

// Row is one row. What cannot be split into cells, since a quote is not closed, is Broken: its cells are the line as it
// stands.
type Row struct {
	Line  int64
	Cells []string
	// of a workbook: which cells hold a date, an amount or a yes, whose text would be none that anybody wrote; nil: none
	Values []bool
	Broken bool
}

// Open finds out how a file is written and reads its headings. ErrEncoding, ErrNotText.
func Open(content []byte, o Options) (*File, error) {
	if IsWorkbook(content) {
		return openWorkbook(content)
	}
	text, used, err := decoded(content, o.Encoding)
	if err != nil {
		return nil, err
	}
	f := &File{Encoding: used, Delimiter: o.Delimiter, text: text, line: 1}
	f.declared()
	if f.Delimiter == "" {
		f.Delimiter = f.splits()
	}
	head, _ := f.Next()
	f.Head = head.Cells
	return f, nil
}

// IsWorkbook says whether a file is an XLSX workbook.
func (f *File) IsWorkbook() bool { return f.book }

// FindHead takes the row for the headings, among the first few, of which isHeading knows the most cells: what stands
// above it, such as the title of a report or the headings of groups of columns, is passed over.
func (f *File) FindHead(isHeading func(cell string) bool) {
	count := func(cells []string) (n int) {
		for _, cell := range cells {
			if isHeading(cell) {
				n++
			}
		}
		return n
	}
	best, most, probe := *f, count(f.Head), *f
	for range headRows {
		row, more := probe.Next()
		if !more {
			break
		}
		if n := count(row.Cells); n > most && !row.Broken {
			best, most = probe, n
			best.Head = row.Cells
		}
	}
	*f = best
}

const headRows = 9 // rows below the first that may hold the headings

// declared takes the line off by which a file says what stands between its cells.
func (f *File) declared() {
	first, _, _ := bytes.Cut(f.text, []byte("\n"))
	sep, is := strings.CutPrefix(strings.TrimRight(string(first), "\r"), "sep=")
	if !is || len(sep) != 1 {
		return
	}
	if f.Delimiter == "" {
		f.Delimiter = sep
	}
	f.at, f.line = min(len(first)+1, len(f.text)), 2
}

const looked = 50 // rows that say what stands between the cells

// splits is the delimiter that splits the first rows evenly: most of them into as many cells as the headings, and into
// more than one.
func (f *File) splits() string {
	best, most, width := Delimiters[0], 0, 0
	for _, d := range Delimiters {
		probe := *f
		probe.Delimiter = d
		head, _ := probe.Next()
		even := 0
		for range looked {
			row, more := probe.Next()
			if !more {
				break
			}
			if len(row.Cells) == len(head.Cells) && !row.Broken {
				even++
			}
		}
		if n := len(head.Cells); n > 1 && (width == 0 || even > most || even == most && n > width) {
			best, most, width = d, even, n
		}
	}
	return best
}

// Next reads one row that is not empty; false: there is none.
func (f *File) Next() (Row, bool) {
	if f.book {
		if len(f.rows) == 0 {
			return Row{}, false
		}
		row := f.rows[0]
		f.rows = f.rows[1:]
		return row, true
	}
	for f.at < len(f.text) {
		row := f.record()
		if slices.ContainsFunc(row.Cells, func(cell string) bool { return strings.TrimSpace(cell) != "" }) {
			return row, true
		}
	}
	return Row{}, false
}

// record reads one row as it stands.
func (f *File) record() Row {
	row := Row{Line: f.line}
	from := f.at
	for {
		cell, end, closed := f.cell(f.at)
		if !closed {
			return f.broken(from)
		}
		row.Cells = append(row.Cells, unguarded(cell))
		if end < len(f.text) && f.text[end] == f.Delimiter[0] {
			f.at = end + 1
			continue
		}
		f.at = end
		f.line += lines(f.text[from:end])
		f.endLine()
		return row
	}
}

// cell reads the cell that begins at a place, and says where it ends and whether its quotes are closed.
func (f *File) cell(at int) (text string, end int, closed bool) {
	if at >= len(f.text) || f.text[at] != '"' {
		end = at + f.unquotedLength(f.text[at:])
		return string(f.text[at:end]), end, true
	}
	var b []byte
	for i := at + 1; i < len(f.text); i++ {
		switch {
		case f.text[i] != '"':
			b = append(b, f.text[i])
		case i+1 < len(f.text) && f.text[i+1] == '"':
			b = append(b, '"')
			i++
		default:
			end = i + 1
			return string(b), end, end == len(f.text) || f.ends(f.text[end])
		}
	}
	return "", len(f.text), false
}

func (f *File) ends(c byte) bool { return c == f.Delimiter[0] || c == '\n' || c == '\r' }

// unquotedLength is how long a cell without quotes is.
func (f *File) unquotedLength(rest []byte) int {
	for i, c := range rest {
		if f.ends(c) {
			return i
		}
	}
	return len(rest)
}

// broken is the line from a place on as it stands, so that the rows behind it are read all the same.
func (f *File) broken(from int) Row {
	end := from + bytes.IndexAny(f.text[from:], "\r\n")
	if end < from {
		end = len(f.text)
	}
	row := Row{Line: f.line, Broken: true, Cells: strings.Split(string(f.text[from:end]), f.Delimiter)}
	f.at = end
	f.endLine()
	return row
}

// endLine goes over the end of a line.
func (f *File) endLine() {
	rest := f.text[f.at:]
	switch {
	case bytes.HasPrefix(rest, []byte("\r\n")):
		f.at += 2
	case len(rest) > 0:
		f.at++
	}
	f.line++
}

// lines counts the ends of lines inside of a row.
func lines(text []byte) int64 {
	return int64(bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) - bytes.Count(text, []byte("\r\n")))
}

// Affected are rows as they are read that look otherwise in another encoding, at most n of them.
func (f *File) Affected(n int) []Row {
	var out []Row
	if f.book {
		return nil
	}
	probe := *f
	for len(out) < n {
		row, more := probe.Next()
		if !more {
			break
		}
		if slices.ContainsFunc(row.Cells, func(cell string) bool {
			return strings.ContainsFunc(cell, func(r rune) bool { return r >= utf8.RuneSelf })
		}) {
			out = append(out, row)
		}
	}
	return out
}
