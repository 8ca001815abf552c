package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	sweepAfter  = time.Hour          // how old bytes without a row must be: a younger one may be about to get its row
	unusedAfter = 7 * 24 * time.Hour // "resource.orphanCleanup"
	sweepBatch  = 500
	sweepAtMost = 20 // bytes without a row that are removed even when they are most of what there is
)

// OrphanCleanup is the job that sweeps.
func (s *Service) OrphanCleanup() schedule.Job {
	return schedule.Job{
		Name: "resource.orphanCleanup", Schedule: "40 4 * * *", Timeout: 30 * time.Minute,
		Do: s.orphanCleanup,
	}
}

func (s *Service) orphanCleanup(ctx context.Context, r *schedule.Run) error {
	unused, err := s.unused(ctx)
	if err != nil {
		return err
	}
	r.Count("checked", int64(len(unused)))
	if r.DryRun { // bytes cannot be tried
		r.Count("removed", int64(len(unused)))
		return nil
	}
	removed, err := s.sweepUnused(ctx, unused)
	r.Count("removed", removed)
	left, failed := s.sweepBytes(ctx)
	r.Count("leftovers", left)
	return errors.Join(err, failed, s.sweepSpool())
}

// Sweep removes uploads that no record has named for a week, bytes that a crash has left without a row, and what was
// being looked at when the service stopped.
func (s *Service) Sweep(ctx context.Context) error {
	unused, err := s.unused(ctx)
	_, gone := s.sweepUnused(ctx, unused)
	_, left := s.sweepBytes(ctx)
	return errors.Join(err, gone, left, s.sweepSpool())
}

// unused lists uploads that no record has named for a week.
func (s *Service) unused(ctx context.Context) ([]Resource, error) {
	return s.rows(ctx, `
		SELECT `+columns+`
		  FROM resources r
		 WHERE r.created < $1
		   AND NOT EXISTS (SELECT 1 FROM resource_uses u WHERE u.resource_id = r.id)
		 ORDER BY r.created, r.id
		 LIMIT $2`, s.Now().Add(-unusedAfter).UnixMilli(), sweepBatch)
}

func (s *Service) sweepUnused(ctx context.Context, unused []Resource) (removed int64, err error) {
	ctx = role.AsSystem(ctx, "resource.orphanCleanup")
	for _, r := range unused {
		gone := s.Delete(ctx, r.ID)
		if err = errors.Join(err, gone); gone == nil {
			removed++
		}
	}
	return removed, err
}

// sweepBytes removes bytes without a row. Where that would be most of what there is, the database is more likely to be
// the wrong one, or an old one, and everything stays.
func (s *Service) sweepBytes(ctx context.Context) (removed int64, err error) {
	var left []string
	total := 0
	err = s.Storage.Each(ctx, func(name string, storedAt time.Time) error {
		total++
		if s.Now().Sub(storedAt) < sweepAfter {
			return nil
		}
		found, err := s.DB.Row(ctx, []any{new(int)}, "SELECT 1 FROM resources WHERE id = $1", name)
		if !found && err == nil {
			left = append(left, name)
		}
		return err
	})
	if err != nil {
		return 0, err
	}
	if len(left) > sweepAtMost && len(left) > total/2 {
		return 0, fmt.Errorf("files: %d of %d kept files have no row; is this their database? Nothing is removed", len(left),
			total)
	}
	var errs []error
	for _, name := range left {
		errs = append(errs, s.Storage.Delete(ctx, name))
	}
	return int64(len(left)), errors.Join(errs...)
}

func (s *Service) sweepSpool() error {
	entries, err := os.ReadDir(s.Spool)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	errs := []error{err}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), spooled) && s.Now().Sub(info.ModTime()) > sweepAfter {
			errs = append(errs, os.Remove(filepath.Join(s.Spool, e.Name())))
		}
	}
	return errors.Join(errs...)
}
