package app

import (
	"context"
	"path/filepath"
	"time"

	"poolkeeper.example/extension-service/search"
	"poolkeeper.example/extension-service/search/fts5"
	"poolkeeper.example/extension-service/search/opensearch"
)

// engine is what keeps the search indexes.
type engine struct {
	search.Engine

	name     string
	setAside func() string         // names a damaged file in whose place the one at work was begun; nil where there are no files
	keep     func(context.Context) // goes on beside it; nil where there is nothing to do
	close    func() error
}

// openEngine opens the one that SEARCH_URL names, else the file of the indexes.
func (s *Service) openEngine(ctx context.Context) (engine, error) {
	if s.Settings.SearchURL != "" {
		e, err := opensearch.New(s.Settings.SearchURL, time.Now)
		if err != nil {
			return engine{}, err
		}
		return engine{Engine: e, name: "opensearch", close: e.Close}, nil
	}
	e, err := fts5.Open(ctx, s.indexFile(), time.Now)
	if err != nil {
		return engine{}, err
	}
	if aside := e.SetAside(); aside != "" {
		s.Log.Error("the file of the search indexes was damaged: it was set aside and they are built anew", "file", aside)
	}
	keep := func(ctx context.Context) { e.Keep(ctx, s.Log) }
	return engine{Engine: e, name: "fts5", setAside: e.SetAside, keep: keep, close: e.Close}, nil
}

func (s *Service) indexFile() string { return filepath.Join(s.Settings.DataDir, "index.db") }
