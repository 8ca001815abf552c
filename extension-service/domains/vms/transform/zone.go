package transform

import (
	"fmt"
	"time"
	_ "time/tzdata" // a mapping makes the same of a message on every machine
)

// The forms in which a local time is read, without an offset.
var wallForms = []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04"}

// fromZone is the instant at which the clocks of a zone show a time: a text such as 2026-03-29T02:30, or what strptime
// makes. A time that the clocks skip in spring counts as if they had not been changed: 02:30 is 03:30 by summer time.
// Of a time that they show twice in autumn it is the first.
func fromZone(in, zone any) any {
	loc, err := zoneNamed(zone)
	if err != nil {
		return err
	}
	wall, err := wallTime(in)
	if err != nil {
		return err
	}
	return instantOn(wall, loc).Format(time.RFC3339)
}

// toZone is what the clocks of a zone show at an instant, with their offset from UTC.
func toZone(in, zone any) any {
	loc, err := zoneNamed(zone)
	if err != nil {
		return err
	}
	text, _ := in.(string)
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return fmt.Errorf("%q is no instant such as 2026-03-29T01:30:00Z", text)
	}
	return at.In(loc).Format(time.RFC3339)
}

func zoneNamed(zone any) (*time.Location, error) {
	name, _ := zone.(string)
	loc, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return nil, fmt.Errorf("there is no time zone %q", name)
	}
	return loc, nil
}

// wallTime reads a local time, which is returned as if it were one of UTC.
func wallTime(in any) (time.Time, error) {
	if parts, ok := in.([]any); ok {
		return brokenDown(parts)
	}
	text, _ := in.(string)
	for _, form := range wallForms {
		if at, err := time.Parse(form, text); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no local time such as 2026-03-29T02:30", text)
}

// brokenDown reads a time as strptime makes it: year, month from 0, day, hour, minute, second.
func brokenDown(parts []any) (time.Time, error) {
	const needed = 6
	numbers := [needed]int{}
	for i := range numbers {
		if i >= len(parts) {
			return time.Time{}, fmt.Errorf("a time has %d numbers, not %d", needed, len(parts))
		}
		switch n := parts[i].(type) {
		case int:
			numbers[i] = n
		case float64:
			numbers[i] = int(n)
		default:
			return time.Time{}, fmt.Errorf("%v is no part of a time", n)
		}
	}
	year, month, day := numbers[0], time.Month(numbers[1]+1), numbers[2]
	return time.Date(year, month, day, numbers[3], numbers[4], numbers[5], 0, time.UTC), nil
}

// instantOn finds the instant at which the clocks of a zone show what wall shows in UTC.
func instantOn(wall time.Time, loc *time.Location) time.Time {
	offsetAt := func(at time.Time) time.Duration {
		_, seconds := at.In(loc).Zone()
		return time.Duration(seconds) * time.Second
	}
	before, after := offsetAt(wall.Add(-24*time.Hour)), offsetAt(wall.Add(24*time.Hour))
	for _, offset := range []time.Duration{before, after} {
		if at := wall.Add(-offset); offsetAt(at) == offset {
			return at
		}
	}
	return wall.Add(-before) // the clocks skip it
}
