package freelancers

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// Resource declares freelancers to the admin.
func Resource(s *Service) resource.Spec[Freelancer] {
	p := new(Freelancer)
	return resource.Spec[Freelancer]{
		Name: "freelancer", Route: "/users/freelancers", Of: p, Store: s, Title: &p.Name, Status: &p.UserStatus, New: NewFreelancer,
		Forgotten: resource.ByDomain("anonymise.go, merge.go and export.go"),
		Columns:   resource.Refs{&p.Name, &p.UserStatus, &p.Email, &p.BoundClientName, &p.MSPName, &p.DayRate, &p.LastLoginAt},
		Hidden:    resource.Refs{&p.Handle, &p.HourRate, &p.Currency, &p.PoolCount, &p.AvailabilityFrom, &p.Created, &p.LastUpdated},
		Row: resource.Refs{
			&p.ID, &p.Handle, &p.Name, &p.Salutation, &p.AcademicTitle, &p.FirstName, &p.LastName, &p.Email, &p.UserStatus, &p.MSPName, &p.BoundClientName, &p.HourRate, &p.DayRate,
			&p.Currency, &p.PoolCount, &p.AvailabilityFrom, &p.LastLoginAt, &p.EmailWaits, &p.Created, &p.LastUpdated, &p.Version,
		},
		Filters: resource.Refs{resource.NameFilter("clientName", &p.BoundClientID), &p.Name, &p.Email, resource.Filter("state", &p.UserStatus), &p.MSPID},
		Search: resource.Refs{
			&p.Handle, &p.Name, &p.FirstName, &p.LastName, &p.Email, &p.UserStatus, &p.MSPName, &p.BoundClientID, &p.BoundClientName, &p.Skills, &p.Locale,
			&p.Currency, &p.AvailabilityFrom, &p.LegalHold, &p.Created, &p.LastUpdated,
		},
		Finds: resource.Refs{&p.Email},
		Form:  form(p),
		Access: resource.Access{
			Read: role.FreelancerRead, Create: role.FreelancerCreate, Update: role.FreelancerUpdate, Delete: role.FreelancerDelete, Restore: role.FreelancerRestore,
		},
		Guards: []resource.Guard{
			{Read: role.FreelancerPIIRead, Write: role.FreelancerPIIRead, Fields: resource.Refs{&p.MobileNumber, &p.HomeAddress, &p.SecurityInfo}},
			{Write: role.FreelancerErase, Fields: resource.Refs{&p.LegalHold, &p.LegalHoldReason}},
			{Write: role.FreelancerMerge, Fields: resource.Refs{&p.NotDuplicateOf}},
		},
		Trash: &resource.TrashBin[Freelancer]{Field: &p.UserStatus, Value: Deleted, RestoredBy: "status", Restore: s.restoring},
		Actions: []resource.Action[Freelancer]{
			resource.RecordAction("status", role.FreelancerStatus, s.ChangeStatus).ByPut().OrWith(role.FreelancerDelete, role.FreelancerRestore).ForMany().
				UndoneBy("status", s.back).
				Restoring(&p.StatusReason, &p.StatusComment, &p.StatusChangedAt, &p.StatusChangedBy, &p.DeletedAt, &p.DeletedBy),
			resource.RecordAction("verification", role.FreelancerUpdate, s.SendVerification).If(&p.EmailWaits, true),
			resource.RecordAction("consent", role.FreelancerUpdate, s.RecordConsent),
			resource.RecordAction("merge", role.FreelancerMerge, s.Merge),
			resource.RecordAction("exportPerson", role.FreelancerExport, s.Export).AtPath("/api/freelancer/{id}/export"),
			resource.RecordAction("erase", role.FreelancerErase, s.Erase),
		},
		Calls: calls(s),
	}
}

func form(p *Freelancer) []resource.Group {
	return []resource.Group{
		resource.Section("person", &p.Salutation, &p.AcademicTitle, &p.FirstName, &p.LastName, &p.Gender, &p.Locale),
		resource.Section("contact", &p.Email, &p.MobileNumber, &p.HomeAddress, &p.LinkedinHandle, &p.SendVerification),
		resource.Section("work", &p.Skills, &p.Languages, &p.AvailabilityFrom, &p.AvailabilityPct, &p.HourRate, &p.DayRate, &p.Currency, &p.Description, &p.MSPID),
		resource.Section("security", &p.SecurityInfo),
		resource.Section("records", &p.ExternalIDs, &p.LegalHold, &p.LegalHoldReason),
	}
}

