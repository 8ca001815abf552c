package spreadsheet

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"poolkeeper.example/extension-service/internal/test/textfiletest"
)

func FuzzOpen(f *testing.F) {
	for _, seed := range []string{
		"a,b\r\n1,2\r\n", "a;b\n\"x;y\";2\n", "sep=;\na;b\n", "\xef\xbb\xbfa\tb\n", "\xff\xfea\x00,\x00b\x00", "a,\"b\nc",
		"\"\"\"", "\x00", "Stra\xdfe;b\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		file, err := Open(content, Options{})
		if err != nil {
			return
		}
		last := int64(0)
		for {
			row, more := file.Next()
			if !more {
				break
			}
			if row.Line <= last {
				t.Fatalf("a row of line %d follows one of line %d", row.Line, last)
			}
			last = row.Line
		}
	})
}

func FuzzWrite(f *testing.F) {
	f.Add("a", "=1+1", ",")
	f.Add("'=1", " x ", ";")
	f.Add("a\r\nb", `"`, "\t")
	f.Add("sep=;", "\ufeff", ",")
	f.Fuzz(func(t *testing.T, first, second, delimiter string) {
		if !slices.Contains(Delimiters, delimiter) || !utf8.ValidString(first+second) {
			return
		}
		var out bytes.Buffer
		if err := Write(&out, delimiter, [][]string{{"head", "other"}, {first, second}}); err != nil {
			t.Fatal(err)
		}
		file, err := Open(out.Bytes(), Options{Encoding: "utf-8", Delimiter: delimiter})
		if err != nil {
			return // a character that no text has, such as NUL
		}
		row, _ := file.Next()
		if strings.TrimSpace(first+second) != "" && !slices.Equal(row.Cells, []string{first, second}) {
			t.Errorf("%q and %q are read again as %q", first, second, row.Cells)
		}
	})
}

func FuzzWorkbook(f *testing.F) {
	f.Add([]byte("PK\x03\x04"))
	for _, file := range textfiletest.Small(f) {
		if strings.HasSuffix(file.Name, ".xlsx") {
			f.Add(file.Raw)
		}
	}
	f.Fuzz(func(_ *testing.T, content []byte) {
		_, next, err := Workbook(content)
		for more := err == nil; more; {
			_, more = next()
		}
	})
}

func FuzzReadNumber(f *testing.F) {
	for _, seed := range []string{"1.234,50", "1,234.50", "82.125", "-0", "1'000", "1 000", "-", ".5", "1..2", "٣"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		for _, reading := range ReadNumber(cell) {
			if again := ReadNumber(reading.Plain); len(again) == 0 {
				t.Errorf("%q is read as %q, which is no number", cell, reading.Plain)
			}
		}
	})
}
