package rates

import (
	"context"
)

const shownCycles = 20 // records that are named

// cycles lists the records whose formulas would use each other with those of the subject: itself, and those below that
// bring formulas of their own.
func (s *Service) cycles(ctx context.Context, of Subject, levels []level) ([]Cyclic, error) {
	var out []Cyclic
	if s.resolve(levels...).cyclic {
		out = append(out, Cyclic{of.Scope, of.ID, of.Name})
	}
	if of.Scope == OfProject || of.ID == 0 && of.Scope != OfSystem {
		return out, nil
	}
	below, err := s.descendants(ctx, of)
	if err != nil {
		return nil, err
	}
	system := levels[len(levels)-1]
	for _, d := range below {
		switch of.Scope {
		case OfLegalEntity:
			d.entity.Pair = of.Pair
		case OfClient:
			d.client.Pair = of.Pair
		case OfSystem, OfProject:
		}
		if len(out) < shownCycles && s.resolve(d.project, d.entity, d.client, system).cyclic {
			out = append(out, d.Cyclic)
		}
	}
	return out, nil
}

// descendant is a record below with formulas of its own, and what lies between.
type descendant struct {
	Cyclic
	project, entity, client level
}

// descendants reads the records under the subject that bring a formula: projects, legal entities and, under the system,
// clients.
func (s *Service) descendants(ctx context.Context, of Subject) ([]descendant, error) {
	var out []descendant
	var d descendant
	err := s.DB.Each(ctx, []any{
		&d.Scope, &d.ID, &d.Name, &d.project.Pay, &d.project.Bill, &d.entity.Pay, &d.entity.Bill,
		&d.client.Pay, &d.client.Bill,
	}, func() error {
		out = append(out, d)
		return nil
	}, `
		SELECT 'project', p.id, p.title, p.pay_rate_formula, p.bill_rate_formula, coalesce(e.pay_rate_formula, ''),
		       coalesce(e.bill_rate_formula, ''), c.pay_rate_formula, c.bill_rate_formula
		  FROM project_facts p
		  JOIN client_facts c ON c.id = p.client_id
		  LEFT JOIN legal_entity_facts e ON e.id = p.legal_entity_id
		 WHERE (p.pay_rate_formula <> '' OR p.bill_rate_formula <> '')
		   AND (CAST($1 AS BIGINT) = 0 OR p.client_id = $1)
		   AND (CAST($2 AS BIGINT) = 0 OR p.legal_entity_id = $2)
		 UNION ALL
		SELECT 'legalentity', e.id, e.name, '', '', e.pay_rate_formula, e.bill_rate_formula, c.pay_rate_formula, c.bill_rate_formula
		  FROM legal_entity_facts e
		  JOIN client_facts c ON c.id = e.client_id
		 WHERE (e.pay_rate_formula <> '' OR e.bill_rate_formula <> '')
		   AND (CAST($1 AS BIGINT) = 0 OR e.client_id = $1)
		   AND CAST($2 AS BIGINT) = 0
		 UNION ALL
		SELECT 'client', c.id, c.name, '', '', '', '', c.pay_rate_formula, c.bill_rate_formula
		  FROM client_facts c
		 WHERE (c.pay_rate_formula <> '' OR c.bill_rate_formula <> '')
		   AND CAST($1 AS BIGINT) = 0
		   AND CAST($2 AS BIGINT) = 0`, clientOf(of), entityOf(of))
	return out, err
}

func clientOf(of Subject) int64 {
	if of.Scope == OfClient {
		return of.ID
	}
	return 0
}

func entityOf(of Subject) int64 {
	if of.Scope == OfLegalEntity {
		return of.ID
	}
	return 0
}
