package jsontext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// reserved are the names that objects of JavaScript inherit, so that an object with one of them as a name of its own is
// another one in a browser or in a program that reads ours.
var reserved = map[string]bool{"__proto__": true, "constructor": true, "prototype": true}

// IsReserved says whether a name, or a part of one between dots, is such a name.
func IsReserved(name string) bool {
	for part := range strings.SplitSeq(name, ".") {
		if reserved[part] {
			return true
		}
	}
	return false
}

// ReservedName is the path of the first such name within JSON, which stands at a path itself; "" when there is none.
func ReservedName(text json.RawMessage, path string) string {
	if !bytes.ContainsRune(text, '\\') && !mentionsReserved(text) { // as most texts do not
		return ""
	}
	return findPath(text, path, func(name string, _ json.RawMessage) bool { return reserved[name] })
}

// BrokenText is the path of the first text within JSON that CheckCharacters refuses; "" when there is none.
func BrokenText(text json.RawMessage) string {
	return findPath(text, "", func(_ string, value json.RawMessage) bool {
		return bytes.HasPrefix(bytes.TrimSpace(value), []byte(`"`)) && CheckCharacters(value) != nil
	})
}

// findPath is the path of the first member or item within JSON that is what isWanted looks for; "" when there is none.
// Items have no name.
func findPath(text json.RawMessage, path string, isWanted func(name string, value json.RawMessage) bool) string {
	visit := func(name, at string, value json.RawMessage) string {
		if isWanted(name, value) {
			return at
		}
		return findPath(value, at, isWanted)
	}
	var members map[string]json.RawMessage
	var items []json.RawMessage
	switch text = bytes.TrimSpace(text); {
	case bytes.HasPrefix(text, []byte("{")) && json.Unmarshal(text, &members) == nil:
		for _, name := range slices.Sorted(maps.Keys(members)) {
			if found := visit(name, strings.TrimPrefix(path+"."+name, "."), members[name]); found != "" {
				return found
			}
		}
	case bytes.HasPrefix(text, []byte("[")) && json.Unmarshal(text, &items) == nil:
		for i, item := range items {
			if found := visit("", fmt.Sprintf("%s[%d]", path, i), item); found != "" {
				return found
			}
		}
	}
	return ""
}

func mentionsReserved(text []byte) bool {
	for name := range reserved {
		if bytes.Contains(text, []byte(name)) {
			return true
		}
	}
	return false
}
