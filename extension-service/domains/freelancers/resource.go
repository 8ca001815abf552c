package freelancers

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Resource declares freelancers to the admin.
func Resource(s *Service) resource.Declaration {
	p, statuses := new(Freelancer), s.kind()
	return resource.Declare(resource.Spec[Freelancer]{
		Name: "freelancer", Route: "/users/freelancers", Of: p, Store: s, Title: &p.Name, Status: &p.UserStatus,
		New:       NewFreelancer,
		Forgotten: resource.ByDomain("anonymise.go, merge.go and export.go"),
		Columns: resource.Refs{
			&p.Name, &p.UserStatus, &p.Email, &p.BoundClientName, &p.MSPName, &p.DayRate, &p.LastLoginAt,
		},
		Hidden: resource.Refs{
			&p.Skills, &p.Languages, &p.Place, &p.Handle, &p.HourRate, &p.Currency, &p.PoolCount,
			&p.AvailabilityFrom, &p.AvailabilityPct, &p.ConsentUntil, &p.DocumentsUntil, &p.Created, &p.LastUpdated,
		},
		Row: resource.Refs{
			&p.ID, &p.Handle, &p.Name, &p.Salutation, &p.AcademicTitle, &p.FirstName, &p.LastName, &p.Email, &p.UserStatus,
			&p.MSPName, &p.BoundClientName, &p.HourRate, &p.DayRate,
			&p.Currency, &p.RatesDiffer, &p.Skills, &p.Languages, &p.Place, &p.PoolCount, &p.AvailabilityFrom,
			&p.AvailabilityPct, &p.ConsentUntil, &p.DocumentsUntil, &p.LastLoginAt, &p.EmailWaits, &p.ErasureAskedAt,
			&p.Created, &p.LastUpdated, &p.Version,
		},
		Related: resource.Refs{&p.MSPID},
		Sortable: resource.Refs{
			&p.Handle, &p.Name, &p.LastName, &p.Email, &p.UserStatus, &p.AvailabilityFrom, &p.ConsentUntil,
			&p.DocumentsUntil, &p.LastLoginAt, &p.Created, &p.LastUpdated,
		},
		Head: resource.Refs{
			&p.HourRate, &p.DayRate, &p.AvailabilityFrom, &p.AvailabilityPct, &p.Place, &p.Languages,
			&p.MobileNumber, &p.Email, &p.MSPID, &p.Skills,
		},
		Timeline: true,
		Initials: true,
		Notes:    true,
		Board:    statuses.Board(map[Status]Status{Unverified: Active}, &p.Email, &p.BoundClientName, &p.AvailabilityFrom),
		Calendar: &resource.Calendar{Days: resource.Refs{&p.AvailabilityFrom}},
		Filters:  filters(s, p),
		Search: resource.Refs{
			&p.Handle, &p.Name, &p.FirstName, &p.LastName, &p.Email, &p.UserStatus, &p.MSPName, &p.BoundClientID,
			&p.BoundClientName, &p.Skills, &p.Locale, &p.Currency, &p.AvailabilityFrom, &p.LegalHold, &p.Created, &p.LastUpdated,
		},
		Finds:  resource.Refs{&p.Email, &p.MobileNumber},
		Form:   form(p),
		Checks: []resource.Check{resource.RequiredWhile(&p.LegalHoldReason, &p.LegalHold, true)},
		Access: resource.Access{
			Read: role.FreelancerRead, Create: role.FreelancerCreate, Update: role.FreelancerUpdate,
			Delete: role.FreelancerDelete, Restore: role.FreelancerRestore,
		},
		Guards: []resource.Guard{
			{
				Read: role.FreelancerPIIRead, Write: role.FreelancerPIIRead,
				Fields: resource.Refs{&p.MobileNumber, &p.HomeAddress, &p.Place, &p.SecurityInfo, &p.DocumentsUntil},
			},
			{Write: role.FreelancerErase, Fields: resource.Refs{&p.LegalHold, &p.LegalHoldReason}},
			{Write: role.FreelancerMerge, Fields: resource.Refs{&p.NotDuplicateOf}},
		},
		Import: &resource.Import{
			Keys: []resource.Refs{{&p.Email}}, Anyway: &p.Force, Reason: "MISTAKE",
			Sets: map[string]any{"sendVerification": false},
		},
		Trash: statuses.Trash(p, "status"),
		Actions: []resource.Action[Freelancer]{
			resource.RecordAction("status", role.FreelancerStatus, s.ChangeStatus).ViaPut().OrWith(role.FreelancerDelete,
				role.FreelancerRestore).ForMany().
				OfferingReasons(statuses.ReasonCodes()).
				UndoneBy("status", statuses.Previous).
				Restoring(&p.StatusReason, &p.StatusComment, &p.StatusChangedAt, &p.StatusChangedBy, &p.DeletedAt, &p.DeletedBy),
			resource.RecordAction("verification", role.FreelancerUpdate, s.SendVerification).If(&p.EmailWaits, true),
			resource.RecordAction("consent", role.FreelancerUpdate, s.RecordConsent),
			resource.AnsweringAgain(resource.RecordAction("writeMail", role.FreelancerUpdate, s.WriteMail), mailWritten).
				AtPath("/api/freelancer/{id}/mail"),
			resource.AnsweringAgain(resource.RecordAction("merge", role.FreelancerMerge, s.Merge), s.mergedBefore),
			resource.RecordAction("exportPerson", role.FreelancerExport, s.Export).AtPath("/api/freelancer/{id}/export"),
			resource.AnsweringAgain(resource.RecordAction("erase", role.FreelancerErase, s.Erase), s.erasureFiled),
		},
		Views: []resource.View[Freelancer]{
			resource.ListView[Freelancer]("freelancer.ofClient", "/api/freelancer/client", role.FreelancerRead,
				s.ofClient).Showing(row(p)...),
		},
		Calls: calls(s),
	})
}

