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

	"poolkeeper.example/extension-service/role"
)

const (
	sweepEvery  = time.Hour
	sweepAfter  = time.Hour          // how old bytes without a row must be: a younger one may be about to get its row
	unusedAfter = 7 * 24 * time.Hour // "resource.orphanCleanup"
	sweepBatch  = 500
	sweepAtMost = 20 // bytes without a row that are removed even when they are most of what there is
)

// Run sweeps now and then until ctx ends.
func (s *Service) Run(ctx context.Context, failed func(error)) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		if err := s.Sweep(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Sweep removes uploads that no record has named for a week, bytes that a crash has left without a row, and what was
// being looked at when the service stopped.
func (s *Service) Sweep(ctx context.Context) error {
	return errors.Join(s.sweepUnused(ctx), s.sweepBytes(ctx), s.sweepSpool())
}

func (s *Service) sweepUnused(ctx context.Context) error {
	ctx = role.AsSystem(ctx, "resource.orphanCleanup")
	old, err := s.rows(ctx, `
		SELECT `+columns+`
		  FROM resources r
		 WHERE r.created < $1
		   AND NOT EXISTS (SELECT 1 FROM resource_uses u WHERE u.resource_id = r.id)
		 ORDER BY r.created, r.id
		 LIMIT $2`, s.Now().Add(-unusedAfter).UnixMilli(), sweepBatch)
	if err != nil {
		return err
	}
	var errs []error
	for _, r := range old {
		errs = append(errs, s.Delete(ctx, r.ID))
	}
	return errors.Join(errs...)
}

// sweepBytes removes bytes without a row. Where that would be most of what there is, the database is more likely to be the
// wrong one, or an old one, and everything stays.
func (s *Service) sweepBytes(ctx context.Context) error {
	var left []string
	total := 0
	err := s.Storage.Each(ctx, func(name string, kept time.Time) error {
		total++
		if s.Now().Sub(kept) < sweepAfter {
			return nil
		}
		found, err := s.DB.Row(ctx, []any{new(int)}, "SELECT 1 FROM resources WHERE id = $1", name)
		if !found && err == nil {
			left = append(left, name)
		}
		return err
	})
	if err != nil {
		return err
	}
	if len(left) > sweepAtMost && len(left) > total/2 {
		return fmt.Errorf("files: %d of %d kept files have no row; is this their database? Nothing is removed", len(left), total)
	}
	var errs []error
	for _, name := range left {
		errs = append(errs, s.Storage.Delete(ctx, name))
	}
	return errors.Join(errs...)
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
