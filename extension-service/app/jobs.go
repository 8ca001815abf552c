package app

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/monitor"
	"poolkeeper.example/extension-service/platform/role"
)

// newJobs builds the part that does long work. It must stand before the domains, which start jobs through it.
func (s *Service) newJobs() *jobs.Service {
	out := jobs.New(jobs.Deps{
		DB: s.DB, URL: s.Settings.DatabaseURL, Connecting: connecting(s.Settings), Dir: s.Settings.DataDir, Log: s.Log,
		Now: time.Now, Audit: s.Audit.Record,
		Caller:  func(ctx context.Context, id int64) (*role.Caller, error) { return s.parts.staff.CallerFor(ctx, id) },
		Recheck: s.recheck, Reads: s.reads, Visible: s.visibleOf,
		Task:  func(ctx context.Context, id string, pass int64) error { return s.parts.schedule.Work(ctx, id, pass) },
		Watch: s.watchWork(monitor.Jobs),
	})
	out.Register(jobs.Bulk(s.Registry, s.DB))
	return out
}

// recheck holds what a caller may do against the database. A job acts without a session: its owner may have signed out.
func (s *Service) recheck(ctx context.Context, c *role.Caller) error {
	if c.Kind != role.Admin || c.Source != jobs.Source {
		return s.parts.staff.Recheck(ctx, c)
	}
	now, err := s.parts.staff.CallerFor(ctx, c.ID)
	if err != nil {
		return err
	}
	c.Name, c.Email, c.Roles, c.Permissions, c.Scope = now.Name, now.Email, now.Roles, now.Permissions, now.Scope
	return nil
}

// reads says whether the caller may read every record of an entity.
func (s *Service) reads(ctx context.Context, entity string) bool {
	r, who := s.Registry.Named(entity), role.From(ctx)
	return r != nil && who.CanAny(r.Facts().Read) && who.Scope.IsUnlimited()
}

// visibleOf says which of the records the caller can see.
func (s *Service) visibleOf(ctx context.Context, entity string, ids []int64) (map[int64]bool, error) {
	r := s.Registry.Named(entity)
	if r == nil {
		return map[int64]bool{}, nil
	}
	return r.Visible(ctx, ids)
}
