package admin

import (
	"context"
	"sync"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/search"
)

// buildLife is how long a build that the service began by itself counts as alive after its last sign of life.
const buildLife = time.Minute

// Built is how far the build of an index is that the service began by itself, on any copy.
type Built struct {
	Phase            string
	Processed, Total int64
	Started          time.Time
}

// Build makes the index of a type that is missing or outdated, and saves how far it is for all copies of the service.
// REBUILD_RUNNING while another copy builds it.
func (s *Service) Build(ctx context.Context, typ string, o search.Options) error {
	p := &buildProgress{Service: s, ctx: ctx, typ: typ}
	o.Enter = func(phase search.Phase, index string) {
		if p.Phase = string(phase); index != "" { // before the first the type is not this build's yet
			p.save()
		}
	}
	o.Progress = func(done, total int64) {
		if p.Processed, p.Total = done, total; s.Now().Sub(p.saved) >= saveEvery {
			p.save()
		}
	}
	p.Started = s.Now()
	err := s.Indexes.Reindex(ctx, typ, o)
	p.stop()
	return err
}

// buildProgress saves the progress of a build. What cannot be saved is not shown, and the build goes on.
type buildProgress struct {
	*Service
	Built

	ctx   context.Context //nolint:containedctx // the one that the callbacks save under
	typ   string
	saved time.Time
	once  sync.Once
	shown bool
}

func (p *buildProgress) save() {
	p.saved, p.shown = p.Now(), true
	p.write(p.ctx, p.saved.UnixMilli())
}

// stop says that the build has ended, as it does when the process is told to.
func (p *buildProgress) stop() {
	if p.shown {
		p.write(context.WithoutCancel(p.ctx), 0)
	}
}

func (p *buildProgress) write(ctx context.Context, shown int64) {
	err := p.DB.Write(ctx, func(ctx context.Context) error {
		_, err := p.DB.Exec(ctx, `
			INSERT INTO index_rebuilds (type, job_id, phase, processed, total, started, shown)
			VALUES ($1, '', $2, $3, $4, $5, $6)
			ON CONFLICT (type) DO UPDATE
			   SET phase = excluded.phase, processed = excluded.processed, total = excluded.total,
			       started = excluded.started, shown = excluded.shown`,
			p.typ, p.Phase, p.Processed, p.Total, p.Started.UnixMilli(), shown)
		return err
	})
	if err != nil && ctx.Err() == nil {
		p.once.Do(func() { p.Indexes.Log.Warn("save the progress of an index", "type", p.typ, "err", err) })
	}
}

// Builds are the builds that run which the service began by itself, by type.
func (s *Service) Builds(ctx context.Context) (map[string]Built, error) {
	out := map[string]Built{}
	var typ string
	var one Built
	var started int64
	err := s.DB.Each(ctx, []any{&typ, &one.Phase, &one.Processed, &one.Total, &started}, func() error {
		one.Started = time.UnixMilli(started)
		out[typ] = one
		return nil
	}, "SELECT type, phase, processed, total, started FROM index_rebuilds WHERE shown > $1",
		s.Now().Add(-buildLife).UnixMilli())
	return out, err
}

// state is a build in the words of jobs, without an id of one: nobody has started it, and nobody stops it.
func (b Built) state(typ string) *State {
	out := &State{
		Kind: RebuildJob, Type: typ, State: "RUNNING", Phase: b.Phase, Total: b.Total, Processed: b.Processed,
		StartedAt: date.InstantOrNull(b.Started),
	}
	if b.Total > 0 {
		out.Percent = 100 * min(b.Processed, b.Total) / b.Total
	}
	return out
}
