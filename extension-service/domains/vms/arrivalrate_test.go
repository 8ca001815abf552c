package vms_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// traffic is how the messages of a VMS come: at rates that follow the hours of people, one by one or many at once.
type traffic struct {
	rate  func(local time.Time) float64 // messages an hour
	burst int                           // at once, at most
	even  bool                          // at even distances, nearly
	scale float64
}

var berlin, _ = time.LoadLocation("Europe/Berlin")

func office(local time.Time) float64 {
	weekend := local.Weekday() == time.Saturday || local.Weekday() == time.Sunday
	switch h := local.Hour(); {
	case weekend && h >= 10 && h < 16:
		return 0.05
	case weekend, h < 6, h >= 21:
		return 0.01
	case h < 8, h >= 18:
		return 0.3
	case h == 12:
		return 0.5
	}
	return 1
}

// workday is one message an hour between two hours of working days, and none at weekends.
func workday(from, to int) func(local time.Time) float64 {
	return func(local time.Time) float64 {
		if local.Weekday() == time.Saturday || local.Weekday() == time.Sunday || local.Hour() < from || local.Hour() >= to {
			return 0
		}
		return 1
	}
}

var feeds = map[string]traffic{
	"a busy office":        {rate: office, scale: 60},
	"an office":            {rate: office, scale: 12},
	"a slow office":        {rate: office, scale: 2},
	"an office in batches": {rate: office, scale: 6, burst: 12},
	"around the clock":     {rate: func(time.Time) float64 { return 1 }, scale: 8},
	"every hour":           {rate: func(time.Time) float64 { return 1 }, scale: 1, even: true},
	"every quarter by day": {rate: func(l time.Time) float64 { return math.Round(office(l)) }, scale: 4, even: true},
	"every five minutes":   {rate: func(time.Time) float64 { return 1 }, scale: 12, even: true},
	"hourly in the office": {rate: workday(8, 18), scale: 1, even: true},
	"once a day": {rate: func(l time.Time) float64 {
		return map[bool]float64{true: 1}[l.Hour() == 7]
	}, scale: 1, even: true},
	"once a working day": {rate: workday(7, 8), scale: 1, even: true},
	"now and then":       {rate: office, scale: 0.2},
	"a report every morning": {rate: func(l time.Time) float64 {
		return map[bool]float64{true: 1}[l.Hour() == 7]
	}, scale: 4, even: true},
}

// messages makes those between two instants; on a bank holiday it is as quiet as on a Sunday.
func (f traffic) messages(r *rand.Rand, from, to, holiday time.Time) (out []time.Time) {
	const step = time.Minute
	owed := 0.0
	for t := from; t.Before(to); t = t.Add(step) {
		local := t.In(berlin)
		if local.Format(time.DateOnly) == holiday.Format(time.DateOnly) && local.Weekday() != time.Sunday {
			local = local.AddDate(0, 0, 7-int(local.Weekday()))
		}
		n := f.rate(local) * f.scale / 60
		if f.even {
			if owed += n * (0.98 + r.Float64()*0.04); owed < 1 {
				continue
			}
			owed--
		} else if r.Float64() > n {
			continue
		}
		for range 1 + r.IntN(max(f.burst, 1)) {
			out = append(out, t.Add(time.Duration(r.Int64N(int64(step)))))
		}
	}
	return sorted(out)
}

// Over four replayed weeks, with a bank holiday in what is learnt from or in what is replayed, there is at most one
// false alarm a week; once the feed stops, it is noticed within two of its intervals.
func TestArrivalRate_StoppedFeed_IsNoticedAndAQuietOneIsNot(t *testing.T) {
	t.Parallel()
	for name, feed := range feeds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := stress.Rand(t)
			alarms, weeks := 0, 0
			for range stress.Size(2, 60) {
				began := time.Date(2026, 9, 7, 0, 0, 0, 0, berlin).AddDate(0, 0, r.IntN(60))
				replayed := began.AddDate(0, 0, 28)
				stops := replayed.AddDate(0, 0, 28).Add(time.Duration(r.IntN(7*24*60)) * time.Minute)
				heard := feed.messages(r, began, stops, began.AddDate(0, 0, r.IntN(56)))
				n, noticed := replay(heard, replayed)
				alarms, weeks = alarms+n, weeks+4
				if n > 4 {
					t.Errorf("%d false alarms in four weeks from %v", n, replayed)
				}
				if noticed > 2 {
					t.Errorf("stopped at %v, noticed after %.2f intervals", stops, noticed)
				}
			}
			if alarms > weeks {
				t.Errorf("%d false alarms in %d weeks", alarms, weeks)
			}
			t.Logf("%s: %d false alarms in %d weeks", name, alarms, weeks)
		})
	}
}

// replay asks every five minutes from an instant on, as the job does, until it notices that no more messages come.
func replay(heard []time.Time, from time.Time) (alarms int, noticed float64) {
	var rhythm *vms.ArrivalRate
	var silent time.Time // lately, of an alarm that stands
	at, learnt := 0, -1
	for now := from; ; now = now.Add(5 * time.Minute) {
		for at < len(heard) && !heard[at].After(now) {
			at++
		}
		if at == 0 {
			continue
		}
		if now.Sub(heard[len(heard)-1]) > 28*24*time.Hour {
			return alarms, math.Inf(1) // it is never noticed
		}
		last := heard[at-1]
		if last.YearDay() != learnt {
			rhythm, learnt = vms.LearnArrivalRate(heard[:at], berlin), last.YearDay()
		}
		if rhythm == nil {
			continue
		}
		isSilent := rhythm.IsSilent(last, now)
		switch {
		case isSilent && at == len(heard):
			return alarms, rhythm.Intervals(last, now)
		case isSilent && silent.IsZero():
			alarms, silent = alarms+1, now
		case isSilent:
			silent = now
		case !silent.IsZero() && rhythm.IsBack(silent, now):
			silent = time.Time{}
		}
	}
}

func sorted(times []time.Time) []time.Time {
	slices.SortFunc(times, time.Time.Compare)
	return times
}
