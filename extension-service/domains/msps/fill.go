package msps

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// each reads one statement about many MSPs, whose parameter lists their ids and whose first column is the MSP's id, and
// hands every line to take.
func (s *Service) each(ctx context.Context, rows []MSP, text string,
	read func(line store.Rows, of func(id int64) *MSP) error,
) error {
	byID, ids := make(map[int64]*MSP, len(rows)), make([]int64, len(rows))
	for i := range rows {
		byID[rows[i].ID], ids[i] = &rows[i], rows[i].ID
	}
	lines, err := s.DB().Query(ctx, text, store.IDList(ids))
	if err != nil {
		return err
	}
	defer lines.Close()
	for lines.Next() {
		if err := read(lines, func(id int64) *MSP { return byID[id] }); err != nil {
			return err
		}
	}
	return lines.Err()
}

// fillEntities lists the legal entities that MSPs work for, as far as the caller's scope reaches.
func (s *Service) fillEntities(ctx context.Context, rows []MSP) error {
	err := s.each(ctx, rows, `
		SELECT l.msp_id, l.legal_entity_id, e.name, l.client_id, l.since
		  FROM msp_legal_entities l
		  JOIN legal_entity_facts e ON e.id = l.legal_entity_id
		 WHERE l.msp_id IN `+s.DB().InList(1)+`
		 ORDER BY l.msp_id, e.name_fold, l.legal_entity_id`,
		func(line store.Rows, of func(int64) *MSP) error {
			var id, since int64
			var e Entity
			if err := line.Scan(&id, &e.ID, &e.Name, &e.ClientID, &since); err != nil {
				return err
			}
			e.Since = time.UnixMilli(since).UTC()
			m := of(id)
			m.LegalEntities = append(m.LegalEntities, e)
			return nil
		})
	for i := range rows {
		rows[i].LegalEntities = resource.WithinScope(role.From(ctx).Scope, rows[i].LegalEntities)
	}
	return err
}

// fillGrants lists what MSPs may do, as far as the caller's scope reaches, in the order of the catalogue.
func (s *Service) fillGrants(ctx context.Context, rows []MSP) error {
	err := s.each(ctx, rows, `
		SELECT msp_id, id, permission, client_id, legal_entity_id, since, granted_by
		  FROM msp_grants
		 WHERE msp_id IN `+s.DB().InList(1)+`
		 ORDER BY msp_id, client_id, legal_entity_id, id`,
		func(line store.Rows, of func(int64) *MSP) error {
			var id, since int64
			var g Grant
			if err := line.Scan(&id, &g.ID, &g.Permission, &g.ClientID, &g.LegalEntityID, &since, &g.GrantedBy); err != nil {
				return err
			}
			g.Since, g.Scope = time.UnixMilli(since).UTC(), g.right().scope()
			m := of(id)
			m.Permissions = append(m.Permissions, g)
			return nil
		})
	for i := range rows {
		rows[i].Permissions = resource.WithinScope(role.From(ctx).Scope, rows[i].Permissions)
		sortGrants(rows[i].Permissions)
	}
	return err
}

func (s *Service) fillUsers(ctx context.Context, rows []MSP) error {
	return s.each(ctx, rows, `
		SELECT msp_id, id, name, email, status
		  FROM msp_users
		 WHERE msp_id IN `+s.DB().InList(1)+`
		 ORDER BY msp_id, id`,
		func(line store.Rows, of func(int64) *MSP) error {
			var id int64
			var u User
			if err := line.Scan(&id, &u.ID, &u.Name, &u.Email, &u.Status); err != nil {
				return err
			}
			m := of(id)
			m.Users = append(m.Users, u)
			return nil
		})
}

func (s *Service) fillCounts(ctx context.Context, rows []MSP) error {
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	applications, err := s.deps.Applications.CountByMSP(ctx, ids)
	if err != nil {
		return err
	}
	freelancers, err := s.deps.Freelancers.CountByMSP(ctx, ids)
	if err != nil {
		return err
	}
	projects, err := s.deps.Projects.CountByMSP(ctx, ids)
	for i, id := range ids {
		rows[i].Counts = Counts{
			FreelancerCount: freelancers[id], OpenApplicationCount: applications[id], ActiveProjectCount: projects[id],
		}
	}
	return err
}
