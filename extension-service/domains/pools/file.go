package pools

import (
	"context"
	"errors"
	"io"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

const (
	mostBytes   = 20 << 20
	mostRows    = 50_000
	mostColumns = 200
	shownRows   = 5   // rows that show what an encoding does to letters
	shownCells  = 3   // cells that show what a column holds
	longestCell = 200 // characters of these
)

// Files reads and keeps files.
type Files interface {
	// Read opens an upload that the caller can reach. NOT_FOUND.
	Read(ctx context.Context, id string) (name string, body io.ReadCloser, err error)
	// Store keeps a table that the product has made for the caller alone.
	Store(ctx context.Context, name string, body io.Reader) (id string, err error)
	// Drop removes an upload; what a job has made stays with its job. NOT_FOUND, IN_USE while a record names it.
	Drop(ctx context.Context, id string) error
}

// source is the file that people come from.
type source struct {
	File     PlannedFile `json:"file"`
	Notation notation    `json:"notation"`
}

// reading is what its rows are read by, without what depends on the client and the hour.
func (f *source) reading() reading { return reading{columns: f.File.columns(), notation: f.Notation} }

// PlannedFile is how a file is read, and what is not known of that.
type PlannedFile struct {
	ResourceID string          `json:"resourceId"`
	Name       string          `json:"name"`
	Encoding   string          `json:"encoding"` // "": nothing tells which it is, somebody has to
	Delimiter  string          `json:"delimiter"`
	Columns    []PlannedColumn `json:"columns"`
	Missing    []Field         `json:"missing"`  // fields that every row needs and no column is taken for
	Affected   []FileRow       `json:"affected"` // where the encoding is not known: rows as they would be read
	Rows       int64           `json:"rows"`
}

// PlannedColumn is what a column is taken for, with some of its cells.
type PlannedColumn struct {
	Column

	Cells []string `json:"cells"`
}

// FileRow is a row of a file.
type FileRow struct {
	Line  int64    `json:"line"`
	Cells []string `json:"cells"`
}

// waits says whether somebody has to say how the file is read before anything can be planned.
func (f *PlannedFile) waits() bool { return f.Encoding == "" || len(f.Missing) > 0 }

// columns are what the columns are taken for.
func (f *PlannedFile) columns() []Column {
	out := make([]Column, len(f.Columns))
	for i := range f.Columns {
		out[i] = f.Columns[i].Column
	}
	return out
}

const tab = "tab"

// options are how the file is read.
func (f *PlannedFile) options() spreadsheet.Options {
	o := spreadsheet.Options{Encoding: f.Encoding, Delimiter: f.Delimiter}
	if o.Delimiter == tab {
		o.Delimiter = "\t"
	}
	return o
}

// content are the bytes of an upload. TOO_LARGE; VALIDATION where the caller has none of this id.
func (s *Service) content(ctx context.Context, id string) (name string, out []byte, err error) {
	name, body, err := s.deps.Files.Read(ctx, id)
	if fault.KindOf(err) == fault.NotFound || id == "" {
		return "", nil, fault.Validation().Field("source.resourceId", "validation.reference", nil)
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

// inspectFile finds out how an uploaded file is read. VALIDATION for what cannot be.
func (s *Service) inspectFile(ctx context.Context, p *Pool, from *From) (*source, error) {
	name, content, err := s.content(ctx, from.ResourceID)
	if err != nil {
		return nil, err
	}
	out := &source{File: PlannedFile{
		ResourceID: from.ResourceID, Name: name, Encoding: from.Encoding,
		Delimiter: from.Delimiter, Affected: []FileRow{},
	}}
	f, err := spreadsheet.Open(content, out.File.options())
	if errors.Is(err, spreadsheet.ErrEncoding) {
		return nil, fault.Validation().Field("source.encoding", "pool.file.error.encoding", nil)
	}
	if errors.Is(err, spreadsheet.ErrNotText) {
		return nil, fault.Validation().Field("source.resourceId", "pool.file.error.notTable", nil)
	}
	if err != nil {
		return nil, err
	}
	if len(f.Head) == 0 || len(f.Head) > mostColumns {
		return nil, fault.Validation().Field("source.resourceId", "pool.file.error.heading",
			map[string]any{"max": mostColumns})
	}
	last, err := s.lastColumns(ctx, p.ClientID)
	if err != nil {
		return nil, err
	}
	out.describe(f, columnsOf(f.Head, from.Columns, last))
	if out.File.Rows > mostRows {
		return nil, fault.Validation().Field("source.resourceId", "validation.maxItems", map[string]any{"max": mostRows})
	}
	return out, nil
}

// describe notes what there is to see of a file.
func (f *source) describe(from *spreadsheet.File, columns []Column) {
	file := &f.File
	f.Notation.Comma = from.Delimiter == ","
	file.Encoding, file.Delimiter, file.Missing = from.Encoding, from.Delimiter, missing(columns)
	if file.Delimiter == "\t" {
		file.Delimiter = tab
	}
	if file.Encoding == "" {
		for _, row := range from.Affected(shownRows) {
			file.Affected = append(file.Affected, FileRow{row.Line, shortened(row.Cells)})
		}
	}
	file.Columns = make([]PlannedColumn, len(columns))
	for i, c := range columns {
		file.Columns[i] = PlannedColumn{Column: c, Cells: []string{}}
	}
	for file.Rows <= mostRows {
		row, more := from.Next()
		if !more {
			return
		}
		file.Rows++
		f.Notation.observe(row.Cells, file.Columns)
		for i := range file.Columns {
			if c := &file.Columns[i]; i < len(row.Cells) && row.Cells[i] != "" && len(c.Cells) < shownCells {
				c.Cells = append(c.Cells, shortened(row.Cells[i:i+1])...)
			}
		}
	}
}

func shortened(cells []string) []string {
	out := slices.Clone(cells)
	for i := range out {
		text := []rune(resource.NormaliseText(out[i]))
		out[i] = string(text[:min(len(text), longestCell)])
	}
	return out
}

// open begins to read the rows of a file that has been looked at.
func (s *Service) open(ctx context.Context, from *source) (*spreadsheet.File, error) {
	_, content, err := s.content(ctx, from.File.ResourceID)
	if err != nil {
		return nil, err
	}
	return spreadsheet.Open(content, from.File.options())
}
