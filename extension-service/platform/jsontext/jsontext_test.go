package jsontext_test

import (
	"errors"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/jsontext"
)

func TestRepeatedName_DuplicateMember_ReturnsItsPath(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"a":1,"b":2}`:                          "",
		`{"a":1,"a":2}`:                          "a",
		`{"a":{"a":{"a":1}},"b":["a","a"]}`:      "",
		`{"a":[{"x":1},{"x":1,"y":2,"x":3}]}`:    "a[1].x",
		`[{"x":1},{"x":1}]`:                      "",
		`[[1,2],{"x":[{}],"x":0}]`:               "[1].x",
		`{"a":{"b":1,"c":{},"b":2}}`:             "a.b",
		`{"a":"a","b":"b","\u0061":1}`:           "a",
		`{"a":1`:                                 "",
		`a=1&a=2`:                                "",
		`"text"`:                                 "",
		``:                                       "",
		strings.Repeat("[", 1<<16):               "",
		`{"a":"}","b":"{\"b\":1}","c":[],"d":0}`: "",
	} {
		if got := jsontext.RepeatedName([]byte(text)); got != want {
			t.Errorf("%.60s: %q, want %q", text, got, want)
		}
	}
}

func TestCheckCharacters_HalfACharacter_IsAnError(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		`{"a":"é \ud83d\ude00 \u00e9 \\ud83d"}`: nil, `{"a":"\ud83d"}`: jsontext.ErrLoneSurrogate,
		`{"\udfff":1}`:      jsontext.ErrLoneSurrogate,
		`["\ud83dx\ude00"]`: jsontext.ErrLoneSurrogate, "{\"a\":\"\xe9\"}": jsontext.ErrNotUTF8, "": nil,
	} {
		if err := jsontext.CheckCharacters([]byte(text)); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}
