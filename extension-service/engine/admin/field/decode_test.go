package field

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/platform/fault"
)

// A change is decoded over a copy of the stored record, which must stay as it is.
func TestDecode_Change_LeavesTheStoredRecordUnchanged(t *testing.T) {
	t.Parallel()
	type inner struct {
		Name string `json:"name"`
		Code string `json:"code" check:"readonly"`
	}
	type record struct {
		Facts map[string]any `json:"facts"`
		Inner inner          `json:"inner"`
	}
	old := record{Facts: map[string]any{"a": 1}, Inner: inner{"x", "y"}}
	v := old
	fs, err := List(reflect.TypeFor[record]())
	if err != nil {
		t.Fatal(err)
	}
	d := NewDecoder()
	d.Ignore = func(f *Field) bool { return f.ReadOnly }
	d.Members(map[string]json.RawMessage{
		"facts": json.RawMessage(`{"b":2}`),
		"inner": json.RawMessage(`{"name":"z","code":"forged"}`),
	}, fs, reflect.ValueOf(&v).Elem(), "")
	if err := d.Err(); err != nil {
		t.Fatal(err)
	}
	if len(old.Facts) != 1 || len(v.Facts) != 1 || v.Facts["b"] == nil || v.Inner != (inner{"z", "y"}) {
		t.Errorf("stored %+v, changed %+v", old, v)
	}
}

// Nothing that is written at a length no value has is looked into: some readers take the square of it.
func TestDecode_LiteralOfAnyLength_IsRefused(t *testing.T) {
	t.Parallel()
	type record struct {
		Amount decimal.Decimal  `json:"amount" kind:"money"`
		Share  *decimal.Decimal `json:"share"`
		At     time.Time        `json:"at"`
		Day    date.Date        `json:"day"`
		Count  int64            `json:"count"`
	}
	fs, err := List(reflect.TypeFor[record]())
	if err != nil {
		t.Fatal(err)
	}
	zeros := strings.Repeat("0", 1_000_000)
	for name, text := range map[string]string{
		"amount": "1." + zeros, "share": "-1." + zeros, "at": `"2026-11-22T09:00:00.` + zeros + `Z"`,
		"day": `"2026-11-22` + zeros + `"`, "count": "1" + zeros,
	} {
		var v record
		d := NewDecoder()
		d.Members(map[string]json.RawMessage{name: json.RawMessage(text)}, fs, reflect.ValueOf(&v).Elem(), "")
		if e := fault.From(d.Err()); e == nil || len(e.Fields[name]) != 1 {
			t.Errorf("%s of a million digits is read: %+v", name, v)
		}
	}
	if _, err := decimal.Parse("1." + zeros); err == nil {
		t.Error("a decimal of a million digits is read")
	}
	if _, ok := ParseInstant("2026-11-22T09:00:00."+zeros+"Z", false); ok {
		t.Error("an instant of a million digits is read")
	}
}
