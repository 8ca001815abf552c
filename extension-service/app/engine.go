package app

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/search/fts5"
	"poolkeeper.example/extension-service/engine/search/opensearch"
)

// engine is what keeps the search indexes.
type engine struct {
	search.Engine

	name        string
	quarantined func() string               // names the damaged file that was set aside last; nil where there are no files
	maintain    func(context.Context)       // goes on beside it; nil where there is nothing to do
	check       func(context.Context) error // reads all files; nil where there are none
	close       func() error
}

// openEngine opens the one that SEARCH_URL names, else the files of the indexes. Either has only those of this
// installation.
func (s *Service) openEngine(ctx context.Context) (engine, error) {
	owner, err := search.Installation(ctx, s.DB)
	if err != nil {
		return engine{}, err
	}
	if s.Settings.SearchURL != "" {
		e, err := opensearch.New(s.Settings.SearchURL, owner+"-", time.Now)
		if err != nil {
			return engine{}, err
		}
		return engine{Engine: e, name: "opensearch", close: e.Close}, nil
	}
	e, err := fts5.Open(ctx, fts5.Folder{Path: s.Settings.DataDir, Owner: owner}, time.Now, s.Log)
	if err != nil {
		return engine{}, err
	}
	return engine{
		Engine: e, name: "fts5", quarantined: e.QuarantinedFile, maintain: e.Maintain, check: e.Check, close: e.Close,
	}, nil
}
