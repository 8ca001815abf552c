package app

import (
	"context"
	"strings"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/support"
	"poolkeeper.example/extension-service/platform/fault"
)

// newSupport gathers what there is about a request from everybody who keeps something of it.
func (s *Service) newSupport() *support.Service {
	return &support.Service{
		Trace: s.trace, Entries: s.auditEntries().OfRequest, Jobs: s.parts.jobs.OfRequest, Mails: s.mailsOf,
		Messages: s.messagesOf,
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
	out := make([]support.Mail, len(found))
	for i, m := range found {
		out[i] = support.Mail{
			ID: m.ID, Template: string(m.Template), State: string(m.State), Entity: m.Entity,
			EntityID: m.EntityID,
		}
	}
	return out, err
}

func (s *Service) messagesOf(ctx context.Context, requestID string) ([]support.Message, error) {
	found, err := s.parts.domains.vms.Messages.OfRequest(ctx, requestID)
	out := make([]support.Message, len(found))
	for i, m := range found {
		out[i] = support.Message{
			ID: m.ID, MessageID: m.MessageID, Direction: string(m.Direction), Entity: string(m.Entity), State: string(m.State),
			Reason: string(m.Reason), Failure: string(m.Failure), Tries: m.Tries, Connection: m.ConnectionName,
		}
	}
	return out, err
}

func snapshotOf(entity string, s search.Comparison) support.IndexState {
	return support.IndexState{
		Entity: entity, ID: s.ID, State: strings.ToUpper(string(s.Kind)),
		IndexVersion: s.IndexVersion, Version: s.DBVersion,
	}
}
