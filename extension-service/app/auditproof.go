package app

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/audit/proof"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/settings"
	"poolkeeper.example/extension-service/platform/encryption"
)

// newSigner is what chains the log, and signs how it stands.
func (s *Service) newSigner() *proof.Signer {
	signer := &proof.Signer{
		Chain: &proof.Chain{DB: s.DB, Now: time.Now}, Log: s.Log,
		Box: encryption.Box{Secret: string(s.Settings.SigningSecret), Purpose: "checkpoints of the audit log"},
	}
	if s.parts.stream != nil {
		signer.Sink = s.parts.stream.Sink
	}
	return signer
}

// chainAudit chains the log until ctx ends.
func (s *Service) chainAudit(ctx context.Context) {
	s.newSigner().Chain.Run(ctx, func(err error) { s.Log.Error("chain the audit log", "err", err) })
}

// auditCheckpoint signs every day how the log stands, and hands that on.
func (s *Service) auditCheckpoint() schedule.Job {
	return schedule.Job{
		Name: "audit.checkpoint", Schedule: "50 0 * * *", Timeout: time.Hour,
		Do: func(ctx context.Context, r *schedule.Run) error {
			if r.DryRun {
				r.Info("nothing here can be tried")
				return nil
			}
			return r.InSteps(ctx, schedule.Step{Counter: "chained", Do: s.newSigner().Checkpoint})
		},
	}
}

// auditPrune removes entries that are older than the retention, where the settings say so.
func (s *Service) auditPrune() schedule.Job {
	return schedule.Job{
		Name: "audit.prune", Schedule: "30 5 1 * *", Timeout: 2 * time.Hour,
		Do: func(ctx context.Context, r *schedule.Run) error {
			isOn, err := s.parts.settings.Bool(ctx, settings.AuditPrune)
			if err != nil {
				return err
			}
			if !isOn && !r.DryRun {
				r.Info("the setting %s is off: nothing is removed", settings.AuditPrune)
				return nil
			}
			found, err := s.PruneAudit(ctx, proof.Months, r.DryRun)
			if err == nil {
				r.Info("entries up to %d, older than %s", found.LastID, found.Before.UTC().Format(time.DateOnly))
				r.Count("removed", found.Entries)
			}
			return err
		},
	}
}

// PruneAudit removes entries older than some months, and says which; a dry run only says.
func (s *Service) PruneAudit(ctx context.Context, months int64, dryRun bool) (proof.Prunable, error) {
	p := &proof.Pruner{Signer: s.newSigner(), Log: s.Audit}
	found, err := p.Look(ctx, months)
	if err != nil || dryRun {
		return found, err
	}
	return found, p.Prune(ctx, found)
}

// AuditCheckpoint signs how the log stands, and returns all that was signed as lines of JSON.
func (s *Service) AuditCheckpoint(ctx context.Context) ([]byte, error) {
	signer := s.newSigner()
	if _, err := signer.Checkpoint(ctx); err != nil {
		return nil, err
	}
	return signer.Signed(ctx)
}

// AuditKey is the public key that checkpoints of the log are verified with.
func (s *Service) AuditKey(ctx context.Context) (string, error) { return s.newSigner().PublicKey(ctx) }
