package msps

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// served is the table through which MSPs work for clients.
var served = query.Link{Table: "msp_legal_entities", Own: "msp_id", Other: "client_id", Named: "client_facts"}

// Resource declares MSPs to the admin.
func Resource(s *Service) resource.Declaration {
	m := new(MSP)
	return resource.Declare(resource.Spec[MSP]{
		Name: "msp", Route: "/users/msp", Of: m, Store: s, Title: &m.Name, Status: &m.UserStatus, New: NewMSP,
		Forgotten: resource.ByDomain("Purge forgets an MSP some time after its deletion"),
		Columns: resource.Refs{
			&m.Name, &m.UserStatus, &m.Email, &m.Tier, &m.FreelancerCount, &m.OpenApplicationCount, &m.ActiveProjectCount,
			&m.LastUpdated,
		},
		Hidden: resource.Refs{
			&m.Handle, &m.LogoResourceID, &m.LegalName, &m.ContactFirstName, &m.ContactLastName, &m.FeePct,
			&m.ContractValid, &m.Created,
		},
		Filters: resource.Refs{
			resource.Filter("clientName", query.Linked).WithLink("client", served), &m.Name, &m.Email,
			resource.Filter("state", query.Is, &m.UserStatus),
		},
		Search: resource.Refs{
			&m.Handle, &m.Name, &m.LegalName, &m.Email, &m.ContactFirstName, &m.ContactLastName, &m.Website, &m.UserStatus,
			&m.Tier, &m.ContractValid, &m.Created, &m.LastUpdated,
		},
		Finds:    resource.Refs{&m.Email, &m.Phone},
		Head:     resource.Refs{&m.ContactFirstName, &m.ContactLastName, &m.Phone, &m.Email, &m.Tier},
		Timeline: true,
		Initials: true, Notes: true, Owned: &m.Owned,
		Form: []resource.Group{
			resource.Section("general", &m.Name, &m.VATID, &m.LegalName, &m.Website, &m.LogoResourceID),
			resource.Section("contact", &m.Email, &m.Phone, &m.ContactFirstName, &m.ContactLastName, &m.Locale, &m.Address,
				&m.Invite),
			resource.Section("contract", &m.Tier, &m.FeePct, &m.NDASignedAt, &m.ContractValid),
		},
		Access: resource.Access{
			Read: role.MSPRead, Create: role.MSPCreate, Update: role.MSPUpdate, Delete: role.MSPDelete,
			Restore: role.MSPDelete,
		},
		Guards:  []resource.Guard{{Read: role.MSPPermissionRead, Fields: resource.Refs{&m.Permissions}}},
		Import:  &resource.Import{Keys: []resource.Refs{{&m.Email}, {&m.Name}}},
		Trash:   s.kind().Trash(m, "restore"),
		Actions: actions(s, m),
		Views: []resource.View[MSP]{
			resource.ListView[MSP]("msp.ofClient", "/api/msp/client", role.MSPRead, s.ofClient).OrWith(role.ProjectMSPAssign).
				Showing(&m.ID, &m.Name, &m.Tier, &m.UserStatus),
		},
		Calls: calls(s),
	})
}

func actions(s *Service, m *MSP) []resource.Action[MSP] {
	return []resource.Action[MSP]{
		resource.RecordAction("activate", role.MSPStatus, s.Activate).If(&m.UserStatus, Unverified,
			Inactive).NoOpIn(Active).ViaPut().ForMany().
			UndoneBy("deactivate", undoStatus(Inactive)),
		resource.RecordAction("deactivate", role.MSPStatus, s.Deactivate).If(&m.UserStatus,
			Active).NoOpIn(Inactive).ViaPut().ForMany().
			UndoneBy("activate", undoStatus(Active)),
		resource.RecordAction("restore", role.MSPDelete, s.Restore).If(&m.UserStatus, Deleted).ViaPut(),
		resource.AnsweringAgain(resource.RecordAction("permission", role.MSPPermissionWrite, s.Grant), grantedBefore).
			If(&m.UserStatus, Unverified, Active, Inactive),
		resource.AnsweringAgain(resource.RecordAction("toLegalEntity", role.MSPLegalEntity, s.Assign), assignedBefore).
			AtPath("/api/msp/{id}/toLegalEntity/{leId}").ViaPut(),
		resource.AnsweringAgain(resource.RecordAction("fromLegalEntity", role.MSPLegalEntity, s.Release), releasedBefore).
			AtPath("/api/msp/{id}/fromLegalEntity/{leId}").ViaPut(),
	}
}

// undoStatus asks for the status an MSP had, where the opposite action leads there: nothing makes one unverified again.
func undoStatus(had Status) func(ctx context.Context, was MSP) (*resource.WayBack, error) {
	return func(_ context.Context, was MSP) (*resource.WayBack, error) {
		if was.UserStatus != had {
			return nil, nil // nothing leads back
		}
		return &resource.WayBack{Input: Move{Reason: "undo", ConfirmImpact: true}}, nil
	}
}

func calls(s *Service) []resource.Endpoint {
	return []resource.Endpoint{
		{
			Name: "msp.permissions", Method: "GET", Path: "/api/msp/permissions",
			Needs: []role.Permission{role.MSPPermissionRead},
			Handle: resource.Handle(func(context.Context, resource.None) (resource.List[CatalogueLine], error) {
				return catalogueLines(), nil
			}),
		},
		{
			Name: "msp.grants", Method: "GET", Path: "/api/msp/{id}/permission",
			Needs:  []role.Permission{role.MSPPermissionRead},
			Handle: resource.Handle(s.grantsOf),
		},
	}
}

type ofClientInput struct {
	ClientID *int64 `query:"clientId" check:"required,minvalue=0"` // 0 for all
	resource.Paging
	Name string `query:"name"`
}

// ofClient narrows to the MSPs that serve a client; 0 stands for all. NOT_FOUND for a client outside of the caller's
// scope.
func (s *Service) ofClient(ctx context.Context, in ofClientInput) ([]query.Cond, error) {
	m := new(MSP)
	where := query.WhereContains(m, &m.Name, in.Name)
	if *in.ClientID == 0 {
		return where, nil
	}
	return append(where, query.WhereLinked(served, *in.ClientID)), s.deps.Clients.Visible(ctx, *in.ClientID)
}
