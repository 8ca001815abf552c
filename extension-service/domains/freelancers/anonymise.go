package freelancers

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// erasedReason is the machine reason of what ends because a person is forgotten.
const erasedReason = "ERASURE"

const (
	forgottenFirst = "Deleted"
	doneParts      = 2 // the record, then the files
)

// erasedName stands in place of the name of somebody who is forgotten.
func erasedName(p Freelancer) string { return forgottenFirst + " " + p.Handle }

// anonymised is the record of a person of whom nothing personal is left: ids, statuses, dates and rates stay.
func anonymised(p Freelancer, now time.Time) Freelancer {
	out := p
	v := reflect.ValueOf(&out).Elem()
	for _, f := range personalFields() {
		f.In(v).SetZero()
	}
	fresh := NewFreelancer()
	out.FirstName, out.LastName, out.Name = forgottenFirst, p.Handle, erasedName(p)
	out.Salutation, out.Gender, out.SecurityInfo = fresh.Salutation, fresh.Gender, fresh.SecurityInfo
	out.Consent, out.Consent.Note = p.Consent, "" // that and when they agreed stays, in no words
	out.Skills, out.Languages, out.StatusReason, out.AnonymisedAt = nil, nil, erasedReason, now
	return out
}

func personalFields() []*field.Field {
	fs, err := field.List(reflect.TypeFor[Freelancer]())
	if err != nil {
		panic(err) // the same fields made the table at the start
	}
	var out []*field.Field
	for _, f := range fs {
		if f.Personal && f.Column != "" {
			out = append(out, f)
		}
	}
	return out
}

// cleared names the fields of a record that hold something and will not.
func cleared(p Freelancer) []string {
	was, is := reflect.ValueOf(p), reflect.ValueOf(anonymised(p, p.AnonymisedAt))
	out := []string{}
	fs, _ := field.List(was.Type())
	for _, f := range fs {
		hasValue := !f.In(was).IsZero() && (!f.Many || f.In(was).Len() > 0)
		if hasValue && f.Column != "" && f.Name != "statusReason" &&
			!reflect.DeepEqual(f.In(was).Interface(), f.In(is).Interface()) {
			out = append(out, f.Name)
		}
	}
	return out
}

// remainingWork is what the job still has to do once the records are written.
type remainingWork struct {
	Files []string `json:"files"`
}

// runErase forgets somebody in one transaction and then removes the files that nobody names any more.
func (s *Service) runErase(ctx context.Context, r *jobs.Run) error {
	if !role.From(ctx).Can(role.FreelancerErase) {
		return resource.Forbidden(role.FreelancerErase)
	}
	var in erasing
	if err := r.Input(&in); err != nil {
		return err
	}
	var rest remainingWork
	begun, err := r.Checkpoint(&rest)
	if err != nil {
		return err
	}
	if !begun {
		err := s.DB().Write(ctx, func(ctx context.Context) error {
			files, err := s.carryOutErasure(ctx, in.RequestID)
			rest.Files = files
			if err != nil {
				return err
			}
			return r.Save(ctx, rest, jobs.Progress{Total: doneParts, Processed: 1})
		})
		if err != nil {
			return s.stopped(ctx, in.RequestID, err)
		}
	}
	if err := s.dropAll(ctx, rest.Files); err != nil {
		return err
	}
	if err := s.deps.Traces.Scrub(ctx); err != nil {
		return err
	}
	return r.Save(ctx, remainingWork{}, jobs.Progress{Total: doneParts, Processed: doneParts})
}

// stopped gives a request that could not be carried out back to people.
func (s *Service) stopped(ctx context.Context, requestID int64, cause error) error {
	if fault.KindOf(cause) == fault.Internal {
		return cause // it is tried again
	}
	err := s.DB().Write(resource.WithAct(ctx, resource.Act{Action: "status"}), func(ctx context.Context) error {
		old, err := s.erasures.Get(ctx, requestID)
		if err != nil || old.State != InProgress {
			return err
		}
		e := old
		e.State = IdentityCheck
		return s.erasures.Update(ctx, old, &e)
	})
	if err != nil {
		return err
	}
	return cause
}

