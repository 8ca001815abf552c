package field

import (
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
)

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
