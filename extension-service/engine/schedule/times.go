package schedule

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Times are the instants of a schedule in the five fields of cron: minute, hour, day of the month, number of the month,
// day of the week, in UTC. Where both kinds of day are narrowed, either is enough.
type Times struct {
	minutes, hours, days, months, weekdays uint64 // a bit for each value
	anyDay, anyWeekday                     bool
}

// field is what one of the five may hold.
type field struct {
	name      string
	low, high int
}

var fields = []field{
	{"minute", 0, 59},
	{"hour", 0, 23},
	{"day of the month", 1, 31},
	{"month", 1, 12},
	{"day of the week", 0, 7},
}

// Parse reads a schedule such as "*/10 8-18 * * 1-5". One that no instant fits is an error.
func Parse(text string) (Times, error) {
	parts := strings.Fields(text)
	if len(parts) != len(fields) {
		return Times{}, fmt.Errorf("schedule %q: %d fields, want %d", text, len(parts), len(fields))
	}
	bits := make([]uint64, len(fields))
	for i, part := range parts {
		var err error
		if bits[i], err = fields[i].parse(part); err != nil {
			return Times{}, fmt.Errorf("schedule %q: %s: %w", text, fields[i].name, err)
		}
	}
	const sunday = 7
	if bits[4]&(1<<sunday) != 0 {
		bits[4] |= 1
	}
	t := Times{
		minutes: bits[0], hours: bits[1], days: bits[2], months: bits[3], weekdays: bits[4],
		anyDay: parts[2] == "*", anyWeekday: parts[4] == "*",
	}
	if t.Next(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)).IsZero() {
		return Times{}, fmt.Errorf("schedule %q never comes", text)
	}
	return t, nil
}

// parse reads a list of values, ranges and steps.
func (f field) parse(text string) (bits uint64, err error) {
	for item := range strings.SplitSeq(text, ",") {
		span, every, stepped := strings.Cut(item, "/")
		step := 1
		if stepped {
			if step, err = strconv.Atoi(every); err != nil || step < 1 {
				return 0, fmt.Errorf("step %q", every)
			}
		}
		low, high, err := f.span(span, stepped)
		if err != nil {
			return 0, err
		}
		for n := low; n <= high; n += step {
			bits |= 1 << n
		}
	}
	return bits, nil
}

func (f field) span(text string, stepped bool) (low, high int, err error) {
	if text == "*" {
		return f.low, min(f.high, f.low+maxValues-1), nil
	}
	from, to, isRange := strings.Cut(text, "-")
	if low, err = strconv.Atoi(from); err != nil {
		return 0, 0, fmt.Errorf("value %q", text)
	}
	high = low
	switch {
	case isRange:
		if high, err = strconv.Atoi(to); err != nil {
			return 0, 0, fmt.Errorf("value %q", text)
		}
	case stepped:
		high = f.high
	}
	if low < f.low || high > f.high || low > high {
		return 0, 0, fmt.Errorf("%q is outside %d to %d", text, f.low, f.high)
	}
	return low, high, nil
}

const (
	maxValues = 60
	horizon   = 8 // years: 29 February comes within them
)

// Next is the first instant after t; zero when there is none.
func (s Times) Next(t time.Time) time.Time {
	t = t.UTC().Truncate(time.Minute).Add(time.Minute)
	for end := t.AddDate(horizon, 0, 0); t.Before(end); {
		year, month, day := t.Date()
		switch {
		case !has(s.months, int(month)):
			t = time.Date(year, month+1, 1, 0, 0, 0, 0, time.UTC)
		case !s.onDay(t):
			t = time.Date(year, month, day+1, 0, 0, 0, 0, time.UTC)
		case !has(s.hours, t.Hour()):
			t = time.Date(year, month, day, t.Hour()+1, 0, 0, 0, time.UTC)
		case !has(s.minutes, t.Minute()):
			t = t.Add(time.Minute)
		default:
			return t
		}
	}
	return time.Time{}
}

// Last is the last instant at t or before; zero when there is none.
func (s Times) Last(t time.Time) time.Time {
	t = t.UTC().Truncate(time.Minute)
	for end := t.AddDate(-horizon, 0, 0); t.After(end); {
		year, month, day := t.Date()
		switch {
		case !has(s.months, int(month)):
			t = time.Date(year, month, 1, 0, -1, 0, 0, time.UTC)
		case !s.onDay(t):
			t = time.Date(year, month, day, 0, -1, 0, 0, time.UTC)
		case !has(s.hours, t.Hour()):
			t = time.Date(year, month, day, t.Hour(), -1, 0, 0, time.UTC)
		case !has(s.minutes, t.Minute()):
			t = t.Add(-time.Minute)
		default:
			return t
		}
	}
	return time.Time{}
}

// Upcoming are the next n instants after t.
func (s Times) Upcoming(t time.Time, n int) []time.Time {
	out := make([]time.Time, 0, n)
	for t = s.Next(t); len(out) < n && !t.IsZero(); t = s.Next(t) {
		out = append(out, t)
	}
	return out
}

func (s Times) onDay(t time.Time) bool {
	day, weekday := has(s.days, t.Day()), has(s.weekdays, int(t.Weekday()))
	if s.anyDay || s.anyWeekday {
		return day && weekday
	}
	return day || weekday
}

func has(bits uint64, n int) bool { return bits&(1<<n) != 0 }
