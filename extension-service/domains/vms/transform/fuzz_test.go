package transform

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

// What a VMS sends is read as it was sent, or is an error.
func FuzzDecoded(f *testing.F) {
	for _, seed := range []string{
		`{"a":1}`, "\ufeff{}", `{"a":1,"a":2}`, `{"a":"\ud800"}`, `{"a":1e400}`, `{} {}`, `[]`, "null", "{\"a\":\"\xff\"}",
		`{"__proto__":{}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		message, err := Decoded(text)
		if err != nil {
			return
		}
		written, err := json.Marshal(message)
		if err != nil || !utf8.Valid(written) {
			t.Fatalf("%q is read as what cannot be written: %v", text, err)
		}
		if _, err := Decoded(written); message != nil && err != nil {
			t.Errorf("%q is written as %q, which cannot be read: %v", text, written, err)
		}
	})
}

// A rule is right, or what is wrong with it is said, at a place within its text.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{
		".a.b", ".a | lookup(\"x\")", "now", "$ENV", "def f: f; f", "[limit(3; repeat(1))]", `"\(1)"`, ".a[",
		"import \"a\" as a; 1", "{(1):2}", "..", "",
	} {
		f.Add(seed, "name")
	}
	f.Add(".", "a[].b")
	f.Add(".", "__proto__.a")
	f.Fuzz(func(t *testing.T, text, target string) {
		wrong, _ := Rules{Rules: []Rule{{Target: target, JQ: text}}}.Check(true, nil)
		for _, problem := range wrong {
			at := problem.Position
			if problem.Text == "" || at != nil && (*at < 0 || *at > int64(len(text))) {
				t.Errorf("%q to %q: %+v", text, target, problem)
			}
		}
	})
}
