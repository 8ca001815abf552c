package content

import (
	"fmt"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/content/exchange"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// FileField is what a column of a table of texts holds.
type FileField string

// Enum lists the fields.
func (FileField) Enum() enum.List {
	fields := make([]FileField, len(exchange.Fields))
	for i, f := range exchange.Fields {
		fields[i] = FileField(f)
	}
	return enum.List{Name: "textFileField", Text: "panel.texts.file.field", Values: enum.Strings(fields)}
}

// FileColumn says what a column of a table is taken for.
type FileColumn struct {
	Heading string    `json:"heading" check:"max=200"`
	Field   FileField `json:"field"`                  // none: it is left out
	Locale  string    `json:"locale"  check:"max=35"` // of a column of texts in one language
}

// PlannedColumn is a column with some of its cells.
type PlannedColumn struct {
	FileColumn

	Cells []string `json:"cells"`
}

// FileLine is a row or a line of a file as it is read.
type FileLine struct {
	Line  int64    `json:"line"`
	Cells []string `json:"cells"`
}

// FileLocale is a language as a file calls it, with the one that it means here.
type FileLocale struct {
	Name   string `json:"name"`
	Locale string `json:"locale"`
}

// TextFile is how an uploaded file is read. It waits for a choice where its encoding is empty or a column is missing.
type TextFile struct {
	Name      string          `json:"name"`
	Format    string          `json:"format"`
	Encoding  string          `json:"encoding"`
	Delimiter string          `json:"delimiter"` // of CSV
	Columns   []PlannedColumn `json:"columns"`   // of a table
	Missing   []FileField     `json:"missing"`
	Affected  []FileLine      `json:"affected"` // what looks otherwise in another encoding
	Locales   []FileLocale    `json:"locales"`  // those that the file calls otherwise
	Texts     int             `json:"texts"`
}

const tabName = "tab"

func delimiterOf(name string) string {
	if name == tabName {
		return "\t"
	}
	return name
}

// check refuses encodings and delimiters that there are none of. Locales are compared without case.
func (in *Importing) check() error {
	bad := fault.Validation()
	checkOneOf(bad, "encoding", in.Encoding, spreadsheet.Encodings)
	checkOneOf(bad, "delimiter", in.Delimiter, []string{",", ";", tabName})
	for i, c := range in.Columns {
		if c.Field == FileField(exchange.TextField) && c.Locale == "" {
			bad.Field(fmt.Sprintf("columns[%d].locale", i), "validation.required", nil)
		}
	}
	return bad.OrNil()
}

// checkOneOf adds to bad a value that is there and is none of those there are.
func checkOneOf(bad *fault.Error, at, value string, values []string) {
	if value != "" && !slices.Contains(values, value) {
		bad.Field(at, "validation.oneOf", map[string]any{"values": strings.Join(values, ", ")})
	}
}

func (in *Importing) columns() []exchange.Column {
	out := make([]exchange.Column, len(in.Columns))
	for i, c := range in.Columns {
		out[i] = exchange.Column{Heading: c.Heading, Field: exchange.Field(c.Field), Locale: c.Locale}
	}
	return out
}

// describeFile says how a file was read.
func (in *Importing) describeFile(f *exchange.File) *TextFile {
	out := &TextFile{
		Name: in.fileName, Format: string(f.Format), Encoding: f.Encoding, Delimiter: f.Delimiter, Columns: []PlannedColumn{},
		Missing:  []FileField{},
		Affected: []FileLine{}, Locales: []FileLocale{}, Texts: len(f.Texts),
	}
	if out.Delimiter == "\t" {
		out.Delimiter = tabName
	}
	for _, c := range f.Columns {
		out.Columns = append(out.Columns, PlannedColumn{FileColumn{c.Heading, FileField(c.Field), c.Locale}, c.Cells})
	}
	for _, field := range f.Missing {
		out.Missing = append(out.Missing, FileField(field))
	}
	for _, line := range f.Affected {
		out.Affected = append(out.Affected, FileLine(line))
	}
	for _, name := range sortedKeys(f.Locales) {
		if f.Locales[name] != name {
			out.Locales = append(out.Locales, FileLocale{name, f.Locales[name]})
		}
	}
	return out
}
