package files_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
)

func encodedAs(t *testing.T, e encoding.Encoding, text string) []byte {
	t.Helper()
	out, err := e.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

const (
	pdfFile   = "application/pdf"
	csvFile   = "text/csv"
	jsonFile  = "application/json"
	xliffFile = "application/xliff+xml"
	textFile  = "text/plain"
)

// xliff12 is a file as Angular writes it, with words in it that pages are made of.
const xliff12 = `<?xml version="1.0" encoding="UTF-8" ?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en" target-language="fr" datatype="plaintext" original="ng2.template">
    <body>
      <trans-unit id="a.b" datatype="html"><source>Click &lt;script&gt; or javascript:void</source><target>Cliquez</target></trans-unit>
    </body>
  </file>
</xliff>
`

const xliff20 = "<!-- made by a tool -->\n<xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" version=\"2.0\" srcLang=\"en\" trgLang=\"fr\">" +
	"<file id=\"f1\"><unit id=\"u1\"><segment><source>Body</source><target>Corps</target></segment></unit></file></xliff>"

// What kind of text an upload is follows from its name and all that it holds, never from words in it or from its
// beginning only.
func TestTextUpload_NameAndContent_DetermineItsKind(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(" ", 4000)
	rows := "Vorname;Nachname\r\nZoë;Müller\r\n"
	cases := map[string]struct {
		name    string
		content []byte
		want    string // the kind; "" is refused
	}{
		"XLIFF 1.2 with a body":      {"messages.fr.xlf", []byte(xliff12), xliffFile},
		"XLIFF 2.0 behind a comment": {"messages.xliff", []byte(xliff20), xliffFile},
		"XLIFF with a mark":          {"messages.xlf", []byte("\uFEFF" + xliff12), xliffFile},
		"XLIFF in UTF-16": {
			"messages.xlf",
			encodedAs(t, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), strings.Replace(xliff12, "UTF-8", "UTF-16", 1)),
			xliffFile,
		},
		"XLIFF in its declared Latin-1": {
			"messages.xlf",
			encodedAs(t, charmap.ISO8859_1, strings.NewReplacer("UTF-8", "ISO-8859-1", "Cliquez", "Défiler").Replace(xliff12)),
			xliffFile,
		},
		"XLIFF whose body begins late": {
			"messages.xlf",
			[]byte(strings.Replace(xliff12, "<body>", long+"<body>", 1)), xliffFile,
		},
		"XLIFF by another name": {"export.xml", []byte(xliff12), xliffFile},
		"XLIFF that is cut off": {"messages.xlf", []byte(xliff12[:len(xliff12)-20]), ""},
		"XLIFF with an entity of its own": {
			"messages.xlf",
			[]byte(strings.Replace(xliff12, "?>", "?><!DOCTYPE xliff [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>", 1)), "",
		},
		"JSON with markup in a value": {
			"texts.json",
			[]byte(`{"a":"<svg onload=x><script>alert(1)</script>","b":"javascript:void(0)","c":"<body>"}`), jsonFile,
		},
		"JSON with a mark": {"texts.json", []byte("\uFEFF{\"a\":\"b\"}"), jsonFile},
		"JSON in UTF-16": {
			"texts.json",
			encodedAs(t, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), `{"a":"ü"}`), jsonFile,
		},
		"JSON in UTF-16 without a mark": {
			"texts.json",
			encodedAs(t, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), `{"a":"ü"}`), jsonFile,
		},
		"JSON of a translator's tool":      {"app_de.arb", []byte(`{"@@locale":"de","hi":"Hallo"}`), jsonFile},
		"JSON in Polish":                   {"messages.pl.json", []byte(`{"hi":"Cześć"}`), jsonFile},
		"JSON with a comma too many, late": {"texts.json", []byte(`{"a":"` + long + `","b":1,}`), ""},
		"JSON that ends before it does":    {"texts.json", []byte(`{"a":[1,2`), ""},
		"a page called JSON":               {"texts.json", []byte("<html><body>{}</body></html>"), ""},
		"JSON called CSV":                  {"texts.csv", []byte(`{"a":"` + long + `"}`), jsonFile},
		"JSON called a text":               {"texts.txt", []byte(`[{"a":1}]`), jsonFile},
		"CSV with markup in a cell": {
			"texts.csv", []byte("key,en\na,<b>bold</b> <script>x</script>\nb,<body>\n"),
			csvFile,
		},
		"CSV with a tag for a heading":    {"texts.csv", []byte("<b>key</b>,en\na,b\n"), csvFile},
		"CSV of one column":               {"list.csv", []byte("email\na@b.example\n"), csvFile},
		"CSV of one cell":                 {"list.csv", []byte("email"), csvFile},
		"CSV with semicolons":             {"list.csv", []byte(rows), csvFile},
		"CSV that names its delimiter":    {"list.csv", []byte("sep=;\r\n" + rows), csvFile},
		"CSV with tabs":                   {"list.tsv", []byte(strings.ReplaceAll(rows, ";", "\t")), csvFile},
		"CSV with broken lines in quotes": {"list.csv", []byte("a,b\n\"one\ntwo, \"\"three\"\"\",x\n"), csvFile},
		"CSV in Windows-1252":             {"list.csv", encodedAs(t, charmap.Windows1252, rows), csvFile},
		"CSV in UTF-16": {
			"list.csv",
			encodedAs(t, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), rows), csvFile,
		},
		"CSV in UTF-16 without a mark": {
			"list.csv",
			encodedAs(t, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), rows), csvFile,
		},
		"CSV that begins like an image":  {"list.csv", []byte("BMW,ID3\n1,2\n"), csvFile},
		"CSV that begins like a program": {"list.csv", []byte("MZ,FWS\n1,2\n"), csvFile},
		"CSV that begins like an array":  {"list.csv", []byte("[id],[name]\n1,2\n"), csvFile},
		"CSV of numbers":                 {"list.csv", []byte("1\n2\n"), csvFile},
		"CSV with rows of other lengths": {"list.csv", []byte("a,b\n1\n2,3,4\n"), csvFile},
		"CSV with a tab of another kind": {"list.csv", []byte("a,b\none\vtwo,x\n"), csvFile},
		"CSV with zeros":                 {"list.csv", []byte("a,b\n1,\x00\n"), ""},
		"a page called CSV": {
			"list.csv",
			[]byte("\uFEFF \n<!-- x --><html><script>alert(1)</script></html>"), "",
		},
		"a page in UTF-16 called CSV": {
			"list.csv",
			encodedAs(t, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "<!DOCTYPE html><html></html>"), "",
		},
		"a drawing called a text": {
			"a.txt",
			[]byte(`<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), "",
		},
		"a drawing called XLIFF":         {"a.xlf", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), ""},
		"a drawing without a name":       {"drawing", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), ""},
		"a script called CSV":            {"list.csv", []byte("<script>alert(1)</script>"), ""},
		"a program of PHP":               {"list.csv", []byte("<?php system('id'); ?>"), ""},
		"a program of a shell":           {"list.txt", []byte("#!/bin/sh\nid\n"), ""},
		"a name that ends like a page's": {"list.csv.html", []byte(rows), ""},
		"a note about pages": {
			"notes.txt", []byte("Put it into <body> or <script>, never javascript:"),
			textFile,
		},
		"a note in UTF-16": {
			"notes.txt",
			encodedAs(t, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "Grüße"), textFile,
		},
		"a part of a page by an unknown ending": {"notes.part", []byte("<h1>Hello</h1>"), ""},
	}
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db, files.Folder(t.TempDir()))
		for name, tc := range cases {
			r, err := w.Save(withUploader(t.Context()), tc.name, "", bytes.NewReader(tc.content))
			if tc.want == "" && fault.CodeOf(err) != "MIME_NOT_ALLOWED" || tc.want != "" &&
				(err != nil || r.MimeType != tc.want) {
				t.Errorf("%s: %q, %v, want %q", name, r.MimeType, err, tc.want)
			}
		}
	})
}

// A file of 2 MB is of the kind that its 2 kB would be.
func TestTextUpload_LongFile_IsOfTheKindOfItsShortOne(t *testing.T) {
	t.Parallel()
	type source struct {
		name, begin, line, end, want string
	}
	w := newFixture(t, pgtest.SQLite(t), files.Folder(t.TempDir()))
	for _, s := range []source{
		{"texts.json", `{"first":"Grüße"`, ",\n\"key%d\":\"Text <body> %[1]d\"", "}", jsonFile},
		{"texts.json", "\uFEFF" + `{"first":"Grüße"`, ",\n\"key%d\":\"Text, with; marks %[1]d\"", "}", jsonFile},
		{
			"texts.xlf", xliff12[:strings.Index(xliff12, "<trans-unit")],
			"<trans-unit id=\"k%d\"><source>x</source></trans-unit>\n", "</body></file></xliff>", xliffFile,
		},
		{"texts.csv", "key;de\n", "k%d;\"Text\n%[1]d\"\n", "", csvFile},
		{"texts.txt", "Notes\n", "Line %d\n", "", textFile},
	} {
		for _, size := range []int{2 << 10, 2 << 20} {
			var b strings.Builder
			b.WriteString(s.begin)
			for i := 0; b.Len() < size; i++ {
				fmt.Fprintf(&b, s.line, i)
			}
			b.WriteString(s.end)
			r, err := w.Save(withUploader(t.Context()), s.name, "", strings.NewReader(b.String()))
			if err != nil || r.MimeType != s.want {
				t.Errorf("%s of %d bytes: %q, %v", s.name, b.Len(), r.MimeType, err)
			}
		}
	}
}

// Who asks for a table gets every file that an import of people can read, whatever its name says.
func TestTableUpload_FilesOfOtherTools_AreAccepted(t *testing.T) {
	t.Parallel()
	rows := "E-Mail;Vorname;Nachname\r\nzoe@people.example;Zoë;Müller\r\n"
	w := newFixture(t, pgtest.SQLite(t), files.Folder(t.TempDir()))
	for name, content := range map[string][]byte{
		"people.txt": []byte(strings.ReplaceAll(rows, ";", "\t")),
		"Unicode-Text.txt": encodedAs(t, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
			strings.ReplaceAll(rows, ";", "\t")),
		"ANSI.txt":                          encodedAs(t, charmap.Windows1252, rows),
		"Macintosh.txt":                     encodedAs(t, charmap.Macintosh, rows),
		"email.txt":                         []byte("email"),
		"Kopie von people.CSV":              []byte(rows),
		"people (1).csv":                    []byte(rows),
		"Untitled spreadsheet - Sheet1.csv": []byte(rows),
		"people_2026-11-27T10:05:00.csv":    []byte(rows),
		"Export 27.11.2026 10:05.csv":       []byte(rows),
		"people.pl.csv":                     []byte(rows),
		"data.app.2.csv":                    []byte(rows),
		"مخاطب\u200cها.csv":                 []byte(rows),
		"report.xls":                        []byte(strings.ReplaceAll(rows, ";", "\t")),
		"people":                            []byte(rows),
	} {
		r, err := w.Save(withUploader(t.Context()), name, csvFile, bytes.NewReader(content))
		if err != nil || r.MimeType != csvFile || !strings.HasPrefix(r.Name, name) {
			t.Errorf("%s: %q %q, %v", name, r.Name, r.MimeType, err)
		}
		if err == nil {
			sameBytes(t, w, r.ID, content)
		}
	}
	for name, content := range map[string]string{
		"people.csv": `{"a":1}`, "page.csv": "<html></html>",
		"texts.json": `{"a":1}`, "a.php": rows, "b.csv.exe": rows,
	} {
		if _, err := w.Save(withUploader(t.Context()), name, csvFile,
			strings.NewReader(content)); fault.CodeOf(err) != "MIME_NOT_ALLOWED" {
			t.Errorf("%s is taken for a table: %v", name, err)
		}
	}
}

func TestWorkbook_RepetitiveCells_AreNotMistakenForABomb(t *testing.T) {
	t.Parallel()
	const workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	w := newFixture(t, pgtest.SQLite(t), files.Folder(t.TempDir()))
	for megabytes, want := range map[int]string{8: "", 20: "TOO_LARGE"} {
		content := zipped(t, 0, map[string]string{
			"[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook/>",
			"xl/worksheets/sheet1.xml": strings.Repeat(`<c t="s"><v>0</v></c>`, megabytes<<20/21),
		})
		if _, err := w.Save(withUploader(t.Context()), "people.xlsx", workbook,
			bytes.NewReader(content)); fault.CodeOf(err) != want {
			t.Errorf("%d MB of cells in %d bytes: %v, want %q", megabytes, len(content), err, want)
		}
	}
}

func sameBytes(t *testing.T, w *fixture, id string, want []byte) {
	t.Helper()
	_, file, err := w.Open(withUploader(t.Context()), id)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if got, err := io.ReadAll(file); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%q is kept as %q, %v", want, got, err)
	}
}

// A text that is not what its name says is refused with the line that its parser cannot read.
func TestTextUpload_BrokenJSON_NamesItsLine(t *testing.T) {
	t.Parallel()
	w := newFixture(t, pgtest.SQLite(t), files.Folder(t.TempDir()))
	_, err := w.Save(withUploader(t.Context()), "texts.json", "", strings.NewReader("{\n\"a\": \"b\",\n\"c\" \"d\"\n}\n"))
	bad := fault.From(err)
	if fmt.Sprint(bad.Fields) != "map[resource:[validation.fileFormat]]" ||
		fmt.Sprint(bad.Params) != "map[resource:map[validation.fileFormat:map[format:JSON line:3]]]" {
		t.Errorf("%v %v", bad.Fields, bad.Params)
	}
}

// The refusal names what was found, what the name ends like, and what is taken.
func TestUpload_ContentOfAnotherKind_IsExplained(t *testing.T) {
	t.Parallel()
	html, damagedPDF := "<html><body>x</body></html>", "%PDF-1.7\ncut off"
	cases := map[string]struct{ name, mime, content, want string }{
		"a note called PDF":    {"cv.pdf", pdfFile, "I am no PDF", "fileContent:map[allowed:[PDF] expected:PDF found:TXT]"},
		"a page called PDF":    {"cv.pdf", pdfFile, html, "fileContent:map[allowed:[PDF] expected:PDF found:HTML]"},
		"noise called PDF":     {"cv.pdf", pdfFile, "\x00\x01\x02\x03", "fileUnknown:map[allowed:[PDF] expected:PDF found:]"},
		"a note":               {"cv.txt", pdfFile, "I am no PDF", "fileType:map[allowed:[PDF] found:TXT]"},
		"a PDF without an end": {"cv.pdf", pdfFile, damagedPDF, "fileDamaged:map[expected:PDF]"},
	}
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db, files.Folder(t.TempDir()))
		for name, tc := range cases {
			_, err := w.Save(withUploader(t.Context()), tc.name, tc.mime, strings.NewReader(tc.content))
			got := fmt.Sprint(fault.From(err).Params)
			if want := "map[resource:map[validation." + tc.want + "]]"; got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
	})
}
