package vms_test

import (
	"reflect"
	"testing"

	"poolkeeper.example/extension-service/domains/vms"
)

func TestMasked_MissingValue_RemainsMissing(t *testing.T) {
	t.Parallel()
	got := vms.Masked(map[string]any{"phone": "+49", "empty": "", "none": nil, "list": []any{"", nil, "a"}})
	if want := (map[string]any{
		"phone": "•••", "empty": "", "none": nil,
		"list": []any{"", nil, "•••"},
	}); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
