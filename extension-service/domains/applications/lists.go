package applications

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// row is what a list shows of an application.
func row(a *Application) resource.Refs {
	return resource.Refs{
		&a.ID, &a.Handle, &a.ProjectID, &a.ProjectTitle, &a.VMSID, &a.ClientName, &a.FreelancerID, &a.FreelancerName,
		&a.ErasureAskedAt, &a.ProviderKind, &a.MSPName, &a.Status, &a.StatusReason, &a.StatusChangedAt, &a.TalentRate,
		&a.PayRate, &a.BillRate, &a.RateOverride, &a.RateUnit, &a.Currency, &a.NextAttemptAt, &a.LastSendError, &a.Created,
		&a.Version,
	}
}

// rateFields are the fields that need a permission of their own.
func rateFields(a *Application) resource.Refs {
	return resource.Refs{
		&a.TalentRate, &a.PayRate, &a.BillRate, &a.RateOverride, &a.RateOverrideReason, &a.RateBreakdown, &a.FormulaVersionID,
	}
}

// compared is what a comparison of candidates shows of each.
func compared(a *Application) resource.Refs {
	return append(row(a), &a.RateBreakdown, &a.AvailabilityFrom, &a.AvailabilityTo, &a.HoursPerWeek, &a.FreelancerStatus,
		&a.MSPID, &a.Message, &a.Answers, &a.CVResourceID, &a.Readiness)
}

// visibleFields leaves the rates out for callers that may not see them.
func visibleFields(ctx context.Context, a *Application, fields resource.Refs) resource.Refs {
	if role.From(ctx).Can(role.RateRead) {
		return fields
	}
	hidden := rateFields(a)
	return slices.DeleteFunc(fields, func(r resource.Ref) bool { return slices.Contains(hidden, r) })
}

// rateWarned stands for a rate that could not be sent as it is, in the filter of rates.
const rateWarned = "WARNED"

func rateChoices() enum.List {
	return enum.List{Name: "applicationRate", Text: "enum.applicationRate", Values: []string{rateWarned}}
}

// withRate narrows to the open applications whose rate has a warning. Those without one are not asked for: they are
// nearly all.
func withRate(_ context.Context, text string) ([]query.Cond, error) {
	if text != rateWarned {
		return nil, resource.WrongValue("validation.oneOf", map[string]any{"values": []string{rateWarned}})
	}
	a := new(Application)
	return []query.Cond{query.Where(a, &a.RateWarning, true)}, nil
}

type rows = resource.List[resource.Shown[Application]]

// listFilter is what the lists of a project, a client or a freelancer may be asked for besides.
type listFilter struct {
	resource.Paging
	Status []Status `query:"status"`
}

// conditions is a condition of a list and what its caller narrows it by besides.
func (in listFilter) conditions(a *Application, where ...query.Cond) []query.Cond {
	if len(in.Status) > 0 {
		where = append(where, query.Where(a, &a.Status, query.Codes(in.Status)...))
	}
	return where
}

func views(s *Service, a *Application) []resource.View[Application] {
	return []resource.View[Application]{
		resource.ListView[Application]("project.applications", "/api/project/projectApplications/{id}", role.ApplicationRead,
			s.ofOneProject),
		resource.ListView[Application]("application.ofProject", "/api/projectApplication/project", role.ApplicationRead,
			byProject),
		resource.ListView[Application]("application.ofClient", "/api/projectApplication/client", role.ApplicationRead,
			s.byClient),
		resource.ListView[Application]("application.ofFreelancer", "/api/projectApplication/freelancer", role.ApplicationRead,
			byFreelancer),
		resource.ListView[Application]("application.filesOf", "/api/projectApplication/files", role.ApplicationRead,
			byFreelancer).
			Showing(&a.ID, &a.ProjectID, &a.ProjectTitle, &a.ClientName, &a.Status, &a.SentAt, &a.Created, &a.CVResourceID,
				&a.Attachments, &a.PDFResourceID),
	}
}

type ofProjectPath struct {
	ID int64 `path:"id"`
	listFilter
}

