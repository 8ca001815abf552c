package resource

import "unicode/utf8"

// HavingKeys is the condition that a table links the record to one of the search keys.
func HavingKeys(link Link, keys []string) Cond {
	values := make([]any, len(keys))
	for i, key := range keys {
		values[i] = key
	}
	return Cond{Op: Linked, Link: link, Values: values}
}

// HavingKeyFrom is the condition that a table links the record to a search key that begins with start.
func HavingKeyFrom(link Link, start string) Cond {
	return Cond{Op: LinkedRange, Link: link, Values: []any{start, start + string(utf8.MaxRune)}}
}
