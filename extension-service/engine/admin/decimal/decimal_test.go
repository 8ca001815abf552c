package decimal_test

import (
	"encoding/json"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/decimal"
)

func TestDecimal_Parsed_AcceptsFourFractionDigits(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"0": "0", "-0": "0", "12.5": "12.5", "12.50": "12.5", "-3.0001": "-3.0001", "99999999.9999": "99999999.9999",
		"007": "7",
		"":    "!", ".5": "!", "1.": "1", "1.23456": "!", "1e3": "!", "1,5": "!", "999999999": "!", "--1": "!", "+1": "!",
		"NaN": "!", "1.2.3": "!",
	} {
		got := "!"
		if d, err := decimal.Parse(in); err == nil {
			got = d.String()
		}
		if got != want {
			t.Errorf("ParseDecimal(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestDecimal_ThroughJSON_RetainsItsDigits(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"0.1", "96.525", "-0.0001", "12345678.9"} {
		var d decimal.Decimal
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			t.Fatal(err)
		}
		back, err := json.Marshal(d)
		if err != nil || string(back) != text {
			t.Errorf("%s came back as %s, %v", text, back, err)
		}
	}
	var d decimal.Decimal
	if err := json.Unmarshal([]byte(`"1.5"`), &d); err == nil {
		t.Error("a JSON string was read as a number")
	}
}
