package schedule

import "time"

// Times are the instants of a schedule as Vixie cron reads it: minute, hour, day of the month, month and day of the
// week by the clock of a zone. Where neither kind of day begins with "*", either is enough. At the change to summer
// time a time that the clock skips comes at the change; of a time that the clock shows twice the first counts.
// Schedules of every hour follow the clock through both.
type Times struct {
	minutes, hours, days, months, weekdays uint64 // a bit for each value
	anyDay, anyWeekday                     bool
	zone                                   *time.Location
	fields                                 string // the five, with numbers for names
}

const (
	maxValues  = 60
	horizon    = 8 // years: 29 February comes within them
	everyHour  = 1<<24 - 1
	clockShift = 3 * time.Hour // no zone sets its clocks back further at once
)

// Next is the first instant after t; zero when there is none.
func (s Times) Next(t time.Time) time.Time {
	at, _ := s.nextDue(t)
	return at
}

// nextDue is the first instant after t, and what the schedule calls it by its clock.
func (s Times) nextDue(t time.Time) (at, wall time.Time) {
	wall = wallOf(t, s.zone)
	if s.followsClock() {
		return s.nextByClock(t)
	}
	for {
		if wall = s.nextWall(wall); wall.IsZero() {
			return wall, wall
		}
		if at = instantOf(wall, s.zone); at.After(t) {
			return at, wall
		}
	}
}

// followsClock says whether the schedule comes every hour, so that a change of the clocks neither skips nor doubles it.
func (s Times) followsClock() bool { return s.zone != time.UTC && s.hours == everyHour }

// nextByClock steps through real time, so that both passes of a doubled hour count.
func (s Times) nextByClock(t time.Time) (at, wall time.Time) {
	at = t.UTC().Truncate(time.Minute).Add(time.Minute)
	for end := at.AddDate(horizon, 0, 0); at.Before(end); {
		wall = wallOf(at, s.zone)
		if s.onDate(wall) {
			if has(s.minutes, wall.Minute()) {
				return at, wall
			}
			at = at.Add(time.Minute)
			continue
		}
		tomorrow := time.Date(wall.Year(), wall.Month(), wall.Day()+1, 0, 0, 0, 0, time.UTC)
		at = latest(instantOf(tomorrow, s.zone), at.Add(time.Minute))
	}
	return time.Time{}, time.Time{}
}

// Last is the last instant at t or before; zero when there is none.
func (s Times) Last(t time.Time) time.Time {
	if s.followsClock() {
		return s.lastByClock(t)
	}
	wall := wallOf(t, s.zone)
	if s.zone != time.UTC { // what the clock showed before it was set back may be later by the clock
		wall = wall.Add(clockShift)
	}
	for {
		if wall = s.lastWall(wall); wall.IsZero() {
			return wall
		}
		if at := instantOf(wall, s.zone); !at.After(t) {
			return at
		}
		wall = wall.Add(-time.Minute)
	}
}

func (s Times) lastByClock(t time.Time) time.Time {
	at := t.UTC().Truncate(time.Minute)
	for end := at.AddDate(-horizon, 0, 0); at.After(end); {
		wall := wallOf(at, s.zone)
		if s.onDate(wall) {
			if has(s.minutes, wall.Minute()) {
				return at
			}
			at = at.Add(-time.Minute)
			continue
		}
		today := time.Date(wall.Year(), wall.Month(), wall.Day(), 0, 0, 0, 0, time.UTC)
		at = instantOf(today, s.zone).Add(-time.Minute)
	}
	return time.Time{}
}

// nextWall is the first time after t that fits, where t and the time are read from a clock that is never set.
func (s Times) nextWall(t time.Time) time.Time {
	t = t.Truncate(time.Minute).Add(time.Minute)
	for end := t.AddDate(horizon, 0, 0); t.Before(end); {
		year, month, day := t.Date()
		switch {
		case !has(s.months, int(month)):
			t = time.Date(year, month+1, 1, 0, 0, 0, 0, time.UTC)
		case !s.onDate(t):
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

// lastWall is the last time at t or before that fits, by the same clock.
func (s Times) lastWall(t time.Time) time.Time {
	t = t.Truncate(time.Minute)
	for end := t.AddDate(-horizon, 0, 0); t.After(end); {
		year, month, day := t.Date()
		switch {
		case !has(s.months, int(month)):
			t = time.Date(year, month, 1, 0, -1, 0, 0, time.UTC)
		case !s.onDate(t):
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

// onDate says whether a date fits: its month, and one or both kinds of day.
func (s Times) onDate(t time.Time) bool {
	day, weekday := has(s.days, t.Day()), has(s.weekdays, int(t.Weekday()))
	switch {
	case !has(s.months, int(t.Month())):
		return false
	case s.anyDay || s.anyWeekday:
		return day && weekday
	}
	return day || weekday
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func has(bits uint64, n int) bool { return bits&(1<<n) != 0 }

// wallOf is what the clocks of a zone show at an instant, as if they were those of UTC.
func wallOf(t time.Time, zone *time.Location) time.Time {
	if zone == time.UTC {
		return t.UTC()
	}
	local := t.In(zone)
	year, month, day := local.Date()
	return time.Date(year, month, day, local.Hour(), local.Minute(), local.Second(), local.Nanosecond(), time.UTC)
}

// instantOf is when the clocks of a zone first show a time; of a time that they skip, when they skip it.
func instantOf(wall time.Time, zone *time.Location) time.Time {
	if zone == time.UTC {
		return wall
	}
	_, before := wall.Add(-24 * time.Hour).In(zone).Zone()
	_, after := wall.Add(24 * time.Hour).In(zone).Zone()
	early := wall.Add(-time.Duration(max(before, after)) * time.Second)
	for _, at := range []time.Time{early, wall.Add(-time.Duration(min(before, after)) * time.Second)} {
		if wallOf(at, zone).Equal(wall) {
			return at
		}
	}
	_, skipped := early.In(zone).ZoneBounds()
	return skipped.UTC()
}
