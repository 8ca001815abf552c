package resource

import (
	"bytes"
	"encoding/csv"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
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

// Instants are written by their layout.
func TestCSV_Instants_AreWrittenByTheirLayout(t *testing.T) {
	t.Parallel()
	for _, at := range []time.Time{
		time.Date(2026, 1, 2, 3, 4, 5, 6_999_999, time.UTC),
		time.Date(1999, 12, 31, 23, 59, 59, 999_000_000, time.FixedZone("", 7200)),
		time.Date(1, 2, 3, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC),
		time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(-5, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		if got, want := string(appendInstant(nil, at)), `"`+at.UTC().Format(date.InstantLayout)+`"`; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