func calls(s *Service) []resource.Endpoint {
	return []resource.Endpoint{
		{
			Name: "freelancer.possibleStatuses", Method: "GET", Path: "/api/freelancer/possibleStatuses/{id}",
			Needs: []role.Permission{role.FreelancerRead}, Handle: resource.Handle(s.possibleStatuses),
		},
		{
			Name: "freelancer.ofClient", Method: "GET", Path: "/api/freelancer/client",
			Needs: []role.Permission{role.FreelancerRead}, Handle: resource.Handle(s.ofClient),
		},
		{
			Name: "freelancer.ofPool", Method: "GET", Path: "/api/freelancer/pool",
			Needs: []role.Permission{role.PoolMemberRead}, Handle: resource.Handle(s.ofPool),
		},
	}
}

// BoundClientResource declares the bindings of freelancers to the admin.
func BoundClientResource(b *Bindings) resource.Spec[BoundClient] {
	v := new(BoundClient)
	return resource.Spec[BoundClient]{
		Name: "boundClient", Of: v, Store: b, Title: &v.FreelancerName, New: NewBoundClient,
		Forgotten: resource.ByDomain("forget and move; one binding of a person is open at most"),
		Columns:   resource.Refs{&v.FreelancerName, &v.ClientName, &v.LegalEntityName, &v.Scope, &v.Source, &v.BoundSince, &v.BoundUntil},
		Row: resource.Refs{
			&v.ID, &v.FreelancerID, &v.FreelancerName, &v.Scope, &v.ClientID, &v.ClientName, &v.LegalEntityID, &v.LegalEntityName, &v.Source, &v.BoundSince,
			&v.BoundUntil, &v.Note, &v.Open, &v.Version,
		},
		Filters: resource.Refs{&v.FreelancerID, &v.ClientID, &v.Open},
		Form:    []resource.Group{resource.Section("general", &v.FreelancerID, &v.Scope, &v.ClientID, &v.LegalEntityID, &v.BoundUntil, &v.Note)},
		Access:  resource.Access{Read: role.BoundClientRead, Create: role.BoundClientWrite, Update: role.BoundClientWrite},
	}
}

// DuplicateResource declares the pairs to decide about to the admin.
func DuplicateResource(s *Service) resource.Spec[Pair] {
	v := new(Pair)
	return resource.Spec[Pair]{
		Name: "freelancerDuplicate", Path: "/freelancer/duplicate", Route: "/users/duplicates", Of: v, Store: s.pairs, Title: &v.NameA, Status: &v.State,
		Forgotten: resource.ByDomain("follow and repair: a pair is about two"),
		Columns:   resource.Refs{&v.NameA, &v.NameB, &v.Score, &v.Rules, &v.State, &v.Created},
		Hidden:    resource.Refs{&v.CreatedBy, &v.LastUpdated, &v.LastUpdatedBy},
		Row: resource.Refs{
			&v.ID, &v.FreelancerA, &v.FreelancerB, &v.NameA, &v.NameB, &v.Freelancers, &v.Score, &v.Rules, &v.State, &v.Created, &v.CreatedBy,
			&v.LastUpdated, &v.LastUpdatedBy, &v.Version,
		},
		Sort:    resource.Order{By: &v.Score, Desc: true},
		Filters: resource.Refs{&v.State, resource.AnyFilter("freelancerId", &v.FreelancerA, &v.FreelancerB)},
		Access:  resource.Access{Read: role.FreelancerMerge, Update: role.FreelancerMerge},
	}
}

// ErasureResource declares the wishes to be forgotten to the admin.
func ErasureResource(s *Service) resource.Spec[Erasure] {
	e := new(Erasure)
	return resource.Spec[Erasure]{
		Name: "erasure", Route: "/users/erasures", Of: e, Store: s.erasures, Title: &e.FreelancerName, Status: &e.State,
		Forgotten: resource.ByDomain("forget clears the words; that somebody asked to be forgotten stays"),
		Columns:   resource.Refs{&e.FreelancerName, &e.State, &e.FreelancerHandle, &e.DueAt, &e.Created, &e.CreatedBy},
		Hidden:    resource.Refs{&e.DoneAt, &e.Reason, &e.LegalBasisNote, &e.Refusal},
		Row: resource.Refs{
			&e.ID, &e.RequestID, &e.FreelancerID, &e.FreelancerHandle, &e.FreelancerName, &e.State, &e.Reason, &e.LegalBasisNote, &e.Refusal, &e.Created,
			&e.CreatedBy, &e.DueAt, &e.DoneAt, &e.JobID, &e.StatusURL, &e.Version,
		},
		Filters: resource.Refs{&e.State, &e.FreelancerID, resource.UntilFilter("dueUntil", &e.DueAt)},
		Access:  resource.Access{Read: role.FreelancerErase},
		Actions: []resource.Action[Erasure]{
			resource.RecordAction("move", role.FreelancerErase, s.erasures.move).AtPath("/api/erasure/{id}").ByPut().Unoffered(),
		},
	}
}

