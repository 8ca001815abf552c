package resource

import (
	"encoding/json"
	"reflect"
	"testing"
)

// A change is decoded over a copy of the stored record, which must stay as it is.
func TestDecodingLeavesTheStoredRecordAlone(t *testing.T) {
	t.Parallel()
	type inner struct {
		Name string `json:"name"`
		Kept string `json:"kept" check:"readonly"`
	}
	type record struct {
		Facts map[string]any `json:"facts"`
		Inner inner          `json:"inner"`
	}
	old := record{Facts: map[string]any{"a": 1}, Inner: inner{"x", "y"}}
	v := old
	fs, err := FieldsOf(reflect.TypeFor[record]())
	if err != nil {
		t.Fatal(err)
	}
	d := newDecoder()
	d.ignore = func(f *Field) bool { return f.ReadOnly }
	d.members(map[string]json.RawMessage{"facts": json.RawMessage(`{"b":2}`), "inner": json.RawMessage(`{"name":"z","kept":"forged"}`)}, fs, reflect.ValueOf(&v).Elem(), "")
	if err := d.err(); err != nil {
		t.Fatal(err)
	}
	if len(old.Facts) != 1 || len(v.Facts) != 1 || v.Facts["b"] == nil || v.Inner != (inner{"z", "y"}) {
		t.Errorf("stored %+v, changed %+v", old, v)
	}
}
