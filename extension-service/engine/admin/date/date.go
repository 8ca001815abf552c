// Package date has days, instants as the wire has them, and the time zones that people know.
package date

import (
	"errors"
	"time"
)

// Date is a calendar day, YYYY-MM-DD, meant in the client's time zone; "" is none.
type Date string

var errDate = errors.New("not a date as YYYY-MM-DD")

// Parse reads a day that exists.
func Parse(s string) (Date, error) {
	if len(s) != len(time.DateOnly) {
		return "", errDate
	}
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return "", errDate
	}
	return Date(s), nil
}

// FromTime is the day of t in its location.
func FromTime(t time.Time) Date { return Date(t.Format(time.DateOnly)) }

// Time is midnight of the day in loc; the zero time for none.
func (d Date) Time(loc *time.Location) time.Time {
	t, err := time.ParseInLocation(time.DateOnly, string(d), loc)
	if err != nil {
		return time.Time{}
	}
	return t
}

// AddDays moves the day by n; none stays none.
func (d Date) AddDays(n int) Date {
	if d == "" {
		return ""
	}
	return FromTime(d.Time(time.UTC).AddDate(0, 0, n))
}
