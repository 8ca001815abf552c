package projects

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/schedule"
)

const (
	mostClosed   = 500 // projects in one run
	deadlineDays = 30  // how long after its deadline for applications a project stays open
)

// CloseExpired closes the projects whose time is over, and those that are full and close themselves (P3).
func (s *Service) CloseExpired() schedule.Job {
	return schedule.Job{
		Name: "project.closeExpired", Schedule: "15 1 * * *", Timeout: 10 * time.Minute,
		Params: []schedule.Param{schedule.Int("limit", mostClosed, 1, mostClosed)}, Do: s.closeExpired,
	}
}

func (s *Service) closeExpired(ctx context.Context, r *schedule.Run) error {
	over, err := s.expiredProjects(ctx, int(r.Param("limit")))
	if err != nil {
		return err
	}
	ids := make([]int64, len(over))
	why := map[int64]Reason{}
	for i, one := range over {
		ids[i], why[one.id] = one.id, one.reason
	}
	r.Count("checked", int64(len(ids)))
	return r.Each(ctx, ids, "closed", func(ctx context.Context, id int64) (string, error) {
		p, err := s.Get(ctx, id)
		if err != nil {
			return "", err
		}
		label := p.Handle + " closed, " + string(why[id])
		if p.Status != Active && p.Status != Paused { // somebody was faster
			return "", nil
		}
		_, _, err = s.move(resource.WithAct(ctx, resource.Act{Action: "changeStatus", Reason: string(why[id])}), &p,
			Change{Status: Closed, Reason: why[id]})
		return label, err
	})
}

// ending is a project that is to be closed.
type ending struct {
	id     int64
	reason Reason
}

// candidate is an open project that may be over.
type candidate struct {
	id, client    int64
	end, deadline date.Date
	isFull        bool
}

// expiredProjects lists open projects whose last day has passed where their client is, or whose deadline has for a
// month, and full ones.
func (s *Service) expiredProjects(ctx context.Context, limit int) ([]ending, error) {
	found, err := s.candidates(ctx)
	if err != nil {
		return nil, err
	}
	clients := map[int64]client{}
	var out []ending
	for _, c := range found {
		owner, known := clients[c.client]
		if !known {
			if owner, err = s.clientOf(ctx, c.client); err != nil {
				return nil, err
			}
			clients[c.client] = owner
		}
		if reason := c.closeReason(s.Now().In(owner.zone)); reason != "" {
			out = append(out, ending{c.id, reason})
		}
		if len(out) == limit {
			break
		}
	}
	return out, nil
}

// closeReason says why a project is to be closed at an instant where its client is; "" when it is not.
func (c candidate) closeReason(now time.Time) Reason {
	today, last := date.FromTime(now), date.FromTime(now.AddDate(0, 0, -deadlineDays))
	switch {
	case c.end != "" && c.end < today, c.deadline != "" && c.deadline < last:
		return Expired
	case c.isFull:
		return FilledHere
	}
	return ""
}

// candidates asks for a day more than any place on earth is ahead.
func (s *Service) candidates(ctx context.Context) ([]candidate, error) {
	now := s.Now().UTC()
	day := func(days int) string { return string(date.FromTime(now.AddDate(0, 0, days))) }
	var out []candidate
	var c candidate
	var full int64
	err := s.DB().Each(ctx, []any{&c.id, &c.client, &c.end, &c.deadline, &full}, func() error {
		c.isFull = full != 0
		out = append(out, c)
		return nil
	}, `
		SELECT p.id, p.client_id, p.assignment_period_end, p.application_deadline,
		       CASE WHEN p.positions_filled >= p.positions AND p.auto_close_when_filled = 1 THEN 1 ELSE 0 END
		  FROM projects p
		 WHERE p.status IN ('ACTIVE', 'PAUSED')
		   AND (p.assignment_period_end <> '' AND p.assignment_period_end < $1
		        OR p.application_deadline <> '' AND p.application_deadline < $2
		        OR p.positions_filled >= p.positions AND p.auto_close_when_filled = 1)
		 ORDER BY p.id`, day(1), day(1-deadlineDays))
	return out, err
}
