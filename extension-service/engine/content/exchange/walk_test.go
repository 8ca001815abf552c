package exchange_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"poolkeeper.example/extension-service/engine/content/exchange"
)

// toolFile is a file of German texts as another program writes it, in testdata/tools.
type toolFile struct {
	name     string
	keys     string            // how its keys begin
	encoding encoding.Encoding // nil: UTF-8, with or without a mark
	chosen   string            // the encoding that has to be chosen
	filler   string            // the part that is repeated to make the file large
	reviewed bool              // it says that the text hello is approved
}

var toolFiles = map[string]toolFile{
	"XLIFF 1.2 of Weblate":         {name: "weblate.xlf", keys: "walk.weblate.", filler: `(?s) *<trans-unit xml:space="preserve" id="walk.weblate.filler".*?</trans-unit>\n`, reviewed: true},
	"XLIFF 1.2 of Phrase":          {name: "phrase.xliff", keys: "walk.phrase.", filler: `(?s) *<trans-unit id="\d+" resname="walk.phrase.filler".*?</trans-unit>\r\n`, reviewed: true},
	"XLIFF 2.0 of Angular":         {name: "angular.xlf", keys: "walk.angular.", filler: `(?s) *<unit id="walk.angular.filler".*?</unit>\n`, reviewed: true},
	"nested JSON of i18next":       {name: "i18next.de.json", keys: "walk.i18next.", filler: ` *"filler": "Lückenfüller",\n`},
	"ARB of Flutter":               {name: "app_de.arb", keys: "walk.arb.", filler: ` *"walk.arb.filler": "Lückenfüller",\r\n`},
	"flat JSON":                    {name: "flat.de.json", keys: "walk.flat.", filler: `"walk.flat.filler":"Lückenfüller",`},
	"CSV, a row for each text":     {name: "long.csv", keys: "walk.long.", filler: `walk.long.filler,de,Lückenfüller\r\n`},
	"CSV of Excel in UTF-16":       {name: "wide.csv", keys: "walk.wide.", encoding: unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), filler: "walk.wide.filler\tFiller\tLückenfüller\r\n"},
	"CSV of Excel in Windows-1252": {name: "windows.csv", keys: "walk.windows.", encoding: charmap.Windows1252, chosen: "windows-1252", filler: `walk.windows.filler;Lückenfüller\r\n`},
	"XLSX of Excel":                {name: "excel.xlsx", keys: "walk.excel."},
}

// walkOrigins are the English texts that the files translate, and walkTexts what they must be read as.
var (
	walkOrigins = map[string]string{
		"hello": "Hello %{name}", "rows": "%{smart_count} row |||| %{smart_count} rows", "quote": `He said "yes"`, "lines": "One\nTwo", "html": "<b>Bold</b> & more",
		"same": "Same", "open": "Not yet",
	}
	walkTexts = map[string]string{
		"hello": "Grüß Gott, %{name}!", "rows": "%{smart_count} Zeile |||| %{smart_count} Zeilen", "quote": `Er sagte „ja“; sie sagte "nein", 'so'`, "lines": "Eins\nZwei",
		"html": "<b>Fett</b> & mehr", "same": "Gleich",
	}
)

const (
	mostFillers = 240
	fillerText  = 9_000 // characters of one: together they make 2 MB
)

// filler is one of the texts that make a file large.
func filler(i int) string {
	return fmt.Sprintf("Lückenfüller %d %s", i, strings.Repeat("langer Text ", fillerText/12)+"Ende")
}

