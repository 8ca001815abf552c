package store

import (
	"context"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// Computed fills fields that no column holds.
type Computed struct {
	fields, from []string
	fill         func(ctx context.Context, rows reflect.Value) error
}

// From names the fields that it looks at, so that they are read with it.
func (c *Computed) From(fields ...string) { c.from = fields }

func (c *Computed) isAmong(fs []*field.Field) bool {
	return slices.ContainsFunc(fs, func(f *field.Field) bool { return slices.Contains(c.fields, f.Name) })
}

// Computes fills fields that no column holds, for all rows of an answer at once, whenever one of them is asked for. Of
// a row it may count on the id and on what From names: the other fields are read only when they are asked for too.
func (t *Table[T, P]) Computes(fill func(ctx context.Context, rows []T) error, fields ...string) *Computed {
	c := &Computed{fields: fields, fill: func(ctx context.Context, rows reflect.Value) error {
		return fill(ctx, rows.Interface().([]T)) //nolint:forcetypeassert // those of the table
	}}
	t.table.computed = append(t.table.computed, c)
	return c
}

// computeFields asks for the computed ones among the fields; nil is all of them.
func (t *table) computeFields(ctx context.Context, rows reflect.Value, fs []*field.Field) error {
	for _, c := range t.computed {
		if rows.Len() == 0 || fs != nil && !c.isAmong(fs) {
			continue
		}
		if err := c.fill(ctx, rows); err != nil {
			return err
		}
	}
	return nil
}
