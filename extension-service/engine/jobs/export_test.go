package jobs

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Round is what the queue does every few seconds.
func (s *Service) Round(ctx context.Context) error { return s.round(ctx) }

// Pool are connections as the queue has them.
func (s *Service) Pool(ctx context.Context) (*pgxpool.Pool, error) { return s.pool(ctx) }
