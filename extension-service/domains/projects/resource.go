package projects

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// skilled links projects to the skills that they need, which triggers of the database keep.
var skilled = query.Link{
	Table: "project_skills", Own: "project_id", Other: "search_key", Keys: "skills_keys",
}

// Resource declares projects to the admin.
func Resource(s *Service) resource.Declaration {
	p, statuses := new(Project), s.kind()
	return resource.Declare(resource.Spec[Project]{
		Name: "project", Route: "/projects/list", Of: p, Store: s, Title: &p.Title, Status: &p.Status, New: NewProject,
		Forgotten: resource.Retained("the contact is the client's, who is asked to change it"),
		Columns: resource.Refs{
			&p.Title, &p.Status, &p.ClientName, &p.VMSID, &p.AssignmentPeriodStart, &p.Positions, &p.ApplicationCounts,
			&p.LastUpdated,
		},
		Hidden: resource.Refs{
			&p.Handle, &p.LegalEntityName, &p.AssignmentPeriodEnd, &p.PositionsFilled, &p.PublicVisible, &p.XMLVisible,
			&p.Created,
		},
		Row: resource.Refs{
			&p.ID, &p.Handle, &p.VMSID, &p.Title, &p.ClientID, &p.ClientName, &p.LegalEntityName, &p.Status,
			&p.AssignmentPeriodStart, &p.AssignmentPeriodEnd, &p.Positions, &p.PositionsFilled, &p.ApplicationCounts,
			&p.PublicVisible, &p.XMLVisible, &p.Created, &p.LastUpdated, &p.Version,
		},
		Related: resource.Refs{&p.ClientID},
		Sortable: resource.Refs{
			&p.Handle, &p.Title, &p.ClientID, &p.Status, &p.AssignmentPeriodStart, &p.AssignmentPeriodEnd, &p.Created,
			&p.LastUpdated,
		},
		Head: resource.Refs{
			&p.ClientID, &p.AssignmentPeriodStart, &p.Positions, &p.ApplicationDeadline, &p.SiteCity, &p.Skills,
		},
		Timeline: true,
		Notes:    true,
		Owned:    &p.Owned,
		Shipped: []resource.Shipped{
			{Name: "mineOpen", Filters: map[string]any{"owner": "me", "status": []Status{Active}}},
			{
				Name: "endingSoon", Filters: map[string]any{"status": []Status{Active}, "endsBy": resource.InDays(soonDays)},
				Sort: "assignmentPeriodEnd:asc",
			},
		},
		Board: statuses.Board(nil, &p.ClientName, &p.AssignmentPeriodStart, &p.Positions, &p.ApplicationCounts),
		Calendar: &resource.Calendar{
			Start: &p.AssignmentPeriodStart, End: &p.AssignmentPeriodEnd, Days: resource.Refs{&p.ApplicationDeadline},
			Taken: &p.PositionsFilled, Places: &p.Positions,
		},
		Filters: resource.Refs{
			resource.Filter("clientName", query.Named, &p.ClientID), &p.Title, &p.VMSID, &p.Status,
			resource.Filter("endsBy", query.AtMost, &p.AssignmentPeriodEnd),
			s.deps.Skills.All("skills", skilled).Comparing(&p.Skills),
		},
		Search: resource.Refs{
			&p.Handle, &p.VMSID, &p.Title, &p.ClientID, &p.ClientName, &p.LegalEntityID, &p.LegalEntityName, &p.Status,
			&p.Source, &p.SiteCity, &p.SiteCountry, &p.Skills, &p.AssignmentPeriodStart, &p.AssignmentPeriodEnd, &p.Positions,
			&p.PositionsFilled, &p.PublicVisible, &p.XMLVisible, &p.Created, &p.LastUpdated,
		},
		Finds:  resource.Refs{&p.VMSID},
		Checks: checks(p),
		Form:   form(p),
		Access: resource.Access{
			Read: role.ProjectRead, Create: role.ProjectCreate, Update: role.ProjectUpdate, Delete: role.ProjectDelete,
			Restore: role.ProjectRestore,
			Picker:  resource.Picker{By: []role.Permission{role.ProjectLookup}},
		},
		Guards: []resource.Guard{
			{Read: role.RateRead, Write: role.RateWrite, Fields: resource.Refs{&p.PayRateFormula, &p.BillRateFormula}},
			{Write: role.ProjectMSPAssign, Fields: resource.Refs{&p.MSPs}},
		},
		Import: &resource.Import{Keys: []resource.Refs{{&p.VMSID}, {&p.Title, &p.ClientID}}, Reason: string(Mistake)},
		Trash:  statuses.Trash(p, "changeStatus"),
		Places: []resource.Place{resource.CreateAt("/napi/create/project", "dataObj")},
		Actions: []resource.Action[Project]{
			resource.RecordAction("changeStatus", role.ProjectStatus, s.ChangeStatus).
				AtPath("/api/project/changeStatus").OrWith(role.ProjectDelete, role.ProjectRestore).ForMany().
				OfferingReasons(statuses.ReasonCodes()).UndoneBy("changeStatus", statuses.Previous).
				Restoring(&p.StatusReason, &p.StatusComment, &p.StatusChangedAt, &p.StatusChangedBy, &p.ClosedAt, &p.DeletedAt,
					&p.DeletedBy),
			resource.RecordAction("extend", role.ProjectUpdate, s.Extend).If(&p.Status, Active, Paused).
				UndoneBy("extend", previousEnd).Restoring(&p.AssignmentPeriodEnd),
		},
		Views: []resource.View[Project]{
			resource.ListView[Project]("project.ofClient", "/api/project/client/{id}", role.ProjectLookup,
				s.ofClient).Showing(lookup(p)...),
			resource.ListView[Project]("project.ofPool", "/api/pool/{id}/project", role.PoolRead,
				s.ofPool).OrWith(role.ProjectRead).Showing(lookup(p)...),
		},
		Calls: []resource.Endpoint{statuses.PossibleStatuses("project", "/api/project", role.ProjectRead)},
	})
}

