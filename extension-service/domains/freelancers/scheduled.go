package freelancers

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// ConsentLink is the kind of the links that renew a consent.
const ConsentLink = "freelancer.consent"

// ConsentReminder is the template of the mail that asks for it.
const ConsentReminder = "consent.reminder"

// reminderDays are how long before the end of a consent its person is reminded, the last first.
var reminderDays = []int{3, 14, 30}

// RemindOfConsents is the job that reminds of consents that end, and deactivates whose consent has ended (U3).
func (s *Service) RemindOfConsents() schedule.Job {
	return schedule.Job{
		Name: "retention.consentReminder", Schedule: "0 7 * * *", Timeout: 30 * time.Minute,
		Do: s.remindOfConsents,
	}
}

func (s *Service) remindOfConsents(ctx context.Context, r *schedule.Run) error {
	now := s.Now()
	ended, ending, err := s.consents(ctx, now, now.AddDate(0, 0, reminderDays[len(reminderDays)-1]))
	if err != nil {
		return err
	}
	r.Count("checked", int64(len(ended)+len(ending)))
	err = r.Each(ctx, ended, "ended", func(ctx context.Context, id int64) (string, error) {
		p, err := s.Get(ctx, id)
		if err != nil || p.UserStatus != Active || p.Consent.Valid(now) {
			return "", err
		}
		ctx = resource.WithAct(ctx, resource.Act{Action: "changeStatus", Reason: "CONSENT"})
		return p.Handle + " deactivated, CONSENT", s.move(ctx, &p, Change{Status: Inactive, Reason: "CONSENT"},
			statemachine.System)
	})
	if err != nil {
		return err
	}
	return r.Each(ctx, ending, "reminded", s.remind)
}

// consents lists the active freelancers whose consent has ended now, and those for whom it will until an instant.
func (s *Service) consents(ctx context.Context, now, until time.Time) (ended, ending []int64, err error) {
	var id int64
	var text string
	err = s.DB().Each(ctx, []any{&id, &text}, func() error {
		var c Consent
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			return fmt.Errorf("consent of freelancer %d: %w", id, err)
		}
		switch {
		case c.DataProcessingAt.IsZero() || c.ValidUntil.IsZero():
		case !c.Valid(now):
			ended = append(ended, id)
		case c.ValidUntil.Before(until):
			ending = append(ending, id)
		}
		return nil
	}, "SELECT id, consent FROM freelancers WHERE user_status = 'AC' ORDER BY id")
	return ended, ending, err
}

// remind asks somebody to renew the consent, unless that was done since the day on which it is due.
func (s *Service) remind(ctx context.Context, id int64) (string, error) {
	p, err := s.Get(ctx, id)
	if err != nil || p.UserStatus != Active || p.Email == "" {
		return "", err
	}
	now, end := s.Now(), p.Consent.ValidUntil
	last, err := s.deps.Mails.LastComposed(ctx, "freelancer", id, ConsentReminder)
	if err != nil {
		return "", err
	}
	for _, days := range reminderDays {
		due := end.AddDate(0, 0, -days)
		if now.Before(due) {
			continue
		}
		if !last.Before(due) {
			return "", nil
		}
		break
	}
	left := int(end.Sub(now).Hours()/24) + 1
	_, err = s.deps.Mails.Queue(ctx, mail.Mail{
		Template: ConsentReminder, To: p.Email, Locale: p.Locale, Entity: "freelancer", EntityID: id,
		ClientID: p.BoundClientID,
		Params:   map[string]string{"name": p.Name, "days": strconv.Itoa(left)},
		Link:     &mail.Link{Kind: ConsentLink, Subject: mail.Subject(id, p.Email), Valid: end.Sub(now)},
	})
	return p.Handle + " reminded", err
}

// ConsentEnds says whether the consent that a mail reminds of still ends soon.
func (s *Service) ConsentEnds(ctx context.Context, m mail.Mail) (bool, error) {
	p, err := s.Get(ctx, m.EntityID)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	soon := s.Now().AddDate(0, 0, reminderDays[len(reminderDays)-1]+1)
	return err == nil && p.UserStatus == Active && canonical.SameEmail(p.Email, m.To) && p.Consent.ValidUntil.Before(soon),
		err
}

