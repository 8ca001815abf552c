package applications

import (
	"context"
	"maps"
	"slices"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/role"
)

// asSystem reads what an application brings together, whoever asks.
func asSystem(ctx context.Context) context.Context { return role.AsSystem(ctx, "application") }

// assignment returns a project with its client; an empty one where there are no projects to ask. NOT_FOUND.
func (s *Service) assignment(ctx context.Context, projectID int64) (out assignment, err error) {
	if s.deps.Projects == nil {
		return out, nil
	}
	ctx = asSystem(ctx)
	if out.Project, err = s.deps.Projects.Get(ctx, projectID); err != nil {
		return out, err
	}
	if out.client, err = s.deps.Clients.Get(ctx, out.ClientID); err != nil {
		return out, err
	}
	can, err := s.abilities(ctx, out.ClientID)
	out.can = can[out.ClientID]
	return out, err
}

// assignments returns projects of which none is locked; those that are gone are left out.
func (s *Service) assignments(ctx context.Context, projectIDs []int64) (map[int64]assignment, error) {
	ctx = asSystem(ctx)
	p, c := new(projects.Project), new(clients.Client)
	list, err := s.deps.Projects.ByID(ctx, projectIDs,
		field.AllAt(p, &p.ID, &p.Title, &p.Handle, &p.VMSID, &p.ClientID, &p.LegalEntityID, &p.Status,
			&p.StatusReason, &p.AssignmentPeriodStart, &p.AssignmentPeriodEnd, &p.Positions, &p.PositionsFilled,
			&p.AutoCloseWhenFilled,
			&p.RateUnit, &p.Currency, &p.RateMin, &p.RateMax)...)
	if err != nil {
		return nil, err
	}
	clientIDs := map[int64]bool{}
	for _, p := range list {
		clientIDs[p.ClientID] = true
	}
	ids := slices.Sorted(maps.Keys(clientIDs))
	found, err := s.deps.Clients.ByID(ctx, ids, field.AllAt(c, &c.ID, &c.Name, &c.SendChannel, &c.TimeZone,
		&c.UnconfirmedTTLDays, &c.Languages)...)
	if err != nil {
		return nil, err
	}
	can, err := s.abilities(ctx, ids...)
	out := make(map[int64]assignment, len(list))
	for id, p := range list {
		if c, there := found[p.ClientID]; there {
			out[id] = assignment{p, c, can[c.ID]}
		}
	}
	return out, err
}

func (s *Service) abilities(ctx context.Context, clientIDs ...int64) (map[int64]VMSAbilities, error) {
	if s.deps.Connections == nil {
		return map[int64]VMSAbilities{}, nil
	}
	return s.deps.Connections.Abilities(ctx, clientIDs)
}

// freelancer returns the whole record of a freelancer. NOT_FOUND.
func (s *Service) freelancer(ctx context.Context, id int64) (freelancers.Freelancer, error) {
	return s.deps.Freelancers.Get(asSystem(ctx), id)
}

// freelancersByID returns of freelancers what rules and profiles look at; those that are gone are left out.
func (s *Service) freelancersByID(ctx context.Context, ids []int64) (map[int64]freelancers.Freelancer, error) {
	f := new(freelancers.Freelancer)
	return s.deps.Freelancers.ByID(asSystem(ctx), ids,
		field.AllAt(f, &f.ID, &f.Name, &f.UserStatus, &f.Email, &f.Locale,
			&f.Consent, &f.EmailVerifiedAt, &f.ErasureAskedAt, &f.Skills, &f.Languages, &f.Description)...)
}

// msp returns an MSP. NOT_FOUND.
func (s *Service) msp(ctx context.Context, id int64) (msps.MSP, error) {
	return s.deps.MSPs.Get(asSystem(ctx), id)
}
