package app

import (
	"context"
	"maps"
	"os"
	"slices"
	"time"

	"poolkeeper.example/extension-service/status"
)

func (s *Service) newStatus() *status.Service {
	host, err := os.Hostname()
	if err != nil {
		s.Log.Warn("the name of this machine", "err", err)
	}
	return status.New(status.Deps{
		DB: s.DB, Clock: time.Now, Log: s.Log, Host: host, Version: version(), Look: s.look, Waits: s.waits, Disk: s.disk,
		Backup: func() (*time.Time, error) { return lastBackup(s.Settings) },
	})
}

// look asks the parts that /readyz asks.
func (s *Service) look(ctx context.Context) []status.Part {
	ctx, done := context.WithTimeout(ctx, 2*readyWait)
	defer done()
	out := make([]status.Part, len(s.Checks))
	for i, c := range s.Checks {
		out[i] = status.Part{Name: c.Name, State: status.OK}
		if err := c.Ask(ctx); err != nil {
			out[i].State, out[i].Detail = status.Down, err.Error()
			if c.Soft {
				out[i].State = status.Degraded
			}
		}
	}
	return out
}

// waits tells what waits in the queues and in the outbox.
func (s *Service) waits(ctx context.Context) (out []status.Waiting, err error) {
	of := s.notes()
	maps.Copy(of, s.backlogs())
	for _, name := range slices.Sorted(maps.Keys(of)) {
		w := status.Waiting{Name: name}
		if w.N, w.Oldest, err = of[name](ctx); err != nil {
			return out, err
		}
		out = append(out, w)
	}
	return out, nil
}
