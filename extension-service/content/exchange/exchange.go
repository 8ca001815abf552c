// Package exchange writes texts into files that people translate elsewhere, and reads them back: JSON, CSV and XLIFF 1.2. What is
// written and read again is the same to the byte, whatever the text.
package exchange

import (
	"io"
	"strings"

	"poolkeeper.example/extension-service/fault"
)

// Format is how a file is written.
type Format string

// The formats there are.
const (
	JSON  Format = "json"
	CSV   Format = "csv"
	XLIFF Format = "xliff"
)

// FormEnd stands between the plural forms of a text.
const FormEnd = "||||"

// mostTexts is how many texts a file may hold.
const mostTexts = 100_000

// Text is one text of a file. An empty Value is one that is still to be translated.
type Text struct {
	Key, Locale string
	Source      string // the English text it is made from
	Value       string
	State       string // DRAFT, TRANSLATED or REVIEWED; others are not read
	Note        string
	MaxLength   int
	AsOf        string // nothing that was changed later was known to the file; empty: nothing tells

	Line  int64  // of the file that it begins in, where lines mean something
	Fault string // why it cannot be taken, one of the faults

	made []string // the English text as the file has it, form by form; nil: it does not tell
}

// The faults of a text that only its file can have.
const (
	Broken    = "broken"    // a row whose quotes are not closed
	NotText   = "notText"   // a number, a list, or a mark of another tool inside of the text
	NoLocale  = "noLocale"  // nothing tells its language
	SomeForms = "someForms" // some of its plural forms are translated, others are not
)

// Options say what a file does not.
type Options struct {
	Locale    string                       // of texts that do not tell theirs; read only
	Delimiter string                       // between the cells of CSV; "" is a comma, and is found out when it is read
	AsOf      string                       // see Text; written only
	Set       string                       // whose texts they are; written only
	Forms     func(locale string) []string // the names of its plural forms, in their order
}

// Write writes texts, those of one language one after the other.
func Write(w io.Writer, format Format, texts []Text, o Options) error {
	switch format {
	case JSON:
		return writeJSON(w, texts, o)
	case CSV:
		return writeCSV(w, texts, o)
	default:
		return writeXLIFF(w, texts, o)
	}
}

// Read reads the texts of a file. VALIDATION with the field resourceId says why it is none of this format.
func Read(raw []byte, format Format, o Options) ([]Text, error) {
	read := map[Format]func([]byte, Options) ([]Text, error){JSON: readJSON, CSV: readCSV, XLIFF: readXLIFF}[format]
	out, err := read(raw, o)
	if err == nil && len(out) > mostTexts {
		return nil, fault.Validation().Field("resourceId", "validation.maxItems", map[string]any{"max": mostTexts})
	}
	for i := range out {
		if out[i].Locale == "" && out[i].Fault == "" {
			out[i].Fault = NoLocale
		}
	}
	return out, err
}

const aboutFile = "panel.texts.file."

// unreadable refuses a whole file. The reason is a key below panel.texts.file.
func unreadable(reason string) *fault.Error {
	return fault.Validation().Field("resourceId", aboutFile+reason, nil)
}

// unreadableAt refuses a file that could be read up to a line.
func unreadableAt(reason string, line int) error {
	return unreadable(reason).Field("resourceId", aboutFile+"line", map[string]any{"line": line})
}

// MadeFrom says whether the English text is still the one that the file shows beside the translation, as far as it shows one.
// Programs for tables change the ends of lines, which do not count.
func (t *Text) MadeFrom(source string, forms []string) bool {
	if t.made == nil {
		return true
	}
	now := []string{source}
	if len(t.made) > 1 {
		now = sourcesOf(source, len(t.made), forms)
	}
	for i, one := range now {
		if !Same(one, t.made[i]) {
			return false
		}
	}
	return true
}

var oneEnd = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// Same says whether two texts differ in nothing but the ends of their lines.
func Same(a, b string) bool { return a == b || oneEnd.Replace(a) == oneEnd.Replace(b) }

// split takes a text apart into its forms. Joined by the seam they are the text again.
func split(text string) (forms []string, seam string) {
	const usual = " " + FormEnd + " "
	forms = strings.Split(text, usual)
	for _, form := range forms {
		if strings.Contains(form, FormEnd) {
			return strings.Split(text, FormEnd), FormEnd
		}
	}
	return forms, usual
}

// sourcesOf are the English forms to show beside n forms of another language: the one of the same name, else the last.
func sourcesOf(source string, n int, forms []string) []string {
	english, _ := split(source)
	out := make([]string, n)
	for i := range out {
		out[i] = english[len(english)-1]
		if len(forms) == n && forms[i] == "one" {
			out[i] = english[0]
		}
	}
	return out
}
