package app

import (
	"context"
	"errors"

	"poolkeeper.example/extension-service/engine/search/fts5"
)

// scrub takes what was deleted or replaced out of the search indexes and of the write-ahead logs, at the end of an
// erasure. Erasures that end at the same time share it: a log is emptied for one of them as for all, and each by itself
// would find that the others keep reading.
func (s *Service) scrub(ctx context.Context) error { return s.scrubbing.Do(ctx, s.scrubAll) }

// scrubAll does so. The indexes first learn what has changed, as they otherwise do a moment later.
func (s *Service) scrubAll(ctx context.Context) error {
	if err := s.publishOutbox(ctx); err != nil {
		return err
	}
	return errors.Join(fts5.RemoveQuarantined(s.Settings.DataDir), s.parts.indexes.Purge(ctx), s.DB.TruncateLog(ctx),
		s.parts.jobs.TruncateLog(ctx))
}

// Scrub takes a person out of what keeps more than it shows.
func (t freelancerTraces) Scrub(ctx context.Context) error { return t.scrub(ctx) }
