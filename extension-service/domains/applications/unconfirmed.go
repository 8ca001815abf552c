package applications

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/platform/canonical"
)

// reminders are the days after which a talent is asked again to confirm, the last first.
var reminders = []int{10, 3}

// ExpireUnconfirmed withdraws applications that nobody has confirmed in time (A3), and reminds talents of the others.
func (s *Service) ExpireUnconfirmed() schedule.Job {
	return schedule.Job{
		Name: "application.expireUnconfirmed", Schedule: "30 2 * * *", Timeout: 10 * time.Minute,
		Do: s.expireUnconfirmed,
	}
}

func (s *Service) expireUnconfirmed(ctx context.Context, r *schedule.Run) error {
	first := s.Now().AddDate(0, 0, -reminders[len(reminders)-1])
	ids, err := s.DB().IDs(ctx, `
		SELECT id
		  FROM applications
		 WHERE status = 'uc'
		   AND deleted_at IS NULL
		   AND created <= $1
		 ORDER BY id`, first.UnixMilli())
	if err != nil {
		return err
	}
	r.Count("checked", int64(len(ids)))
	var waiting []int64
	err = r.Each(ctx, ids, "expired", func(ctx context.Context, id int64) (string, error) {
		a, f, err := s.unconfirmed(ctx, id)
		if err != nil || a.Status != Unconfirmed {
			return "", err
		}
		if f.now.Before(f.confirmUntil()) {
			waiting = append(waiting, id)
			return "", nil
		}
		ctx = resource.WithAct(ctx, resource.Act{Action: changeStatus, Reason: string(UnconfirmedExpired)})
		_, err = s.move(ctx, a, moveRequest{to: Withdrawn, by: system, reason: UnconfirmedExpired})
		return a.Handle + " withdrawn, " + string(UnconfirmedExpired), err
	})
	if err != nil {
		return err
	}
	return r.Each(ctx, waiting, "reminded", s.remind)
}

// unconfirmed is an application with what the rules look at.
func (s *Service) unconfirmed(ctx context.Context, id int64) (a Application, f facts, err error) {
	if a, err = s.Table.Get(ctx, id); err != nil {
		return a, f, err
	}
	f, err = s.facts(ctx, a, system)
	return a, f, err
}

// remind asks the talent again, unless that was done since the day on which it is due.
func (s *Service) remind(ctx context.Context, id int64) (string, error) {
	a, f, err := s.unconfirmed(ctx, id)
	if err != nil || s.deps.SentMail == nil {
		return "", err
	}
	last, err := s.deps.SentMail.LastComposed(ctx, entity, id, Confirmation)
	if err != nil {
		return "", err
	}
	for _, days := range reminders {
		due := a.Created.AddDate(0, 0, days)
		if f.now.Before(due) {
			continue
		}
		if !last.Before(due) || !canonical.IsEmail(f.freelancer.Email) {
			break
		}
		return a.Handle + " reminded", requestConfirmation(ctx, s, &move{now: a, facts: f})
	}
	return "", nil
}
