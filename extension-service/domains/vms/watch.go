package vms

import (
	"context"
	"maps"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/schedule"
)

// Watch looks for connections that hear less from their VMS than usual, or something that is not as it was.
func (s *Service) Watch() schedule.Job {
	return schedule.Job{Name: "vms.watch", Schedule: "*/5 * * * *", Timeout: 4 * time.Minute, Do: s.watch}
}

// silenceState is when a connection heard something last, and when it was silent last, of an alarm that stands.
type silenceState struct {
	connection, client, last, silentAt int64
	silent                             bool
}

func (s *Service) watch(ctx context.Context, r *schedule.Run) error {
	if onHold, err := s.deps.Held(ctx); err != nil || onHold {
		return err
	}
	if err := s.watchShapes(ctx, r); err != nil {
		return err
	}
	return s.watchSilence(ctx, r)
}

// watchShapes looks at what was sent to us since the last look.
func (s *Service) watchShapes(ctx context.Context, r *schedule.Run) error {
	names, err := s.unlookedAt(ctx)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(names)) {
		if err := s.lookAtShapes(ctx, r, id, names[id]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) watchSilence(ctx context.Context, r *schedule.Run) error {
	var all []silenceState
	var h silenceState
	var name string
	names := map[int64]string{}
	err := s.deps.DB.Each(ctx, []any{&h.connection, &h.client, &name, &h.last, &h.silent, &h.silentAt}, func() error {
		all, names[h.connection] = append(all, h), name
		return nil
	}, `
		SELECT id, client_id, name, heard_at, silent, silent_at
		  FROM vms_connections
		 WHERE active = 1
		   AND heard_at IS NOT NULL
		 ORDER BY id`)
	if err != nil {
		return err
	}
	r.Count("checked", int64(len(all)))
	for _, h := range all {
		rhythm, err := s.arrivalRate(ctx, h)
		if err != nil {
			return err
		}
		if rhythm == nil {
			continue
		}
		isSilent, err := s.watchOne(ctx, r, h, rhythm)
		if err != nil {
			return err
		}
		if isSilent && !h.silent {
			r.Count("goneSilent", 1)
			r.Warn("%s: nothing since %s", names[h.connection], time.UnixMilli(h.last).UTC().Format(time.RFC3339))
		}
	}
	return nil
}

// watchOne raises the alarm of a silent connection, and ends that of one which hears as usual again.
func (s *Service) watchOne(ctx context.Context, r *schedule.Run, h silenceState, rhythm *ArrivalRate) (isSilent bool,
	err error,
) {
	now := s.deps.Now()
	isSilent = rhythm.IsSilent(time.UnixMilli(h.last), now)
	isBack := h.silent && !isSilent && rhythm.IsBack(time.UnixMilli(h.silentAt), now)
	if !isSilent && !isBack {
		return false, nil
	}
	silent := map[bool]int64{true: 1}[isSilent]
	return isSilent, r.Write(ctx, func(ctx context.Context) error {
		s.deps.DB.Touched(ctx, "vms_connections", "silent")
		if _, err := s.deps.DB.Exec(ctx, "UPDATE vms_connections SET silent = $1, silent_at = $2 WHERE id = $3", silent,
			now.UnixMilli(), h.connection); err != nil || isSilent == h.silent {
			return err
		}
		if isSilent {
			return s.Connections.addEvent(ctx, h.connection, Event{Kind: SilentEvent, At: time.UnixMilli(h.last)})
		}
		return s.Connections.endEvents(ctx, h.connection, SilentEvent, "")
	})
}

// learntRate is a rhythm and the day of the last message that it was learnt from.
type learntRate struct {
	day    int64
	rhythm *ArrivalRate
}

// arrivalRate is that of a connection, learnt anew once a day; nil where it has none.
func (s *Service) arrivalRate(ctx context.Context, h silenceState) (*ArrivalRate, error) {
	day := h.last / (24 * time.Hour).Milliseconds()
	if known, isKnown := s.rhythms.Load(h.connection); isKnown && known.(learntRate).day == day {
		return known.(learntRate).rhythm, nil
	}
	zone, err := s.deps.Clients.Zone(ctx, h.client)
	if err != nil {
		return nil, err
	}
	instants, err := s.deps.DB.IDs(ctx, `
		SELECT created
		  FROM vms_messages
		 WHERE connection_id = $1
		   AND direction = 'inbound'
		   AND created >= $2
		 ORDER BY created`, h.connection, h.last-(learntFrom*week).Milliseconds()-week.Milliseconds())
	if err != nil {
		return nil, err
	}
	times := make([]time.Time, len(instants))
	for i, ms := range instants {
		times[i] = time.UnixMilli(ms)
	}
	out := LearnArrivalRate(times, zone)
	s.rhythms.Store(h.connection, learntRate{day, out})
	return out, nil
}
