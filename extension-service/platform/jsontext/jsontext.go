// Package jsontext checks what JSON leaves open before anything reads it: a text that two readers take for two
// different values is refused rather than guessed.
package jsontext

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Why a JSON text has characters that cannot be read as they were sent.
var (
	ErrNotUTF8       = errors.New("not valid UTF-8")
	ErrLoneSurrogate = errors.New("half of a character: a lone surrogate")
)

// CheckCharacters says whether every character of a JSON text can be read as it was sent. ErrNotUTF8, ErrLoneSurrogate.
func CheckCharacters(text []byte) error {
	if !utf8.Valid(text) {
		return ErrNotUTF8
	}
	if !bytes.Contains(text, []byte(`\u`)) { // as most texts do not
		return nil
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		i++ // what is escaped begins no other escape
		r, isUnicode := escapedAt(text, i)
		if !isUnicode || !utf16.IsSurrogate(r) {
			continue
		}
		low := rune(0)
		if i+5 < len(text) && text[i+5] == '\\' {
			low, _ = escapedAt(text, i+6)
		}
		if utf16.DecodeRune(r, low) == utf8.RuneError {
			return ErrLoneSurrogate
		}
		i += 10
	}
	return nil
}

// escapedAt is the code of an escape like u00e9 that begins at a place.
func escapedAt(text []byte, at int) (r rune, isUnicode bool) {
	if at+5 > len(text) || text[at] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[at+1:at+5]), 16, 32)
	return rune(n), err == nil
}

// maxDepth is how many objects and lists inside of one another are searched for repeated names.
const maxDepth = 32

// level is an object or a list that has been opened and not yet closed.
type level struct {
	path  string
	names map[string]bool // of an object; nil in a list
	name  string          // the member whose value comes next
	item  int             // of a list
}

// next is the path of the value that comes next.
func (l *level) next() string {
	switch {
	case l.names == nil:
		return fmt.Sprintf("%s[%d]", l.path, l.item)
	case l.path == "":
		return l.name
	}
	return l.path + "." + l.name
}

// RepeatedName is the path of the first member whose name its object has already, such as rates[0].amount; "" when
// there is none, and for what is no JSON.
func RepeatedName(text []byte) string {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	open, isName := []level{{}}, false
	for len(open) <= maxDepth {
		token, err := decoder.Token()
		if err != nil {
			return ""
		}
		at := &open[len(open)-1]
		if name, ok := token.(string); ok && isName {
			at.name = name
			if at.names[name] {
				return at.next()
			}
			at.names[name], isName = true, false
			continue
		}
		switch token {
		case json.Delim('{'):
			open = append(open, level{path: pathWithin(open), names: map[string]bool{}})
		case json.Delim('['):
			open = append(open, level{path: pathWithin(open)})
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
			open[len(open)-1].item++
		default:
			at.item++
		}
		isName = open[len(open)-1].names != nil
	}
	return ""
}

// pathWithin is where the value that comes next stands; nothing stands before the outermost one.
func pathWithin(open []level) string {
	if len(open) == 1 {
		return ""
	}
	return open[len(open)-1].next()
}
