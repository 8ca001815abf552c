package app

import (
	"context"
	"maps"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// newApplications builds the applications on the projects, clients, freelancers and MSPs of d, which need not stand yet.
func (s *Service) newApplications(d *domains) *applications.Service {
	mails := s.parts.mail
	a := applications.New(applications.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Project: d.visibleProject, Client: d.clients.Visible,
		Facts: d.projectFacts, AllFacts: d.allFacts, Freelancer: d.talent, Freelancers: d.talents, MSP: d.firm, PDF: s.profile,
		DropPDF: s.dropProfile, Erasing: d.erasing, Mapping: d.mappingHolds, Waits: d.obstacles, Rates: d.rates,
		Fill:      func(ctx context.Context, id, delta int64) error { return d.projects.Fill(ctx, id, delta) },
		Questions: d.questions, Profile: d.profileOf,
		Mail: mails.Queue, CancelMail: mails.Cancel, PlanMail: mails.Plan, Text: s.mailText, Waiting: mails.Waiting, LastMail: mails.Last, LastSent: mails.LastSent, Managers: s.managers,
	})
	for _, template := range []string{applications.Confirmation, applications.Rejected, applications.SendFailures} {
		mails.Holds(template, a.StillMeant)
	}
	mails.OnLink(applications.Confirmation, a.ConfirmByLink)
	return a
}

// projectFacts answers for the project of an application, whoever asks.
func (d *domains) projectFacts(ctx context.Context, id int64) (out applications.Project, err error) {
	ctx = role.AsSystem(ctx, "application")
	p, err := d.projects.Get(ctx, id)
	if err != nil {
		return out, err
	}
	c, err := d.clients.Get(ctx, p.ClientID)
	if err != nil {
		return out, err
	}
	out = factsOf(p, c)
	can, err := d.capabilities(ctx, c.ID)
	out.Client.Capabilities = can[c.ID]
	return out, err
}

// capabilities are what the VMS of clients can be told.
func (d *domains) capabilities(ctx context.Context, clientIDs ...int64) (map[int64][]applications.Capability, error) {
	can, err := d.vms.Connections.Capabilities(ctx, clientIDs)
	return mapped(can, func(list []vms.Capability) []applications.Capability {
		out := make([]applications.Capability, len(list))
		for i, one := range list {
			out[i] = applications.Capability(one)
		}
		return out
	}), err
}

// allFacts answers for projects of which none is locked, whoever asks.
func (d *domains) allFacts(ctx context.Context, ids []int64) (map[int64]applications.Project, error) {
	ctx = role.AsSystem(ctx, "application")
	p, c := new(projects.Project), new(clients.Client)
	list, err := d.projects.Table.ByID(ctx, ids, resource.FieldsAt(p, &p.ID, &p.Title, &p.Handle, &p.VMSID, &p.ClientID, &p.LegalEntityID, &p.Status,
		&p.StatusReason, &p.AssignmentPeriodStart, &p.AssignmentPeriodEnd, &p.Positions, &p.PositionsFilled, &p.AutoCloseWhenFilled,
		&p.RateUnit, &p.Currency, &p.RateMin, &p.RateMax)...)
	if err != nil {
		return nil, err
	}
	owners := map[int64]bool{}
	for _, p := range list {
		owners[p.ClientID] = true
	}
	owning, err := d.clients.Table.ByID(ctx, slices.Collect(maps.Keys(owners)),
		resource.FieldsAt(c, &c.ID, &c.Name, &c.SendChannel, &c.TimeZone, &c.UnconfirmedTTLDays, &c.Languages)...)
	if err != nil {
		return nil, err
	}
	can, err := d.capabilities(ctx, slices.Collect(maps.Keys(owners))...)
	out := make(map[int64]applications.Project, len(list))
	for id, p := range list {
		if c, there := owning[p.ClientID]; there {
			facts := factsOf(p, c)
			facts.Client.Capabilities = can[c.ID]
			out[id] = facts
		}
	}
	return out, err
}

func factsOf(p projects.Project, c clients.Client) applications.Project {
	out := applications.Project{
		ID: p.ID, Title: p.Title, Handle: p.Handle, VMSID: p.VMSID, ClientID: p.ClientID, LegalEntityID: p.LegalEntityID,
		Status: string(p.Status), StatusReason: string(p.StatusReason), PeriodStart: p.AssignmentPeriodStart, PeriodEnd: p.AssignmentPeriodEnd,
		Positions: p.Positions, Filled: p.PositionsFilled, ClosesWhenFilled: p.AutoCloseWhenFilled != nil && *p.AutoCloseWhenFilled,
		RateUnit: p.RateUnit, Currency: p.Currency, RateMin: p.RateMin, RateMax: p.RateMax, Deadline: p.ApplicationDeadline,
		Client: applications.Client{
			Name: c.Name, Active: c.Active, Channel: applications.Channel(c.SendChannel), Zone: c.Zone(), UnconfirmedDays: int(c.UnconfirmedTTLDays),
		},
	}
	if len(c.Languages) > 0 {
		out.Client.Locale = c.Languages[0]
	}
	return out
}

// talent answers for the freelancer of an application, whoever asks.
func (d *domains) talent(ctx context.Context, id int64) (applications.Person, error) {
	f, err := d.freelancers.Table.Get(role.AsSystem(ctx, "application"), id)
	return personOf(f), err // its computed fields among them
}

// profileOf is the whole record of a freelancer, whoever asks.
func (d *domains) profileOf(ctx context.Context, id int64) (freelancers.Freelancer, error) {
	return d.freelancers.Table.Get(role.AsSystem(ctx, "application"), id)
}

// talents answers for freelancers at once, whoever asks.
func (d *domains) talents(ctx context.Context, ids []int64) (map[int64]applications.Person, error) {
	f := new(freelancers.Freelancer)
	list, err := d.freelancers.Table.ByID(role.AsSystem(ctx, "application"), ids, resource.FieldsAt(f, &f.ID, &f.Name, &f.UserStatus, &f.Email, &f.Locale,
		&f.Consent, &f.EmailVerifiedAt, &f.ErasureAskedAt, &f.Skills, &f.Languages, &f.Description)...)
	return mapped(list, personOf), err
}

func personOf(f freelancers.Freelancer) applications.Person {
	return applications.Person{
		ID: f.ID, Name: f.Name, Status: string(f.UserStatus), Email: f.Email, Locale: f.Locale,
		HourRate: f.HourRate, DayRate: f.DayRate, Currency: f.Currency, ConsentToShare: f.Consent.AllowsSharing(time.Now()), EmailVerified: !f.EmailVerifiedAt.IsZero(), ErasureAskedAt: f.ErasureAskedAt, Skills: f.Skills, Languages: f.Languages, About: f.Description,
	}
}

// erasing says of freelancers since when they wait to be forgotten.
func (d *domains) erasing(ctx context.Context, ids []int64) (map[int64]time.Time, error) {
	return d.freelancers.ErasuresAsked(ctx, ids)
}

// firm answers for the MSP of an application, whoever asks.
func (d *domains) firm(ctx context.Context, id int64) (applications.Firm, error) {
	m, err := d.msps.Table.Get(role.AsSystem(ctx, "application"), id)
	return applications.Firm{ID: m.ID, Name: m.Name, Status: string(m.UserStatus)}, err
}

// managers are the CSMs with their scopes.
func (s *Service) managers(ctx context.Context) (out []applications.Manager, err error) {
	list, err := s.having(ctx, role.CSM)
	for _, a := range list {
		out = append(out, applications.Manager{Email: a.Email, Locale: a.Locale, Scope: a.Scopes})
	}
	return out, err
}
