package applications

import (
	"context"

	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// retainAmounts is the choice that amounts stay as numbers when their project gets another currency. Without it they
// are cleared: nothing converts an amount.
const retainAmounts = "KEEP"

// Follow brings what the applications of a project repeat of it up to date, as the system. Rates that can still change
// are computed anew in the project's currency and unit, in another currency from the same numbers or from none. What is
// being sent keeps its amounts as they were sent; only what its warnings say of the limits is brought up to date.
func (s *Service) Follow(ctx context.Context, projectID int64, amounts string) error {
	a, p := new(Application), projects.Project{}
	ctx = inBatch(ctx, "", resource.Act{Action: "follow"})
	_, err := s.DB().Row(ctx, []any{&p.Title, &p.LegalEntityID, &p.Currency, &p.RateUnit, &p.RateMin, &p.RateMax}, `
		SELECT title, coalesce(legal_entity_id, 0), currency, rate_unit, rate_min, rate_max
		  FROM project_facts
		 WHERE id = $1`, projectID)
	if err != nil {
		return err
	}
	list, err := s.all(ctx, query.Where(a, &a.ProjectID, projectID))
	if err != nil {
		return err
	}
	for _, old := range list {
		now := old
		now.ProjectTitle, now.LegalEntityID = p.Title, p.LegalEntityID
		if err := s.followRates(ctx, &now, p, amounts); err != nil {
			return err
		}
		if err := s.Table.Update(ctx, old, &now); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) followRates(ctx context.Context, a *Application, p projects.Project, amounts string) (err error) {
	if s.deps.Rates != nil && a.ratesOpen() && (a.Currency != p.Currency || a.RateUnit != p.RateUnit) {
		if a.Currency != p.Currency && amounts != retainAmounts {
			a.clearAmounts()
		}
		a.Currency = p.Currency
		return s.setRates(ctx, a, a.manualRates())
	}
	isWaiting := a.ratesOpen() || a.Status == SendPending || a.Status == SendFailed
	if isWaiting && a.RateBreakdown != nil && a.RateUnit == p.RateUnit && a.Currency == p.Currency {
		a.RateBreakdown, err = rates.Limited(a.RateBreakdown, a.BillRate, p.RateMin, p.RateMax)
	}
	return err
}

// InCurrency is what another currency of a project would mean for its applications.
type InCurrency struct {
	Open    int      `json:"applications"` // that have amounts in the old one
	Sent    int      `json:"sentApplications"`
	Handles []string `json:"handles"` // of some that are open
}

const shownHandles = 10

// inCurrency counts the applications of a project that have amounts: those under review, of which somebody has to say
// what becomes of them, and those on their way to the client or there, which keep what they were sent with.
func (s *Service) inCurrency(ctx context.Context, projectID int64) (out InCurrency, err error) {
	out.Handles = []string{}
	var a Application
	err = s.DB().Each(ctx, []any{&a.Handle, &a.Status}, func() error {
		if !a.ratesOpen() {
			out.Sent++
			return nil
		}
		if out.Open++; len(out.Handles) < shownHandles {
			out.Handles = append(out.Handles, a.Handle)
		}
		return nil
	}, `
		SELECT handle, status
		  FROM applications
		 WHERE project_id = $1
		   AND status IN ('uc', 'a', 'sp', 'sf', 's2c')
		   AND deleted_at IS NULL
		   AND (talent_rate IS NOT NULL OR pay_rate IS NOT NULL OR bill_rate IS NOT NULL)
		 ORDER BY id`, projectID)
	return out, err
}

// ConfirmAmounts refuses another currency of a project until somebody has said what becomes of the amounts of its
// applications. CONFIRM_REQUIRED with what it is about.
func (s *Service) ConfirmAmounts(ctx context.Context, projectID int64, amounts string) error {
	if amounts != "" {
		return nil
	}
	about, err := s.inCurrency(ctx, projectID)
	if err != nil || about.Open == 0 {
		return err
	}
	if !role.From(ctx).Can(role.ApplicationRead) {
		about.Handles = []string{}
	}
	return fault.New(fault.Conflict, "CONFIRM_REQUIRED", "%d applications have amounts in the old currency", about.Open).
		Field("openAmounts", "validation.required", nil).With("impact", about)
}
