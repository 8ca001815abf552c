package store

import (
	"encoding/json"
	"strconv"
)

func isOneOf(column string, values []any, q *builder) string {
	switch len(values) {
	case 0:
		return "1 = 0"
	case 1:
		if yes, ok := values[0].(bool); ok { // in the text, so that an index of only some rows serves it
			return column + " = " + map[bool]string{true: "1", false: "0"}[yes]
		}
		return column + " = " + q.arg(driverValue(values[0]))
	}
	if ids := idsOf(values); len(ids) > fewIDs {
		return column + " IN " + inList(q.dialect, q.arg(IDList(ids)))
	}
	return column + " IN " + OneOf(values, func(v any) string { return q.arg(driverValue(v)) })
}

// fewIDs is up to how many ids each is a parameter of its own; more of them come as one, so that the text stays the
// same.
const fewIDs = 10

// idsOf returns the values when all of them are whole numbers.
func idsOf(values []any) []int64 {
	out := make([]int64, 0, len(values))
	for _, v := range values {
		n, ok := v.(int64)
		if !ok {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// InList is what the column of a statement is IN that may hold one of many ids. They are one parameter, the n-th, as
// IDList writes it, so that the text is the same whichever and however many they are, and is parsed once.
func (db *DB) InList(n int) string { return inList(db.dialect, "$"+strconv.Itoa(n)) }

func inList(d Dialect, list string) string { return "(SELECT e.value FROM " + listed(d, list) + " e)" }

// Listed is the n-th parameter, ids as IDList writes them, as a table with the column value. Where each id is looked up
// by an index, joining it to the left costs half of what Among does, for which SQLite sorts the ids into a table first.
func (db *DB) Listed(n int) string { return listed(db.dialect, "$"+strconv.Itoa(n)) }

func listed(d Dialect, list string) string {
	if d == Postgres {
		// PostgreSQL takes an array of any length for ten ids, and a list of JSON for a hundred, for which it went
		// through tables of ten thousand rows.
		return "(SELECT unnest(translate(" + list + ", '[]', '{}')::bigint[]) AS value)"
	}
	return "json_each(" + list + ")"
}

// AmongTexts is Among for texts, which come as TextList writes them. Its column is value.
func (db *DB) AmongTexts(n int) string {
	if db.dialect == Postgres {
		return "(SELECT value FROM json_array_elements_text($" + strconv.Itoa(n) + "::json))"
	}
	return db.InList(n)
}

// TextList is texts as the parameter of AmongTexts.
func TextList(texts []string) string {
	if texts == nil { // no text is an empty list, which null is not
		return "[]"
	}
	list, _ := json.Marshal(texts) // texts can always be written
	return string(list)
}

// IDList is ids as the parameter of Among.
func IDList(ids []int64) string {
	b := []byte{'['}
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, id, 10)
	}
	return string(append(b, ']'))
}

func driverValue(v any) any {
	if b, ok := v.(bool); ok {
		if b {
			return int64(1)
		}
		return int64(0)
	}
	return v
}
