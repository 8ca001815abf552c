package spreadsheet_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"poolkeeper.example/extension-service/platform/spreadsheet"
)

func rowsOf(t *testing.T, content []byte, o spreadsheet.Options) (*spreadsheet.File, []spreadsheet.Row) {
	t.Helper()
	f, err := spreadsheet.Open(content, o)
	if err != nil {
		t.Fatal(err)
	}
	var rows []spreadsheet.Row
	for {
		row, more := f.Next()
		if !more {
			return f, rows
		}
		rows = append(rows, row)
	}
}

// The same two people as the spreadsheets of this world save them.
func TestFile_OfAnySpreadsheetProgram_IsRead(t *testing.T) {
	t.Parallel()
	text := "Vorname;Nachname;Notiz\r\nZoë;Müller;\"erste\r\nzweite\"\r\nJörg;Groß;\"sagt \"\"ja\"\"; dann nein\"\r\n"
	encoded := func(e interface {
		Bytes(b []byte) ([]byte, error)
	}, s string,
	) []byte {
		out, err := e.Bytes([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for name, tc := range map[string]struct {
		content             []byte
		o                   spreadsheet.Options
		encoding, delimiter string
	}{
		"UTF-8":             {content: []byte(text), encoding: "utf-8", delimiter: ";"},
		"UTF-8 with a mark": {content: []byte("\uFEFF" + text), encoding: "utf-8", delimiter: ";"},
		"UTF-16, little end first": {content: encoded(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder(),
			text), encoding: "utf-16", delimiter: ";"},
		"UTF-16, big end first": {content: encoded(unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder(),
			text), encoding: "utf-16", delimiter: ";"},
		"UTF-16 without a mark": {
			content: encoded(unicode.UTF16(unicode.LittleEndian,
				unicode.IgnoreBOM).NewEncoder(), text), o: spreadsheet.Options{Encoding: "utf-16"}, encoding: "utf-16",
			delimiter: ";",
		},
		"Windows-1252, not declared": {
			content: encoded(charmap.Windows1252.NewEncoder(), text), encoding: "",
			delimiter: ";",
		},
		"Windows-1252": {
			content: encoded(charmap.Windows1252.NewEncoder(), text),
			o:       spreadsheet.Options{Encoding: "windows-1252"}, encoding: "windows-1252", delimiter: ";",
		},
		"Mac": {
			content: encoded(charmap.Macintosh.NewEncoder(), text),
			o:       spreadsheet.Options{Encoding: "macintosh"}, encoding: "macintosh", delimiter: ";",
		},
		"line feeds": {
			content: []byte(strings.ReplaceAll(text, "\r\n", "\n")), encoding: "utf-8",
			delimiter: ";",
		},
		"carriage returns": {
			content: []byte(strings.ReplaceAll(text, "\r\n", "\r")), encoding: "utf-8",
			delimiter: ";",
		},
		"no end of the last line": {
			content: []byte(strings.TrimSuffix(text, "\r\n")), encoding: "utf-8",
			delimiter: ";",
		},
		"a declared delimiter": {content: []byte("sep=;\r\n" + text), encoding: "utf-8", delimiter: ";"},
		"tabs": {
			content:  []byte(strings.NewReplacer("; dann", "; dann", ";", "\t").Replace(text)),
			encoding: "utf-8", delimiter: "\t",
		},
		"empty lines between": {
			content:  []byte(strings.ReplaceAll(text, "\r\nJ", "\r\n\r\n;;\r\nJ")),
			encoding: "utf-8", delimiter: ";",
		},
		"a delimiter that was chosen": {
			content: []byte(text), o: spreadsheet.Options{Delimiter: ";"}, encoding: "utf-8",
			delimiter: ";",
		},
		"commas, one of them in the text": {
			content:  []byte(strings.NewReplacer("; dann", "; dann", ";", ",").Replace(text)),
			encoding: "utf-8", delimiter: ",",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, rows := rowsOf(t, tc.content, tc.o)
			if f.Encoding != tc.encoding || f.Delimiter != tc.delimiter ||
				strings.Join(f.Head, "|") != "Vorname|Nachname|Notiz" {
				t.Errorf("%q, %q, %q", f.Encoding, f.Delimiter, f.Head)
			}
			if len(rows) != 2 {
				t.Fatalf("%d rows: %v", len(rows), rows)
			}
			notes := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(rows[0].Cells[2])
			if rows[0].Cells[0]+rows[0].Cells[1] != "ZoëMüller" || notes != "erste\nzweite" || rows[1].Cells[1] != "Groß" ||
				!strings.HasPrefix(rows[1].Cells[2], `sagt "ja"`) {
				t.Errorf("%v", rows)
			}
		})
	}
}

func TestFile_NotInItsEncoding_IsRefused(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		content  string
		encoding string
	}{
		"a mark of UTF-8 and then none": {"\xef\xbb\xbfa,b\n\xff,c\n", ""},
		"declared as UTF-8":             {"a,b\n\xff,c\n", "utf-8"},
		"half a character of UTF-16":    {"\xff\xfea\x00,\x00b\x00\n\x00\x00\xd8", ""},
	} {
		if _, err := spreadsheet.Open([]byte(tc.content), spreadsheet.Options{Encoding: tc.encoding}); !errors.Is(err,
			spreadsheet.ErrEncoding) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A quote that is never closed spoils its own line and none of those behind it.
func TestFile_BrokenLine_AffectsNoOther(t *testing.T) {
	t.Parallel()
	_, rows := rowsOf(t, []byte("a,b\n1,\"never closed\n2,two\n\"x\"y,3\n4,four\n"), spreadsheet.Options{})
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprint(r.Line, r.Broken, r.Cells))
	}
	want := "2 true [1 \"never closed]; 3 false [2 two]; 4 true [\"x\"y 3]; 5 false [4 four]"
	if strings.Join(got, "; ") != want {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "; "), want)
	}
}

