package resource

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
)

// keyText is what a record has in the fields of a key; "" where one of them is empty.
func keyText(key []*field.Field, record reflect.Value) string {
	parts := make([]string, len(key))
	for i, f := range key {
		if parts[i] = f.ComparedForm(f.In(record)); parts[i] == "" {
			return ""
		}
	}
	return strings.Join(parts, "\x00")
}

// mostFound bounds the records that the rows of one block are compared with.
const mostFound = maxLimit

// findByKey finds the records of which rows have a key.
func (p *ImportPass) findByKey(ctx context.Context, key []*field.Field, rows []*ImportRow) error {
	column, form := field.TextKey(key[0])
	var values []any
	for _, r := range rows {
		if r.keyed(key) == "" {
			continue
		}
		v := key[0].In(valueOf(r.sample))
		value := v.Interface()
		if column.Column != key[0].Column {
			value = form(v)
		}
		if !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	found, err := p.findRecords(ctx, query.Cond{Field: column, Op: query.Is, Values: values}, key)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if text := r.keyed(key); text != "" && r.ID == 0 {
			r.adopt(found[text])
		}
	}
	return nil
}

// keyed is what the row has in the fields of a key.
func (r *ImportRow) keyed(key []*field.Field) string {
	if r.sample == nil {
		return ""
	}
	return keyText(key, valueOf(r.sample))
}

// adopt lets the row be of the one record that was found. Several leave open which it is.
func (r *ImportRow) adopt(found []BulkItem) {
	switch len(found) {
	case 0:
	case 1:
		r.ID, r.Version, r.title = found[0].ID, found[0].Version, found[0].Title
	default:
		r.addError("row", "import.error.several", map[string]any{"count": len(found)})
	}
}

// findRecords lists the records of a condition within the caller's scope by what they have in the fields of a key.
func (p *ImportPass) findRecords(ctx context.Context, cond query.Cond, key []*field.Field) (map[string][]BulkItem,
	error,
) {
	out := map[string][]BulkItem{}
	if len(cond.Values) == 0 {
		return out, nil
	}
	c := p.c
	id := field.Find(c.fields, "id")
	fs := append([]*field.Field{id, field.Find(c.fields, "version")}, c.titleFields()...)
	for _, f := range key {
		if !slices.Contains(fs, f) {
			fs = append(fs, f)
		}
	}
	page, err := c.Store.list(ctx, query.Query{
		Where: []query.Cond{cond}, Sort: []query.Sort{{Field: id}}, Limit: mostFound, Fields: fs, NoTotal: true,
	})
	if err != nil {
		return nil, err
	}
	for i := range page.len() {
		v, base := page.row(i), page.at(i).Base()
		text := keyText(key, v)
		out[text] = append(out[text], BulkItem{ID: base.ID, Version: base.Version, Title: c.titleOf(v)})
	}
	return out, nil
}

// Resolve finds the records that a text names: by id, handle, or the whole title or address, whatever its case.
func (c *served) Resolve(ctx context.Context, text string) (ids []int64, err error) {
	steps := []query.Cond{}
	for _, step := range c.identitySteps(text) {
		steps = append(steps, step.where...)
	}
	for _, f := range append([]*field.Field{c.title}, c.finds...) {
		if f.Kind == field.Phone || f.Column == "" {
			continue
		}
		column, form := field.TextKey(f)
		value := text
		if column.Column != f.Column {
			value = form(reflect.ValueOf(text))
		}
		steps = append(steps, query.Cond{Field: column, Op: query.Is, Values: []any{value}})
	}
	id := field.Find(c.fields, "id")
	for _, cond := range steps {
		p, err := c.Store.list(ctx, query.Query{
			Where: []query.Cond{cond}, Sort: []query.Sort{{Field: id}}, Limit: 2, Fields: []*field.Field{id}, NoTotal: true,
		})
		if err != nil {
			return nil, err
		}
		for i := range p.len() {
			ids = append(ids, p.at(i).Base().ID)
		}
		if len(ids) > 0 {
			return ids, nil
		}
	}
	return nil, nil
}
