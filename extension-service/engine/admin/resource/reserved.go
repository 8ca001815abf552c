package resource

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// reserved are the names that objects of JavaScript inherit, so that an object with one of them as a name of its own is another one in
// a browser or in a program that reads ours.
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

// reservedName is the path of the first such name within JSON, "" when there is none.
func reservedName(text json.RawMessage, path string) string {
	if !bytes.ContainsRune(text, '\\') && !mentionsReserved(text) { // as most texts do not
		return ""
	}
	switch text = bytes.TrimSpace(text); {
	case len(text) == 0:
	case text[0] == '{':
		var members map[string]json.RawMessage
		if json.Unmarshal(text, &members) != nil {
			return ""
		}
		for _, name := range slices.Sorted(maps.Keys(members)) {
			at := strings.TrimPrefix(path+"."+name, ".")
			if reserved[name] {
				return at
			}
			if found := reservedName(members[name], at); found != "" {
				return found
			}
		}
	case text[0] == '[':
		var items []json.RawMessage
		if json.Unmarshal(text, &items) != nil {
			return ""
		}
		for i, item := range items {
			if found := reservedName(item, fmt.Sprintf("%s[%d]", path, i)); found != "" {
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
