package applications

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// Resource declares applications to the admin: their list and records, and those of one project.
func Resource(s *Service) resource.Spec[Application] {
	a := new(Application)
	return resource.Spec[Application]{
		Name: "application", Path: "/projectApplication", Of: a, Store: s, Title: &a.FreelancerName, Status: &a.Status,
		Columns: resource.Refs{&a.FreelancerName, &a.Status, &a.ProjectTitle, &a.ClientName, &a.LastUpdated},
		Hidden:  resource.Refs{&a.Handle, &a.ProjectHandle, &a.VMSID, &a.ProviderKind, &a.MSPName, &a.StatusReason, &a.SentAt, &a.Created},
		Filters: resource.Refs{
			resource.NameFilter("clientName", &a.ClientID), resource.Filter("jobTitle", &a.ProjectTitle), resource.Filter("name", &a.FreelancerName),
			&a.FreelancerID, &a.Status, resource.AnyFilter("jobId", &a.ProjectID, &a.ProjectHandle, &a.VMSID),
		},
		Search: resource.Refs{
			&a.Handle, &a.ProjectID, &a.ProjectTitle, &a.ProjectHandle, &a.VMSID, &a.ClientID, &a.ClientName, &a.LegalEntityID, &a.FreelancerID,
			&a.FreelancerName, &a.ProviderKind, &a.MSPName, &a.Status, &a.StatusReason, &a.ExternalID, &a.Created, &a.LastUpdated,
		},
		Access: resource.Access{Read: role.ApplicationRead},
		Guards: []resource.Guard{{Read: role.RateRead, Write: role.RateWrite, Fields: resource.Refs{
			&a.TalentRate, &a.PayRate, &a.BillRate, &a.RateOverride, &a.RateOverrideReason, &a.RateBreakdown, &a.FormulaVersionID,
		}}},
		Calls: []resource.Endpoint{{
			Name: "project.applications", Method: "GET", Path: "/api/project/projectApplications/{id}", Needs: []role.Permission{role.ApplicationRead},
			Handle: resource.Handle(s.ofOneProject),
		}},
	}
}

type ofProjectInput struct {
	ID int64 `path:"id"`
	resource.Paging
	Status []Status `query:"status"`
}

// Row is one application in the list of a project's.
type Row struct {
	ID              int64                 `json:"id"              kind:"id"`
	Handle          string                `json:"handle"`
	Version         int64                 `json:"version"`
	ProjectID       int64                 `json:"projectId"       kind:"ref:project"`
	FreelancerID    int64                 `json:"freelancerId"    kind:"id"`
	FreelancerName  string                `json:"freelancerName"`
	ProviderKind    Provider              `json:"providerKind"`
	MSPName         string                `json:"mspName"`
	Status          Status                `json:"status"`
	StatusReason    Reason                `json:"statusReason"`
	StatusChangedAt time.Time             `json:"statusChangedAt"`
	Currency        resource.CurrencyCode `json:"currency"`
	RateUnit        resource.RateUnit     `json:"rateUnit"`
	SendHold        bool                  `json:"sendHold"`
	SentAt          time.Time             `json:"sentAt"`
	Created         time.Time             `json:"created"`
	LastUpdated     time.Time             `json:"lastUpdated"`
}

// ofOneProject lists the applications of a project. NOT_FOUND when the caller cannot see the project.
func (s *Service) ofOneProject(ctx context.Context, in ofProjectInput) (resource.List[resource.Shown[Row]], error) {
	var out resource.List[resource.Shown[Row]]
	if err := s.project(ctx, in.ID); err != nil {
		return out, err
	}
	a := new(Application)
	q, err := resource.Ask(a, in.Paging, pageSize)
	if err != nil {
		return out, err
	}
	q.Where = []resource.Cond{resource.Where(a, &a.ProjectID, in.ID)}
	if len(in.Status) > 0 {
		values := make([]any, len(in.Status))
		for i, one := range in.Status {
			values[i] = string(one)
		}
		q.Where = append(q.Where, resource.Where(a, &a.Status, values...))
	}
	page, err := s.List(ctx, q)
	if err != nil {
		return out, err
	}
	out = resource.List[resource.Shown[Row]]{Results: make([]resource.Shown[Row], len(page.Rows)), TotalResults: page.Total}
	for i := range page.Rows {
		out.Results[i] = resource.Show(rowOf(&page.Rows[i]))
	}
	return out, nil
}

const pageSize = 10

func rowOf(a *Application) *Row {
	return &Row{
		ID: a.ID, Handle: a.Handle, Version: a.Version, ProjectID: a.ProjectID, FreelancerID: a.FreelancerID, FreelancerName: a.FreelancerName,
		ProviderKind: a.ProviderKind, MSPName: a.MSPName, Status: a.Status, StatusReason: a.StatusReason, StatusChangedAt: a.StatusChangedAt,
		Currency: a.Currency, RateUnit: a.RateUnit, SendHold: a.SendHold, SentAt: a.SentAt, Created: a.Created, LastUpdated: a.LastUpdated,
	}
}
