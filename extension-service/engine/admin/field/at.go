package field

import (
	"fmt"
	"reflect"
)

// At returns the field of a record by its address in of. It panics on an address that is none, a mistake of ours.
func At(of, at any) *Field {
	v := reflect.ValueOf(of).Elem()
	fs, err := List(v.Type())
	if err != nil {
		panic(err)
	}
	for _, f := range fs {
		if x := f.In(v); x.CanAddr() && x.Addr().Interface() == at {
			return f
		}
	}
	panic(fmt.Sprintf("resource: no field of %T has this address", of))
}

// AllAt returns the fields of a record by their addresses in of.
func AllAt(of any, at ...any) []*Field {
	out := make([]*Field, len(at))
	for i, one := range at {
		out[i] = At(of, one)
	}
	return out
}
