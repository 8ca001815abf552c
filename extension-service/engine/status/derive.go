package status

import (
	"context"
	"errors"
	"time"
)

// A copy of another release leaves the derived fields empty that it does not know, and does not update them when what
// they are derived from changes. So each copy registers which fields it derives, and once no copy with others runs any
// more, the leader computes the fields of all records anew. That holds for an upgrade, for going back, and for a copy
// that was frozen meanwhile.

// Why records may lack derived fields, as the status page puts it into words.
var (
	errOtherRuns = errors.New("waiting")   // a copy runs that derives other fields
	errNotYet    = errors.New("computing") // none does, and the fields are not computed yet
)

// RunDerive computes the derived fields of all records anew after each release that derives others, until ctx ends.
func (s *Service) RunDerive(ctx context.Context) {
	s.repeat(ctx, "compute the derived fields of all records", s.StepDerive) // a failed one begins anew
}

// StepDerive computes them if that is due and this copy is the one that does so.
func (s *Service) StepDerive(ctx context.Context) error {
	due := s.CheckDerived(ctx)
	if !errors.Is(due, errNotYet) {
		if errors.Is(due, errOtherRuns) {
			return nil
		}
		return due
	}
	if leads, err := s.IsLeader(ctx); err != nil || !leads {
		return err
	}
	began := s.Clock()
	s.Log.Info("computing the derived fields of all records, since copies that derive others have written")
	n, err := s.Derive(ctx)
	if err != nil {
		return err
	}
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		_, err := s.DB.Exec(ctx, `
			INSERT INTO derived_records (derivations, derived)
			VALUES ($1, $2)
			ON CONFLICT (derivations) DO UPDATE SET derived = excluded.derived`, s.Derivations, began.UnixMilli())
		return err
	})
	if err == nil {
		s.Log.Info("computed the derived fields of all records", "records", n, "took", s.Clock().Sub(began).String())
	}
	return err
}

// CheckDerived fails while records may lack derived fields: since a copy that derives others runs, or has run after
// they were last computed.
func (s *Service) CheckDerived(ctx context.Context) error {
	var seen, derived int64
	_, err := s.DB.Row(ctx, []any{&seen, &derived}, `
		SELECT coalesce(max(CASE WHEN stopped > seen THEN stopped ELSE seen END), 0),
		       coalesce((SELECT derived FROM derived_records WHERE derivations = $1), 0)
		  FROM service_copies
		 WHERE derivations <> $1`, s.Derivations)
	gone := time.UnixMilli(seen).Add(missing) // by then it has certainly ended
	switch {
	case err != nil:
		return err
	case seen == 0 || !gone.After(time.UnixMilli(derived)):
		return nil
	case gone.After(s.Clock()):
		return errOtherRuns
	}
	return errNotYet
}
