// Package textfiletest has files of translated texts as other programs write them, at a size of about 2 kB and of 2 MB,
// with the texts that they must be read as.
package textfiletest

import (
	"bytes"
	"embed"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

//go:embed files
var files embed.FS

// File is a file of German texts. All its keys begin with Keys; Want and Origins are keyed by the rest of them.
type File struct {
	Name     string
	Keys     string
	Raw      []byte
	Want     map[string]string // the German texts that it must be read as
	Chosen   string            // the encoding that has to be chosen; "": it is found out
	Reviewed bool              // whether it says that the text hello is approved

	encoding encoding.Encoding // nil: UTF-8, with or without a mark
	filler   string            // the part that is repeated to make the file large
}

var tools = map[string]File{
	"XLIFF 1.2 of Weblate": {
		Name: "weblate.xlf", Keys: "walk.weblate.",
		filler: `(?s) *<trans-unit xml:space="preserve" id="walk.weblate.filler".*?</trans-unit>\n`, Reviewed: true,
	},
	"XLIFF 1.2 of Phrase": {
		Name: "phrase.xliff", Keys: "walk.phrase.",
		filler: `(?s) *<trans-unit id="\d+" resname="walk.phrase.filler".*?</trans-unit>\r\n`, Reviewed: true,
	},
	"XLIFF 2.0 of Angular": {
		Name: "angular.xlf", Keys: "walk.angular.",
		filler: `(?s) *<unit id="walk.angular.filler".*?</unit>\n`, Reviewed: true,
	},
	"nested JSON of i18next": {
		Name: "i18next.de.json", Keys: "walk.i18next.",
		filler: ` *"filler": "Lückenfüller",\n`,
	},
	"ARB of Flutter": {
		Name: "app_de.arb", Keys: "walk.arb.",
		filler: ` *"walk.arb.filler": "Lückenfüller",\r\n`,
	},
	"flat JSON": {
		Name: "flat.de.json", Keys: "walk.flat.",
		filler: `"walk.flat.filler":"Lückenfüller",`,
	},
	"CSV, a row for each text": {Name: "long.csv", Keys: "walk.long.", filler: `walk.long.filler,de,Lückenfüller\r\n`},
	"CSV of Excel in UTF-16": {
		Name: "wide.csv", Keys: "walk.wide.",
		encoding: unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), filler: "walk.wide.filler\tFiller\tLückenfüller\r\n",
	},
	"CSV of Excel in Windows-1252": {
		Name: "windows.csv", Keys: "walk.windows.", encoding: charmap.Windows1252,
		Chosen: "windows-1252", filler: `walk.windows.filler;Lückenfüller\r\n`,
	},
	"XLSX of Excel": {Name: "excel.xlsx", Keys: "walk.excel."},
}

// Open is the name of a text that no file translates.
const Open = "open"

var (
	origins = map[string]string{
		"hello": "Hello %{name}", "rows": "%{smart_count} row |||| %{smart_count} rows", "quote": `He said "yes"`,
		"lines": "One\nTwo", "html": "<b>Bold</b> & more",
		"same": "Same", Open: "Not yet",
	}
	texts = map[string]string{
		"hello": "Grüß Gott, %{name}!", "rows": "%{smart_count} Zeile |||| %{smart_count} Zeilen",
		"quote": `Er sagte „ja“; sie sagte "nein", 'so'`, "lines": "Eins\nZwei",
		"html": "<b>Fett</b> & mehr", "same": "Gleich",
	}
)

const (
	fillers      = 240
	fillerLength = 9_000 // characters of one: together they make 2 MB
	shortFiller  = "Lückenfüller"
)

// filler is one of the texts that make a file large. Its numbers keep a workbook from being packed as tightly as no
// real one is.
func filler(i int) string {
	var b strings.Builder
	for n := 0; b.Len() < fillerLength; n++ {
		fmt.Fprintf(&b, "%s %d ", shortFiller, (i+1)*(n+7919)%10_007)
	}
	return b.String() + "Ende"
}

// Small are all of them at their small size, in the order of their names.
func Small(t testing.TB) (all []File) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(tools)) {
		all = append(all, tools[name].small(t))
	}
	return all
}

// Each runs fn for every file, small and large, as a test named after the tool and the size.
func Each(t *testing.T, fn func(t *testing.T, f File)) {
	t.Helper()
	for name, tool := range tools {
		t.Run(name+", small", func(t *testing.T) { fn(t, tool.small(t)) })
		t.Run(name+", large", func(t *testing.T) { fn(t, tool.large(t)) })
	}
}

// Origins are the English texts of the keys of the file, and that of a key which it does not translate.
func (f File) Origins() map[string]string {
	out := maps.Clone(origins)
	for name := range f.Want {
		if out[name] == "" {
			out[name] = "Filler"
		}
	}
	return out
}

// Format is the one of our formats that comes closest to that of the file.
func (f File) Format() string {
	formats := map[string]string{
		".xlf": "xliff", ".xliff": "xliff", ".csv": "csv", ".xlsx": "csv", ".json": "json",
		".arb": "json",
	}
	return formats[path.Ext(f.Name)]
}

func (f File) small(t testing.TB) File {
	t.Helper()
	raw, err := files.ReadFile(path.Join("files", f.Name))
	if err != nil {
		t.Fatal(err)
	}
	f.Raw, f.Want = raw, maps.Clone(texts)
	f.Want["filler"] = shortFiller
	return f
}

// large is the file with many long texts in the place of one short one, and under keys of its own.
func (f File) large(t *testing.T) File {
	t.Helper()
	f = f.small(t)
	delete(f.Want, "filler")
	for i := range fillers {
		f.Want[fmt.Sprint("filler", i)] = filler(i)
	}
	if f.filler == "" {
		f.Raw = f.largeBook(t)
	} else {
		f.Raw = f.largeText(t)
	}
	f.Keys = large(f.Keys)
	return f
}

func large(keys string) string { return strings.ReplaceAll(keys, "walk", "huge") }

func (f File) largeText(t *testing.T) []byte {
	t.Helper()
	text := string(f.Raw)
	if f.encoding != nil {
		decoded, err := f.encoding.NewDecoder().Bytes(f.Raw)
		if err != nil {
			t.Fatal(err)
		}
		text = string(decoded)
	}
	unit := regexp.MustCompile(f.filler).FindString(text)
	if unit == "" {
		t.Fatalf("%s has no filler", f.Name)
	}
	var many strings.Builder
	for i := range fillers {
		many.WriteString(strings.NewReplacer("filler", fmt.Sprint("filler", i), shortFiller, filler(i)).Replace(unit))
	}
	text = large(strings.Replace(text, unit, many.String(), 1))
	if f.encoding == nil {
		return []byte(text)
	}
	encoded, err := f.encoding.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

// largeBook is a workbook with a row for each filler.
func (f File) largeBook(t *testing.T) []byte {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(f.Raw))
	if err != nil {
		t.Fatal(err)
	}
	sheet := book.GetSheetList()[0]
	rows, err := book.GetRows(sheet)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if err := book.SetCellValue(sheet, fmt.Sprint("A", i+1), large(row[0])); err != nil {
			t.Fatal(err)
		}
	}
	for i := range fillers {
		row := []any{large(fmt.Sprint(f.Keys, "filler", i)), "Filler", filler(i)}
		// over the last row, which is the filler
		if err := book.SetSheetRow(sheet, fmt.Sprint("A", len(rows)+i), &row); err != nil {
			t.Fatal(err)
		}
	}
	out, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
