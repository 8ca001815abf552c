package resource

import (
	"cmp"
	"fmt"
	"reflect"

	"poolkeeper.example/extension-service/fault"
)

// Paging is embedded in the input of a domain's own list call.
type Paging struct {
	Limit  *int64 `query:"limit"`
	Size   *int64 `query:"size"`
	Offset *int64 `query:"offset"`
	From   *int64 `query:"from"`
	Sort   string `query:"s"`
}

// Ask begins a query over the fields of a record, of which of is any address, for one page of size rows unless the
// caller asked for another number. Every column may be sorted by.
func Ask[T any](of *T, p Paging, size int64) (Query, error) {
	fs, err := FieldsOf(reflect.TypeFor[T]())
	if err != nil {
		return Query{}, err
	}
	none := int64(0)
	q := Query{Limit: *cmp.Or(p.Limit, p.Size, &size), Offset: *cmp.Or(p.Offset, p.From, &none)}
	bad := fault.Validation()
	checkLimit(bad, q.Limit)
	if q.Offset < 0 {
		bad.Field("offset", "validation.integer", nil)
	}
	c := &compiled[T]{Spec: Spec[T]{Of: of}, fields: cloneFields(fs)}
	c.row = c.fields
	c.compileSort()
	if q.Sort, err = c.parseSort(p.Sort); err != nil {
		return q, err
	}
	return q, bad.Or()
}

// Where is the condition that a field, named by its address in of, equals one of the values.
func Where[T any](of *T, at Ref, values ...any) Cond {
	return Cond{Field: FieldAt(of, at), Op: Is, Values: values}
}

// FieldAt returns the field of a record by its address. It panics on an address that is none, a mistake of ours.
func FieldAt[T any](of *T, at Ref) *Field {
	fs, err := FieldsOf(reflect.TypeFor[T]())
	if err != nil {
		panic(err)
	}
	v := reflect.ValueOf(of).Elem()
	for _, f := range fs {
		if x := f.In(v); x.CanAddr() && x.Addr().Interface() == at {
			return f
		}
	}
	panic(fmt.Sprintf("resource: no field of %T has this address", of))
}
