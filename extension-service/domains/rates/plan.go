package rates

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

// planColumns are those of a project p, its legal entity e and its client c: the first three levels, and the facts.
const planColumns = `
	       coalesce(p.id, 0), coalesce(p.pay_rate_formula, ''), coalesce(p.bill_rate_formula, ''),
	       (SELECT coalesce(max(v.id), 0) FROM rate_versions v WHERE v.scope = 'project' AND v.record_id = p.id),
	       coalesce(e.pay_rate_formula, ''), coalesce(e.bill_rate_formula, ''),
	       (SELECT coalesce(max(v.id), 0) FROM rate_versions v WHERE v.scope = 'legalentity' AND v.record_id = e.id),
	       c.pay_rate_formula, c.bill_rate_formula,
	       (SELECT coalesce(max(v.id), 0) FROM rate_versions v WHERE v.scope = 'client' AND v.record_id = c.id),
	       p.hours_per_week, c.hours_per_day, c.days_per_week,
	       coalesce(e.markup_pct, c.markup_pct), coalesce(e.margin_pct, c.margin_pct), coalesce(e.msp_fee_pct, c.msp_fee_pct),
	       coalesce(e.vms_fee_pct, c.vms_fee_pct), coalesce(e.platform_fee_pct, c.platform_fee_pct), coalesce(e.vms_fee, c.vms_fee),
	       CASE WHEN e.vms_fee IS NULL THEN c.currency ELSE coalesce(nullif(e.currency, ''), c.currency) END,
	       p.rate_min, p.rate_max, p.positions, coalesce(p.rate_unit, ''), coalesce(p.currency, nullif(e.currency, ''), c.currency),
	       c.chf_cash_rounding`

// terms is one row of them.
type terms struct {
	projectID               int64
	project, entity, client level
	facts                   Facts
}

func scanTerms(rows store.Rows) (t terms, err error) {
	t.project.scope, t.entity.scope, t.client.scope = OfProject, OfLegalEntity, OfClient
	f := &t.facts
	var cash int64
	var feeCurrency money.Currency
	err = rows.Scan(&t.projectID, &t.project.Pay, &t.project.Bill, &t.project.version, &t.entity.Pay, &t.entity.Bill,
		&t.entity.version, &t.client.Pay, &t.client.Bill, &t.client.version, &f.HoursPerWeek, &f.HoursPerDay, &f.DaysPerWeek,
		&f.MarkupPct, &f.MarginPct, &f.MSPFeePct, &f.VMSFeePct, &f.PlatformFeePct, &f.VMSFee, &feeCurrency,
		&f.RateMin, &f.RateMax, &f.Positions, &f.Unit, &f.Currency, &cash)
	f.CHFCashRounding = cash != 0
	f.leaveOutFeeIn(feeCurrency)
	return t, err
}

// projectTerms reads those of the projects a condition names.
func (s *Service) projectTerms(ctx context.Context, where string, args ...any) ([]terms, error) {
	return s.terms(ctx, `
		  FROM project_facts p
		  JOIN client_facts c ON c.id = p.client_id
		  LEFT JOIN legal_entity_facts e ON e.id = p.legal_entity_id
		 WHERE `+where+`
		 ORDER BY p.id`, args...)
}

// inheritedTerms reads the levels and facts of a client and, unless it is 0, one of its legal entities.
func (s *Service) inheritedTerms(ctx context.Context, clientID, legalEntityID int64) (terms, error) {
	found, err := s.terms(ctx, `
		  FROM client_facts c
		  LEFT JOIN legal_entity_facts e ON e.id = $2
		  LEFT JOIN project_facts p ON p.id = 0
		 WHERE c.id = $1`, clientID, legalEntityID)
	if err != nil {
		return terms{}, err
	}
	if len(found) == 0 {
		return terms{}, fault.New(fault.NotFound, "NOT_FOUND", "no client %d", clientID)
	}
	return found[0], nil
}

func (s *Service) terms(ctx context.Context, from string, args ...any) ([]terms, error) {
	return store.All(ctx, s.DB, scanTerms, "SELECT"+planColumns+from, args...)
}

// planOf prepares the rates of a project. NOT_FOUND.
func (s *Service) planOf(ctx context.Context, projectID int64) (*plan, error) {
	found, err := s.projectTerms(ctx, "p.id = $1", projectID)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, noProject(projectID)
	}
	system, err := s.system(ctx)
	if err != nil {
		return nil, err
	}
	t := found[0]
	return newPlan(t.facts, s.resolve(t.project, t.entity, t.client, system)), nil
}

func noProject(id int64) error { return fault.New(fault.NotFound, "NOT_FOUND", "no project %d", id) }

// system is the level that everything ends in.
func (s *Service) system(ctx context.Context) (level, error) {
	l := level{scope: OfSystem}
	_, err := s.DB.Row(ctx, []any{&l.version, &l.Pay, &l.Bill}, `
		SELECT id, pay_rate_formula, bill_rate_formula
		  FROM rate_versions
		 WHERE scope = 'system'
		   AND record_id = 0
		 ORDER BY version DESC
		 LIMIT 1`)
	return l, err
}