// ofOneProject narrows to the applications of a project. NOT_FOUND when the caller cannot see the project.
func (s *Service) ofOneProject(ctx context.Context, in ofProjectPath) ([]query.Cond, error) {
	a := new(Application)
	return in.conditions(a, query.Where(a, &a.ProjectID, in.ID)), s.deps.Projects.Visible(ctx, in.ID)
}

type ofProject struct {
	ProjectID int64 `query:"projectId" kind:"ref:project" check:"required"`
	listFilter
}

func byProject(_ context.Context, in ofProject) ([]query.Cond, error) {
	a := new(Application)
	return in.conditions(a, query.Where(a, &a.ProjectID, in.ProjectID)), nil
}

type ofClient struct {
	ClientID *int64 `query:"clientId" check:"required,minvalue=0"` // 0 for all
	listFilter
}

// byClient narrows to the applications for projects of a client. NOT_FOUND when the caller cannot see the client.
func (s *Service) byClient(ctx context.Context, in ofClient) ([]query.Cond, error) {
	a := new(Application)
	where := in.conditions(a, query.WhereClient(a, &a.ClientID, *in.ClientID)...)
	if *in.ClientID == 0 {
		return where, nil
	}
	return where, s.deps.Clients.Visible(ctx, *in.ClientID)
}

type ofFreelancer struct {
	FreelancerID int64 `query:"freelancerId" kind:"ref:freelancer" check:"required"`
	listFilter
}

func byFreelancer(_ context.Context, in ofFreelancer) ([]query.Cond, error) {
	a := new(Application)
	return in.conditions(a, query.Where(a, &a.FreelancerID, in.FreelancerID)), nil
}

// List resolves the id, handle or VMS id of a project first, so that the list is narrowed by the project alone.
func (s *Service) List(ctx context.Context, q query.Query) (page query.Page[Application], err error) {
	q.Where = slices.Clone(q.Where)
	a := new(Application)
	for i, c := range q.Where {
		if c.Op != query.AnyOf {
			continue
		}
		if q.Where[i], err = s.projectsOf(ctx, a, c); err != nil {
			return page, err
		}
	}
	if page, err = s.Table.List(ctx, q); err != nil {
		return page, err
	}
	return page, s.fillRows(ctx, page.Rows, q.Fields)
}

// projectsOf is the condition on the project that a condition on its id, handle or VMS id amounts to.
func (s *Service) projectsOf(ctx context.Context, a *Application, c query.Cond) (query.Cond, error) {
	tests := map[string]string{
		"projectId": "id = $1", "projectHandle": "handle = upper($1)",
		"vmsId": "vms_id <> '' AND vms_id = $1",
	}
	out := query.Cond{Field: field.At(a, &a.ProjectID), Op: query.Is}
	for _, one := range c.Any {
		test, ok := tests[one.Field.Name]
		if !ok {
			return c, nil
		}
		err := s.DB().EachID(ctx, func(id int64) { out.Values = append(out.Values, id) },
			"SELECT id FROM project_facts WHERE "+test+" ORDER BY id LIMIT 200", one.Values[0])
		if err != nil {
			return c, err
		}
	}
	return out, nil
}

// The number of applications that are compared side by side.
const (
	fewest = 2
	most   = 5
)

type compareInput struct {
	ID []int64 `query:"id" kind:"id" check:"required,max=200"`
}

// compare shows two to five applications for one project side by side, in the order asked for. NOT_FOUND when the
// caller cannot see one of them.
func (s *Service) compare(ctx context.Context, in compareInput) (rows, error) {
	a := new(Application)
	if len(in.ID) < fewest || len(in.ID) > most {
		return rows{}, fault.Validation().Field("id", "validation.compare", map[string]any{"min": fewest, "max": most})
	}
	page := query.Page[Application]{Total: int64(len(in.ID))}
	for i, id := range in.ID {
		one, err := s.Get(ctx, id)
		if err != nil {
			return rows{}, err
		}
		if i > 0 && one.ProjectID != page.Rows[0].ProjectID {
			return rows{}, fault.Validation().Field("id", "validation.oneProject", nil)
		}
		page.Rows = append(page.Rows, one)
	}
	return resource.ShowPage(page, a, visibleFields(ctx, a, compared(a))), nil
}
