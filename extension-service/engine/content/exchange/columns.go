package exchange

import (
	"slices"
	"strings"
	"unicode"
)

// Field is what a column of a table holds.
type Field string

// The fields. Every row needs a key, and a text or the texts of languages.
const (
	KeyField    Field = "messageKey"
	ValueField  Field = "messageValue"
	LocaleField Field = "locale"
	TextField   Field = "text" // the text in the language of the column
	SourceField Field = "source"
	StateField  Field = "state"
	AsOfField   Field = "asOf"
	NoteField   Field = "description"
	LimitField  Field = "maxLength"
)

// Fields lists them.
var Fields = []Field{
	KeyField, ValueField, LocaleField, TextField, SourceField, StateField, AsOfField, NoteField,
	LimitField,
}

// Column says what a column is taken for.
type Column struct {
	Heading string
	Field   Field  // none: it is left out
	Locale  string // of TextField
	Cells   []string
}

const shownCells = 3

// words are what tools and people call each field, the surest first.
var words = map[Field][]string{
	KeyField: {
		"messagekey", "key", "keyname", "translationkey", "context", "stringid", "identifier", "id",
		"schlüssel",
	},
	ValueField:  {"messagevalue", "value", "text", "target", "translation", "übersetzung", "wert"},
	LocaleField: {"locale", "language", "lang", "sprache", "targetlanguage"},
	SourceField: {"source", "original", "sourcetext", "quelle"},
	StateField:  {"state"},
	AsOfField:   {"asof"},
	NoteField:   {"description", "comment", "comments", "developercomments", "note", "notes", "beschreibung", "kommentar"},
	LimitField:  {"maxlength", "maxlen"},
}

// columnsOf takes each heading for what was chosen for it, else for what its name says. Where two columns could be a
// field that every row needs, neither is taken and somebody has to choose. Of two columns of one language both are, so
// that the second text of a key is refused as a duplicate.
func columnsOf(head []string, o Options) []Column {
	out := make([]Column, len(head))
	for i, heading := range head {
		out[i] = Column{Heading: heading, Cells: []string{}}
		if c, ok := chosenFor(o.Columns, heading, i); ok {
			out[i].Field, out[i].Locale = c.Field, c.Locale
		}
	}
	if len(o.Columns) > 0 {
		return out
	}
	for _, f := range Fields {
		if at := columnNamed(head, f); at >= 0 && out[at].Field == "" {
			out[at].Field = f
		}
	}
	for i, heading := range head {
		if locale, ok := o.localeOf(heading); ok && out[i].Field == "" {
			out[i].Field, out[i].Locale = TextField, locale
		}
	}
	return out
}

// columnNamed finds the column with the surest name of a field; -1 where there is none, or where two have names that
// mean the same.
func columnNamed(head []string, f Field) int {
	var found []int
	for _, word := range words[f] {
		for i, heading := range head {
			if foldHeading(heading) == word {
				found = append(found, i)
			}
		}
		if f != ValueField && len(found) > 0 { // a key beside an id is no doubt, a text beside a translation is one
			break
		}
	}
	if len(found) != 1 {
		return -1
	}
	return found[0]
}

// chosenFor finds what was chosen for a heading; of several with the same one, that at the same place.
func chosenFor(list []Column, heading string, at int) (Column, bool) {
	same := func(c Column) bool { return foldHeading(c.Heading) == foldHeading(heading) }
	if at < len(list) && same(list[at]) {
		return list[at], true
	}
	i := slices.IndexFunc(list, same)
	if i < 0 || foldHeading(heading) == "" {
		return Column{}, false
	}
	return list[i], true
}

// foldHeading is a heading without case, spaces and marks.
func foldHeading(heading string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// missing are the fields that no column is taken for although every row needs them.
func missing(columns []Column) []Field {
	has := func(f Field) bool { return slices.ContainsFunc(columns, func(c Column) bool { return c.Field == f }) }
	var out []Field
	if !has(KeyField) {
		out = append(out, KeyField)
	}
	if !has(ValueField) && !has(TextField) {
		out = append(out, ValueField)
	}
	return out
}
