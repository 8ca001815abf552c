package app

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/platform/role"
)

// newApplications builds the applications on the domains below them.
func (s *Service) newApplications(d *domains) *applications.Service {
	mails := s.parts.mail
	a := applications.New(applications.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Clients: d.clients, Projects: d.projects, Questions: d.questions,
		Rates:       d.rates,
		Freelancers: d.freelancers, MSPs: d.msps, Papers: applications.Printer{
			Questions: d.questions, Files: s.parts.files,
			Text: s.mailText,
		},
		Mail: mails, SentMail: mails, Text: s.mailText, Managers: s.managers,
	})
	for _, template := range []string{applications.Confirmation, applications.Rejected, applications.SendFailures} {
		mails.SetCondition(template, a.IsMailDue)
	}
	mails.OnLink(applications.Confirmation, a.ConfirmByLink)
	return a
}

// managers are the CSMs with their scopes.
func (s *Service) managers(ctx context.Context) (out []applications.Manager, err error) {
	list, err := s.having(ctx, role.CSM)
	for _, a := range list {
		out = append(out, applications.Manager{Email: a.Email, Locale: a.Locale, Scope: a.Scopes})
	}
	return out, err
}
