package applications

import (
	"context"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/role"
)

// confirm notes when the talent has confirmed, which includes that the client may see the application. Who did it for
// the talent stands in the history.
func confirm(_ context.Context, _ *Service, m *move) error {
	m.now.ConfirmedAt = m.facts.now
	if m.now.ConsentToShareAt.IsZero() {
		m.now.ConsentToShareAt = m.facts.now
	}
	return nil
}

func withdraw(_ context.Context, _ *Service, m *move) error {
	m.now.WithdrawnAt, m.now.WithdrawAfterSend, m.now.WithdrawReason = m.facts.now, false, ""
	return nil
}

func clearWithdrawal(_ context.Context, _ *Service, m *move) error {
	m.now.WithdrawnAt = time.Time{}
	return nil
}

func hire(_ context.Context, _ *Service, m *move) error {
	m.now.HiredAt = m.facts.now
	return nil
}

func unhire(_ context.Context, _ *Service, m *move) error {
	m.now.HiredAt = time.Time{}
	return nil
}

func fillPosition(ctx context.Context, s *Service, m *move) error { return s.fillPositions(ctx, m, 1) }

func givePosition(ctx context.Context, s *Service, m *move) error { return s.fillPositions(ctx, m, -1) }

func (s *Service) fillPositions(ctx context.Context, m *move, delta int64) error {
	if s.deps.Projects == nil {
		return nil
	}
	return s.deps.Projects.Fill(ctx, m.now.ProjectID, delta)
}

// The mails of applications.
const (
	Confirmation = "application.confirm"
	Rejected     = "application.rejected"
)

// rejectionDelay is how long a refusal can be taken back before the talent hears of it.
const rejectionDelay = 24 * time.Hour

func notifyTalent(ctx context.Context, s *Service, m *move) error {
	if m.quiet {
		return nil
	}
	return s.send(ctx, m.now, m.facts, mail.Mail{Template: Rejected, SendAt: m.facts.now.Add(rejectionDelay)})
}

// requestConfirmation sends the talent the link that confirms an application (A1).
func requestConfirmation(ctx context.Context, s *Service, m *move) error {
	return s.send(ctx, m.now, m.facts, mail.Mail{Template: Confirmation, Link: &mail.Link{
		Kind: Confirmation, Subject: strconv.FormatInt(m.now.ID, 10), Valid: m.facts.confirmUntil().Sub(m.facts.now),
	}})
}

// requestConfirmationAgain asks the talent to confirm, unless that was done and no refusal has left since: then the
// link of that mail is still valid.
func requestConfirmationAgain(ctx context.Context, s *Service, m *move) error {
	sentAt, err := s.lastSent(ctx, m.now.ID, Confirmation)
	if err != nil {
		return err
	}
	refused, err := s.lastSent(ctx, m.now.ID, Rejected)
	if err != nil || sentAt.After(refused) {
		return err
	}
	return requestConfirmation(ctx, s, m)
}

// send queues a mail to the talent, who may have no address: then nothing is sent.
func (s *Service) send(ctx context.Context, a Application, f facts, m mail.Mail) error {
	if s.deps.Mail == nil || !canonical.IsEmail(f.freelancer.Email) || m.Link != nil && m.Link.Valid <= 0 {
		return nil
	}
	m.To, m.Locale, m.ClientID, m.Entity, m.EntityID = f.freelancer.Email, f.freelancer.Locale, a.ClientID, entity, a.ID
	m.Params = map[string]string{
		"name": f.freelancer.Name, "project": a.ProjectTitle, "client": f.project.client.Name,
		"handle": a.Handle,
	}
	_, err := s.deps.Mail.Queue(ctx, m)
	return err
}

// cancelRejection takes the mail back that tells the talent of the refusal; one that has left is named.
func cancelRejection(ctx context.Context, s *Service, m *move) error {
	if sent, err := s.lastSent(ctx, m.now.ID, Rejected); err != nil {
		return err
	} else if !sent.Before(m.old.StatusChangedAt) {
		resource.AddRemark(ctx, "application.refusalSent")
	}
	return s.cancelMail(ctx, m.now.ID, Rejected)
}

// lastSent is when a mail of a template about an application has left last; zero: never.
func (s *Service) lastSent(ctx context.Context, id int64, template string) (time.Time, error) {
	if s.deps.SentMail == nil {
		return time.Time{}, nil
	}
	return s.deps.SentMail.LastSent(ctx, entity, id, template)
}

func cancelConfirmation(ctx context.Context, s *Service, m *move) error {
	return s.cancelMail(ctx, m.now.ID, Confirmation)
}

func (s *Service) cancelMail(ctx context.Context, id int64, template string) error {
	if s.deps.Mail == nil {
		return nil
	}
	_, err := s.deps.Mail.Cancel(ctx, entity, id, template)
	return err
}

// ConfirmByLink confirms an application for the talent who has opened the link of its mail, in the transaction of ctx
// (A1). One that is confirmed already stays so.
func (s *Service) ConfirmByLink(ctx context.Context, subject string) (message string, err error) {
	id, err := field.ParseID(subject)
	if err != nil {
		return "", err
	}
	a, err := s.Table.Get(ctx, id)
	if err != nil || a.Status == Active {
		return "application.confirmed", err
	}
	system := role.From(ctx)
	ctx = role.With(ctx, &role.Caller{
		Kind: role.Freelancer, ID: a.FreelancerID, Name: a.FreelancerName, Source: "API",
		RequestID: system.RequestID, IP: system.IP, UserAgent: system.UserAgent,
	})
	ctx = resource.WithAct(ctx, resource.Act{Action: changeStatus})
	_, err = s.move(ctx, a, moveRequest{to: Active, by: talent})
	return "application.confirmed", err
}

// IsMailDue says whether the reason for a mail about an application still holds when it is due.
func (s *Service) IsMailDue(ctx context.Context, m mail.Mail) (bool, error) {
	if m.Template == SendFailures {
		left, err := s.Count(ctx, s.Where("clientId", query.Is, m.EntityID),
			s.Where("status", query.Is, string(SendFailed)))
		return left > 0, err
	}
	var status Status
	found, err := s.DB().Row(ctx, []any{&status}, "SELECT status FROM applications WHERE id = $1 AND deleted_at IS NULL",
		m.EntityID)
	if err != nil || !found {
		return false, err
	}
	if m.Template == Confirmation {
		return status == Unconfirmed, nil
	}
	return status == RejectedByMSP || status == RejectedByVMS, nil
}
