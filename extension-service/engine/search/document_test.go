package search_test

import (
	"encoding/json"
	"testing"

	"poolkeeper.example/extension-service/engine/search"
)

// What engines keep is what encoding/json makes of the fields, whatever their values.
func TestDocument_Text_EqualsEncodingJSON(t *testing.T) {
	t.Parallel()
	for name, fields := range map[string]map[string]any{
		"none":   nil,
		"simple": {"b": "text", "a": int64(-7), "c": true, "d": false, "": ""},
		"lists":  {"some": []string{"x", "y"}, "none": []string{}, "absent": []string(nil), "nothing": nil},
		"signs":  {"a<b>&\"c\"\\": "<b>&\"\\\n\t\x00\u2028\u2029é\xff", "z": "😀"},
		"stored before": {
			"n": json.Number("10.50"), "list": []any{"x", json.Number("1")},
			"object": map[string]any{"b": 1.5, "a": nil},
		},
	} {
		want, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		if fields == nil {
			want = []byte("{}")
		}
		if got, err := (search.Document{Contents: search.ContentsOf(fields)}).Text(); err != nil || got != string(want) {
			t.Errorf("%s: %s, %v, want %s", name, got, err, want)
		}
	}
	if text, err := (search.Document{ID: 5, Contents: search.ContentsOf(map[string]any{"f": func() {}})}).
		Text(); err == nil {
		t.Errorf("a function is written as %s", text)
	}
}
