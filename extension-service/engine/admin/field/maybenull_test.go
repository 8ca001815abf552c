package field_test

import (
	"reflect"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/field"
)

func TestMayBeNull_RequiredDate_IsPresentUnlessMasked(t *testing.T) {
	t.Parallel()
	type holiday struct {
		From   date.Date  `json:"from"   check:"required"`
		To     date.Date  `json:"to"`
		Agreed *date.Date `json:"agreed"  check:"required"`
		Hidden date.Date  `json:"hidden" check:"required,sensitive"`
	}
	fields, err := field.List(reflect.TypeFor[holiday]())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"from": false, "to": true, "agreed": true, "hidden": true} {
		if got := field.Find(fields, name).MayBeNull(); got != want {
			t.Errorf("%s may be null: %v, want %v", name, got, want)
		}
	}
}
