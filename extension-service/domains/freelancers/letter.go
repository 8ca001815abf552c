package freelancers

import (
	"context"
	"encoding/json"
	netmail "net/mail"
	"slices"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// sendDelay is how long a mail that somebody has written waits before it is sent, so that it can be stopped.
const sendDelay = time.Minute

// letter is a mail that staff may write to a person by hand, on the texts of its template ("Mail").
type letter struct {
	template mail.Template
	// isOffered says whether it fits a person now; nil is always.
	isOffered func(s *Service, who *role.Caller, p *Freelancer) bool
	link      func(s *Service, p *Freelancer) *mail.Link // where it leads; nil = it has no link
	// isFrame says that its template has a salutation and a closing only
	isFrame bool
}

// letters are those that staff may write, what is most urgent first.
var letters = []letter{
	{
		template: ConsentReminder,
		isOffered: func(s *Service, _ *role.Caller, p *Freelancer) bool {
			soon := s.Now().AddDate(0, 0, soonDays)
			return p.UserStatus == Active && p.Consent.Valid(s.Now()) && !p.Consent.ValidUntil.IsZero() &&
				p.Consent.ValidUntil.Before(soon)
		},
		link: func(s *Service, p *Freelancer) *mail.Link {
			return &mail.Link{
				Kind: ConsentLink, Subject: mail.Subject(p.ID, p.Email), Valid: p.Consent.ValidUntil.Sub(s.Now()),
			}
		},
	},
	{
		template: "freelancer.documents",
		isOffered: func(s *Service, who *role.Caller, p *Freelancer) bool {
			return who.Can(role.FreelancerPIIRead) && p.DocumentsUntil != "" && p.DocumentsUntil <= s.soonDate()
		},
	},
	{template: "freelancer.message", isFrame: true},
	{template: "freelancer.availability"},
}

// Letters are the templates of the mails that staff may write to a person.
func Letters() (out []string) {
	for _, l := range letters {
		out = append(out, string(l.template))
	}
	return out
}

// MailDraft is a mail that may be written to a person, as its template words it in the language of that person.
type MailDraft struct {
	Template mail.Template `json:"template"`
	mail.Wording
	HasLink bool `json:"hasLink"` // the placeholder %{link} of the body is the address of a page of the portal
	IsFrame bool `json:"isFrame"` // a salutation and a closing, between which the writer's own words are missing
}

// MailDrafts are the mails that may be written to a person now, what is most urgent first.
type MailDrafts struct {
	To      string      `json:"to"`
	ReplyTo string      `json:"replyTo"` // the address of the caller, to whom the person answers
	Locale  string      `json:"locale" kind:"locale"`
	Drafts  []MailDraft `json:"drafts"`
}

type draftsInput struct {
	ID int64 `path:"id" json:"id"`
}

// mailDrafts answers what may be written to a person that the caller can see. NOT_FOUND; TRANSITION_NOT_ALLOWED with
// the reason for somebody to whom nothing may be written.
func (s *Service) mailDrafts(ctx context.Context, in draftsInput) (MailDrafts, error) {
	p, err := s.Get(ctx, in.ID)
	if err != nil {
		return MailDrafts{}, err
	}
	if err := s.mayWriteTo(&p); err != nil {
		return MailDrafts{}, err
	}
	out := MailDrafts{To: p.Email, ReplyTo: role.From(ctx).Email, Locale: p.Locale, Drafts: []MailDraft{}}
	for _, m := range s.lettersTo(ctx, &p) {
		out.Drafts = append(out.Drafts, MailDraft{
			mail.Template(m.Template), s.deps.Mails.Draft(ctx, m), m.Link != nil, isFrame(m.Template),
		})
	}
	return out, nil
}

// lettersTo are the mails that may be written to a person now.
func (s *Service) lettersTo(ctx context.Context, p *Freelancer) (out []mail.Mail) {
	who := role.From(ctx)
	for _, l := range letters {
		if l.isOffered != nil && !l.isOffered(s, who, p) {
			continue
		}
		m := mail.Mail{
			Template: string(l.template), To: p.Email, Locale: p.Locale, ClientID: p.BoundClientID, Entity: "freelancer",
			EntityID: p.ID, ReplyTo: replyTo(who),
			Params: map[string]string{"name": p.Name, "sender": who.Name, "days": s.consentDays(p)},
		}
		if l.link != nil {
			m.Link = l.link(s, p)
		}
		out = append(out, m)
	}
	return out
}

func isFrame(template string) bool {
	return slices.ContainsFunc(letters, func(l letter) bool { return l.isFrame && string(l.template) == template })
}

// replyTo is whoever writes a mail, with the name, as the one to whom it is answered.
func replyTo(who *role.Caller) string {
	if who.Email == "" {
		return ""
	}
	return (&netmail.Address{Name: who.Name, Address: who.Email}).String()
}

// consentDays are the days until the consent of a person ends; "" for one without an end.
func (s *Service) consentDays(p *Freelancer) string {
	if p.Consent.ValidUntil.IsZero() {
		return ""
	}
	return strconv.Itoa(int(p.Consent.ValidUntil.Sub(s.Now()).Hours()/24) + 1)
}

// mayWriteTo refuses to write to somebody who is deleted, who wants to be forgotten, who has no address, or whose
// consent has ended: TRANSITION_NOT_ALLOWED with the reason.
func (s *Service) mayWriteTo(p *Freelancer) error {
	named := map[string]any{"name": p.Name}
	ended := !p.Consent.DataProcessingAt.IsZero() && !p.Consent.Valid(s.Now())
	switch {
	case !p.AnonymisedAt.IsZero():
		return notNow(resource.Block{Key: notAnonymised.Key})
	case p.UserStatus == Deleted:
		return notNow(resource.Block{Key: "freelancer.block.deleted", Params: named})
	case !p.ErasureAskedAt.IsZero():
		return notNow(resource.Block{Key: "freelancer.block.erasureAsked", Params: named})
	case !canonical.IsEmail(canonical.Email(p.Email)):
		return notNow(resource.Block{Key: "freelancer.block.noAddress", Params: named})
	case ended:
		return notNow(resource.Block{Key: consentLasts.Key, Params: consentLasts.Params(facts{person: *p})})
	}
	return nil
}

// MailWriting is a mail that somebody has written to a person.
type MailWriting struct {
	Template mail.Template `json:"template" check:"required"`
	mail.Wording
}

// WrittenMail is a mail that waits to be sent. Until then it can be stopped.
type WrittenMail struct {
	MailID int64     `json:"mailId" kind:"id"`
	SendAt time.Time `json:"sendAt"`
}

// Key is what a repeated call is answered.
func (m WrittenMail) Key() string {
	text, _ := json.Marshal(m) //nolint:errchkjson // it has a number and a time only
	return string(text)
}

func mailWritten(_ context.Context, _ *Freelancer, was resource.Earlier[MailWriting],
) (out WrittenMail, err error) {
	return out, json.Unmarshal([]byte(was.Key), &out)
}

// WriteMail queues a mail to a person in the words of the caller, to be sent in a minute, which the history of the
// record says. VALIDATION for a template that does not fit the person now, or words that have a hole;
// TRANSITION_NOT_ALLOWED with the reason for somebody to whom nothing may be written.
func (s *Service) WriteMail(ctx context.Context, p *Freelancer, in MailWriting) (WrittenMail, error) {
	if err := s.mayWriteTo(p); err != nil {
		return WrittenMail{}, err
	}
	m, err := s.letterTo(ctx, p, in)
	if err != nil {
		return WrittenMail{}, err
	}
	id, err := s.deps.Mails.Queue(ctx, m)
	if err != nil {
		return WrittenMail{}, err
	}
	err = s.deps.Audit(ctx, store.Entry{
		Entity: "freelancer", ID: p.ID, Version: p.Version, ClientID: p.BoundClientID, Act: resource.ActOf(ctx),
		After: map[string]any{"mailId": id, "template": in.Template},
	})
	return WrittenMail{MailID: id, SendAt: m.SendAt}, err
}

// letterTo is the mail of a template in the words of somebody. VALIDATION.
func (s *Service) letterTo(ctx context.Context, p *Freelancer, in MailWriting) (mail.Mail, error) {
	bad, offered := fault.Validation(), []string{}
	for _, m := range s.lettersTo(ctx, p) {
		if m.Template == string(in.Template) {
			in.Check(m.Link != nil, bad)
			if isFrame(m.Template) && !in.HasOwnWords(s.deps.Mails.Draft(ctx, m)) {
				bad.Field("body", "freelancer.mails.onlyFrame", nil)
			}
			m.Wording, m.SendAt = in.Wording, s.Now().Add(sendDelay)
			return m, bad.OrNil()
		}
		offered = append(offered, m.Template)
	}
	return mail.Mail{}, bad.Field("template", "validation.oneOf", map[string]any{"values": offered})
}

// IsLetterDue says whether a mail that somebody has written may still be sent: to the same address, and to somebody to
// whom one may write.
func (s *Service) IsLetterDue(ctx context.Context, m mail.Mail) (bool, error) {
	p, err := s.Get(ctx, m.EntityID)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil && canonical.SameEmail(p.Email, m.To) && s.mayWriteTo(&p) == nil, err
}
