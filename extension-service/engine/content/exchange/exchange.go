// Package exchange writes texts into files that people translate elsewhere, and reads files that other tools have
// written: JSON (flat, nested, i18next, ARB), tables (CSV and XLSX, one text or one language in a column) and XLIFF 1.2
// and 2.0. What is written and read again is the same to the byte, whatever the text.
package exchange

import (
	"io"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/platform/fault"
)

// Format is how a file is written.
type Format string

// The formats there are. CSV stands for every table, a workbook too.
const (
	JSON  Format = "json"
	CSV   Format = "csv"
	XLIFF Format = "xliff"
)

// FormEnd stands between the plural forms of a text.
const FormEnd = "||||"

// usualSeam joins plural forms where a file says nothing else.
const usualSeam = " " + FormEnd + " "

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
	Count string // the placeholder that chooses the plural form, as the file calls it; empty: the usual one

	made []string // the English text as the file has it, form by form; nil: it does not tell
}

// The faults of a text that only its file can have.
const (
	Broken    = "broken"    // a row whose quotes are not closed
	TooMany   = "cells"     // a row with more cells than there are headings
	CellError = "cellError" // an error of a spreadsheet in place of a text
	NotText   = "notText"   // a number, a date, a list, or a mark of another tool inside of the text
	NoLocale  = "noLocale"  // nothing tells its language
	SomeForms = "someForms" // some of its plural forms are translated, others are not
	Ordinal   = "ordinal"   // a form for first, second, third
	OtherForm = "otherForm" // a plural form that the language does not have
	NoICU     = "icu"       // a message of ICU that placeholders and plural forms cannot express
	Reordered = "reordered" // segments in another order than those of the source
)

// Options say what a file does not.
type Options struct {
	// of the file, whose ending may tell its format and whose words its language; read only
	Name   string
	Locale string // of texts that do not tell theirs; read only
	// those there are, which the names of languages in a file are matched with; read only
	Locales   []string
	Encoding  string                       // "": it is found out; read only
	Columns   []Column                     // what somebody has chosen for the columns of a table; read only
	IsKey     func(key string) bool        // whether there is such a key already; nil: nobody knows; read only
	Delimiter string                       // between the cells of CSV; "" is a comma, and is found out when it is read
	AsOf      string                       // see Text; written only
	Set       string                       // whose texts they are; written only
	Forms     func(locale string) []string // the names of its plural forms, in their order
}

// File is what was read of a file, and how.
type File struct {
	Format    Format
	Encoding  string // "": nothing tells which it is. Affected shows what depends on it then, and there are no texts
	Delimiter string // of CSV
	Columns   []Column
	Missing   []Field // what no column of a table is chosen for. There are no texts then
	Affected  []Sample
	Locales   map[string]string // the names of languages as the file has them, with ours
	Texts     []Text
}

// Sample is a row or a line of a file as it is read.
type Sample struct {
	Line  int64
	Cells []string
}

// NeedsChoice says whether somebody has to choose first how the file is to be read.
func (f *File) NeedsChoice() bool { return f.Encoding == "" || len(f.Missing) > 0 }

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

// Read reads the texts of a file. An empty format is found out from the name and the content. VALIDATION with the field
// resourceId says why it is none of this format, with the field encoding that it is not in the one that was chosen.
func Read(raw []byte, format Format, o Options) (*File, error) {
	f := &File{Format: format, Locales: map[string]string{}}
	if isWorkbook(raw) {
		f.Format, f.Encoding = CSV, "utf-8"
		return f.finish(o, f.readWorkbook(raw, o))
	}
	text, err := f.decode(raw, o)
	if err != nil {
		return nil, err
	}
	if f.Format == "" {
		f.Format = formatOf(o.Name, text)
	}
	switch {
	case f.Format == CSV:
		err = f.readCSV(raw, o)
	case f.Encoding == "":
		f.Affected = affected(text)
	case f.Format == JSON:
		f.Texts, err = readJSON(text, f.withLocale(o))
	default:
		f.Texts, err = readXLIFF(text, f.withLocale(o))
	}
	return f.finish(o, err)
}

// finish names the languages of texts as they are called here, and refuses what is too much.
func (f *File) finish(o Options, err error) (*File, error) {
	if err != nil {
		return nil, err
	}
	if len(f.Texts) > mostTexts {
		return nil, fault.Validation().Field("resourceId", "validation.maxItems", map[string]any{"max": mostTexts})
	}
	o = f.withLocale(o)
	for i := range f.Texts {
		t := &f.Texts[i]
		if t.Locale == "" {
			t.Locale = o.Locale
		}
		if t.Locale == "" && t.Fault == "" {
			t.Fault = NoLocale
		}
		if named := t.Locale; named != "" {
			t.Locale, _ = o.localeOf(named)
			f.Locales[named] = t.Locale
		}
	}
	return f, nil
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

// MadeFrom says whether the English text is still the one that the file shows beside the translation, as far as it
// shows one. Programs for tables change the ends of lines, which do not count, nor does how another tool writes
// placeholders.
func (t *Text) MadeFrom(source string, forms []string) bool {
	if t.made == nil || !slices.ContainsFunc(t.made, func(text string) bool { return text != "" }) {
		return true
	}
	now := []string{source}
	if len(t.made) > 1 {
		now = sourcesOf(source, len(t.made), forms)
	}
	for i, one := range now {
		if !EqualLines(one, t.made[i]) && !EqualLines(one, AdaptPlaceholders(t.made[i], one, t.Count)) {
			return false
		}
	}
	return true
}

var oneEnd = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// EqualLines says whether two texts differ in nothing but the ends of their lines.
func EqualLines(a, b string) bool { return a == b || oneEnd.Replace(a) == oneEnd.Replace(b) }

// split takes a text apart into its forms. Joined by the seam they are the text again.
func split(text string) (forms []string, seam string) {
	forms = strings.Split(text, usualSeam)
	for _, form := range forms {
		if strings.Contains(form, FormEnd) {
			return strings.Split(text, FormEnd), FormEnd
		}
	}
	return forms, usualSeam
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
