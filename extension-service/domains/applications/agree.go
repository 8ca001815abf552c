package applications

import (
	"context"
	"maps"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Agreed is what the client's system says of an application; what is nil stays.
type Agreed struct {
	BillRate         *decimal.Decimal
	AvailabilityFrom *date.Date
	AvailabilityTo   *date.Date
}

// Agree makes an application what has been agreed in the client's system, whether or not the client has it: what is
// settled there is no longer ours to hold. NOT_FOUND, FORBIDDEN for a rate by whoever may not set rates.
func (s *Service) Agree(ctx context.Context, id int64, as Agreed) error {
	if as.BillRate != nil && !role.From(ctx).Can(role.RateWrite) {
		return resource.Forbidden(role.RateWrite)
	}
	if err := s.Visible(ctx, id); err != nil {
		return err
	}
	return s.DB().Write(ctx, func(ctx context.Context) error {
		old, err := s.Table.Get(ctx, id)
		if err != nil {
			return err
		}
		a := old
		if as.BillRate != nil {
			a.setBillRate(as.BillRate)
		}
		if as.AvailabilityFrom != nil {
			a.AvailabilityFrom = *as.AvailabilityFrom
		}
		if as.AvailabilityTo != nil {
			a.AvailabilityTo = *as.AvailabilityTo
		}
		return s.Table.Update(ctx, old, &a)
	})
}

// setBillRate sets the bill rate and has the breakdown name it as set by hand.
func (a *Application) setBillRate(rate *decimal.Decimal) {
	names, _ := a.RateBreakdown["byHand"].([]any)
	a.RateBreakdown = maps.Clone(a.RateBreakdown)
	if a.RateBreakdown == nil {
		a.RateBreakdown = map[string]any{}
	}
	if a.manualRates().Bill == nil {
		a.RateBreakdown["byHand"] = append([]any{billRate}, names...)
	}
	a.BillRate, a.RateOverride = rate, true
	if a.RateOverrideReason == "" {
		a.RateOverrideReason = "VMS"
	}
}
