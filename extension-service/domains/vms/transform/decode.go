package transform

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"poolkeeper.example/extension-service/platform/jsontext"
)

var errTrailing = errors.New("something follows the JSON value")

// RepeatedNameError is the path of a member whose name its object has already: readers differ in which of the two they
// take.
type RepeatedNameError string

func (e RepeatedNameError) Error() string { return string(e) + " is given twice" }

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

// Decoded is Object for bytes that somebody else has made: a byte-order mark is skipped. What would be read as other
// characters than it was sent with is an error, as are a name given twice (RepeatedNameError) and anything behind the
// object.
func Decoded(text []byte) (out map[string]any, err error) {
	text = WithoutMark(text)
	if err := jsontext.CheckCharacters(text); err != nil {
		return nil, err
	}
	if path := jsontext.RepeatedName(text); path != "" {
		return nil, RepeatedNameError(path)
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
