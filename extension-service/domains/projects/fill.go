package projects

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Fill counts positions of a project as filled or as free again, as the system. The last one closes a project that
// closes itself, unless something stands in the way: then the nightly job does. TRANSITION_NOT_ALLOWED when none is
// free.
func (s *Service) Fill(ctx context.Context, id, delta int64) error {
	ctx = resource.WithAct(role.AsSystem(ctx, "project.fill"), resource.Act{Action: "fill"})
	p, err := s.Get(ctx, id) // locked: of two who take the last position one sees the other
	if err != nil {
		return err
	}
	now := p
	now.PositionsFilled = max(now.PositionsFilled+delta, 0)
	if now.PositionsFilled > now.Positions {
		return fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "project %d is full", id).With("blockedBy",
			[]resource.Block{{
				Key: "application.block.positionsFilled", Params: map[string]any{
					"positions": p.Positions,
					"filled":    p.PositionsFilled,
				},
			}})
	}
	if err := s.Table.Update(ctx, p, &now); err != nil {
		return err
	}
	full := now.PositionsFilled == now.Positions && delta > 0
	if !full || now.AutoCloseWhenFilled == nil || !*now.AutoCloseWhenFilled || now.Status != Active &&
		now.Status != Paused {
		return nil
	}
	_, _, err = s.move(ctx, &now, Change{Status: Closed, Reason: FilledHere})
	if fault.CodeOf(err) == "TRANSITION_NOT_ALLOWED" {
		return nil
	}
	return err
}