func form(p *Freelancer) []resource.Group {
	return []resource.Group{
		resource.Section("person", &p.Salutation, &p.AcademicTitle, &p.FirstName, &p.LastName, &p.Gender, &p.Locale,
			&p.PhotoResourceID),
		resource.Section("contact", &p.Email, &p.MobileNumber, &p.HomeAddress, &p.LinkedinHandle, &p.SendVerification),
		resource.Section("work", &p.Skills, &p.Languages, &p.AvailabilityFrom, &p.AvailabilityPct, &p.HourRate, &p.DayRate,
			&p.Currency, &p.Description, &p.MSPID, &p.PoolIDs),
		resource.Section("security", &p.SecurityInfo),
		resource.Section("records", &p.ExternalIDs, &p.LegalHold, &p.LegalHoldReason),
	}
}

func calls(s *Service) []resource.Endpoint {
	return []resource.Endpoint{
		s.kind().PossibleStatuses("freelancer", "/api/freelancer", role.FreelancerRead),
		{
			Name: "freelancer.ofPool", Method: "GET", Path: "/api/freelancer/pool",
			Needs: []role.Permission{role.PoolMemberRead}, Handle: resource.Handle(s.ofPool), Answer: poolRows(),
		},
		{
			Name: "freelancer.mailDrafts", Method: "GET", Path: "/api/freelancer/{id}/mail",
			Needs: []role.Permission{role.FreelancerUpdate}, Handle: resource.Handle(s.mailDrafts),
		},
	}
}

// BoundClientResource declares the bindings of freelancers to the admin.
func BoundClientResource(b *Bindings) resource.Declaration {
	v := new(BoundClient)
	return resource.Declare(resource.Spec[BoundClient]{
		Name: "boundClient", Of: v, Store: b, Title: &v.FreelancerName, New: NewBoundClient,
		Forgotten: resource.ByDomain("forget and move; one binding of a person is open at most"),
		Columns: resource.Refs{
			&v.FreelancerName, &v.ClientName, &v.LegalEntityName, &v.Scope, &v.Source, &v.BoundSince, &v.BoundUntil,
		},
		Row: resource.Refs{
			&v.ID, &v.FreelancerID, &v.FreelancerName, &v.Scope, &v.ClientID, &v.ClientName, &v.LegalEntityID,
			&v.LegalEntityName, &v.Source, &v.BoundSince, &v.BoundUntil, &v.Note, &v.Open, &v.Version,
		},
		Sortable: resource.Refs{&v.FreelancerID, &v.ClientID},
		Filters:  resource.Refs{&v.FreelancerID, &v.ClientID, &v.Open},
		Checks:   []resource.Check{resource.RequiredWhile(&v.LegalEntityID, &v.Scope, OfLegalEntity)},
		Form: []resource.Group{resource.Section("general", &v.FreelancerID, &v.Scope, &v.ClientID, &v.LegalEntityID,
			&v.BoundUntil, &v.Note)},
		Access: resource.Access{Read: role.BoundClientRead, Create: role.BoundClientWrite, Update: role.BoundClientWrite},
	})
}

