package app

import (
	"context"
	"encoding/json"
	"time"

	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// newMSPs builds the MSPs on the clients, projects, applications and freelancers of d.
func (s *Service) newMSPs(d *domains) *msps.Service {
	m := msps.New(msps.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Mail: s.parts.mail.Queue,
		Clients: d.clients, Forget: s.eraseMSP,
	})
	s.parts.mail.SetCondition(msps.Invitation, m.IsInvitationDue)
	s.parts.mail.OnLink(msps.Invitation, m.Accept)
	return m
}

// eraseMSP takes an MSP out of mails, results of jobs, looks at the portal, saved views, inputs of jobs, and at last
// the audit log.
func (s *Service) eraseMSP(ctx context.Context, was msps.MSP) error {
	if _, err := s.parts.mail.EraseRecipient(ctx, "msp", was.ID, was.Email); err != nil {
		return err
	}
	if err := s.parts.jobs.Erase(ctx, "msp", was.ID); err != nil {
		return err
	}
	if err := s.parts.staff.EraseVisits(ctx, "msp", was.ID); err != nil {
		return err
	}
	history, err := s.Audit.History(ctx, "msp", was.ID, resource.HistoryQuery{Limit: allEntries})
	if err != nil {
		return err
	}
	if err := s.eraseNames(ctx, append(historicTexts(history.Rows, "name"),
		historicTexts(history.Rows, "email")...)); err != nil {
		return err
	}
	return s.Audit.Anonymise(ctx, "msp", was.ID)
}

// historicTexts lists the texts that a field has ever held.
func historicTexts(history []resource.Line, field string) (texts []string) {
	for _, l := range history {
		for _, values := range []map[string]json.RawMessage{l.Before, l.After} {
			var text string
			if json.Unmarshal(values[field], &text) == nil && text != "" {
				texts = append(texts, text)
			}
		}
	}
	return texts
}
