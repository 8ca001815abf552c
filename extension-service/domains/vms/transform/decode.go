package transform

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Why bytes are no JSON that means the same to everybody.
var (
	ErrNotUTF8       = errors.New("not valid UTF-8")
	ErrLoneSurrogate = errors.New("half of a character: a lone surrogate")
	errTrailing      = errors.New("something follows the JSON value")
)

var byteOrderMark = []byte("\uFEFF")

// Decode reads JSON without changing the digits of a number.
func Decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return d.Decode(into)
}

// Object reads a JSON object without changing the digits of its numbers.
func Object(text []byte) (out map[string]any, err error) {
	err = Decode(text, &out)
	return out, err
}

// Decoded is Object for bytes that somebody else has made: a byte-order mark is skipped, and what would be read as other characters
// than it was sent with is an error, as is anything behind the object.
func Decoded(text []byte) (out map[string]any, err error) {
	text = WithoutMark(text)
	if err := Intact(text); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&out); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errTrailing
	}
	return out, nil
}

// WithoutMark is a text without the byte-order mark that it may begin with.
func WithoutMark(text []byte) []byte { return bytes.TrimPrefix(text, byteOrderMark) }

// Intact says whether every character of a JSON text can be read as it was sent.
func Intact(text []byte) error {
	if !utf8.Valid(text) {
		return ErrNotUTF8
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		i++ // what is escaped begins no other escape
		r, isUnicode := escaped(text, i)
		if !isUnicode || !utf16.IsSurrogate(r) {
			continue
		}
		low := rune(0)
		if i+5 < len(text) && text[i+5] == '\\' {
			low, _ = escaped(text, i+6)
		}
		if utf16.DecodeRune(r, low) == utf8.RuneError {
			return ErrLoneSurrogate
		}
		i += 10
	}
	return nil
}

// escaped is the code of an escape like u00e9 that begins at a place.
func escaped(text []byte, at int) (r rune, isUnicode bool) {
	if at+5 > len(text) || text[at] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[at+1:at+5]), 16, 32)
	return rune(n), err == nil
}
