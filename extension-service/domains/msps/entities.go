package msps

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Place names the legal entity in the path.
type Place struct {
	LegalEntityID int64 `path:"leId"`
}

// Assigned says for which legal entities an MSP works after a change.
type Assigned struct {
	LegalEntities []Entity `json:"legalEntities"`
	Message       string   `json:"message"`
}

// Released also says which grants ended with the assignment: none when the call is a repeated one.
type Released struct {
	LegalEntities []Entity `json:"legalEntities"`
	RemovedGrants []Grant  `json:"removedGrants"`
	Message       string   `json:"message"`
}

// Assign lets an MSP work for a legal entity; for one it works for already nothing changes. NOT_FOUND, NOT_EDITABLE.
func (s *Service) Assign(ctx context.Context, m *MSP, in Place) (Assigned, error) {
	e, err := s.deps.Clients.Entities.Get(ctx, in.LegalEntityID)
	if err != nil {
		return Assigned{}, err
	}
	if m.UserStatus == Deleted {
		return Assigned{}, fault.New(fault.Conflict, "NOT_EDITABLE", "MSP %d is deleted", m.ID)
	}
	before, err := s.listsOf(ctx, m.ID)
	if err != nil {
		return Assigned{}, err
	}
	n, err := s.DB().Exec(ctx, `
		INSERT INTO msp_legal_entities (msp_id, legal_entity_id, client_id, since)
		VALUES ($1, $2, $3, $4)
		    ON CONFLICT (msp_id, legal_entity_id) DO NOTHING`, m.ID, e.ID, e.ClientID, s.Now().UnixMilli())
	if err != nil {
		return Assigned{}, err
	}
	list, err := s.relinked(ctx, m, before.LegalEntities, n > 0)
	return Assigned{LegalEntities: list, Message: entityAdded}, err
}

// Release ends the work of an MSP for a legal entity and takes the grants away that were limited to it. NOT_FOUND.
func (s *Service) Release(ctx context.Context, m *MSP, in Place) (Released, error) {
	if _, err := s.deps.Clients.Entities.Get(ctx, in.LegalEntityID); err != nil {
		return Released{}, err
	}
	before, err := s.listsOf(ctx, m.ID)
	if err != nil {
		return Released{}, err
	}
	n, err := s.DB().Exec(ctx, "DELETE FROM msp_legal_entities WHERE msp_id = $1 AND legal_entity_id = $2", m.ID,
		in.LegalEntityID)
	if err != nil {
		return Released{}, err
	}
	out := Released{RemovedGrants: []Grant{}, Message: entityRemoved}
	for _, g := range m.Permissions {
		if g.LegalEntityID == in.LegalEntityID {
			out.RemovedGrants = append(out.RemovedGrants, g)
		}
	}
	if err := s.regrant(ctx, m, nil, out.RemovedGrants); err != nil {
		return Released{}, err
	}
	out.LegalEntities, err = s.relinked(ctx, m, before.LegalEntities, n > 0)
	return out, err
}

// Messages of the answers.
const (
	entityAdded   = "msp.entityAdded"
	entityRemoved = "msp.entityRemoved"
)

func assignedBefore(_ context.Context, m *MSP, _ resource.Earlier[Place]) (Assigned, error) {
	return Assigned{LegalEntities: append([]Entity{}, m.LegalEntities...), Message: entityAdded}, nil
}

func releasedBefore(_ context.Context, m *MSP, _ resource.Earlier[Place]) (Released, error) {
	return Released{
		LegalEntities: append([]Entity{}, m.LegalEntities...), RemovedGrants: []Grant{}, Message: entityRemoved,
	}, nil
}

// relinked reads the legal entities again and records the change.
func (s *Service) relinked(ctx context.Context, m *MSP, before []Entity, changed bool) ([]Entity, error) {
	now, err := s.listsOf(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	list := append([]Entity{}, resource.WithinScope(role.From(ctx).Scope, slices.Clone(now.LegalEntities))...)
	if !changed {
		return list, nil
	}
	return list, s.auditRelated(ctx, m, relatedChange{
		"legalEntities", rememberedEntities(before),
		rememberedEntities(now.LegalEntities),
	})
}

// listsOf reads the lists of an MSP whole, beyond the caller's scope: the history records them so, and is masked for
// its reader.
func (s *Service) listsOf(ctx context.Context, id int64) (MSP, error) {
	all := []MSP{{Record: resource.Record{ID: id}}}
	ctx = role.AsSystem(ctx, role.From(ctx).Name)
	if err := s.fillEntities(ctx, all); err != nil {
		return MSP{}, err
	}
	return all[0], s.fillGrants(ctx, all)
}

// rememberedEntity is a legal entity as the history records it: without since when.
type rememberedEntity struct {
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	ClientID int64  `json:"clientId"`
}

func rememberedEntities(list []Entity) []rememberedEntity {
	out := make([]rememberedEntity, len(list))
	for i, e := range list {
		out[i] = rememberedEntity{e.ID, e.Name, e.ClientID}
	}
	return out
}