func checks(p *Project) []resource.Check {
	return []resource.Check{
		resource.NotBelow(&p.AssignmentPeriodEnd, &p.AssignmentPeriodStart),
		resource.NotAbove(&p.ApplicationDeadline, &p.AssignmentPeriodEnd),
		resource.NotBelow(&p.RateMax, &p.RateMin),
		resource.NotBelow(&p.Positions, &p.PositionsFilled),
		resource.Rule("validation.fixedPriceOnly", func(p *Project) bool {
			return p.FixedBudget == nil || p.RateUnit == money.PerProject
		}, &p.FixedBudget),
		resource.Rule("validation.xmlNeedsPublic", func(p *Project) bool {
			return p.PublicVisible || !p.XMLVisible
		}, &p.XMLVisible),
	}
}

func form(p *Project) []resource.Group {
	return []resource.Group{
		resource.Section("general", &p.Title, &p.ClientID, &p.LegalEntityID, &p.Positions, &p.AutoCloseWhenFilled,
			&p.Description, &p.StartPaused),
		resource.Section("assignment", &p.AssignmentPeriodStart, &p.AssignmentPeriodEnd, &p.ApplicationDeadline,
			&p.HoursPerWeek, &p.RemoteSharePct),
		resource.Section("visibility", &p.PublicVisible, &p.XMLVisible, &p.PublicDescription),
		resource.Section("site", &p.SiteName, &p.SiteAddress, &p.SiteAddress2, &p.SitePostalCode, &p.SiteCity, &p.SiteCountry,
			&p.SiteCoordinates),
		resource.Section("rates", &p.RateUnit, &p.Currency, &p.OpenAmounts, &p.RateMin, &p.RateMax, &p.FixedBudget,
			&p.PayRateFormula, &p.BillRateFormula),
		resource.Section("requirements", &p.Skills, &p.Languages, &p.PoolIDs, &p.Attachments),
		resource.Section("contact", &p.ContactName, &p.ContactEmail),
	}
}

// lookup is what pickers and links show of a project.
func lookup(p *Project) resource.Refs {
	return resource.Refs{&p.ID, &p.Handle, &p.Title, &p.Status, &p.ClientID, &p.ClientName}
}

type ofClientInput struct {
	ID int64 `path:"id"`
	resource.Paging
	Title string `query:"title"`
}

// ofClient narrows to the projects of a client. NOT_FOUND for a client outside of the caller's scope.
func (s *Service) ofClient(ctx context.Context, in ofClientInput) ([]query.Cond, error) {
	p := new(Project)
	return append(query.WhereContains(p, &p.Title, in.Title), query.Where(p, &p.ClientID, in.ID)),
		s.deps.Clients.Visible(ctx, in.ID)
}

type ofPoolInput struct {
	ID int64 `path:"id"`
	resource.Paging
	Status []Status `query:"status"`
}

// drawn is the table of the pools that projects draw from.
var drawn = query.Link{Table: "project_pools", Own: "project_id", Other: "pool_id"}

// ofPool narrows to the projects that draw from a pool. NOT_FOUND for a pool outside of the caller's scope.
func (s *Service) ofPool(ctx context.Context, in ofPoolInput) ([]query.Cond, error) {
	p, where := new(Project), []query.Cond{query.WhereLinked(drawn, in.ID)}
	if len(in.Status) > 0 {
		where = append(where, query.Where(p, &p.Status, query.Codes(in.Status)...))
	}
	return where, s.deps.Pools.Visible(ctx, in.ID)
}
