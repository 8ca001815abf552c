package imports

import (
	"context"
	"errors"
	"io"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// What a file may have at most.
const (
	MostColumns = 200
	mostBytes   = 20 << 20
	mostRows    = 50_000
)

const (
	shownRows   = 5   // rows that show what an encoding does to letters
	shownCells  = 3   // cells that show what a column holds
	longestCell = 200 // characters of these, and of a heading
)

// Tab is the delimiter that cannot be seen.
const Tab = "tab"

// Delimiters are those that a file may be said to have.
var Delimiters = []string{",", ";", Tab}

// Files reads and keeps files.
type Files interface {
	// Read opens an upload that the caller can reach. NOT_FOUND.
	Read(ctx context.Context, id string) (name string, body io.ReadCloser, err error)
	// Store keeps a table that the product has made for the caller alone.
	Store(ctx context.Context, name string, body io.Reader) (id string, err error)
	// Drop removes an upload; what a job has made stays with its job. NOT_FOUND, IN_USE while a record names it.
	Drop(ctx context.Context, id string) error
}

// File is how a file is read, and what is not known of that.
type File[F ~string] struct {
	ResourceID string             `json:"resourceId"`
	Name       string             `json:"name"`
	Encoding   string             `json:"encoding"` // "": nothing tells which it is, somebody has to
	Delimiter  string             `json:"delimiter"`
	Columns    []PlannedColumn[F] `json:"columns"`
	Missing    []F                `json:"missing"`  // fields that every row needs and no column is taken for
	Affected   []FileRow          `json:"affected"` // where the encoding is not known: rows as they would be read
	Rows       int64              `json:"rows"`
}

// PlannedColumn is what a column is taken for, with some of its cells.
type PlannedColumn[F ~string] struct {
	Column[F]

	Cells []string `json:"cells"`
}

// FileRow is a row of a file.
type FileRow struct {
	Line  int64    `json:"line"`
	Cells []string `json:"cells"`
}

// NeedsDecision says whether somebody has to say how the file is read before anything can be planned.
func (f *File[F]) NeedsDecision() bool { return f.Encoding == "" || len(f.Missing) > 0 }

// ColumnChoices are what the columns are taken for.
func (f *File[F]) ColumnChoices() []Column[F] {
	out := make([]Column[F], len(f.Columns))
	for i := range f.Columns {
		out[i] = f.Columns[i].Column
	}
	return out
}

// Options are how the file is read.
func (f *File[F]) Options() spreadsheet.Options {
	o := spreadsheet.Options{Encoding: f.Encoding, Delimiter: f.Delimiter}
	if o.Delimiter == Tab {
		o.Delimiter = "\t"
	}
	return o
}

// Content are the bytes of an upload. TOO_LARGE; VALIDATION of the member at where the caller has none of this id.
func Content(ctx context.Context, files Files, id, at string) (name string, out []byte, err error) {
	name, body, err := files.Read(ctx, id)
	if fault.KindOf(err) == fault.NotFound || id == "" {
		return "", nil, fault.Validation().Field(at+"resourceId", "validation.reference", nil)
	}
	if err != nil {
		return "", nil, err
	}
	out, err = io.ReadAll(io.LimitReader(body, mostBytes+1))
	if err = errors.Join(err, body.Close()); err == nil && len(out) > mostBytes {
		err = fault.New(fault.TooLarge, "TOO_LARGE", "the file is longer than %d bytes", mostBytes).With("max", mostBytes)
	}
	return name, out, err
}

// Inspection is what is known of a file before it is looked at.
type Inspection[F ~string] struct {
	Fields       Fields[F]
	Chosen, Last []Column[F] // what somebody takes the columns for, and what an earlier file had them for
	Member       string      // what stands before the names of members in refusals, such as "source."
}

// Inspect finds out how the content of a file is read, whose name, id, encoding and delimiter are known as far as
// somebody said them. It returns the file at its first row below the headings. VALIDATION for what is no table.
func (f *File[F]) Inspect(content []byte, how Inspection[F]) (*spreadsheet.File, spreadsheet.Notation, error) {
	at, none := how.Member, spreadsheet.Notation{}
	from, err := f.open(content, how)
	switch {
	case errors.Is(err, spreadsheet.ErrEncoding):
		return nil, none, fault.Validation().Field(at+"encoding", "pool.file.error.encoding", nil)
	case errors.Is(err, spreadsheet.ErrNotText):
		return nil, none, fault.Validation().Field(at+"resourceId", "pool.file.error.notTable", nil)
	case err != nil:
		return nil, none, err
	case len(from.Head) == 0 || len(from.Head) > MostColumns:
		return nil, none, fault.Validation().Field(at+"resourceId", "pool.file.error.heading",
			map[string]any{"max": MostColumns})
	}
	rows := *from
	notation := f.describe(&rows, how)
	if f.Rows > mostRows {
		err = fault.Validation().Field(at+"resourceId", "validation.maxItems", map[string]any{"max": mostRows})
	}
	return from, notation, err
}

// open reads the headings.
func (f *File[F]) open(content []byte, how Inspection[F]) (*spreadsheet.File, error) {
	from, err := spreadsheet.Open(content, f.Options())
	if err == nil {
		from.FindHead(func(cell string) bool {
			_, isChosen := ColumnCalled(how.Chosen, shorten(cell), -1)
			return isChosen || how.Fields.Named(cell) != ""
		})
		from.Head = shortened(from.Head) // surveys have whole questions there
	}
	return from, err
}

// Open begins to read the rows of a file that has been inspected.
func (f *File[F]) Open(content []byte, fields Fields[F]) (*spreadsheet.File, error) {
	return f.open(content, Inspection[F]{Fields: fields, Chosen: f.ColumnChoices()})
}

// describe notes what there is to see of a file, and how it writes its numbers.
func (f *File[F]) describe(from *spreadsheet.File, how Inspection[F]) spreadsheet.Notation {
	columns := how.Fields.Match(from.Head, how.Chosen, how.Last)
	notation := spreadsheet.Notation{Comma: from.Delimiter == "," || from.IsWorkbook()}
	f.Encoding, f.Delimiter, f.Missing, f.Rows = from.Encoding, from.Delimiter, how.Fields.missing(columns), 0
	if f.Delimiter == "\t" {
		f.Delimiter = Tab
	}
	f.Affected = []FileRow{}
	if f.Encoding == "" {
		for _, row := range from.Affected(shownRows) {
			f.Affected = append(f.Affected, FileRow{row.Line, shortened(row.Cells)})
		}
	}
	f.Columns = make([]PlannedColumn[F], len(columns))
	for i, c := range columns {
		f.Columns[i] = PlannedColumn[F]{Column: c, Cells: []string{}}
	}
	for f.Rows <= mostRows {
		row, more := from.Next()
		if !more {
			break
		}
		f.Rows++
		f.observe(row.Cells, how.Fields, &notation)
	}
	return notation
}

// observe takes a row into account.
func (f *File[F]) observe(cells []string, fields Fields[F], notation *spreadsheet.Notation) {
	for i := range f.Columns {
		c := &f.Columns[i]
		if i >= len(cells) || cells[i] == "" {
			continue
		}
		if c.Field != "" && fields.IsNumber(c.Field) {
			notation.Observe(field.NormaliseText(cells[i]))
		}
		if len(c.Cells) < shownCells {
			c.Cells = append(c.Cells, shorten(cells[i]))
		}
	}
}

func shortened(cells []string) []string {
	out := make([]string, len(cells))
	for i, cell := range cells {
		out[i] = shorten(cell)
	}
	return out
}

func shorten(cell string) string {
	text := []rune(field.NormaliseText(cell))
	return string(text[:min(len(text), longestCell)])
}

// BesideErrors are the headings of an error file, and how many cells of each row stand before what is wrong with it.
func BesideErrors(head []string, heading string) (out []string, width int) {
	if n := len(head); n > 0 && head[n-1] == heading { // it is an error file that was imported again
		return head, n - 1
	}
	return append(slices.Clone(head), heading), len(head)
}

// FaultyRow is a row of an error file: as it stood, and behind its cells what is wrong with it. Cells beyond the
// headings follow that. Once mended the file can be imported as it is.
func FaultyRow(cells []string, width, headings int, why string) []string {
	line := slices.Grow(slices.Clone(cells[:min(len(cells), width)]), width+1)
	for len(line) < width {
		line = append(line, "")
	}
	line = append(line, why)
	if filled := spreadsheet.Filled(cells); filled > headings {
		line = append(line, cells[headings:filled]...)
	}
	return line
}
