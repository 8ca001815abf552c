package schedule_test

import (
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/schedule"
)

const minute = "2006-01-02 15:04"

func TestSchedule_Expression_GivesItsDueTimes(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ schedule, at, last, next string }{
		"every ten minutes":           {"*/10 * * * *", "2026-03-01 09:15", "2026-03-01 09:10", "2026-03-01 09:20"},
		"on the minute":               {"*/10 * * * *", "2026-03-01 09:20", "2026-03-01 09:20", "2026-03-01 09:30"},
		"daily, over midnight":        {"15 1 * * *", "2026-03-01 00:30", "2026-02-28 01:15", "2026-03-01 01:15"},
		"daily, over new year":        {"15 1 * * *", "2026-12-31 02:00", "2026-12-31 01:15", "2027-01-01 01:15"},
		"hourly":                      {"20 * * * *", "2026-03-01 23:21", "2026-03-01 23:20", "2026-03-02 00:20"},
		"Sundays":                     {"0 3 * * 0", "2026-11-20 14:06", "2026-11-15 03:00", "2026-11-22 03:00"},
		"Sunday by its other number":  {"0 3 * * 7", "2026-11-20 14:06", "2026-11-15 03:00", "2026-11-22 03:00"},
		"Mondays":                     {"0 5 * * 1", "2026-11-23 05:00", "2026-11-23 05:00", "2026-11-30 05:00"},
		"working hours":               {"*/30 8-17 * * 1-5", "2026-11-20 17:31", "2026-11-20 17:30", "2026-11-23 08:00"},
		"a list":                      {"5,35 6,18 * * *", "2026-11-20 06:06", "2026-11-20 06:05", "2026-11-20 06:35"},
		"steps from a value":          {"10/20 * * * *", "2026-11-20 06:55", "2026-11-20 06:50", "2026-11-20 07:10"},
		"either kind of day":          {"0 0 13 * 5", "2026-11-20 12:00", "2026-11-20 00:00", "2026-11-27 00:00"},
		"the 31st":                    {"0 0 31 * *", "2026-06-15 00:00", "2026-05-31 00:00", "2026-07-31 00:00"},
		"29 February":                 {"0 0 29 2 *", "2026-06-15 00:00", "2024-02-29 00:00", "2028-02-29 00:00"},
		"months":                      {"30 4 1 1,7 *", "2026-06-15 00:00", "2026-01-01 04:30", "2026-07-01 04:30"},
		"the hour that Berlin skips":  {"30 2 * * *", "2026-03-29 02:00", "2026-03-28 02:30", "2026-03-29 02:30"},
		"the hour that it has twice":  {"30 1 * * *", "2026-10-25 01:30", "2026-10-25 01:30", "2026-10-26 01:30"},
		"the last minute of the year": {"59 23 31 12 *", "2026-12-31 23:59", "2026-12-31 23:59", "2027-12-31 23:59"},
	} {
		s, err := schedule.Parse(tc.schedule)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		at, _ := time.Parse(minute, tc.at)
		berlin := time.FixedZone("", 3600)
		for _, now := range []time.Time{at, at.Add(59 * time.Second), at.In(berlin)} {
			if last := s.Last(now).Format(minute); last != tc.last {
				t.Errorf("%s: last %s, want %s", name, last, tc.last)
			}
			if next := s.Next(now).Format(minute); next != tc.next {
				t.Errorf("%s: next %s, want %s", name, next, tc.next)
			}
		}
	}
}

func TestSchedule_InvalidExpression_IsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *",
		"* * * * 8", "*/0 * * * *", "5-2 * * * *", "a * * * *", "1,,2 * * * *", "-1 * * * *", "0 0 30 2 *", "@reboot",
		"*/x * * * *",
	} {
		if _, err := schedule.Parse(text); err == nil {
			t.Errorf("%q is taken for a schedule", text)
		}
	}
}

// What the next instants are is also what the last ones were, seen from there.
func TestSchedule_NextAndLast_Agree(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"*/10 * * * *", "15 1 * * *", "0 3 * * 0", "0 0 13 * 5", "5,35 6-18/3 1-15 */2 *"} {
		s, err := schedule.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		for range 500 {
			next := s.Next(at)
			if s.Last(next) != next || s.Last(next.Add(-time.Minute)) == next || s.Next(next.Add(-time.Minute)) != next {
				t.Fatalf("%s: %v", text, next)
			}
			at = next
		}
	}
}
