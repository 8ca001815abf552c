package date_test

import (
	"testing"

	"poolkeeper.example/extension-service/engine/admin/date"
)

func TestDate_Parsed_MustExist(t *testing.T) {
	t.Parallel()
	for in, ok := range map[string]bool{
		"2026-02-28": true, "2026-02-29": false, "2028-02-29": true, "26-01-01": false,
		"2026-1-1": false, "": false,
	} {
		if _, err := date.Parse(in); (err == nil) != ok {
			t.Errorf("ParseDate(%q): %v", in, err)
		}
	}
	if got := date.Date("2026-12-31").AddDays(1); got != "2027-01-01" {
		t.Errorf("the day after is %s", got)
	}
}