// large is the file with many long texts in the place of one short one.
func (f toolFile) large(t *testing.T, raw []byte) []byte {
	t.Helper()
	if f.filler == "" {
		return largeBook(t, raw, f.keys)
	}
	text := string(raw)
	if f.encoding != nil {
		decoded, err := f.encoding.NewDecoder().Bytes(raw)
		if err != nil {
			t.Fatal(err)
		}
		text = string(decoded)
	}
	unit := regexp.MustCompile(f.filler).FindString(text)
	if unit == "" {
		t.Fatalf("%s has no filler", f.name)
	}
	var many strings.Builder
	for i := range mostFillers {
		many.WriteString(strings.NewReplacer("filler", fmt.Sprint("filler", i), "Lückenfüller", filler(i)).Replace(unit))
	}
	text = strings.ReplaceAll(strings.Replace(text, unit, many.String(), 1), "walk", "huge")
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
func largeBook(t *testing.T, raw []byte, keys string) []byte {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	sheet := book.GetSheetList()[0]
	rows, err := book.GetRows(sheet)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if err := book.SetCellValue(sheet, fmt.Sprint("A", i+1), strings.ReplaceAll(row[0], "walk", "huge")); err != nil {
			t.Fatal(err)
		}
	}
	for i := range mostFillers {
		row := []any{strings.ReplaceAll(fmt.Sprint(keys, "filler", i), "walk", "huge"), "Filler", filler(i)}
		if err := book.SetSheetRow(sheet, fmt.Sprint("A", len(rows)+i), &row); err != nil { // over the last row, which is the filler
			t.Fatal(err)
		}
	}
	out, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// German texts as other programs write them, in small and large files, are read as those programs mean them, and come back unchanged from a
// file of each of our formats.
func TestFile_OfOtherTools_SmallAndLarge_GoesInAndOutUnchanged(t *testing.T) {
	t.Parallel()
	for name, f := range toolFiles {
		raw, err := os.ReadFile(filepath.Join("testdata", "tools", f.name))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name+", small", func(t *testing.T) {
			t.Parallel()
			want := maps.Clone(walkTexts)
			want["filler"] = "Lückenfüller"
			f.expect(t, raw, want)
		})
		t.Run(name+", large", func(t *testing.T) {
			t.Parallel()
			want := maps.Clone(walkTexts)
			for i := range mostFillers {
				want[fmt.Sprint("filler", i)] = filler(i)
			}
			large := f
			large.keys = strings.Replace(f.keys, "walk", "huge", 1)
			large.expect(t, f.large(t, raw), want)
		})
	}
}

// expect reads a file, and what is written of its texts in each of our formats.
func (f toolFile) expect(t *testing.T, raw []byte, want map[string]string) {
	t.Helper()
	o := toolOptions(f.name)
	o.Encoding = f.chosen
	read, err := exchange.Read(raw, "", o)
	if err != nil || read.Waits() {
		t.Fatalf("%d bytes: %+v %v", len(raw), read, err)
	}
	texts := f.german(t, read, want)
	for _, format := range formats {
		again, err := exchange.Read(written(t, format, texts, options()), format, options())
		if err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		f.german(t, again, want)
	}
}

// german are the German texts of a file, which must be the wanted ones: no other, and none lost.
func (f toolFile) german(t *testing.T, read *exchange.File, want map[string]string) (texts []exchange.Text) {
	t.Helper()
	missing := maps.Clone(want)
	for _, one := range read.Texts {
		if one.Locale != "de" || one.Value == "" && one.Fault == "" {
			continue // English texts, and what is not translated yet
		}
		key := strings.TrimPrefix(one.Key, f.keys)
		one.Value = exchange.Fitting(one.Value, walkOrigins[key], one.Count)
		if wanted, isWanted := want[key]; !isWanted || one.Value != wanted || one.Fault != "" {
			t.Errorf("%s is %.80q %s, want %.80q", one.Key, one.Value, one.Fault, wanted)
		}
		if isReviewed := one.State == "REVIEWED"; read.Format != exchange.JSON && isReviewed != (f.reviewed && key == "hello") { // our JSON has no states
			t.Errorf("%s is %q", one.Key, one.State)
		}
		one.Source = walkOrigins[key]
		texts = append(texts, one)
		delete(missing, key)
	}
	for key := range missing {
		t.Errorf("%s is lost", key)
	}
	return texts
}
