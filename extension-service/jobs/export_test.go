package jobs

import "context"

// Round is what the queue does every few seconds.
func (s *Service) Round(ctx context.Context) error { return s.round(ctx) }
