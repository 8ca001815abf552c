package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/search/admin"
)

// indexTimeout is how long a check waits for the search engine, which no request of lists or records needs.
const indexTimeout = time.Second

// newIndexCheck makes the check of the search indexes: it fails while the search engine does not answer, or a type has
// no index.
func (s *Service) newIndexCheck() func(ctx context.Context) error {
	outside := &probe{check: s.checkIndexes}
	if s.Settings.SearchURL != "" {
		return outside.Check
	}
	return func(ctx context.Context) error { // files of ours are looked at each time
		if err := s.parts.engine.Ping(ctx); err != nil {
			return err
		}
		return outside.Check(ctx)
	}
}

func (s *Service) checkIndexes(ctx context.Context) error {
	ctx, done := context.WithTimeout(ctx, indexTimeout)
	defer done()
	if err := s.parts.engine.Ping(ctx); err != nil {
		return err
	}
	missing, err := s.parts.indexes.Missing(ctx)
	if err != nil {
		return err
	}
	s.parts.missing.Store(&missing)
	if len(missing) == 0 {
		return nil
	}
	builds, err := s.parts.indexAdmin.Builds(ctx)
	return errors.Join(&missingError{missing, builds}, err)
}

// missingError says which types have no index, and how far those are that are being built.
type missingError struct {
	types  []string
	builds map[string]admin.Built
}

// Error has a line for each type, `missing TYPE`, which the status page puts into the reader's words.
func (e *missingError) Error() string { return "missing " + strings.Join(e.types, "\nmissing ") }

// progress says of those that are being built how far they are: `building TYPE DONE TOTAL`.
func (e *missingError) progress() string {
	lines := make([]string, len(e.types))
	for i, typ := range e.types {
		lines[i] = "missing " + typ
		if b, is := e.builds[typ]; is {
			lines[i] = fmt.Sprintf("building %s %d %d", typ, b.Processed, b.Total)
		}
	}
	return strings.Join(lines, "\n")
}

// missingIndexes are the types without an index; nil while nobody knows.
func (s *Service) missingIndexes(ctx context.Context) *[]string {
	if known := s.parts.missing.Load(); known != nil {
		return known
	}
	_ = s.checkIndexes(ctx) // what goes wrong is told by the check
	return s.parts.missing.Load()
}
