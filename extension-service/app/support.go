package app

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/support"
	"poolkeeper.example/extension-service/platform/fault"
)

// newSupport gathers what there is about a request from everybody who keeps something of it.
func (s *Service) newSupport() *support.Service {
	return &support.Service{
		Trace: s.trace, Entries: s.auditEntries().OfRequest, Jobs: s.parts.jobs.OfRequest, Mails: s.mailsOf,
		Messages: s.messagesOf, Find: s.findByID,
		Index: func(ctx context.Context, entity string, id int64) (support.IndexState, error) {
			found, err := s.parts.indexes.CompareRecord(ctx, entity, id)
			if fault.CodeOf(err) == "INDEX_UNAVAILABLE" {
				return support.IndexState{Entity: entity, ID: id, State: "UNAVAILABLE"}, nil
			}
			return snapshotOf(entity, found), err
		},
	}
}

func (s *Service) mailsOf(ctx context.Context, requestID string) ([]support.Mail, error) {
	found, err := s.parts.mail.OfRequest(ctx, requestID)
	return supportMails(found), err
}

func supportMails(found []mail.Message) []support.Mail {
	out := make([]support.Mail, len(found))
	for i, m := range found {
		out[i] = support.Mail{
			ID: m.ID, Template: string(m.Template), State: string(m.State), Entity: m.Entity, EntityID: m.EntityID,
			At: date.InstantText(m.Created), Attempts: m.Attempts, Reason: string(m.Reason),
		}
	}
	return out
}

func (s *Service) messagesOf(ctx context.Context, requestID string) ([]support.Message, error) {
	found, err := s.parts.domains.vms.Messages.OfRequest(ctx, requestID)
	if err != nil {
		return nil, err
	}
	return s.supportMessages(ctx, found)
}

func (s *Service) supportMessages(ctx context.Context, found []vms.Message) ([]support.Message, error) {
	ids := make([]int64, len(found))
	for i, m := range found {
		ids[i] = m.ID
	}
	messages := s.parts.domains.vms.Messages
	attempts, err := messages.Attempts(ctx, ids)
	if err != nil {
		return nil, err
	}
	causes, err := messages.CausesOf(ctx, found)
	if err != nil {
		return nil, err
	}
	out := make([]support.Message, len(found))
	for i, m := range found {
		out[i] = supportMessage(m, causes[i])
		for _, a := range attempts[m.ID] {
			out[i].Attempts = append(out[i].Attempts, support.Attempt{
				Number: a.Number, At: date.InstantText(a.At), Status: a.Status, DurationMS: a.DurationMS, Outcome: a.Outcome,
			})
		}
	}
	return out, nil
}

func supportMessage(m vms.Message, cause vms.Cause) support.Message {
	out := support.Message{
		ID: m.ID, MessageID: m.MessageID, Direction: string(m.Direction), Entity: string(m.Entity), State: string(m.State),
		Reason: string(m.Reason), Failure: string(m.Failure), Tries: m.Tries, Connection: m.ConnectionName,
		ConnectionID: m.ConnectionID, At: date.InstantText(m.Created), EntityID: m.EntityID, Detail: m.Detail,
		MappingNumber: m.MappingNumber, MappingID: cause.MappingID, LiveNumber: cause.Live, Rule: cause.Rule,
		Target: cause.Target, Mended: cause.Mended, Same: cause.Same, Later: support.LaterMessage{
			ID: cause.Later.ID, MessageID: cause.Later.MessageID, State: string(cause.Later.State),
		},
		Others: []support.OtherMessage{}, Attempts: []support.Attempt{},
	}
	for _, o := range cause.Others {
		out.Others = append(out.Others, support.OtherMessage{
			ID: o.ID, EntityID: o.EntityID, MessageID: o.MessageID, At: date.InstantText(o.At),
		})
	}
	return out
}

// applicationHandle is how an application is named to people.
var applicationHandle = regexp.MustCompile("^A-[0-9A-Z]+$")

// findApplication gathers what was said of an application to its VMS and by mail, and how its document stands.
// NOT_FOUND.
func (s *Service) findApplication(ctx context.Context, handle string) (out support.Found, err error) {
	of := s.parts.domains
	a := new(applications.Application)
	page, err := of.applications.Table.List(ctx, query.Query{
		Where: []query.Cond{query.Where(a, &a.Handle, handle)}, Limit: 1, NoTotal: true,
		Sort: []query.Sort{{Field: field.At(a, &a.ID)}},
	})
	if err != nil || len(page.Rows) == 0 {
		return orNotFound(out, 0, handle, err)
	}
	id := page.Rows[0].ID
	messages, err := of.vms.Messages.OfApplication(ctx, id)
	if err != nil {
		return out, err
	}
	if out.Messages, err = s.supportMessages(ctx, messages); err != nil {
		return out, err
	}
	mails, err := s.parts.mail.OfRecord(ctx, "application", id)
	out.Mails, out.Records = supportMails(mails), []support.Record{{Entity: "application", ID: id}}
	return out, err
}

// findByID says what an id stands for: a job, a run of a scheduled one, a mail (mail_7), an application (A-58101) or a
// message with a VMS. NOT_FOUND.
func (s *Service) findByID(ctx context.Context, id string) (out support.Found, err error) {
	if number, isMail := strings.CutPrefix(id, "mail_"); isMail {
		n, _ := strconv.ParseInt(number, 10, 64) // what is no number is no mail
		found, request, err := s.parts.mail.WithID(ctx, n)
		return orNotFound(support.Found{RequestID: request, Mails: supportMails(found)}, len(found), id, err)
	}
	if strings.HasPrefix(id, "run_") {
		run, request, err := s.parts.schedule.WithID(ctx, id)
		if err != nil || run.ID == "" {
			return orNotFound(out, 0, id, err)
		}
		out.Runs = []support.Run{{
			ID: run.ID, Name: run.Name, State: string(run.State), At: run.CreatedAt, DurationMS: run.DurationMs,
			FinishedAt: run.FinishedAt,
		}}
		out.RequestID = request
		return out, nil
	}
	if applicationHandle.MatchString(id) {
		return s.findApplication(ctx, id)
	}
	if request, err := s.parts.jobs.RequestOf(ctx, id); err == nil {
		return orNotFound(support.Found{RequestID: request}, len(request), id, nil)
	}
	messages := s.parts.domains.vms.Messages
	found, err := messages.WithMessageID(ctx, id)
	if err != nil || len(found) == 0 {
		return orNotFound(out, 0, id, err)
	}
	if out.RequestID, err = messages.RequestOf(ctx, found[0].ID); err != nil {
		return out, err
	}
	out.Messages, err = s.supportMessages(ctx, found)
	return out, err
}

// orNotFound is what was found. NOT_FOUND where that is nothing.
func orNotFound(found support.Found, n int, id string, err error) (support.Found, error) {
	if err == nil && n == 0 {
		err = fault.New(fault.NotFound, "NOT_FOUND", "nothing is known by the id %s", id)
	}
	return found, err
}

func snapshotOf(entity string, s search.Comparison) support.IndexState {
	return support.IndexState{
		Entity: entity, ID: s.ID, State: strings.ToUpper(string(s.Kind)),
		IndexVersion: s.IndexVersion, Version: s.DBVersion,
	}
}
