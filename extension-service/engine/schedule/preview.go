package schedule

import (
	"context"
	"errors"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/platform/fault"
)

// ClockChange says what a change of the clocks does to a due time.
type ClockChange string

// What there is to say.
const (
	NoChange ClockChange = "NONE"
	Skips    ClockChange = "SKIPPED" // the clock does not show the time that day: it runs when the clock is set
	Doubles  ClockChange = "DOUBLED" // the clock shows the time twice that day: it runs at the first
	Shifts   ClockChange = "SHIFTED" // the clocks have been set since the date before
)

// Enum lists what there is to say.
func (ClockChange) Enum() enum.List {
	return enum.List{
		Name: "clockChange", Text: "enum.clockChange",
		Values: enum.Strings([]ClockChange{NoChange, Skips, Doubles, Shifts}),
	}
}

// DueTime is a time at which a job is due, in UTC and by the clock of a place.
type DueTime struct {
	At        string      `json:"at"`
	Local     string      `json:"local"`     // "2026-03-29T03:00+02:00"
	Scheduled string      `json:"scheduled"` // "02:30", what the schedule says
	Change    ClockChange `json:"change"`
}

// Preview is what a schedule would do.
type Preview struct {
	Fields    string    `json:"fields"` // the five, with numbers for names
	TimeZone  string    `json:"timeZone"`
	LocalZone string    `json:"localZone"` // that of the schedule, or of the reader where that is UTC
	Upcoming  []DueTime `json:"upcoming"`
	Changes   []DueTime `json:"changes"` // those within a year that the clock skips or shows twice
}

type previewInput struct {
	Schedule string `query:"schedule" check:"required,max=100"`
	TimeZone string `query:"timeZone" check:"max=64"`
}

const (
	previewShown = 5
	localLayout  = "2006-01-02T15:04Z07:00"
	clockLayout  = "15:04"
)

// preview answers what a schedule would do, and refuses one that is none with the place of its mistake.
func (s *Service) preview(_ context.Context, in previewInput) (Preview, error) {
	times, err := Parse(in.Schedule)
	if err != nil {
		return Preview{}, refusal(err)
	}
	local := times.zone
	if local == time.UTC && in.TimeZone != "" {
		if !date.KnownZone(in.TimeZone) {
			return Preview{}, fault.Validation().Field("timeZone", "validation.timeZone", nil)
		}
		if local, err = time.LoadLocation(in.TimeZone); err != nil {
			return Preview{}, err
		}
	}
	out := Preview{
		Fields: times.fields, TimeZone: times.zone.String(), LocalZone: local.String(), Upcoming: []DueTime{},
		Changes: times.clockChanges(s.Now()),
	}
	before := s.Now()
	for range previewShown {
		at, wall := times.nextDue(before)
		if at.IsZero() {
			break
		}
		due := dueTime(at, wall, local)
		due.Change = times.changeAt(at, wall)
		if due.Change == NoChange && offsetOf(before, local) != offsetOf(at, local) {
			due.Change = Shifts
		}
		out.Upcoming, before = append(out.Upcoming, due), at
	}
	return out, nil
}

func dueTime(at, wall time.Time, local *time.Location) DueTime {
	return DueTime{
		At: date.InstantText(at), Local: at.In(local).Format(localLayout), Scheduled: wall.Format(clockLayout),
		Change: NoChange,
	}
}

// changeAt says whether the clock skips the time of the schedule, or shows it twice.
func (s Times) changeAt(at, wall time.Time) ClockChange {
	if s.zone == time.UTC || s.followsClock() {
		return NoChange
	}
	if !wallOf(at, s.zone).Equal(wall) {
		return Skips
	}
	if _, end := at.In(s.zone).ZoneBounds(); !end.IsZero() {
		back := time.Duration(offsetOf(at, s.zone)-offsetOf(end, s.zone)) * time.Second
		if back > 0 && at.Add(back).Compare(end) >= 0 {
			return Doubles
		}
	}
	return NoChange
}

// clockChanges are the due times of a year that the clock of the schedule skips or shows twice.
func (s Times) clockChanges(now time.Time) []DueTime {
	out := []DueTime{}
	if s.zone == time.UTC || s.followsClock() {
		return out
	}
	for at := now; ; {
		_, change := at.In(s.zone).ZoneBounds()
		if change.IsZero() || change.After(now.AddDate(1, 0, 0)) {
			return out
		}
		shift := time.Duration(offsetOf(change, s.zone)-offsetOf(at, s.zone)) * time.Second
		from := wallOf(change.Add(-time.Minute), s.zone).Add(time.Minute) // what the clock would show, were it not set
		wall := s.nextWall(from.Add(min(shift, 0) - time.Minute))
		if wall.Before(from.Add(max(shift, 0))) {
			due := dueTime(instantOf(wall, s.zone), wall, s.zone)
			due.Change = s.changeAt(instantOf(wall, s.zone), wall)
			out = append(out, due)
		}
		at = change
	}
}

func offsetOf(t time.Time, zone *time.Location) int {
	_, offset := t.In(zone).Zone()
	return offset
}

// refusal is what whoever has written a schedule is told about it.
func refusal(err error) error {
	wrong, ok := errors.AsType[*SyntaxError](err)
	if !ok {
		return err
	}
	return fault.Validation().Field("schedule", "cron.wrong."+wrong.Reason, map[string]any{
		"position": wrong.Position, "text": wrong.Text,
	})
}
