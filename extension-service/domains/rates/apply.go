package rates

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	applyKind  = "rate.apply"
	phase      = "APPLY"
	applyChunk = 200 // applications computed anew in one transaction
)

// applying is the input of the job: whose formulas have changed.
type applying struct {
	Scope Scope `json:"scope"`
	ID    int64 `json:"id"`
}

// Action names what is shown with the job.
func (applying) Action() string { return "formula" }

// applied is how far the job has come.
type applied struct {
	After int64 `json:"after"` // the last application that is done
	Total int64 `json:"total"`
}

// ApplyKind is the job that computes the rates of open applications anew after a formula has changed. Undoing it gives
// them back the rates they had; the formula stays, as if it had been meant for new applications only.
func (s *Service) ApplyKind() jobs.Kind {
	return jobs.Kind{
		Name: applyKind, Run: s.apply, Needs: func(*jobs.Job) []role.Permission {
			return []role.Permission{role.FormulaWrite}
		},
		Restore: func(ctx context.Context, _ *jobs.Job, row jobs.Row) (jobs.Row, error) {
			return s.Applications.RestoreRates(ctx, row)
		},
	}
}

func (s *Service) apply(ctx context.Context, r *jobs.Run) error {
	var in applying
	var at applied
	if err := r.Input(&in); err != nil {
		return err
	}
	going, err := r.Checkpoint(&at)
	if err != nil {
		return err
	}
	record := recordRef(in)
	if !going {
		if err := s.eachOpen(ctx, openRange{of: record}, func(*open) error { at.Total++; return nil }); err != nil {
			return err
		}
	}
	for {
		var ids []int64
		err := s.eachOpen(ctx, openRange{of: record, after: at.After, limit: applyChunk}, func(o *open) error {
			ids = append(ids, o.id)
			return nil
		})
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			p := r.Job().Progress
			p.Phase, p.Total = phase, at.Total
			return r.Save(ctx, at, p)
		}
		if err := s.chunk(ctx, r, ids, &at); err != nil {
			return err
		}
	}
}

// chunk computes some applications anew in one transaction, together with how far the job has come.
func (s *Service) chunk(ctx context.Context, r *jobs.Run, ids []int64, at *applied) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		f, err := s.planSetFor(ctx, ids)
		if err != nil {
			return err
		}
		rows, err := s.Applications.Reprice(ctx, ids, f.compute)
		if err != nil {
			return err
		}
		rows = slices.DeleteFunc(rows, func(row jobs.Row) bool { return row.Version == 0 })
		if err := r.Report(ctx, rows...); err != nil {
			return err
		}
		next, p := *at, r.Job().Progress
		p.Phase, p.Total = phase, at.Total
		p.Processed += int64(len(ids))
		p.Updated += int64(len(rows))
		p.Skipped += int64(len(ids) - len(rows))
		next.After = ids[len(ids)-1]
		if err := r.Save(ctx, next, p); err != nil {
			return err
		}
		*at = next
		return nil
	})
}
