package freelancers

import (
	"context"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// VerifyLink is the kind of the links that confirm an address.
const VerifyLink = "freelancer.verify"

const (
	verifyTemplate = "user.verify"
	verifyValid    = 72 * time.Hour
	verifyPerDay   = 5
)

// verify asks by mail that an address be confirmed. TOO_MANY_REQUESTS after five a day.
func (s *Service) verify(ctx context.Context, p *Freelancer, email string) error {
	n, err := s.deps.Mails.SentToday(ctx, verifyTemplate, email)
	if err != nil {
		return err
	}
	if n >= verifyPerDay {
		e := fault.New(fault.TooMany, "TOO_MANY_REQUESTS", "%d mails have gone to this address today", n)
		e.RetryAfter = int((24 * time.Hour).Seconds())
		return e
	}
	_, err = s.deps.Mails.Queue(ctx, mail.Mail{
		Template: verifyTemplate, To: email, Locale: p.Locale, Entity: "freelancer", EntityID: p.ID,
		ClientID: p.BoundClientID,
		Params:   map[string]string{"firstName": p.FirstName, "lastName": p.LastName, "name": p.Name},
		Link:     &mail.Link{Kind: VerifyLink, Subject: mail.Subject(p.ID, email), Valid: verifyValid},
	})
	return err
}

// unconfirmed is the address that waits to be confirmed, "" when none does.
func unconfirmed(p *Freelancer) string {
	switch {
	case p.UserStatus == Deleted:
		return ""
	case p.PendingEmail != "":
		return p.PendingEmail
	case p.EmailVerifiedAt.IsZero():
		return p.Email
	}
	return ""
}

// fillUnconfirmedEmails says of whom an address waits to be confirmed.
func fillUnconfirmedEmails(_ context.Context, rows []Freelancer) error {
	for i := range rows {
		rows[i].EmailWaits = unconfirmed(&rows[i]) != ""
	}
	return nil
}

// SendVerification sends the mail again. TOO_MANY_REQUESTS after five a day.
func (s *Service) SendVerification(ctx context.Context, p *Freelancer, _ resource.None) (resource.None, error) {
	return resource.None{}, s.verify(ctx, p, unconfirmed(p))
}

// IsVerificationDue says whether the address of a verification mail still waits to be confirmed.
func (s *Service) IsVerificationDue(ctx context.Context, m mail.Mail) (bool, error) {
	p, err := s.Get(ctx, m.EntityID)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil && strings.EqualFold(unconfirmed(&p), m.To), err
}

// UseLink confirms the address that a link was sent to (U1, or the change of address), with the consent to process the
// data where there is none that holds, and returns the key of what the person is told. NOT_FOUND when the address no
// longer waits, EMAIL_TAKEN when somebody else has it by now.
func (s *Service) UseLink(ctx context.Context, subject string) (string, error) {
	id, email, err := mail.ParseSubject(subject)
	if err != nil {
		return "", err
	}
	p, err := s.Get(ctx, id)
	if err != nil {
		return "", err
	}
	if to := unconfirmed(&p); to == "" || !canonical.SameEmail(to, email) {
		return "", fault.New(fault.NotFound, "NOT_FOUND", "the address does not wait to be confirmed")
	}
	ctx = resource.WithAct(ctx, resource.Act{Action: "confirmEmail"})
	if p.UserStatus == Unverified && p.PendingEmail == "" {
		return "freelancer.mailLink.verified", s.move(ctx, &p, Change{Status: Active}, statemachine.Talent)
	}
	return "freelancer.mailLink.emailChanged", s.adopt(ctx, p, email)
}

// adopt makes the confirmed address the one that counts.
func (s *Service) adopt(ctx context.Context, old Freelancer, email string) error {
	p := old
	if used, err := s.emailUsed(ctx, email, p.ID); err != nil || used {
		return orEmailTaken(err)
	}
	p.Email, p.PendingEmail, p.EmailVerifiedAt = email, "", s.Now()
	p.Consent = p.Consent.byLink(s.Now())
	if p.UserStatus == Unverified {
		p.UserStatus, p.StatusReason, p.StatusComment = Active, "", ""
		p.StatusChangedAt, p.StatusChangedBy = s.Now(), role.From(ctx).Name
	}
	return s.save(ctx, old, &p)
}
