package app

import (
	"context"
	"errors"
	"time"

	"poolkeeper.example/extension-service/engine/monitor"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/settings"
)

// newSchedule declares every job that is run by the clock. Whatever else works on and on follows something at once.
func (s *Service) newSchedule() *schedule.Service {
	p := s.parts
	return schedule.New(schedule.Deps{
		DB: s.DB, Now: time.Now, Log: s.Log, Enqueue: p.jobs.EnqueueTask, Audit: s.Audit.Record,
		Recheck: s.recheck, Held: s.isOnHold, Watch: s.watchWork(monitor.Schedule),
	},
		p.domains.projects.CloseExpired(),
		p.domains.applications.ResendFailed(),
		p.domains.applications.ExpireUnconfirmed(),
		p.domains.vms.Poll(),
		p.indexAdmin.RepairDrift(),
		p.indexAdmin.FullReconcile(func(ctx context.Context) (bool, error) {
			return p.settings.Bool(ctx, settings.IndexAutoRepair)
		}),
		schedule.Job{Name: "retention.purgeDeleted", Schedule: "0 4 * * *", Timeout: time.Hour, Do: s.purgeDeleted},
		p.domains.freelancers.RemindOfConsents(),
		p.domains.pools.Members.Expire(),
		p.content.SyncTexts(),
		s.coverageReport(),
		p.notes.Digest(),
		p.domains.freelancers.ScanDuplicates(),
		schedule.Job{Name: "auth.cleanup", Schedule: "20 * * * *", Timeout: 5 * time.Minute, Do: s.cleanUp},
		p.files.OrphanCleanup(),
		p.domains.vms.Compare(),
		p.domains.vms.Watch(),
		schedule.Job{Name: "database.quickCheck", Schedule: "10 5 * * *", Timeout: 2 * time.Hour, Do: s.quickCheck},
		p.planned.Job(),
		s.auditCheckpoint(),
		s.auditPrune(),
	)
}

// cleanUp removes what has run out.
func (s *Service) cleanUp(ctx context.Context, r *schedule.Run) error {
	if r.DryRun {
		r.Info("nothing here can be tried")
		return nil
	}
	return r.InSteps(ctx,
		schedule.Step{Counter: "sessions", Do: func(ctx context.Context) (int64, error) {
			return s.parts.staff.Cleanup(ctx)
		}},
		schedule.Step{Counter: "rights", Do: s.parts.staff.EndRights},
		schedule.Step{Counter: "tickets", Do: s.tickets.DeleteExpired},
		schedule.Step{Counter: "repeats", Do: func(ctx context.Context) (int64, error) {
			return s.DB.DeleteExpiredKeys(ctx, time.Now())
		}},
		schedule.Step{Counter: "indexes", Do: func(ctx context.Context) (int64, error) {
			gone, err := s.parts.indexes.Expire(ctx)
			return int64(len(gone)), err
		}},
		schedule.Step{Counter: "bindings", Do: func(ctx context.Context) (int64, error) {
			return s.parts.domains.freelancers.Bindings.CloseEnded(ctx)
		}},
		schedule.Step{Counter: "copies", Do: s.parts.status.DeleteExpired},
		schedule.Step{Counter: "uploads", Do: s.parts.domains.pools.DropUploads},
		schedule.Step{Counter: "importsDropped", Do: s.parts.imports.DropExpired},
	)
}

// purgeDeleted takes away what has been in the trash, or kept, long enough.
func (s *Service) purgeDeleted(ctx context.Context, r *schedule.Run) error {
	forgot, failed := s.parts.domains.freelancers.Purge(ctx, r)
	d := s.parts.domains
	err := errors.Join(failed, d.msps.Purge(ctx, r), d.applications.Purge(ctx, r), d.projects.Purge(ctx, r),
		s.parts.notes.Purge(ctx, r))
	if r.DryRun {
		return err
	}
	if forgot || r.Counts()["anonymisedMsps"] > 0 {
		err = errors.Join(err, s.scrub(ctx))
	}
	return errors.Join(err, r.InSteps(ctx,
		schedule.Step{Counter: "texts", Do: s.textHistory().Purge},
		schedule.Step{Counter: "planned", Do: s.parts.planned.DeleteExpired},
		schedule.Step{Counter: "mails", Do: func(ctx context.Context) (int64, error) { return s.parts.mail.Cleanup(ctx) }},
		schedule.Step{Counter: "messages", Do: func(ctx context.Context) (int64, error) {
			return s.parts.domains.vms.Messages.Cleanup(ctx)
		}},
		schedule.Step{Counter: "runs", Do: func(ctx context.Context) (int64, error) {
			return s.parts.schedule.DeleteExpired(ctx)
		}},
	))
}

// RunScheduled does at once what a job does at its times, for tests, and says what it counted.
func (s *Service) RunScheduled(ctx context.Context, name string, dryRun bool) (map[string]int64, error) {
	return s.parts.schedule.Do(ctx, name, dryRun)
}
