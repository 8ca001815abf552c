package msps

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/platform/fault"
)

// Invitation is the template of the mail that invites an MSP, and the kind of its link.
const Invitation = "msp.invite"

const inviteValid = 72 * time.Hour

// invite queues the mail whose link activates the MSP. The link names the address too: it proves no other one.
func (s *Service) invite(ctx context.Context, m *MSP) error {
	_, err := s.deps.Mail(ctx, mail.Mail{
		Template: Invitation, To: m.Email, Locale: m.Locale, Entity: "msp", EntityID: m.ID,
		Params: map[string]string{"name": m.Name, "firstName": m.ContactFirstName, "lastName": m.ContactLastName},
		Link:   &mail.Link{Kind: Invitation, Subject: mail.Subject(m.ID, m.Email), Valid: inviteValid},
	})
	return err
}

// Accept activates the MSP that has opened the link of its invitation (U1), and returns what the page says then.
// NOT_FOUND once the MSP is verified or has another address.
func (s *Service) Accept(ctx context.Context, subject string) (message string, err error) {
	id, email, err := mail.ParseSubject(subject)
	if err != nil {
		return "", err
	}
	m, err := s.Get(ctx, id)
	if err != nil {
		return "", err
	}
	if m.UserStatus != Unverified || m.Email != email {
		return "", fault.New(fault.NotFound, "NOT_FOUND", "the invitation of MSP %d has been used", id)
	}
	_, err = s.change(resource.WithAct(ctx, resource.Act{Action: "accept"}), &m, Active, Move{})
	return "msp.invitationAccepted", err
}

// IsInvitationDue says whether the reason of an invitation holds.
func (s *Service) IsInvitationDue(ctx context.Context, m mail.Mail) (bool, error) {
	v, err := s.Get(ctx, m.EntityID)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return v.UserStatus == Unverified && v.Email == m.To, err
}
