package app

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/engine/preferences"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/pdf"
	"poolkeeper.example/extension-service/platform/role"
)

// newFreelancers builds the freelancers on the applications, mails, jobs and MSPs of d.
func (s *Service) newFreelancers(d *domains) *freelancers.Service {
	p := s.parts
	f := freelancers.New(freelancers.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Mails: p.mail, Traces: freelancerTraces{s}, Records: s.Registry,
		Jobs:  p.jobs,
		Files: freelancerFiles{p}, Print: s.printSheet, Clients: d.clients, MSPs: d.msps, Skills: d.skills,
	})
	p.mail.SetCondition("user.verify", f.IsVerificationDue)
	p.mail.OnLink(freelancers.VerifyLink, f.UseLink)
	for _, template := range freelancers.Letters() {
		p.mail.SetCondition(template, f.IsLetterDue)
	}
	p.mail.SetCondition(freelancers.ConsentReminder, f.ConsentEnds)
	p.mail.OnLink(freelancers.ConsentLink, f.RenewConsent)
	p.jobs.Register(f.EraseKind())
	p.jobs.Register(f.ExportKind())
	return f
}

// freelancerApplications are the applications as freelancers see them.
type freelancerApplications struct {
	*applications.Service
	of *domains
}

// Anonymise takes out of applications, and of what VMS have said of them by the names that they give them, who it is.
func (b freelancerApplications) Anonymise(ctx context.Context, freelancerID int64, name string) error {
	list, err := b.AllOf(role.AsSystem(ctx, "freelancer.erase"), freelancerID)
	if err != nil {
		return err
	}
	var known []vms.ApplicationRef
	for i := range list {
		if list[i].ExternalID != "" {
			known = append(known, vms.ApplicationRef{ClientID: list[i].ClientID, ExternalID: list[i].ExternalID})
		}
	}
	if err := b.of.vms.Messages.EraseUnmatched(ctx, "", known...); err != nil {
		return err
	}
	return b.Service.Anonymise(ctx, freelancerID, name)
}

// freelancerTraces are what else is kept of freelancers.
type freelancerTraces struct{ *Service }

// Erase takes a freelancer out of mails, results of jobs, and what was written when somebody looked at the portal as
// them.
func (t freelancerTraces) Erase(ctx context.Context, freelancerID int64, address string) error {
	if _, err := t.parts.mail.EraseRecipient(ctx, "freelancer", freelancerID, address); err != nil {
		return err
	}
	if err := t.parts.staff.EraseVisits(ctx, "freelancer", freelancerID); err != nil {
		return err
	}
	if err := t.Registry.EraseAboutPerson(ctx, freelancerID); err != nil {
		return err
	}
	list, err := t.parts.domains.applications.AllOf(role.AsSystem(ctx, "freelancer.erase"), freelancerID)
	if err != nil {
		return err
	}
	ids := make([]int64, len(list))
	for i := range list {
		ids[i] = list[i].ID
		if _, err := t.parts.mail.EraseRecipient(ctx, "application", ids[i], ""); err != nil {
			return err
		}
	}
	if err := t.parts.domains.vms.Messages.EraseApplications(ctx, ids...); err != nil {
		return err
	}
	erased, err := t.parts.domains.vms.Mappings.ErasePerson(ctx, vms.Naming{ID: freelancerID})
	if err != nil {
		return err
	}
	for _, id := range erased {
		if err := t.Audit.Anonymise(ctx, vms.MappingEntity, id); err != nil {
			return err
		}
	}
	if err := t.parts.domains.vms.Messages.EraseUnmatched(ctx, address); err != nil {
		return err
	}
	return errors.Join(t.parts.jobs.Erase(ctx, "freelancer", freelancerID), t.parts.jobs.Erase(ctx, "application", ids...))
}

// EraseExports takes from jobs the archives they have made.
func (t freelancerTraces) EraseExports(ctx context.Context, kind string, input any) ([]string, error) {
	return t.parts.jobs.EraseFiles(ctx, kind, input)
}

// EraseHistory makes the personal values of the audit log unreadable.
func (t freelancerTraces) EraseHistory(ctx context.Context, freelancerID int64) error {
	return t.Audit.Anonymise(ctx, "freelancer", freelancerID)
}

// EraseNames takes a person out of what staff have asked for and saved for themselves, out of the messages that
// mappings keep, and ends the time of error files of imports that name the person.
func (t freelancerTraces) EraseNames(ctx context.Context, words []string) error {
	if err := t.parts.domains.pools.EndErrorFiles(ctx, words); err != nil {
		return err
	}
	if err := t.forgetTests(ctx, preferences.Names(words)); err != nil {
		return err
	}
	return t.eraseNames(ctx, words)
}

