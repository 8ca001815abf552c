package audit

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
)

// Conditions is what lists ask the database of the log.
func (s *Entries) Conditions(ctx context.Context, wanted []query.Cond) (string, store.Args, error) {
	return s.conditions(ctx, wanted)
}

// Selects are the queries of lists and totals.
func (l *Log) Selects(what, where string) []string { return l.selects(what, where, false) }

// Index does what Run does every few seconds.
func (l *Log) Index(ctx context.Context) error { return l.index(ctx) }

// IndexBefore is one step of it.
func (l *Log) IndexBefore(ctx context.Context, id int64) error { return l.indexBefore(ctx, id) }

// People are those who act, by a part of their names.
func (s *Lookups) People(ctx context.Context, text string) ([]Person, error) {
	return s.people(ctx, text)
}

// Named is whom a filter names.
func (s *Lookups) Named(ctx context.Context, actor string) ([]Person, error) {
	return s.named(ctx, actor)
}

// Batches are the latest.
func (s *Lookups) Batches(ctx context.Context) ([]Batch, error) {
	found, err := s.batches(ctx, batchesInput{})
	return found.Results, err
}

// IndexChanges is one step of how changes are indexed; it returns how many entries it has indexed.
func (l *Log) IndexChanges(ctx context.Context) (int, error) { return l.indexNextChanges(ctx) }
