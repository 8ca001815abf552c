package admin

import (
	"context"
	"fmt"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/search"
)

// FullReconcile is the job that compares every index with the database both ways and keeps the reports. It repairs what
// differs where repairs says so.
func (s *Service) FullReconcile(repairs func(ctx context.Context) (bool, error)) schedule.Job {
	return schedule.Job{
		Name: "index.fullReconcile", Schedule: "0 3 * * 0", Timeout: 3 * time.Hour,
		Do: func(ctx context.Context, r *schedule.Run) error {
			isRepairing, err := repairs(ctx)
			if err != nil {
				return err
			}
			built, err := s.builtTypes(ctx, r)
			if err != nil {
				return err
			}
			for _, typ := range built {
				if err := s.reconcile(ctx, r, typ, isRepairing && !r.DryRun); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// builtTypes are the types with an index to compare. One that is missing is built whole by itself, from the rows.
func (s *Service) builtTypes(ctx context.Context, r *schedule.Run) ([]string, error) {
	missing, err := s.Indexes.Missing(ctx)
	if err != nil {
		return nil, err
	}
	for _, typ := range missing {
		r.Warn("index of %s: not built yet", typ)
		r.Count("missing", 1)
	}
	return slices.DeleteFunc(s.Indexes.Types(), func(typ string) bool { return slices.Contains(missing, typ) }), nil
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
	return s.repairType(ctx, r, typ, report.IDs)
}

const (
	sampleEvery = 30 * time.Minute
	glancesADay = int64(24 * time.Hour / sampleEvery) // together they have looked at everything
)

// RepairDrift is the job that looks at what was changed during the last day, and at another part of everything each
// time, and repairs what differs.
func (s *Service) RepairDrift() schedule.Job {
	return schedule.Job{
		Name: "index.repairDrift", Schedule: "*/30 * * * *", Timeout: 20 * time.Minute,
		Do: func(ctx context.Context, r *schedule.Run) error {
			now := s.Now()
			part := now.Unix() / int64(sampleEvery/time.Second) % glancesADay
			built, err := s.builtTypes(ctx, r)
			if err != nil {
				return err
			}
			for _, typ := range built {
				if err := s.compareSample(ctx, r, typ, search.Sample{
					Since: now.AddDate(0, 0, -1), Part: part,
					Parts: glancesADay,
				}); err != nil {
					return fmt.Errorf("index of %s: %w", typ, err)
				}
			}
			return nil
		},
	}
}

func (s *Service) compareSample(ctx context.Context, r *schedule.Run, typ string, g search.Sample) error {
	seen, err := s.Indexes.DriftOf(ctx, typ, g)
	if err != nil {
		return err
	}
	r.Count("checked", seen.Checked)
	r.Count("differing", int64(len(seen.Differing)))
	if len(seen.Differing) == 0 {
		return nil
	}
	ids := make([]int64, len(seen.Differing))
	for i, d := range seen.Differing {
		ids[i] = d.ID
		r.Info("%s %d: %s", typ, d.ID, d.Kind)
	}
	if r.DryRun {
		return nil
	}
	return s.repairType(ctx, r, typ, ids)
}

// repairType repairs the documents of a type.
func (s *Service) repairType(ctx context.Context, r *schedule.Run, typ string, ids []int64) error {
	left, err := s.Indexes.Repair(ctx, typ, ids)
	if err != nil {
		return fmt.Errorf("repair the index of %s: %w", typ, err)
	}
	r.Count("repaired", int64(len(ids)-len(left)))
	return nil
}
