package pools

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/imports"
	"poolkeeper.example/extension-service/platform/role"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// What a file is and holds is the engine's; its fields are those of this package.
type (
	// Column says what a column is taken for, and what an empty cell of it means.
	Column = imports.Column[Field]
	// PlannedFile is how a file is read, and what is not known of that.
	PlannedFile = imports.File[Field]
	// PlannedColumn is what a column is taken for, with some of its cells.
	PlannedColumn = imports.PlannedColumn[Field]
)

// source is the file that people come from.
type source struct {
	File     PlannedFile          `json:"file"`
	Notation spreadsheet.Notation `json:"notation"`
	Locale   string               `json:"locale"` // of who asked: the faulty rows are explained in it
}

// reading is what its rows are read by, without what depends on the client and the hour.
func (f *source) reading() reading {
	return reading{columns: f.File.ColumnChoices(), notation: f.Notation}
}

// inspectFile finds out how an uploaded file is read. VALIDATION for what cannot be.
func (s *Service) inspectFile(ctx context.Context, p *Pool, from *From) (*source, error) {
	name, content, err := imports.Content(ctx, s.deps.Files, from.ResourceID, "source.")
	if err != nil {
		return nil, err
	}
	last, err := s.lastColumns(ctx, p.ClientID)
	if err != nil {
		return nil, err
	}
	out := &source{Locale: role.From(ctx).Locale, File: PlannedFile{
		ResourceID: from.ResourceID, Name: name, Encoding: from.Encoding, Delimiter: from.Delimiter,
	}}
	_, out.Notation, err = out.File.Inspect(content, imports.Inspection[Field]{
		Fields: known, Chosen: from.Columns, Last: last, Member: "source.",
	})
	return out, err
}

// open begins to read the rows of a file that has been looked at.
func (s *Service) open(ctx context.Context, from *source) (*spreadsheet.File, error) {
	_, content, err := imports.Content(ctx, s.deps.Files, from.File.ResourceID, "source.")
	if err != nil {
		return nil, err
	}
	return from.File.Open(content, known)
}