// forgetTests takes a person out of the tests of mappings. What the log holds of the tests of a mapping that had named
// the person at any time goes whole.
func (t freelancerTraces) forgetTests(ctx context.Context, names preferences.Names) error {
	var parts []string
	for _, word := range names {
		parts = append(parts, strings.Fields(store.Fold(word))...)
	}
	changed, err := t.parts.domains.vms.Mappings.ErasePerson(ctx, vms.Naming{
		Mentions: names.IsNamed,
		Part:     func(text string) bool { return text != "" && slices.Contains(parts, store.Fold(text)) },
	})
	if err != nil {
		return err
	}
	return t.forgetEntries(ctx, loggedNames{vms.MappingEntity, []string{"tests"}}, names, changed)
}

// loggedNames are the fields of a kind of record whose values in the audit log may name somebody.
type loggedNames struct {
	entity string
	fields []string
}

// forgetEntries makes the personal values of the audit log unreadable of the records that name somebody, or have at any
// time done so in one of the fields.
func (s *Service) forgetEntries(ctx context.Context, in loggedNames, names preferences.Names, naming []int64) error {
	ids, err := s.Audit.Subjects(ctx, in.entity)
	if err != nil {
		return err
	}
	for _, id := range ids {
		isNamed := slices.Contains(naming, id)
		if !isNamed {
			page, err := s.Audit.History(ctx, in.entity, id, resource.HistoryQuery{Limit: allEntries})
			if err != nil {
				return err
			}
			isNamed = slices.ContainsFunc(page.Rows, func(l resource.Line) bool {
				return slices.ContainsFunc(in.fields, func(field string) bool {
					return names.IsNamed(string(l.Before[field])) || names.IsNamed(string(l.After[field]))
				})
			})
		}
		if isNamed {
			if err := s.Audit.Anonymise(ctx, in.entity, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// eraseNames takes what names somebody out of what staff have asked for and saved. words are what that person was
// called.
func (s *Service) eraseNames(ctx context.Context, words []string) error {
	names := preferences.Names(words)
	if err := errors.Join(s.parts.imports.ErasePeople(ctx), s.parts.preferences.EraseNames(ctx, names)); err != nil {
		return err
	}
	shared := loggedNames{preferences.SharedEntity, preferences.SharedPersonal}
	if err := s.forgetEntries(ctx, shared, names, nil); err != nil {
		return err
	}
	return s.parts.jobs.EraseInputs(ctx, names.Redact)
}

const allEntries = 10_000

// History returns what the audit log holds of a freelancer.
func (t freelancerTraces) History(ctx context.Context, freelancerID int64) ([]resource.Line, error) {
	page, err := t.Audit.History(ctx, "freelancer", freelancerID, resource.HistoryQuery{Limit: allEntries})
	return page.Rows, err
}

// freelancerFiles are the uploads as freelancers see them.
type freelancerFiles struct{ *parts }

// Read opens an upload of an application.
func (x freelancerFiles) Read(ctx context.Context, id string) (string, io.ReadCloser, error) {
	r, body, err := x.files.Open(ctx, id)
	return r.Name, body, err
}

// Store keeps what a job has made of a freelancer.
func (x freelancerFiles) Store(ctx context.Context, a freelancers.Archive) (string, error) {
	ctx = files.WithPerson(ctx, store.Person{Entity: "freelancer", ID: a.FreelancerID})
	r, err := x.files.StoreMade(ctx, a.Name, a.MimeType, a.Body)
	return r.ID, err
}

// Drop removes an upload that nobody names.
func (x freelancerFiles) Drop(ctx context.Context, id string) error { return x.files.Delete(ctx, id) }

// printSheet prints what is kept of a person in the person's language.
func (s *Service) printSheet(ctx context.Context, sheet freelancers.Sheet) ([]byte, error) {
	locale := cmp.Or(sheet.Locale, "en")
	word := func(key string) string {
		return cmp.Or(s.mailText(ctx, 0, locale, key), s.mailText(ctx, 0, "en", key), key)
	}
	doc := pdf.Document{
		Title: sheet.Title, Subtitle: word("freelancer.export.title"), Handle: sheet.Handle,
		Locale: locale, Made: sheet.Made, Footer: sheet.Handle,
	}
	for _, part := range sheet.Parts {
		section := pdf.Section{Title: word(part.TitleKey)}
		for _, f := range part.Facts {
			value := f.Value
			if f.ValueKey != "" {
				value = strings.TrimPrefix(value+", "+word(f.ValueKey), ", ")
			}
			section.Lines = append(section.Lines, pdf.Line{Label: cmp.Or(f.Label, word(f.LabelKey)), Value: value})
		}
		doc.Sections = append(doc.Sections, section)
	}
	return pdf.Profile(doc)
}