// carryOutErasure forgets the person of a request, with the records that were made part of theirs, and returns the
// files that go with it.
func (s *Service) carryOutErasure(ctx context.Context, requestID int64) ([]string, error) {
	e, err := s.erasures.Get(ctx, requestID)
	if err != nil || e.State != InProgress {
		return nil, err
	}
	p, err := s.Get(ctx, e.FreelancerID)
	if err != nil {
		return nil, err
	}
	blocks, err := s.eraseBlocks(ctx, p, e.LegalBasisNote)
	if err != nil {
		return nil, err
	}
	if len(blocks) > 0 {
		return nil, withCauseCode(notNow(blocks...))
	}
	parts, err := s.partsOf(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, one := range append(parts, p) {
		gone, err := s.wipe(ctx, one)
		if err != nil {
			return nil, err
		}
		files = append(files, gone...)
	}
	return files, nil
}

// wipe forgets one record with all that is kept about it, and returns the files that go with it. The audit log comes
// last: what was written on the way there holds what is to be forgotten.
func (s *Service) wipe(ctx context.Context, p Freelancer) ([]string, error) {
	files, err := s.filesOf(ctx, p.ID, everyFile)
	if err != nil {
		return nil, err
	}
	address := p.Email
	used, err := s.emailUsed(ctx, address, p.ID)
	if err != nil {
		return nil, err
	}
	if used {
		address = "" // mails to it are those of another record by now
	}
	if err := s.eraseRecords(ctx, p); err != nil {
		return nil, err
	}
	if err := s.erasures.closeRequests(ctx, p.ID); err != nil {
		return nil, err
	}
	if err := s.deps.Traces.Erase(ctx, p.ID, address); err != nil {
		return nil, err
	}
	exports, err := s.deps.Traces.EraseExports(ctx, exportKind, exporting{FreelancerID: p.ID})
	if err != nil {
		return nil, err
	}
	imports, err := s.deps.Pools.ErasePerson(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	return slices.Concat(files, exports, imports), s.deps.Traces.EraseHistory(ctx, p.ID)
}

// eraseRecords clears the records of a person.
func (s *Service) eraseRecords(ctx context.Context, old Freelancer) error {
	if _, err := s.deps.Applications.WithdrawAll(ctx, old.ID, erasedReason, openAtAll); err != nil {
		return err
	}
	ctx = resource.WithAct(ctx, resource.Act{Action: "anonymise"})
	p := anonymised(old, s.Now())
	if p.UserStatus != Deleted {
		p.UserStatus, p.DeletedAt, p.DeletedBy = Deleted, s.Now(), role.From(ctx).Name
		p.StatusChangedAt, p.StatusChangedBy = s.Now(), role.From(ctx).Name
	}
	if err := s.Table.Update(ctx, old, &p); err != nil {
		return err
	}
	if err := s.link(ctx, old.ExternalIDs, &p); err != nil {
		return err
	}
	if err := s.deps.Applications.Anonymise(ctx, p.ID, p.Name); err != nil {
		return err
	}
	if err := s.deps.Pools.Follow(ctx, p.ID, p.Name, true); err != nil {
		return err
	}
	if err := s.Bindings.eraseReasons(ctx, p.ID); err != nil {
		return err
	}
	if err := s.pairs.follow(ctx, p.ID, true); err != nil {
		return err
	}
	return s.eraseNames(ctx, old)
}

// eraseNames takes every name and address that somebody has ever had out of the views of lists that were saved, and out
// of what jobs were asked for.
func (s *Service) eraseNames(ctx context.Context, p Freelancer) error {
	entries, err := s.deps.Traces.History(ctx, p.ID)
	if err != nil {
		return err
	}
	texts := pastTexts(entries, "name", "email", "lastName", "mobileNumber")
	texts[p.Name], texts[p.Email], texts[p.LastName], texts[p.MobileNumber] = true, true, true, true
	return s.deps.Traces.EraseNames(ctx, slices.Sorted(maps.Keys(texts)))
}

// pastTexts are the texts that fields have ever held.
func pastTexts(entries []resource.Line, fields ...string) map[string]bool {
	seen := map[string]bool{}
	for _, e := range entries {
		for _, values := range []map[string]json.RawMessage{e.Before, e.After} {
			for _, field := range fields {
				var text string
				if json.Unmarshal(values[field], &text) == nil {
					seen[text] = true
				}
			}
		}
	}
	return seen
}

// The files about somebody: those that are tied to the person, or that their record or an application of theirs names.
// What the product has made is not the person's own: profiles say what the client pays.
const (
	everyFile = `
		SELECT x.resource_id
		  FROM file_subject_facts x
		 WHERE x.entity = 'freelancer'
		   AND x.entity_id = $1
		 UNION
		SELECT u.resource_id
		  FROM file_use_facts u
		 WHERE u.entity = 'freelancer'
		   AND u.entity_id = $1
		 UNION
		SELECT u.resource_id
		  FROM file_use_facts u
		 WHERE u.entity = 'application'
		   AND u.entity_id IN (SELECT a.id FROM application_facts a WHERE a.freelancer_id = $1)`
	madeFile = "EXISTS (SELECT 1 FROM file_subject_facts m WHERE m.resource_id = f.resource_id AND m.made = 1)"
	uploaded = "SELECT f.resource_id FROM (" + everyFile + ") f WHERE NOT " + madeFile
	made     = "SELECT f.resource_id FROM (" + everyFile + ") f WHERE " + madeFile
)

// filesOf lists the files that one of these statements finds.
func (s *Service) filesOf(ctx context.Context, id int64, which string) ([]string, error) {
	return s.DB().Texts(ctx, "SELECT f.resource_id FROM ("+which+") f ORDER BY f.resource_id", id)
}
