package resource

import (
	"bytes"
	"encoding/csv"
	"testing"
)

// Cells are written as encoding/csv writes them, those that a spreadsheet would run disarmed.
func TestCSV_Cells_AreWrittenLikeTheStandardLibrary(t *testing.T) {
	t.Parallel()
	cells := []string{
		"", "plain", "Zoë Müller", "a,b", `say "hi"`, "two\nlines", "two\r\nlines", "\rlast", " before", "after ",
		"\u00a0space", `\.`, `\.x`, "=1+1", "-5", "+49", "@x", "\tx", `"`, ",",
	}
	var got []byte
	for i, cell := range cells {
		got = appendCSV(got, i, func(b []byte) []byte { return append(b, cell...) })
	}
	for i, cell := range cells {
		if cell != "" && bytes.ContainsRune([]byte("=+-@\t\r"), rune(cell[0])) {
			cells[i] = "'" + cell
		}
	}
	var want bytes.Buffer
	w := csv.NewWriter(&want)
	w.UseCRLF = true
	if err := w.Write(cells); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	if string(got)+"\r\n" != want.String() {
		t.Errorf("got  %q\nwant %q", got, want.String())
	}
}
