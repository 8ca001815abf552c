package resource

import (
	"bytes"
	"encoding/json"
	"fmt"

	"poolkeeper.example/extension-service/platform/fault"
)

// Unambiguous refuses JSON that gives a member of an object twice: readers differ in which of the two they take. What is
// no JSON is left to whoever reads it.
func Unambiguous(text []byte) error {
	if path := twice(text); path != "" {
		return GivenTwice(path)
	}
	return nil
}

// GivenTwice is the refusal of a request that names a parameter or a member of an object twice.
func GivenTwice(path string) error {
	return fault.New(fault.BadRequest, "BAD_REQUEST", "%s is given twice", path).Field(path, "validation.twice", nil)
}

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

// twice is the path of the first member that its object has already.
func twice(text []byte) string {
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