// RenewConsent gives the consent again of who has opened the link of a reminder. NOT_FOUND when it was for another
// address.
func (s *Service) RenewConsent(ctx context.Context, subject string) (string, error) {
	id, email, err := mail.ParseSubject(subject)
	if err != nil {
		return "", err
	}
	old, err := s.Get(ctx, id)
	if err != nil {
		return "", err
	}
	if old.UserStatus == Deleted || !canonical.SameEmail(old.Email, email) {
		return "", fault.New(fault.NotFound, "NOT_FOUND", "the address is not that of the freelancer any more")
	}
	p, now := old, s.Now()
	p.Consent = p.Consent.withAgreement([]ConsentKind{ToProcessing}, now)
	p.Consent.ValidUntil, p.Consent.Channel, p.Consent.Note = now.AddDate(0, consentMonths, 0), ByEmail, ""
	return "freelancer.mailLink.consentRenewed", s.save(resource.WithAct(ctx, resource.Act{Action: "consent"}), old, &p)
}

// purge forgets one record with those that were made part of it.
func (s *Service) purge(ctx context.Context, id int64) (label string, files []string, err error) {
	p, err := s.Get(ctx, id)
	if err != nil || p.UserStatus != Deleted {
		return "", nil, err
	}
	parts, err := s.partsOf(ctx, id)
	if err != nil {
		return p.Handle, nil, err
	}
	for _, one := range append(parts, p) {
		gone, err := s.wipe(ctx, one)
		if err != nil {
			return p.Handle, nil, err
		}
		files = append(files, gone...)
	}
	return p.Handle + " anonymised", files, nil
}

// dropAll removes files, leaving those that are gone or that somebody names.
func (s *Service) dropAll(ctx context.Context, files []string) error {
	for _, id := range files {
		err := s.deps.Files.Drop(role.AsSystem(ctx, eraseKind), id)
		if kind := fault.KindOf(err); err != nil && kind != fault.NotFound && kind != fault.Conflict {
			return err
		}
	}
	return nil
}

// ScanDuplicates is the job that looks for people who are stored twice, for somebody to decide.
func (s *Service) ScanDuplicates() schedule.Job {
	return schedule.Job{
		Name: "freelancer.duplicateScan", Schedule: "0 1 * * 6", Timeout: 2 * time.Hour,
		Do: s.scanDuplicates,
	}
}

func (s *Service) scanDuplicates(ctx context.Context, r *schedule.Run) error {
	ids, err := s.DB().IDs(ctx, "SELECT id FROM freelancers WHERE user_status <> 'DL' ORDER BY id")
	if err != nil {
		return err
	}
	r.Count("checked", int64(len(ids)))
	for _, id := range ids {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		p, err := s.Get(ctx, id)
		if err != nil {
			return err
		}
		found, err := s.unpaired(ctx, &p)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			continue
		}
		if err := r.Write(ctx, func(ctx context.Context) error { return s.pair(ctx, id, PairOpen, found) }); err != nil {
			return err
		}
		r.Count("found", int64(len(found)))
		r.Info("%s resembles %d more", p.Handle, len(found))
	}
	return nil
}

// unpaired are the younger records that resemble one and of which nobody has decided, or is asked, yet.
func (s *Service) unpaired(ctx context.Context, p *Freelancer) ([]Candidate, error) {
	found, err := s.candidates(ctx, p)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	known, err := s.pairsOf(ctx, []int64{p.ID}, PairOpen, NotDuplicate, PairMerged)
	if err != nil {
		return nil, err
	}
	paired := map[int64]bool{}
	for _, v := range known {
		paired[v.FreelancerA+v.FreelancerB-p.ID] = true
	}
	var out []Candidate
	for _, c := range found {
		if c.ID > p.ID && !paired[c.ID] {
			out = append(out, c)
		}
	}
	return out, nil
}
