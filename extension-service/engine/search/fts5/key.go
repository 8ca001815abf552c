package fts5

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/search"
)

const (
	signs      = "-_.:@+/#" // that tokens may hold besides letters and digits
	maxLiteral = 24         // bytes up to which a value stands in its token as it is, if it can
	otherToken = 10         // up to which it stands there in hexadecimal digits; another one is hashed
	hashed     = 12         // bytes of a hash that a token has

	usualTokens = 512 // bytes of a document
)

// A token is one exact fact of a document in lower-case letters, digits and signs, which the tokenizer leaves whole.
func clientToken(id int64) string      { return "c" + strconv.FormatInt(id, 10) }
func legalEntityToken(id int64) string { return "l" + strconv.FormatInt(id, 10) }

func (f field) token(value string) string { return string(appendToken(nil, 'e', f.at, value)) }

// startToken says that a word of the field begins with these one or two characters.
func (f field) startToken(start string) string { return string(appendToken(nil, 's', f.at, start)) }

func appendToken(b []byte, kind byte, field int, value string) []byte {
	b = strconv.AppendInt(append(b, kind), int64(field), 10)
	switch {
	case len(value) <= maxLiteral && isLiteral(value):
		return append(append(b, 'p'), value...)
	case len(value) <= otherToken:
		return hex.AppendEncode(append(b, 'x'), []byte(value))
	}
	sum := sha256.Sum256([]byte(value))
	return hex.AppendEncode(append(b, 'h'), sum[:hashed])
}

func isLiteral(value string) bool {
	for i := range len(value) {
		if c := value[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && strings.IndexByte(signs, c) < 0 {
			return false
		}
	}
	return true
}

// entry is what the tables hold of a live document.
type entry struct {
	source string // its fields as JSON
	tokens string
	values []any // of its columns
}

func (x *index) entry(d search.Document) (entry, error) {
	if d.Deleted {
		return entry{}, nil
	}
	source, err := d.Text()
	if err != nil {
		return entry{}, err
	}
	b := strconv.AppendInt(append(make([]byte, 0, usualTokens), 'c'), d.ClientID, 10)
	b = strconv.AppendInt(append(b, ' ', 'l'), d.LegalEntityID, 10)
	values := make([]any, 0, len(x.fields))
	for _, f := range x.fields {
		found, err := f.Values(d)
		if err != nil {
			return entry{}, err
		}
		for _, v := range found {
			switch {
			case f.isKey():
				b = appendToken(append(b, ' '), 'e', f.at, v)
			case f.isText():
				search.WordStarts(v, func(start string) { b = appendToken(append(b, ' '), 's', f.at, start) })
			}
		}
		if f.hasColumn() {
			values = append(values, cell(f, found))
		}
	}
	return entry{source, string(b), values}, nil
}

// cell is what the column of a field holds: the first value in a form that sorts rightly, and of a text all of them.
func cell(f field, values []string) any {
	switch {
	case len(values) == 0:
		return nil
	case f.isText():
		return strings.Join(values, "\n")
	case f.Type == search.Long:
		n, _ := strconv.ParseInt(values[0], 10, 64)
		return n
	case f.Type == search.Double:
		n, _ := strconv.ParseFloat(values[0], 64)
		return n
	}
	return values[0]
}
