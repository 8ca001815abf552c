package field_test

import (
	"encoding/json"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// Texts are written as the standard encoder writes them, those of other scripts without asking it.
func TestEncode_Texts_AreWrittenLikeTheStandardLibrary(t *testing.T) {
	for _, text := range []string{
		"", "plain", "Zoë Müller", "日本語 🙂", `"quoted"`, `back\slash`, "<b>&amp;</b>", "line\nend\ttab\x00",
		"\u2028 and \u2029", "broken \xff byte", "half \xe2\x80", "\x7f",
	} {
		want, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := field.AppendString([]byte("x"), text); string(got) != "x"+string(want) {
			t.Errorf("%q is written %s, want %s", text, got[1:], want)
		}
	}
	b := make([]byte, 0, 64)
	if n := testing.AllocsPerRun(10, func() { b = field.AppendString(b[:0], "Zoë Müller 日本語") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
