package schedule_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/schedule"
)

func TestSchedule_NamesAndShorthands_AreThoseOfVixieCron(t *testing.T) {
	t.Parallel()
	for text, same := range map[string]string{
		"0 5 * * MON":           "0 5 * * 1",
		"0 5 * * mon-fri":       "0 5 * * 1-5",
		"0 5 * * FRI-SUN":       "0 5 * * 5-7",
		"0 5 1 JAN,Jul *":       "0 5 1 1,7 *",
		"@hourly":               "0 * * * *",
		"@daily":                "0 0 * * *",
		"@midnight":             "0 0 * * *",
		"@weekly":               "0 0 * * 0",
		"@monthly":              "0 0 1 * *",
		"@yearly":               "0 0 1 1 *",
		"@Annually":             "0 0 1 1 *",
		" 0\t5  * * * ":         "0 5 * * *",
		"CRON_TZ=UTC 0 5 * * *": "0 5 * * *",
		"0 0 */2 * MON":         "0 0 1-31/2 * MON", // compared below: one that begins with * does not restrict
	} {
		got, err := schedule.Parse(text)
		want, err2 := schedule.Parse(same)
		if err != nil || err2 != nil {
			t.Errorf("%s: %v, %v", text, err, err2)
			continue
		}
		isSame := fmt.Sprint(got.Upcoming(start, 20)) == fmt.Sprint(want.Upcoming(start, 20))
		if isSame != !strings.HasPrefix(text, "0 0 */2") {
			t.Errorf("%q is not read as %q", text, same)
		}
	}
}

func TestSchedule_Invalid_IsRefusedWithPositionAndReason(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]schedule.SyntaxError{
		"":                               {Reason: "missing", Position: 1},
		"15 1 * *":                       {Reason: "missing", Position: 9},
		"15 1 * * * *":                   {Reason: "extra", Position: 12, Text: "*"},
		"60 1 * * *":                     {Reason: "minute", Position: 1, Text: "60"},
		"15 24 * * *":                    {Reason: "hour", Position: 4, Text: "24"},
		"15 1 0 * *":                     {Reason: "day", Position: 6, Text: "0"},
		"15 1 * JAM *":                   {Reason: "month", Position: 8, Text: "JAM"},
		"15 1 * * MON,MOO":               {Reason: "weekday", Position: 14, Text: "MOO"},
		"15 1 * * MON-8":                 {Reason: "weekday", Position: 14, Text: "8"},
		"*/0 1 * * *":                    {Reason: "step", Position: 3, Text: "0"},
		"5-2 1 * * *":                    {Reason: "reversed", Position: 1, Text: "5-2"},
		"0 0 30 2 *":                     {Reason: "never", Position: 5, Text: "30"},
		"@reboot":                        {Reason: "shorthand", Position: 1, Text: "@reboot"},
		"@daily 3":                       {Reason: "extra", Position: 8, Text: "3"},
		"CRON_TZ=Europe/Berln 1 1 * * *": {Reason: "zone", Position: 9, Text: "Europe/Berln"},
		"CRON_TZ= 1 1 * * *":             {Reason: "zone", Position: 9},
		"CRON_TZ=Local 1 1 * * *":        {Reason: "zone", Position: 9, Text: "Local"},
		"ä 1 * * é":                      {Reason: "minute", Position: 1, Text: "ä"},
		"1 ä é * *":                      {Reason: "hour", Position: 3, Text: "ä"},
		"1 ä* * * *":                     {Reason: "hour", Position: 3, Text: "ä*"},
	} {
		_, err := schedule.Parse(text)
		got, ok := errors.AsType[*schedule.SyntaxError](err)
		if !ok || *got != want {
			t.Errorf("%q: %v, want %v", text, err, &want)
		}
	}
}

const berlin = "CRON_TZ=Europe/Berlin "

func TestSchedule_InAZone_FollowsTheChangesOfItsClock(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		schedule, from string
		want           []string
	}{
		"a day in winter and a day in summer": {berlin + "15 4 * * *", "2026-03-28 00:00", []string{
			"2026-03-28 03:15", "2026-03-29 02:15",
		}},
		"a time that is skipped runs when the clock is set": {berlin + "30 2 * * *", "2026-03-28 12:00", []string{
			"2026-03-29 01:00", "2026-03-30 00:30",
		}},
		"several times that are skipped run once": {berlin + "*/20 2 * * *", "2026-03-28 12:00", []string{
			"2026-03-29 01:00", "2026-03-30 00:00",
		}},
		"a time that comes twice runs at the first": {berlin + "30 2 * * *", "2026-10-24 12:00", []string{
			"2026-10-25 00:30", "2026-10-26 01:30",
		}},
		"every hour goes on through an hour that comes twice": {berlin + "30 * * * *", "2026-10-25 00:00", []string{
			"2026-10-25 00:30", "2026-10-25 01:30", "2026-10-25 02:30",
		}},
		"every hour goes on through an hour that is skipped": {berlin + "30 * * * *", "2026-03-29 00:00", []string{
			"2026-03-29 00:30", "2026-03-29 01:30",
		}},
		"west of Greenwich": {"CRON_TZ=America/New_York 30 2 * * *", "2026-03-07 12:00", []string{
			"2026-03-08 07:00", "2026-03-09 06:30",
		}},
		"half an hour": {"CRON_TZ=Australia/Lord_Howe 15 2 * * *", "2026-10-02 18:00", []string{
			"2026-10-03 15:30", "2026-10-04 15:15",
		}},
		"every hour of one day": {"CRON_TZ=Europe/Berlin 30 * 1 * *", "2026-11-20 00:00", []string{
			"2026-11-30 23:30", "2026-12-01 00:30",
		}},
	} {
		s, err := schedule.Parse(tc.schedule)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		from, _ := time.Parse(minute, tc.from)
		for i, at := range s.Upcoming(from, len(tc.want)) {
			if at.Format(minute) != tc.want[i] {
				t.Errorf("%s: %s, want %s", name, at.Format(minute), tc.want[i])
			}
		}
	}
}

func TestSchedule_InAZone_LastIsWhatNextWas(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		berlin + "*/20 1-3 * * *", berlin + "30 2 * * SUN", berlin + "*/7 * * * *", "CRON_TZ=Australia/Lord_Howe 45 1 * * *",
		"CRON_TZ=America/Havana 0,30 0 * * *", "CRON_TZ=Africa/Cairo 15 0 * * FRI",
		"CRON_TZ=America/Santiago */30 * * 4,9 SAT,SUN",
	} {
		s, err := schedule.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
		for range 2000 {
			next := s.Next(at)
			if !next.After(at) || s.Last(next) != next || s.Last(next.Add(-time.Minute)) == next ||
				s.Next(next.Add(-time.Minute)) != next {
				t.Fatalf("%s: %v after %v, last %v", text, next, at, s.Last(next))
			}
			at = next
		}
	}
}