// Row is one freelancer in the list of a client's or a pool's.
type Row struct {
	ID              int64                 `json:"id" kind:"id"`
	Handle          string                `json:"handle"`
	Name            string                `json:"name"`
	Salutation      Salutation            `json:"salutation"`
	FirstName       string                `json:"firstName"`
	LastName        string                `json:"lastName"`
	Email           string                `json:"email"`
	UserStatus      Status                `json:"userStatus"`
	MSPName         string                `json:"mspName"`
	BoundClientName string                `json:"boundClientName"`
	HourRate        *resource.Decimal     `json:"hourRate" kind:"money"`
	DayRate         *resource.Decimal     `json:"dayRate"  kind:"money"`
	Currency        resource.CurrencyCode `json:"currency"`
	PoolCount       int64                 `json:"poolCount"`
	LastLoginAt     time.Time             `json:"lastLoginAt"`
	Created         time.Time             `json:"created"`
	Version         int64                 `json:"version"`
}

type ofClientInput struct {
	ClientID *int64 `query:"clientId" json:"clientId" check:"required,minvalue=0"` // 0 for all
	resource.Paging
}

// ofClient lists the freelancers bound to a client; client 0 narrows by nothing. Members of its pools join them once there are pools.
func (s *Service) ofClient(ctx context.Context, in ofClientInput) (resource.List[resource.Shown[Row]], error) {
	p := new(Freelancer)
	where := resource.WhereClient(p, &p.BoundClientID, *in.ClientID)
	if len(where) == 0 {
		return s.rows(ctx, in.Paging)
	}
	if err := s.deps.Client(ctx, *in.ClientID); err != nil {
		return resource.List[resource.Shown[Row]]{}, err
	}
	until := resource.FieldAt(p, &p.BoundUntil)
	lasts := resource.Cond{Op: resource.AnyOf, Any: []resource.Cond{
		resource.Where(p, &p.BoundUntil, ""), {Field: until, Op: resource.AtLeast, Values: []any{string(s.today())}},
	}}
	return s.rows(ctx, in.Paging, append(where, lasts)...)
}

type ofPoolInput struct {
	PoolID int64  `query:"poolId" json:"poolId" kind:"ref:pool" check:"required"`
	Status string `query:"status" json:"status" check:"max=20"`
	resource.Paging
}

// ofPool lists the members of a pool: nobody while there are no pools.
func (s *Service) ofPool(ctx context.Context, in ofPoolInput) (resource.List[resource.Shown[Row]], error) {
	p := new(Freelancer)
	return s.rows(ctx, in.Paging, resource.Cond{Field: resource.FieldAt(p, &p.ID), Op: resource.Is})
}

func (s *Service) rows(ctx context.Context, paging resource.Paging, where ...resource.Cond) (resource.List[resource.Shown[Row]], error) {
	var out resource.List[resource.Shown[Row]]
	p := new(Freelancer)
	q, err := resource.Ask(p, paging, pageSize)
	if err != nil {
		return out, err
	}
	q.Where = append(q.Where, where...)
	page, err := s.List(ctx, q)
	if err != nil {
		return out, err
	}
	out = resource.List[resource.Shown[Row]]{Results: make([]resource.Shown[Row], len(page.Rows)), TotalResults: page.Total}
	for i, r := range page.Rows {
		out.Results[i] = resource.Show(&Row{
			ID: r.ID, Handle: r.Handle, Name: r.Name, Salutation: r.Salutation, FirstName: r.FirstName, LastName: r.LastName, Email: r.Email,
			UserStatus: r.UserStatus, MSPName: r.MSPName, BoundClientName: r.BoundClientName, HourRate: r.HourRate, DayRate: r.DayRate,
			Currency: r.Currency, PoolCount: r.PoolCount, LastLoginAt: r.LastLoginAt, Created: r.Created, Version: r.Version,
		})
	}
	return out, nil
}
