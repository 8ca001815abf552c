package schedule

import (
	"context"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	statsOver   = 30 * 24 * time.Hour
	recentShown = 30
)

// list answers every job; it is a catalogue and not paged.
func (s *Service) list(ctx context.Context, _ resource.None) (resource.List[Item], error) {
	out := resource.List[Item]{Results: []Item{}, TotalResults: int64(len(s.jobs))}
	items, err := s.items(ctx)
	for i := range s.jobs {
		if item := items[s.jobs[i].Name]; item != nil {
			out.Results = append(out.Results, *item)
		}
	}
	return out, err
}

// items are the jobs by their names.
func (s *Service) items(ctx context.Context) (map[string]*Item, error) {
	states, err := s.states(ctx)
	if err != nil {
		return nil, err
	}
	out := map[string]*Item{}
	for name, st := range states {
		item := s.item(st)
		out[name] = &item
	}
	if err := s.addRecent(ctx, out); err != nil {
		return nil, err
	}
	if err := s.addStats(ctx, out); err != nil {
		return nil, err
	}
	failed, err := s.failedLately(ctx)
	if err != nil {
		return nil, err
	}
	for name, count := range failed {
		out[name].Failed24h = count
	}
	if err := s.addDowntimes(ctx, out); err != nil {
		return nil, err
	}
	return out, s.addMissed(ctx, states, out)
}

// addRecent fills what the last runs were, all with one statement, which reads no more of each job than is shown.
func (s *Service) addRecent(ctx context.Context, items map[string]*Item) error {
	var args store.Args
	parts := make([]string, 0, len(s.jobs))
	for i := range s.jobs {
		parts = append(parts, "SELECT * FROM ("+selectRows+"name = "+args.Add(s.jobs[i].Name)+
			" ORDER BY created DESC, id DESC LIMIT "+args.Add(recentShown)+") r")
	}
	found, err := s.query(ctx, strings.Join(parts, " UNION ALL "), args...)
	if err != nil {
		return err
	}
	for i := range found {
		r := &found[i]
		item, short := items[r.Name], r.short()
		item.Running = item.Running || r.State == Queued || r.State == Running
		item.Recent = append(item.Recent, short)
		if r.State != Skipped && r.State != Queued && item.LastRun == nil {
			item.LastRun = &short
		}
	}
	return nil
}

// addStats counts the runs of the last thirty days, without dry runs. Nineteen of twenty runs took no longer than the
// p95.
func (s *Service) addStats(ctx context.Context, items map[string]*Item) error {
	var name string
	var st Stats
	return s.DB.Each(ctx, []any{&name, &st.Runs, &st.Failed, &st.Skipped, &st.P95Ms}, func() error {
		if item := items[name]; item != nil {
			item.Stats30d = st
		}
		return nil
	}, `
		SELECT name, count(*), sum(CASE WHEN state IN ('FAILED', 'TIMED_OUT') THEN 1 ELSE 0 END), sum(CASE WHEN state = 'SKIPPED' THEN 1 ELSE 0 END),
		       coalesce(min(CASE WHEN part >= 0.95 THEN took END), 0)
		  FROM (SELECT r.name, r.state, r.finished - r.started AS took,
		               CASE WHEN r.started IS NULL OR r.finished IS NULL THEN 0
		                    ELSE cume_dist() OVER (PARTITION BY r.name, r.started IS NULL OR r.finished IS NULL ORDER BY r.finished - r.started)
		                END AS part
		          FROM schedule_runs r
		         WHERE r.created >= $1
		           AND r.dry_run = 0) x
		 GROUP BY name`, s.Now().Add(-statsOver).UnixMilli())
}

// addMissed says which due times the latest pause of each job has left out, as long as the job has not run since.
func (s *Service) addMissed(ctx context.Context, states map[string]*state, items map[string]*Item) error {
	for name, st := range states {
		p, item := st.pause, items[name]
		if p == nil {
			continue
		}
		over := p.endTime()
		if item.Enabled && item.hasRunSince(over) {
			continue
		}
		m := Missed{From: date.InstantText(p.started)}
		if item.Enabled {
			m.Until = date.InstantOrNull(over)
		}
		_, err := s.DB.Row(ctx, []any{&m.Count}, `
			SELECT count(*)
			  FROM schedule_runs
			 WHERE name = $1
			   AND due >= $2
			   AND state = 'SKIPPED'
			   AND message = $3`, name, p.started.UnixMilli(), resultKey+"paused")
		if err != nil {
			return err
		}
		if !item.Enabled || m.Count > 0 {
			item.Missed = &m
		}
	}
	return nil
}

// hasRunSince says whether one of the last runs that did the work, and did not only try it, began at an instant or
// later.
func (i *Item) hasRunSince(at time.Time) bool {
	return slices.ContainsFunc(i.Recent, func(run EndedRun) bool {
		return !run.DryRun && run.StartedAt != nil && *run.StartedAt >= date.InstantText(at)
	})
}

type runsInput struct {
	ID    []string `query:"id"    check:"max=200"`
	Sort  string   `query:"s"     check:"max=200"`
	Name  string   `query:"name"  check:"max=64"`
	State State    `query:"state"`
	resource.Window
}

var sortColumns = map[string]string{
	"id": "id", "runId": "id", "name": "name", "state": "state", "createdAt": "created", "dueAt": "coalesce(due, 0)",
	"startedAt":  "coalesce(started, 0)",
	"finishedAt": "coalesce(finished, 0)",
}

// runs answers the runs of one job, or of all, the latest first.
func (s *Service) runs(ctx context.Context, in runsInput) (resource.List[RunAnswer], error) {
	out := resource.List[RunAnswer]{Results: []RunAnswer{}}
	where, args := "1 = 1", store.Args{}
	if in.Name != "" {
		where += " AND name = " + args.Add(in.Name)
	}
	if in.State != "" {
		where += " AND state = " + args.Add(string(in.State))
	}
	if len(in.ID) > 0 {
		where += " AND id IN " + store.OneOf(in.ID, args.Add)
	}
	order, err := resource.OrderBy(in.Sort, sortColumns, "created DESC, id DESC")
	if err != nil {
		return out, err
	}
	if _, err := s.DB.Row(ctx, []any{&out.TotalResults}, "SELECT count(*) FROM schedule_runs WHERE "+where,
		args...); err != nil {
		return out, err
	}
	first, limit := in.PageOf(len(in.ID))
	found, err := s.rows(ctx, where+order+" LIMIT "+args.Add(limit)+" OFFSET "+args.Add(first), args...)
	for i := range found {
		out.Results = append(out.Results, found[i].answer())
	}
	return out, err
}

type byRun struct {
	ID string `path:"runId"`
}

// logged answers one run with its log. Its lines name records of any client: those who see only some clients get none.
func (s *Service) logged(ctx context.Context, in byRun) (Logged, error) {
	r, err := s.run(ctx, in.ID)
	if err != nil {
		return Logged{}, err
	}
	out := Logged{RunAnswer: r.answer(), Lines: []Line{}}
	if !role.From(ctx).Scope.IsUnlimited() {
		return out, nil
	}
	out.Lines, err = s.lines(ctx, r.ID)
	return out, err
}
