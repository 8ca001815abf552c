package jobs

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// RunRound is what the queue does every few seconds.
func (s *Service) RunRound(ctx context.Context) error { return s.runRound(ctx) }

// Pool are connections as the queue has them.
func (s *Service) Pool(ctx context.Context) (*pgxpool.Pool, error) { return s.pool(ctx) }
