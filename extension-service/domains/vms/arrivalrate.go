package vms

import (
	"slices"
	"time"
)

const (
	week        = 7 * 24 * time.Hour
	learntFrom  = 4 // weeks before the last message
	fewestWeeks = 2 // of them, before there is a rhythm
	fewestHeard = 4 // messages a week
	pollsAnHour = 4 // intervals of the busiest hour, at most: silence is looked for every five minutes
	tooLong     = 1.6
	backAfter   = 6
)

// ArrivalRate is how often a connection hears from its VMS. Time is counted in expected messages: every hour of the
// week brings what it has brought on average in the four weeks before the last message, so that nights, weekends and
// slow afternoons count for what they are. The interval of a connection is the longest silence that is usual, counted
// so: of the longest one of each week the second shortest, so that neither a bank holiday nor an outage stretches it
// for the month after; and in the busiest hour a quarter of it. A connection is silent after 1.6 intervals: what is
// looked at every five minutes is noticed within two.
type ArrivalRate struct {
	zone  *time.Location
	hours [7 * 24]float64   // messages an hour of the week brings, the first is Monday's
	until [7*24 + 1]float64 // messages the week has brought until an hour of it
	usual float64           // messages of an interval
}

// LearnArrivalRate learns from messages in the order in which they came, as the clock of a zone tells the hours. It is
// nil where too few have come to know one.
func LearnArrivalRate(heard []time.Time, zone *time.Location) *ArrivalRate {
	if len(heard) == 0 {
		return nil
	}
	last := heard[len(heard)-1]
	first := slices.IndexFunc(heard, func(t time.Time) bool { return last.Sub(t) <= learntFrom*week })
	heard = heard[first:]
	weeks := float64(last.Sub(heard[0])) / float64(week)
	if first > 0 {
		weeks = learntFrom
	}
	if weeks < fewestWeeks || float64(len(heard)) < fewestHeard*weeks {
		return nil
	}
	r := &ArrivalRate{zone: zone}
	for _, t := range heard {
		r.hours[int(r.hourOfWeek(t))] += 1 / weeks
	}
	for i, n := range r.hours {
		r.until[i+1] = r.until[i] + n
	}
	longest := make([]float64, int(weeks))
	for i := 1; i < len(heard); i++ {
		if at := int(last.Sub(heard[i]) / week); at < len(longest) {
			longest[at] = max(longest[at], r.expected(heard[i-1], heard[i]))
		}
	}
	slices.Sort(longest)
	r.usual = max(longest[1], slices.Max(r.hours[:])/pollsAnHour)
	return r
}

// hourOfWeek is how far a week has come at an instant, in hours from Monday's beginning.
func (r *ArrivalRate) hourOfWeek(t time.Time) float64 {
	t = t.In(r.zone)
	day := (int(t.Weekday()) + 6) % 7
	return float64(day*24+t.Hour()) + float64(t.Minute()*60+t.Second())/3600
}

// expected is how many messages usually come between two instants.
func (r *ArrivalRate) expected(from, to time.Time) float64 {
	a, b := r.hourOfWeek(from), r.hourOfWeek(to)
	in := func(at float64) float64 { return r.until[int(at)] + r.hours[int(at)]*(at-float64(int(at))) }
	weeks := (to.Sub(from).Hours() - (b - a)) / (7 * 24) // weeks; what a clock that is put back adds is rounded away
	return in(b) - in(a) + float64(int(weeks+0.5))*r.until[7*24]
}

// Intervals is how many of its intervals lie between two instants.
func (r *ArrivalRate) Intervals(from, to time.Time) float64 { return r.expected(from, to) / r.usual }

// IsSilent says whether a connection that heard something last at an instant should have heard more by now.
func (r *ArrivalRate) IsSilent(last, now time.Time) bool { return r.Intervals(last, now) >= tooLong }

// IsBack says whether a connection that was silent last at an instant hears as usual again: for six intervals it has
// not been silent. Without that wait every message of a bank holiday would end one alarm and begin the next.
func (r *ArrivalRate) IsBack(silent, now time.Time) bool {
	return r.Intervals(silent, now) >= backAfter
}
