package projects

import (
	"context"

	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// Resource declares projects to the admin.
func Resource(s *Service) resource.Spec[Project] {
	p := new(Project)
	return resource.Spec[Project]{
		Name: "project", Route: "/projects/list", Of: p, Store: s, Title: &p.Title, Status: &p.Status, New: NewProject,
		Forgotten: resource.Kept("the contact is the client's, who is asked to change it"),
		Columns:   resource.Refs{&p.Title, &p.Status, &p.ClientName, &p.VMSID, &p.AssignmentPeriodStart, &p.Positions, &p.ApplicationCounts, &p.LastUpdated},
		Hidden: resource.Refs{
			&p.Handle, &p.LegalEntityName, &p.AssignmentPeriodEnd, &p.PositionsFilled, &p.PublicVisible, &p.XMLVisible, &p.Created,
		},
		Row: resource.Refs{
			&p.ID, &p.Handle, &p.VMSID, &p.Title, &p.ClientID, &p.ClientName, &p.LegalEntityName, &p.Status, &p.AssignmentPeriodStart,
			&p.AssignmentPeriodEnd, &p.Positions, &p.PositionsFilled, &p.ApplicationCounts, &p.PublicVisible, &p.XMLVisible,
			&p.Created, &p.LastUpdated, &p.Version,
		},
		Filters: resource.Refs{resource.NameFilter("clientName", &p.ClientID), &p.Title, &p.VMSID, &p.Status, resource.UntilFilter("endsBy", &p.AssignmentPeriodEnd)},
		Search: resource.Refs{
			&p.Handle, &p.VMSID, &p.Title, &p.ClientID, &p.ClientName, &p.LegalEntityID, &p.LegalEntityName, &p.Status, &p.Source,
			&p.SiteCity, &p.SiteCountry, &p.Skills, &p.AssignmentPeriodStart, &p.AssignmentPeriodEnd, &p.Positions, &p.PositionsFilled,
			&p.PublicVisible, &p.XMLVisible, &p.Created, &p.LastUpdated,
		},
		Finds: resource.Refs{&p.VMSID},
		Form:  form(p),
		Access: resource.Access{
			Read: role.ProjectRead, Create: role.ProjectCreate, Update: role.ProjectUpdate, Delete: role.ProjectDelete, Restore: role.ProjectRestore,
		},
		Guards: []resource.Guard{
			{Read: role.RateRead, Write: role.RateWrite, Fields: resource.Refs{&p.PayRateFormula, &p.BillRateFormula}},
			{Write: role.ProjectMSPAssign, Fields: resource.Refs{&p.MSPs}},
		},
		Trash:  &resource.TrashBin[Project]{Field: &p.Status, Value: Deleted, RestoredBy: "changeStatus", Restore: s.restoring},
		Create: resource.At{Path: "/napi/create/project", Wrap: "dataObj"},
		Actions: []resource.Action[Project]{
			resource.RecordAction("changeStatus", role.ProjectStatus, s.ChangeStatus).
				AtPath("/api/project/changeStatus").OrWith(role.ProjectDelete, role.ProjectRestore).ForMany().UndoneBy("changeStatus", s.back).
				Restoring(&p.StatusReason, &p.StatusComment, &p.StatusChangedAt, &p.StatusChangedBy, &p.ClosedAt, &p.DeletedAt, &p.DeletedBy),
		},
		Calls: calls(s),
	}
}

func form(p *Project) []resource.Group {
	return []resource.Group{
		resource.Section("general", &p.Title, &p.ClientID, &p.LegalEntityID, &p.Positions, &p.AutoCloseWhenFilled, &p.Description, &p.StartPaused),
		resource.Section("assignment", &p.AssignmentPeriodStart, &p.AssignmentPeriodEnd, &p.ApplicationDeadline, &p.HoursPerWeek, &p.RemoteSharePct),
		resource.Section("visibility", &p.PublicVisible, &p.XMLVisible, &p.PublicDescription),
		resource.Section("site", &p.SiteName, &p.SiteAddress, &p.SiteAddress2, &p.SitePostalCode, &p.SiteCity, &p.SiteCountry, &p.SiteCoordinates),
		resource.Section("rates", &p.RateUnit, &p.Currency, &p.OpenAmounts, &p.RateMin, &p.RateMax, &p.FixedBudget, &p.PayRateFormula, &p.BillRateFormula),
		resource.Section("requirements", &p.Skills, &p.Languages, &p.Attachments),
		resource.Section("contact", &p.ContactName, &p.ContactEmail),
	}
}

func calls(s *Service) []resource.Endpoint {
	return []resource.Endpoint{
		{
			Name: "project.possibleStatuses", Method: "GET", Path: "/api/project/possibleStatuses/{id}",
			Needs: []role.Permission{role.ProjectRead}, Handle: resource.Handle(s.possibleStatuses),
		},
		{
			Name: "project.ofClient", Method: "GET", Path: "/api/project/client/{id}",
			Needs: []role.Permission{role.ProjectLookup}, Handle: resource.Handle(s.ofClient),
		},
		{
			Name: "project.ofPool", Method: "GET", Path: "/api/pool/{id}/project",
			Needs: []role.Permission{role.PoolRead, role.ProjectRead}, Handle: resource.Handle(s.ofPool),
		},
	}
}

// LookupRow is what pickers and links show of a project.
type LookupRow struct {
	ID         int64  `json:"id"         kind:"id"`
	Handle     string `json:"handle"`
	Title      string `json:"title"`
	Status     Status `json:"status"`
	ClientID   int64  `json:"clientId"   kind:"ref:client"`
	ClientName string `json:"clientName"`
}

type ofClientInput struct {
	ID int64 `path:"id"`
	resource.Paging
	Title string `query:"title"`
}

// ofClient lists the projects of a client for pickers. NOT_FOUND for a client outside of the caller's scope.
func (s *Service) ofClient(ctx context.Context, in ofClientInput) (resource.List[LookupRow], error) {
	if err := s.client(ctx, in.ID); err != nil {
		return resource.List[LookupRow]{}, err
	}
	p := new(Project)
	where := []resource.Cond{resource.Where(p, &p.ClientID, in.ID)}
	if in.Title != "" {
		where = append(where, resource.Cond{Field: resource.FieldAt(p, &p.Title), Op: resource.Contains, Values: []any{in.Title}})
	}
	return s.lookup(ctx, in.Paging, where)
}

type ofPoolInput struct {
	ID int64 `path:"id"`
	resource.Paging
	Status []Status `query:"status"`
}

// ofPool lists the projects that draw from a pool.
func (s *Service) ofPool(ctx context.Context, in ofPoolInput) (resource.List[LookupRow], error) {
	p := new(Project)
	where := []resource.Cond{{
		Op: resource.Linked, Values: []any{in.ID}, Link: resource.Link{Table: "project_pools", Own: "project_id", Other: "pool_id"},
	}}
	if len(in.Status) > 0 {
		values := make([]any, len(in.Status))
		for i, status := range in.Status {
			values[i] = string(status)
		}
		where = append(where, resource.Where(p, &p.Status, values...))
	}
	return s.lookup(ctx, in.Paging, where)
}

const pageSize = 10

func (s *Service) lookup(ctx context.Context, paging resource.Paging, where []resource.Cond) (resource.List[LookupRow], error) {
	var out resource.List[LookupRow]
	p := new(Project)
	q, err := resource.Ask(p, paging, pageSize)
	if err != nil {
		return out, err
	}
	q.Where = append(q.Where, where...)
	for _, at := range []resource.Ref{&p.ID, &p.Handle, &p.Title, &p.Status, &p.ClientID, &p.ClientName} {
		q.Fields = append(q.Fields, resource.FieldAt(p, at))
	}
	page, err := s.List(ctx, q)
	if err != nil {
		return out, err
	}
	out = resource.List[LookupRow]{Results: make([]LookupRow, len(page.Rows)), TotalResults: page.Total}
	for i, r := range page.Rows {
		out.Results[i] = LookupRow{ID: r.ID, Handle: r.Handle, Title: r.Title, Status: r.Status, ClientID: r.ClientID, ClientName: r.ClientName}
	}
	return out, nil
}
