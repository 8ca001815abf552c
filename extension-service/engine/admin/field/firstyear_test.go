package field

import (
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/platform/fault"
)

func TestDate_YearBefore1900_IsRefused(t *testing.T) {
	t.Parallel()
	type period struct {
		Start date.Date   `json:"start"`
		At    time.Time   `json:"at"`
		Days  []date.Date `json:"days"`
	}
	day := func(year int) time.Time { return time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC) }
	for name, tc := range map[string]struct {
		of    period
		wrong string
	}{
		"nothing":            {period{}, ""},
		"the first day":      {period{Start: "1900-01-01", At: day(1900), Days: []date.Date{"1900-01-01"}}, ""},
		"a day before":       {period{Start: "1899-12-31"}, "start"},
		"two digits":         {period{Start: "0026-03-01"}, "start"},
		"an instant":         {period{At: day(1899)}, "at"},
		"one day of several": {period{Days: []date.Date{"2026-01-01", "1026-01-01"}}, "days[1]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := Validate(&tc.of)
			if tc.wrong == "" && err != nil || tc.wrong != "" && fault.From(err).Fields[tc.wrong] == nil {
				t.Errorf("wrong: %v, want %q", err, tc.wrong)
			}
		})
	}
}
