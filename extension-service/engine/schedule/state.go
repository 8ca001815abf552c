package schedule

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
)

// Overlap says what becomes of a due run while another of the job goes on.
type Overlap string

// The policies.
const (
	Skip  Overlap = "SKIP"  // it is left out
	Queue Overlap = "QUEUE" // it waits; a second one is left out
)

// Enum lists the policies.
func (Overlap) Enum() enum.List {
	return enum.List{
		Name: "scheduleOverlap", Text: "enum.scheduleOverlap",
		Values: []string{string(Skip), string(Queue)},
	}
}

// state is a declared job with what staff have changed of it.
type state struct {
	job      *Job
	schedule string
	times    Times
	overlap  Overlap
	params   map[string]int64
	since    time.Time // due times up to here have been dealt with
	isNew    bool      // it has no row yet
	pause    *pause    // the latest
}

// pause is a time in which a job is not run by its schedule.
type pause struct {
	id             int64
	reason, byName string
	started        time.Time
	until, ended   time.Time // zero: open
}

// covers says whether an instant lies in a pause.
func (p *pause) covers(t time.Time) bool {
	return p != nil && !t.Before(p.started) && (p.ended.IsZero() || t.Before(p.ended)) &&
		(p.until.IsZero() || t.Before(p.until))
}

// endTime is when a pause has ended, or will; zero when nobody knows.
func (p *pause) endTime() time.Time {
	if !p.ended.IsZero() && (p.until.IsZero() || p.ended.Before(p.until)) {
		return p.ended
	}
	return p.until
}

// states are all declared jobs as they stand. Due times of a job that is new count from now on; begun makes that last.
func (s *Service) states(ctx context.Context) (map[string]*state, error) {
	out := map[string]*state{}
	for i := range s.jobs {
		out[s.jobs[i].Name] = initial(&s.jobs[i])
	}
	if err := s.settings(ctx, out); err != nil {
		return nil, err
	}
	for _, st := range out {
		if st.since.IsZero() {
			st.since, st.isNew = s.Now(), true
		}
	}
	return out, s.pauses(ctx, out)
}

// loadStates are the states, with a row for each job.
func (s *Service) loadStates(ctx context.Context) (map[string]*state, error) {
	out, err := s.states(ctx)
	if err != nil {
		return nil, err
	}
	var missing []string
	for name, st := range out {
		if st.isNew {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return out, nil
	}
	return out, s.insertStates(ctx, missing)
}

func initial(j *Job) *state {
	times, _ := Parse(j.Schedule) // New has parsed it
	return &state{job: j, schedule: j.Schedule, times: times, overlap: Skip, params: j.defaults()}
}

func (j *Job) defaults() map[string]int64 {
	out := map[string]int64{}
	for _, p := range j.Params {
		out[p.Name] = p.Default
	}
	return out
}

// settings reads what staff have changed. A value that is none any more, since the declaration has changed, counts as
// not set.
func (s *Service) settings(ctx context.Context, into map[string]*state) error {
	var name, schedule, params string
	var overlap Overlap
	var since int64
	return s.DB.Each(ctx, []any{&name, &schedule, &overlap, &params, &since}, func() error {
		st := into[name]
		if st == nil {
			return nil
		}
		if times, err := Parse(schedule); err == nil {
			st.schedule, st.times = schedule, times
		}
		st.overlap, st.since = cmp.Or(overlap, Skip), time.UnixMilli(since)
		values := map[string]int64{}
		if err := json.Unmarshal([]byte(params), &values); err != nil {
			return fmt.Errorf("parameters of %s: %w", name, err)
		}
		if st.job.refused(values) == nil {
			maps.Copy(st.params, values)
		}
		return nil
	}, "SELECT name, schedule, overlap, params, since FROM schedules")
}

// insertStates makes the rows of jobs that have none.
func (s *Service) insertStates(ctx context.Context, names []string) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		for _, name := range names {
			_, err := s.DB.Exec(ctx, `
				INSERT INTO schedules (name, schedule, overlap, params, since)
				VALUES ($1, '', '', '{}', $2)
				    ON CONFLICT (name) DO NOTHING`, name, s.Now().UnixMilli())
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// pauses reads the latest of each job.
func (s *Service) pauses(ctx context.Context, into map[string]*state) error {
	var p pause
	var name string
	var started, until, ended int64
	return s.DB.Each(ctx, []any{&p.id, &name, &p.reason, &p.byName, &started, &until, &ended}, func() error {
		p.started, p.until, p.ended = instant(started), instant(until), instant(ended)
		if st := into[name]; st != nil {
			st.pause = new(p)
		}
		return nil
	}, `
		SELECT id, name, reason, by_name, started, coalesce(until, 0), coalesce(ended, 0)
		  FROM schedule_pauses
		 WHERE id IN (SELECT max(id) FROM schedule_pauses GROUP BY name)`)
}

// instant reads a column of milliseconds, where 0 is none.
func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}
