package exchange

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/spreadsheet"
)

// columns are the headings of a table of texts, which are the names of the fields.
var columns = []string{"messageKey", "locale", "source", "messageValue", "state", "description", "maxLength", "asOf"}

// also are headings that people write instead.
var also = map[string]string{"key": "messageKey", "language": "locale", "value": "messageValue", "text": "messageValue"}

func writeCSV(w io.Writer, texts []Text, o Options) error {
	rows := make([][]string, 0, len(texts)+1)
	rows = append(rows, columns)
	for _, t := range texts {
		length := ""
		if t.MaxLength > 0 {
			length = strconv.Itoa(t.MaxLength)
		}
		rows = append(rows, []string{t.Key, t.Locale, t.Source, t.Value, t.State, t.Note, length, o.AsOf})
	}
	return spreadsheet.Write(w, o.Delimiter, rows)
}

// readCSV reads a table with at least the columns messageKey and messageValue, in any order.
func readCSV(raw []byte, o Options) ([]Text, error) {
	f, err := spreadsheet.Open(raw, spreadsheet.Options{Delimiter: o.Delimiter})
	if err != nil || f.Encoding == "" {
		return nil, unreadable("encoding")
	}
	at := map[string]int{}
	for i, heading := range f.Head {
		if name := columnOf(heading); name != "" {
			if _, again := at[name]; again {
				return nil, unreadable("columns")
			}
			at[name] = i
		}
	}
	_, hasKey := at["messageKey"]
	if _, hasValue := at["messageValue"]; !hasKey || !hasValue {
		return nil, unreadable("columns")
	}
	var out []Text
	for len(out) <= mostTexts {
		row, more := f.Next()
		if !more {
			break
		}
		out = append(out, textOf(row, at, o.Locale))
	}
	return out, nil
}

// columnOf is the field that a heading names, or nothing.
func columnOf(heading string) string {
	heading = strings.TrimSpace(heading)
	if at := slices.IndexFunc(columns, func(name string) bool { return strings.EqualFold(name, heading) }); at >= 0 {
		return columns[at]
	}
	return also[strings.ToLower(heading)]
}

func textOf(row spreadsheet.Row, at map[string]int, locale string) Text {
	cell := func(name string) string {
		i, ok := at[name]
		if !ok || i >= len(row.Cells) {
			return ""
		}
		return row.Cells[i]
	}
	t := Text{
		Key: strings.TrimSpace(cell("messageKey")), Locale: cmp.Or(strings.TrimSpace(cell("locale")), locale), Value: cell("messageValue"),
		State: strings.TrimSpace(cell("state")), AsOf: strings.TrimSpace(cell("asOf")), Line: row.Line,
	}
	if source := cell("source"); source != "" {
		t.made = []string{source}
	}
	if row.Broken {
		t.Fault = Broken
	}
	return t
}