// What is written is read as it was, and no spreadsheet runs it.
func TestCells_Written_AreReadUnchanged(t *testing.T) {
	t.Parallel()
	cells := []string{
		"=1+1", "+49 171", "-5", "@x", "\tx", "a;b", `"quoted"`, "two\nlines", "", "Zoë", "'quoted'",
		"'=1+1", "''-5", "'", " outer ", "one\r\ntwo\rthree",
	}
	var b bytes.Buffer
	if err := spreadsheet.Write(&b, ";", [][]string{append([]string{"head"}, make([]string, 15)...), cells}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.String(), "\uFEFF") || strings.Contains(b.String(), ";=") ||
		strings.Contains(b.String(), "\n=") {
		t.Errorf("%q", b.String())
	}
	_, rows := rowsOf(t, b.Bytes(), spreadsheet.Options{})
	for i, want := range cells {
		if got := rows[0].Cells[i]; got != want {
			t.Errorf("%q came back as %q", want, got)
		}
	}
}

func TestReadNumber_CommonNotations_HaveTheirReadings(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"95,5": "95.5,", "95.50": "95.50.", "1.234,50": "1234.50,", "1,234.50": "1234.50.", "1'234.50": "1234.50.",
		"1 234,5":      "1234.5,",
		"1\u202f234,5": "1234.5,", "1\u2019234": "1234", "1.234.567": "1234567,", "12,34,567.5": "1234567.5.", "80": "80",
		" 80 ": "80", "-5": "-5",
		"0.125": "0.125.", "1234.567": "1234.567.", "1.234,567": "1234.567,",
		"82.125": "82.125. 82125,", "82,125": "82.125, 82125.", "1.200": "1.200. 1200,", "-1,200": "-1.200, -1200.",
		"70.00.": "", "70.": "", ".5": "", "1.23.45": "", "1,23,45": "", "1.2345.678": "", "1 2 3": "", "1.234,567,8": "",
		"1,234.5.6": "",
		"1E3":       "", "x": "", "": "", "-": "", "--5": "", "0.123.456": "", "€80": "", "70 .5": "",
	} {
		var got []string
		for _, one := range spreadsheet.ReadNumber(cell) {
			got = append(got, one.Plain+one.Decimal)
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%q is read as %q, not %q", cell, text, want)
		}
	}
}

func TestDays_InCommonNotations_AreRead(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"2027-01-31": "2027-01-31", "31.01.2027": "2027-01-31", "1.2.2027": "2027-02-01", "31/01/2027": "2027-01-31",
		"01/31/2027": "2027-01-31",
		"02/02/2027": "2027-02-02", "01/02/2027": "", "2027-01-31 10:00:00": "2027-01-31 10h0m0s",
		"2027-01-31 00:00": "2027-01-31", "2027-01-31T00:00:00": "2027-01-31", "2027-01-31T00:00:00.000": "2027-01-31",
		"2027-01-31T00:00:00.000Z": "2027-01-31", "2027-01-31T00:00:00+01:00": "2027-01-31",
		"2027-01-30T23:00:00Z": "2027-01-30 23h0m0s", "31.12.2026 00:00": "2026-12-31",
		"31.12.2026, 00:00:00": "2026-12-31", "31.12.2026 8:30": "2026-12-31 8h30m0s",
		"2026/12/31 00:00:00": "2026-12-31",
		"31/12/2026 00:00":    "2026-12-31", "12/31/2026 12:00:00 am": "2026-12-31",
		"12/31/2026 1:15 PM": "2026-12-31 13h15m0s",
		"01/02/2027 00:00":   "",
		"31.12.2026 25:00":   "", "31.12.2026 00:00 or so": "", "00:00": "", "soon": "", "32.01.2027": "",
	} {
		day, clock, ok := spreadsheet.Day(cell)
		got := day.Format("2006-01-02")
		if clock != 0 {
			got += " " + clock.String()
		}
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q is %q, not %q", cell, got, want)
		}
	}
}

func TestFile_AffectedRows_AreShown(t *testing.T) {
	t.Parallel()
	f, err := spreadsheet.Open([]byte("a;b\nplain;x\nM\xfcller;y\n"), spreadsheet.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if rows := f.Affected(5); len(rows) != 1 || rows[0].Cells[0] != "Müller" || rows[0].Line != 3 {
		t.Errorf("%v", rows)
	}
	if _, more := f.Next(); !more {
		t.Error("looking at the rows has read them")
	}
}
