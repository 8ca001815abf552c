package admin

import (
	"context"
	"fmt"
	"time"

	"poolkeeper.example/extension-service/schedule"
	"poolkeeper.example/extension-service/search"
)

// FullReconcile is the job that compares every index with the database both ways and keeps the reports. It repairs what
// differs where repairs says so.
func (s *Service) FullReconcile(repairs func(ctx context.Context) (bool, error)) schedule.Job {
	return schedule.Job{Name: "index.fullReconcile", Schedule: "0 3 * * 0", Timeout: 3 * time.Hour, Do: func(ctx context.Context, r *schedule.Run) error {
		isRepairing, err := repairs(ctx)
		if err != nil {
			return err
		}
		for _, typ := range s.Indexes.Types() {
			if err := s.reconcile(ctx, r, typ, isRepairing && !r.DryRun); err != nil {
				return err
			}
		}
		return nil
	}}
}

func (s *Service) reconcile(ctx context.Context, r *schedule.Run, typ string, isRepairing bool) error {
	compare := s.Reconcile
	if r.DryRun {
		compare = s.Indexes.Drift
	}
	report, err := compare(ctx, typ, search.Options{})
	if err != nil {
		return fmt.Errorf("index of %s: %w", typ, err)
	}
	var checked int64
	for _, n := range report.Counts {
		checked += n
	}
	r.Count("checked", checked)
	r.Count("differing", int64(len(report.IDs)))
	r.Info("%s: %d documents and rows, %d differ", typ, checked, len(report.IDs))
	if !isRepairing || len(report.IDs) == 0 {
		return nil
	}
	left, err := s.Indexes.Repair(ctx, typ, report.IDs)
	if err != nil {
		return fmt.Errorf("repair the index of %s: %w", typ, err)
	}
	r.Count("repaired", int64(len(report.IDs)-len(left)))
	return nil
}
