package resource

import (
	"context"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/enum"
)

// Counted is a map of numbers by name whose names are known. In a workbook each of them is a column of numbers.
type Counted interface {
	// Counts lists the names, in their order, with the keys of their texts.
	Counts() []enum.Choice
}

// completeAmounts adds to the columns of a file what an amount is worth nothing without: behind the last amount in a
// currency, its currency and the unit of time it is paid for, where the caller may read them and they are not among the
// columns.
func completeAmounts(columns, visible []*Field) []*Field {
	out := slices.Clone(columns)
	for _, f := range columns {
		for _, name := range []string{f.UnitField, f.CurrencyField} {
			with := Find(visible, name)
			if name == "" || with == nil || slices.Contains(out, with) {
				continue
			}
			last := 0
			for i, other := range out {
				if other.CurrencyField == f.CurrencyField {
					last = i
				}
			}
			out = slices.Insert(out, last+1, with)
		}
	}
	return out
}

// spreadCounts puts the numbers of a field that counts by name into columns of their own, so that a spreadsheet adds
// them up.
func spreadCounts(columns []*Field) []*Field {
	var out []*Field
	for _, f := range columns {
		if counts := countsIn(f); len(counts) > 0 && !f.Masked {
			out = append(out, counts...)
			continue
		}
		out = append(out, f)
	}
	return out
}

// countsIn lists the numbers of a field that holds nothing else; none for other fields.
func countsIn(f *Field) (out []*Field) {
	if f.Many || f.pointer {
		return nil
	}
	if f.Kind == Object {
		for _, inner := range f.Fields {
			if inner.Kind != Int || inner.Many || inner.pointer {
				return nil
			}
			one := *inner
			one.Name, one.index, one.group = f.Name+"."+inner.Name, slices.Concat(f.index, inner.index), f.Name
			out = append(out, &one)
		}
		return out
	}
	counted, ok := reflect.TypeAssert[Counted](reflect.Zero(f.Type))
	if !ok {
		return nil
	}
	for _, choice := range counted.Counts() {
		out = append(out, &Field{
			Name: f.Name + "." + choice.Value, Kind: Int, Type: f.Type.Elem(), index: f.index, group: f.Name, member: choice,
		})
	}
	return out
}

// recordExported records that sensitive fields of a record are written into a file.
func (c *served) recordExported(ctx context.Context, v entity, columns []*Field) error {
	record := valueOf(v)
	isNotShown := func(f *Field) bool { return !f.Sensitive || f.In(record).IsZero() }
	return c.recordReading(ctx, v, slices.DeleteFunc(slices.Clone(columns), isNotShown))
}
