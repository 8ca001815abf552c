package resource

import (
	"context"
	"encoding/json"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// ImportOrder is how the rows of a file are brought in.
type ImportOrder struct {
	Columns  []ImportTarget       `json:"columns"`
	Notation spreadsheet.Notation `json:"notation"`
	Updates  bool                 `json:"updates"` // records that are there are changed; otherwise they stay as they are
	Anyway   bool                 `json:"anyway"`  // records are made in spite of possible duplicates
}

// ImportTarget is what a column is taken for, see ImportColumn.
type ImportTarget struct {
	Field  string `json:"field"`  // "": it is left out
	Clears bool   `json:"clears"` // an empty cell clears the field; otherwise that stays
}

// ImportRow is one row of a file.
type ImportRow struct {
	N, Line     int64
	Cells       []string
	Broken      bool  // a quote in it is not closed
	ID, Version int64 // of the record that it is of; 0: a new one

	title   string
	members map[string]any // what it says, as the body of a call
	sample  entity         // what it says, in a record of its own
	bad     *fault.Error
}

// cell is the text of a cell in its stored form.
func (r *ImportRow) cell(i int) string {
	if i >= len(r.Cells) {
		return ""
	}
	return field.NormaliseText(r.Cells[i])
}

// set puts a value where the column writes it.
func (r *ImportRow) set(column *importColumn, value any) {
	if column.parent == nil {
		r.members[column.field.Name] = value
		return
	}
	inner, is := r.members[column.parent.Name].(map[string]any)
	if !is {
		inner = map[string]any{}
		r.members[column.parent.Name] = inner
	}
	inner[column.field.Name] = value
}

// ImportPass brings rows in, block by block. What it has seen in one block it knows in the next.
type ImportPass struct {
	c       *served
	order   ImportOrder
	columns []*importColumn // of each column of the file; nil: it is left out
	named   map[string][]int64
	choices map[*field.Field]map[string]string
	seen    map[string]int64 // the line of each record, and of each key, that a row was of
}

// Pass begins to bring rows in, with the columns that the caller may fill.
func (m *Importer) Pass(ctx context.Context, order ImportOrder) *ImportPass {
	p := &ImportPass{
		c: m.c, order: order, named: map[string][]int64{}, choices: map[*field.Field]map[string]string{},
		seen: map[string]int64{},
	}
	for _, mapped := range order.Columns {
		var of *importColumn
		for _, column := range m.c.importer.columns {
			if column.path == mapped.Field && m.c.mayImport(ctx, column) {
				of = column
			}
		}
		p.columns = append(p.columns, of)
	}
	return p
}

// Read finds out what rows say, and of which records they are. Some queries answer for all.
func (p *ImportPass) Read(ctx context.Context, rows []*ImportRow) error {
	for _, r := range rows {
		if err := p.read(ctx, r); err != nil {
			return err
		}
	}
	for _, key := range p.c.importer.findingKeys() {
		if err := p.findByKey(ctx, key, rows); err != nil {
			return err
		}
	}
	for _, r := range rows {
		p.checkNamed(r)
		p.checkRepeated(r)
	}
	return nil
}

// findingKeys are all keys: id and handle are ones, too.
func (im *importer) findingKeys() (out [][]*field.Field) {
	for _, column := range im.columns {
		if column.path == "id" || column.path == "handle" {
			out = append(out, []*field.Field{column.field})
		}
	}
	return append(out, im.keys...)
}

// read makes out what the cells of a row say, and what is wrong with them.
func (p *ImportPass) read(ctx context.Context, r *ImportRow) error {
	r.members, r.bad, r.sample = map[string]any{}, fault.Validation(), nil
	if r.Broken {
		r.addError("row", "pool.file.error.quotes", nil)
		return nil
	}
	if n := spreadsheet.Filled(r.Cells); n > len(p.columns) {
		r.addError("row", "pool.file.error.cells", map[string]any{"cells": n, "headings": len(p.columns)})
	}
	for i, column := range p.columns {
		if column == nil {
			continue
		}
		if err := p.readInto(ctx, r, column, i); err != nil {
			return err
		}
	}
	p.readAmounts(r)
	return p.fillSample(r)
}

// readInto reads one cell of a row.
func (p *ImportPass) readInto(ctx context.Context, r *ImportRow, column *importColumn, i int) error {
	cell := r.cell(i)
	switch {
	case spreadsheet.IsError(cell):
		r.addError(column.path, "pool.file.error.formula", map[string]any{"value": cell})
		return nil
	case cell == "" && p.order.Columns[i].Clears && !column.finds:
		r.set(column, nil)
		return nil
	case cell == "" || column.field.Kind == field.Money:
		return nil
	}
	value, wrong, err := p.readCell(ctx, column.field, cell)
	if wrong != nil {
		r.addError(column.path, wrong.message, wrong.params)
		return err
	}
	if column.path == "id" {
		id, failed := field.ParseID(cell)
		if failed != nil {
			r.addError("id", "validation.integer", nil)
		}
		value = id
	}
	r.set(column, value)
	return err
}

// fillSample puts what a row says into a record of its own, in the form in which it would be stored.
func (p *ImportPass) fillSample(r *ImportRow) error {
	members, err := r.body(nil)
	if err != nil {
		return err
	}
	v := p.c.fresh()
	d := field.NewDecoder()
	d.Creates = true
	d.Members(members, p.c.fields, valueOf(v), "")
	if d.Err() == nil {
		field.Normalise(p.c.fields, valueOf(v))
		r.sample = v
	}
	return nil
}

// body is what a row says as the body of a call, with what is set besides.
func (r *ImportRow) body(sets map[string]any) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	for _, part := range []map[string]any{sets, r.members} {
		for name, value := range part {
			text, err := json.Marshal(value)
			if err != nil {
				return nil, err
			}
			out[name] = text
		}
	}
	return out, nil
}

// checkNamed refuses a row that names a record by its id or handle which is not there.
func (p *ImportPass) checkNamed(r *ImportRow) {
	for _, name := range []string{"id", "handle"} {
		if value, names := r.members[name]; names && r.ID == 0 && len(r.bad.Fields[name]) == 0 {
			r.addError(name, "import.error.notFound", map[string]any{"name": value})
		}
	}
}

// checkRepeated refuses the second row of a file about one record.
func (p *ImportPass) checkRepeated(r *ImportRow) {
	if len(r.bad.Fields) > 0 || r.sample == nil {
		return
	}
	texts := []string{}
	if r.ID != 0 {
		texts = append(texts, "id\x00"+string(appendVersion(r.ID)))
	}
	for _, key := range p.c.importer.keys {
		if text := keyText(key, valueOf(r.sample)); text != "" {
			texts = append(texts, key[0].Name+"\x00"+text)
		}
	}
	for _, text := range texts {
		if line, isSeen := p.seen[text]; isSeen && line != r.Line {
			r.addError("row", "import.error.twice", map[string]any{"line": line})
			return
		}
	}
	for _, text := range texts {
		p.seen[text] = r.Line
	}
}