// DuplicateResource declares the pairs to decide about to the admin.
func DuplicateResource(s *Service) resource.Declaration {
	v := new(Pair)
	return resource.Declare(resource.Spec[Pair]{
		Name: "freelancerDuplicate", Path: "/freelancer/duplicate", Route: "/users/duplicates", Of: v, Store: s.pairs,
		Title: &v.NameA, Status: &v.State,
		Forgotten: resource.ByDomain("follow and repair: a pair is about two"),
		Columns:   resource.Refs{&v.NameA, &v.NameB, &v.Score, &v.Rules, &v.State, &v.Created},
		Hidden:    resource.Refs{&v.CreatedBy, &v.LastUpdated, &v.LastUpdatedBy},
		Row: resource.Refs{
			&v.ID, &v.FreelancerA, &v.FreelancerB, &v.NameA, &v.NameB, &v.Freelancers, &v.Score, &v.Rules, &v.State, &v.Created,
			&v.CreatedBy, &v.LastUpdated, &v.LastUpdatedBy, &v.Version,
		},
		Sort:     resource.Order{By: &v.Score, Desc: true},
		Sortable: resource.Refs{&v.Score, &v.State},
		Filters:  resource.Refs{&v.State, resource.Filter("freelancerId", query.AnyOf, &v.FreelancerA, &v.FreelancerB)},
		Access:   resource.Access{Read: role.FreelancerMerge, Update: role.FreelancerMerge},
	})
}

// ErasureResource declares the requests for erasure to the admin.
func ErasureResource(s *Service) resource.Declaration {
	e := new(Erasure)
	return resource.Declare(resource.Spec[Erasure]{
		Name: "erasure", Route: "/users/erasures", Of: e, Store: s.erasures, Title: &e.FreelancerName, Status: &e.State,
		Forgotten: resource.ByDomain("forget clears the words; that somebody requested erasure stays"),
		Columns:   resource.Refs{&e.FreelancerName, &e.State, &e.FreelancerHandle, &e.DueAt, &e.Created, &e.CreatedBy},
		Hidden:    resource.Refs{&e.DoneAt, &e.Reason, &e.LegalBasisNote, &e.Refusal},
		Row: resource.Refs{
			&e.ID, &e.RequestID, &e.FreelancerID, &e.FreelancerHandle, &e.FreelancerName, &e.State, &e.Reason, &e.LegalBasisNote,
			&e.Refusal, &e.Created, &e.CreatedBy, &e.DueAt, &e.DoneAt, &e.JobID, &e.StatusURL, &e.Version,
		},
		Filters: resource.Refs{&e.State, &e.FreelancerID, resource.Filter("dueUntil", query.AtMost, &e.DueAt)},
		Access:  resource.Access{Read: role.FreelancerErase},
		Actions: []resource.Action[Erasure]{
			resource.AnsweringAgain(resource.RecordAction("move", role.FreelancerErase, s.erasures.move), movedBefore).
				AtPath("/api/erasure/{id}").ViaPut().Hidden(),
		},
	})
}

// row is what the lists of a client and of a pool show of a freelancer.
func row(p *Freelancer) resource.Refs {
	return resource.Refs{
		&p.ID, &p.Handle, &p.Name, &p.Salutation, &p.FirstName, &p.LastName, &p.Email, &p.UserStatus, &p.MSPName,
		&p.BoundClientName, &p.HourRate, &p.DayRate, &p.Currency, &p.PoolCount, &p.LastLoginAt, &p.Created, &p.Version,
	}
}

type ofClientInput struct {
	ClientID *int64 `query:"clientId" json:"clientId" check:"required,minvalue=0"` // 0 for all
	resource.Paging
}

// ofClient narrows to the freelancers bound to a client and the members of its pools; client 0 narrows by nothing.
func (s *Service) ofClient(ctx context.Context, in ofClientInput) ([]query.Cond, error) {
	p := new(Freelancer)
	where := query.WhereClient(p, &p.BoundClientID, *in.ClientID)
	if len(where) == 0 {
		return nil, nil
	}
	member := query.WhereLinked(clientMembers, *in.ClientID)
	bound := query.Cond{Op: query.AnyOf, Any: append(where, member)}
	lasts := query.Cond{Op: query.AnyOf, Any: []query.Cond{
		query.Where(p, &p.BoundUntil, ""), {
			Field: field.At(p, &p.BoundUntil), Op: query.AtLeast,
			Values: []any{string(s.today())},
		}, member,
	}}
	return []query.Cond{bound, lasts}, s.deps.Clients.Visible(ctx, *in.ClientID)
}
