package field

import (
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/enum"
)

// Counted is a map of numbers by name whose names are known. In a workbook each of them is a column of numbers.
type Counted interface {
	// Counts lists the names, in their order, with the keys of their texts.
	Counts() []enum.Choice
}

// CompleteAmounts adds to the columns of a file what an amount is worth nothing without: behind the last amount in a
// currency, its currency and the unit of time it is paid for, where the caller may read them and they are not among the
// columns.
func CompleteAmounts(columns, visible []*Field) []*Field {
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

// SpreadCounts puts the numbers of a field that counts by name into columns of their own, so that a spreadsheet adds
// them up.
func SpreadCounts(columns []*Field) []*Field {
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
	if f.Many || f.Nullable() {
		return nil
	}
	if f.Kind == Object {
		for _, inner := range f.Fields {
			if inner.Kind != Int || inner.Many || inner.Nullable() {
				return nil
			}
			one := *inner
			one.Name, one.Index, one.Group = f.Name+"."+inner.Name, slices.Concat(f.Index, inner.Index), f.Name
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
			Name: f.Name + "." + choice.Value, Kind: Int, Type: f.Type.Elem(), Index: f.Index, Group: f.Name, Member: choice,
		})
	}
	return out
}
