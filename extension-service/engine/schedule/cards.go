package schedule

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	route        = "/platform/cronjobs"
	failedWithin = 24 * time.Hour
	longestRun   = 24 * time.Hour // from being created to its end, so that the index of created serves
)

// Cards are what the start page shows of scheduled jobs: those that have failed within a day, and those that missed due
// times while the service was away.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{{
		Key: "cronFailures", Needs: role.CronRead, Link: route + "?show=failed24h",
		Load: func(ctx context.Context) (dashboard.Content, error) {
			failed, err := s.failedLately(ctx)
			return dashboard.Content{Count: int64(len(failed))}, err
		},
	}, {
		Key: "cronMissed", Needs: role.CronRead, Link: route + "?show=missed",
		Load: func(ctx context.Context) (dashboard.Content, error) {
			n, err := s.missedLately(ctx)
			return dashboard.Content{Count: n}, err
		},
	}}
}

// failedLately counts the runs of each job that have failed, without dry runs, which change nothing.
func (s *Service) failedLately(ctx context.Context) (map[string]int64, error) {
	out, args := map[string]int64{}, store.Args{}
	var name string
	var count int64
	since := s.Now().Add(-failedWithin)
	err := s.DB.Each(ctx, []any{&name, &count}, func() error {
		if s.byName[name] != nil {
			out[name] = count
		}
		return nil
	}, `
		SELECT name, count(*)
		  FROM schedule_runs
		 WHERE created >= `+args.Add(since.Add(-longestRun).UnixMilli())+`
		   AND finished >= `+args.Add(since.UnixMilli())+`
		   AND state IN ('FAILED', 'TIMED_OUT')
		   AND dry_run = 0
		 GROUP BY name`, args...)
	return out, err
}
