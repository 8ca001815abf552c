package applications

import (
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// onward are the steps that usually come next.
var onward = map[Status]Status{Unconfirmed: Active, Active: SendPending, SendFailed: SendPending, SentToClient: Hired}

// Resource declares applications to the admin: their list and records, and those of one project.
func Resource(s *Service) resource.Declaration {
	a := new(Application)
	return resource.Declare(resource.Spec[Application]{
		Name: "application", Path: "/projectApplication", Route: "/projects/applications", Of: a, Store: s,
		Title:    &a.FreelancerName,
		Subtitle: &a.ProjectTitle, Status: &a.Status,
		Subject: &a.FreelancerID, Forgotten: resource.ByDomain("Anonymise, Transfer and RecordsOf"),
		Columns: resource.Refs{
			&a.FreelancerName, &a.Status, &a.Readiness, &a.ProjectTitle, &a.ClientName, &a.StatusChangedAt,
		},
		Hidden: resource.Refs{
			&a.Handle, &a.VMSID, &a.ProviderKind, &a.MSPName, &a.StatusReason, &a.TalentRate, &a.PayRate, &a.BillRate,
			&a.NextAttemptAt, &a.Created,
		},
		Row:          row(a),
		Related:      resource.Refs{&a.FreelancerID, &a.MSPID},
		InTimelineOf: resource.Refs{&a.FreelancerID, &a.ProjectID, &a.MSPID},
		Sortable: resource.Refs{
			&a.Handle, &a.ProjectID, &a.ProjectTitle, &a.FreelancerID, &a.FreelancerName, &a.Status, &a.StatusChangedAt,
			&a.Created,
		},
		Notes: true,
		Shipped: []resource.Shipped{
			{Name: "mine", Filters: map[string]any{"owner": "me"}},
			{Name: "resendable", Filters: map[string]any{"status": []Status{SendFailed}, "canResend": true}, IsWorklist: true},
			{Name: "unconfirmed", Filters: map[string]any{
				"status":       []Status{Unconfirmed},
				"createdUntil": resource.InDays(-lateDays - 1),
			}, Sort: "created:asc"},
		},
		Board: s.kind().Board(onward, &a.ProjectTitle, &a.ClientName, &a.Readiness).InTabOf(&a.ProjectID),
		Filters: resource.Refs{
			resource.Filter("name", query.Contains, &a.FreelancerName),
			resource.Filter("jobTitle", query.Contains, &a.ProjectTitle),
			resource.Filter("jobId", query.AnyOf, &a.ProjectID, &a.ProjectHandle, &a.VMSID),
			&a.Status, resource.Filter("clientName", query.Named, &a.ClientID), &a.FreelancerID,
			&a.MSPID, resource.Filter(createdFrom, query.AtLeast, &a.Created),
			resource.Filter("createdUntil", query.AtMost, &a.Created),
			resource.Filter("confirmedFrom", query.AtLeast, &a.ConfirmedAt),
			resource.Filter("sentFrom", query.AtLeast, &a.SentAt), resource.Filter("hiredFrom", query.AtLeast, &a.HiredAt),
			&a.CanResend, &a.AnswersMissing,
			resource.FilterBy("rate", field.EnumKind, withRate).WithChoices(rateChoices).Comparing(&a.RateWarning).
				Written(rateWarned, "is open and has a rate that could not be sent as it is"),
			resource.FilterByOwner(a, "owner", &a.ProjectOwnerID, &a.ProjectDeputyID),
		},
		Search: resource.Refs{
			&a.Handle, &a.ProjectID, &a.ProjectTitle, &a.ProjectHandle, &a.VMSID, &a.ClientID, &a.ClientName, &a.LegalEntityID,
			&a.FreelancerID, &a.FreelancerName, &a.ProviderKind, &a.MSPName, &a.Status, &a.StatusReason, &a.ExternalID,
			&a.Created, &a.LastUpdated,
		},
		Form:   form(a),
		Checks: []resource.Check{resource.NotBelow(&a.AvailabilityTo, &a.AvailabilityFrom)},
		Access: resource.Access{
			Read: role.ApplicationRead, Create: role.ApplicationCreate, Update: role.ApplicationUpdate,
			// Who tries a mapping or assigns a message need not know whose application it is.
			Picker: resource.Picker{
				By:    []role.Permission{role.ApplicationTransformationTest, role.VMSMessageReplay},
				Title: &a.ProjectTitle,
			},
		},
		Guards: []resource.Guard{{Read: role.RateRead, Write: role.RateWrite, Fields: rateFields(a)}},
		Actions: []resource.Action[Application]{
			resource.RecordAction(changeStatus, role.ApplicationStatus, s.ChangeStatus).
				AtPath("/api/projectApplication/{id}/status").ViaPut().OrWith(role.ApplicationResend).ForMany().
				OfferingReasons(s.kind().ReasonCodes()).UndoneBy(changeStatus, s.undoStatus(a)).
				Restoring(&a.StatusReason, &a.StatusComment, &a.StatusChangedAt, &a.StatusChangedBy, &a.StatusBatchID),
			resource.ListAction[Application]("changeStatusOf", role.ApplicationStatus, s.changeMany).
				AtPath("/api/projectApplication/changeStatus").Hidden().OwnTransaction(),
		},
		Views: views(s, a),
		Calls: calls(s, a),
	})
}

// InvitationResource declares invitations to the search index, the only place where they are looked for.
func InvitationResource(s *Service) resource.Declaration {
	v := new(Invitation)
	return resource.DeclareInIndex(resource.Spec[Invitation]{
		Name: "invitation", Of: v, Store: s.Invitations, Title: &v.SentBy, Status: &v.State,
		Forgotten: resource.ByDomain("Transfer moves them; they say no more of somebody than that they were asked"),
		Search: resource.Refs{
			&v.ProjectID, &v.ClientID, &v.LegalEntityID, &v.FreelancerID, &v.MSPID, &v.State, &v.SentAt, &v.OpenedAt,
			&v.AnsweredAt, &v.ExpiresAt, &v.SentBy, &v.Channel, &v.ApplicationID, &v.Created,
		},
		Access: resource.Access{Read: role.ApplicationRead},
	})
}

func form(a *Application) []resource.Group {
	return []resource.Group{
		resource.Section("general", &a.ProjectID, &a.FreelancerID, &a.ProviderKind, &a.MSPID),
		resource.Section("availability", &a.AvailabilityFrom, &a.AvailabilityTo, &a.HoursPerWeek),
		resource.Section("rates", &a.TalentRate, &a.RateUnit, &a.Currency, &a.PayRate, &a.BillRate, &a.RateOverride,
			&a.RateOverrideReason),
		resource.Section("profile", &a.Message, &a.CVResourceID, &a.Attachments),
	}
}

func calls(s *Service, a *Application) []resource.Endpoint {
	read := []role.Permission{role.ApplicationRead}
	return []resource.Endpoint{
		s.kind().PossibleStatuses("application", "/api/projectApplication", read...),
		{
			Name: "application.compare", Method: "GET", Path: "/api/projectApplication/compare", Needs: read,
			Handle: resource.Handle(s.compare), Answer: resource.PageSchema(a, compared(a)),
		},
		{
			Name: "application.readiness", Method: "GET", Path: "/api/projectApplication/readiness", Needs: read,
			Handle: resource.Handle(s.readiness),
		},
		{
			Name: "application.warnings", Method: "GET", Path: "/api/projectApplication/warnings",
			Needs:  []role.Permission{role.ApplicationCreate},
			Handle: resource.Handle(s.warnings),
		},
		{
			Name: "application.amounts", Method: "GET", Path: "/api/projectApplication/amounts", Needs: read,
			Handle: resource.Handle(s.amounts),
		},
		{
			Name: "application.funnel", Method: "GET", Path: "/api/projectApplication/funnel", Needs: read,
			Handle: resource.Handle(s.funnel),
		},
		{
			Name: "application.pdf", Method: "POST", Path: "/api/projectApplication/{id}/pdf", Needs: read,
			Handle:     resource.Handle(s.print),
			Idempotent: true,
		},
	}
}
