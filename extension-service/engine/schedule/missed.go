package schedule

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
)

const (
	mostMissed = 100_000            // due times that are counted of one downtime
	shownFor   = 7 * 24 * time.Hour // how long the list of jobs shows a downtime
)

// Downtime is a time in which no copy of the service was there to run what was due.
type Downtime struct {
	From   string `json:"from"`   // the first due time that was missed
	Until  string `json:"until"`  // the last one
	Count  int64  `json:"count"`  // due times without a run
	MadeUp bool   `json:"madeUp"` // one run made up for them, when the service was there again
}

// missedSince counts the due times after an instant and before another that no pause has left out.
func (st *state) missedSince(since, before time.Time) (first, last time.Time, n int64) {
	for at := st.times.Next(since); at.Before(before) && !at.IsZero() && n < mostMissed; at = st.times.Next(at) {
		if st.pause.covers(at) {
			continue
		}
		if n == 0 {
			first = at
		}
		last = at
		n++
	}
	return first, last, n
}

// recordMissed keeps the due times that nobody was there for, and says whether the last one is too long ago to be made
// up for.
func (s *Service) recordMissed(ctx context.Context, st *state, since, due time.Time) (isLate bool, err error) {
	before := due
	if isLate = s.Now().Sub(due) >= missedFor; isLate {
		before = due.Add(time.Minute)
	}
	first, last, n := st.missedSince(since, before)
	if n == 0 {
		return isLate, nil
	}
	_, err = s.DB.Exec(ctx, `
		INSERT INTO schedule_downtimes (name, first_due, last_due, missed, made_up, created)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		st.job.Name, first.UnixMilli(), last.UnixMilli(), n, boolToInt(!isLate), s.Now().UnixMilli())
	return isLate, err
}

// addDowntimes says which due times each job has missed lately while the service was away.
func (s *Service) addDowntimes(ctx context.Context, items map[string]*Item) error {
	var name string
	var first, last, madeUp int64
	var d Downtime
	return s.DB.Each(ctx, []any{&name, &first, &last, &d.Count, &madeUp}, func() error {
		if item := items[name]; item != nil {
			d.From, d.Until = date.InstantText(instant(first)), date.InstantText(instant(last))
			d.MadeUp = madeUp != 0
			item.Downtime = new(d)
		}
		return nil
	}, `
		SELECT name, first_due, last_due, missed, made_up
		  FROM schedule_downtimes
		 WHERE created >= $1
		 ORDER BY created, id`, s.Now().Add(-shownFor).UnixMilli())
}

// missedLately counts the jobs that the list says have missed due times.
func (s *Service) missedLately(ctx context.Context) (n int64, err error) {
	items := make(map[string]*Item, len(s.byName))
	for name := range s.byName {
		items[name] = &Item{}
	}
	err = s.addDowntimes(ctx, items)
	for _, item := range items {
		if item.Downtime != nil {
			n++
		}
	}
	return n, err
}
