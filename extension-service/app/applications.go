package app

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/applications"
	"poolkeeper.example/extension-service/freelancers"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/staff"
)

// newApplications builds the applications on the projects, clients, freelancers and MSPs of d, which need not stand yet.
func (s *Service) newApplications(d *domains) *applications.Service {
	mails := s.parts.mail
	a := applications.New(applications.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Project: d.visibleProject,
		Facts: d.projectFacts, Freelancer: d.talent, MSP: d.firm, PDF: s.profile, Rate: d.rate,
		Fill: func(ctx context.Context, id, delta int64) error { return d.projects.Fill(ctx, id, delta) },
		Mail: mails.Queue, CancelMail: mails.Cancel, Waiting: mails.Waiting, Managers: s.managers,
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
	out = applications.Project{
		ID: p.ID, Title: p.Title, Handle: p.Handle, VMSID: p.VMSID, ClientID: p.ClientID, LegalEntityID: p.LegalEntityID,
		Status: string(p.Status), StatusReason: string(p.StatusReason), PeriodStart: p.AssignmentPeriodStart, PeriodEnd: p.AssignmentPeriodEnd,
		Positions: p.Positions, Filled: p.PositionsFilled, ClosesWhenFilled: p.AutoCloseWhenFilled != nil && *p.AutoCloseWhenFilled,
		RateUnit: p.RateUnit, Currency: p.Currency, RateMin: p.RateMin, RateMax: p.RateMax,
		Client: applications.Client{
			Name: c.Name, Channel: applications.Channel(c.SendChannel), Zone: zoneOf(c.TimeZone), UnconfirmedDays: int(c.UnconfirmedTTLDays),
		},
	}
	if len(c.Languages) > 0 {
		out.Client.Locale = c.Languages[0]
	}
	return out, nil
}

func zoneOf(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return zone
}

// talent answers for the freelancer of an application, whoever asks.
func (d *domains) talent(ctx context.Context, id int64) (applications.Person, error) {
	f, err := d.freelancers.Table.Get(role.AsSystem(ctx, "application"), id)
	if err != nil {
		return applications.Person{}, err
	}
	return applications.Person{
		ID: f.ID, Name: f.Name, Status: string(f.UserStatus), Email: f.Email, Locale: f.Locale,
		ConsentToShare: shares(f.Consent), EmailVerified: !f.EmailVerifiedAt.IsZero(), Skills: f.Skills, Languages: spoken(f.Languages), About: f.Description,
	}, nil
}

func spoken(list []freelancers.Language) []applications.Spoken {
	out := make([]applications.Spoken, len(list))
	for i, l := range list {
		out[i] = applications.Spoken{Code: l.Code, Level: string(l.Level)}
	}
	return out
}

// shares says whether a consent to be shown to clients still holds.
func shares(c freelancers.Consent) bool {
	return !c.ShareAt.IsZero() && (c.ValidUntil.IsZero() || time.Now().Before(c.ValidUntil))
}

// firm answers for the MSP of an application, whoever asks.
func (d *domains) firm(ctx context.Context, id int64) (applications.Firm, error) {
	m, err := d.msps.Table.Get(role.AsSystem(ctx, "application"), id)
	return applications.Firm{ID: m.ID, Name: m.Name, Status: string(m.UserStatus)}, err
}

// managers are the CSMs with their scopes.
func (s *Service) managers(ctx context.Context) (out []applications.Manager, err error) {
	everybody := staff.ListQuery{Role: string(role.CSM), Status: string(staff.Active), Limit: new(int64(1000))}
	list, err := s.parts.staff.Admins(role.AsSystem(ctx, "application"), everybody)
	for _, a := range list.Results {
		out = append(out, applications.Manager{Email: a.Email, Locale: a.Locale, Scope: a.Scopes})
	}
	return out, err
}
