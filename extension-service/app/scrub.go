package app

import (
	"context"
	"errors"

	"poolkeeper.example/extension-service/search"
	"poolkeeper.example/extension-service/store"
)

// scrub takes what was deleted or replaced out of the search indexes and of the write-ahead logs, at the end of an erasure.
// The indexes first learn what has changed, as they otherwise do a moment later.
func (s *Service) scrub(ctx context.Context) error {
	relay := &store.Relay{DB: s.DB, Topic: search.Topic, Publish: s.parts.indexes.Publish, Log: s.Log}
	for n := 1; n > 0; {
		var err error
		if n, err = relay.Step(ctx); err != nil {
			return err
		}
	}
	return errors.Join(store.RemoveSetAside(s.indexFile()), s.parts.indexes.Purge(ctx), s.DB.TruncateLog(ctx), s.parts.jobs.TruncateLog(ctx))
}

// Scrub takes a person out of what keeps more than it shows.
func (t freelancerTraces) Scrub(ctx context.Context) error { return t.scrub(ctx) }
