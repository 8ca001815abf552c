package imports

import (
	"fmt"
	"path"
	"strconv"
	"strings"
)

// ErrorName is what the file of the faulty rows is called, by a word for these.
func (f *File[F]) ErrorName(word string) string {
	return strings.TrimSuffix(f.Name, path.Ext(f.Name)) + "-" + word + ".csv"
}

// ErrorDelimiter is that of the file. A workbook has none: its error file has what spreadsheets of the reader's
// language expect.
func (f *File[F]) ErrorDelimiter(locale string) string {
	isBook := strings.EqualFold(path.Ext(f.Name), ".xlsx")
	if isBook && strings.HasPrefix(locale, "de") {
		return ";"
	}
	return f.Options().Delimiter
}

// FillIn puts parameters into the places of a text.
func FillIn(text string, params map[string]any) string {
	for name, value := range params {
		text = strings.ReplaceAll(text, "%{"+name+"}", written(value))
	}
	return text
}

// written is a parameter as it stands in a text.
func written(value any) string {
	switch one := value.(type) {
	case float64: // as JSON holds every number
		return strconv.FormatFloat(one, 'f', -1, 64)
	case []any:
		out := make([]string, len(one))
		for i := range one {
			out[i] = written(one[i])
		}
		return strings.Join(out, ", ")
	}
	return fmt.Sprint(value)
}
