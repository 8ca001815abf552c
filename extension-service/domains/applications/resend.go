package applications

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/schedule"
)

// perClient is how many applications of a client are sent again in one run, unless the run says otherwise.
const perClient = 100

// ResendFailed sends applications again that the client's system did not take for a reason that passes (A11), the
// oldest first.
func (s *Service) ResendFailed() schedule.Job {
	return schedule.Job{
		Name: "application.resendFailed", Schedule: "*/10 * * * *", Timeout: 8 * time.Minute, Do: s.resendFailed,
		Params: []schedule.Param{schedule.Int("limit", perClient, 1, 1000)},
	}
}

func (s *Service) resendFailed(ctx context.Context, r *schedule.Run) error {
	ids, err := s.DB().IDs(ctx, `
		SELECT id
		  FROM (SELECT id, row_number() OVER (PARTITION BY client_id ORDER BY status_changed_at, id) AS place
		          FROM applications
		         WHERE status = 'sf'
		           AND deleted_at IS NULL
		           AND send_round < $1
		           AND last_send_error LIKE '%"retryable":true%') AS failed
		 WHERE place <= $2
		 ORDER BY place, id`, maxRounds, r.Param("limit"))
	if err != nil {
		return err
	}
	r.Count("checked", int64(len(ids)))
	err = r.Each(ctx, ids, "resent", func(ctx context.Context, id int64) (string, error) {
		a, err := s.Table.Get(ctx, id)
		if err != nil || a.Status != SendFailed {
			return "", err
		}
		ctx = resource.WithAct(ctx, resource.Act{Action: changeStatus})
		_, err = s.move(ctx, a, moveRequest{to: SendPending, by: system})
		return a.Handle + " waits to be sent again", err
	})
	r.Count("stillFailing", r.Counts()["refused"])
	return err
}
