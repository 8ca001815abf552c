package vms

import (
	"context"
	"encoding/json"
	"io"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

const messageEntity = "vmsMessage"

type oneMessage struct {
	ID int64 `json:"messageId" path:"id"`
}

// IsMessage says whether a ticket is for one message with all that was said for it, and not for a list of messages.
func IsMessage(w resource.DownloadRequest) bool {
	var one oneMessage
	return w.Entity == messageEntity && json.Unmarshal(w.For, &one) == nil && one.ID > 0
}

// download lets the browser fetch a message by a link that works once. NOT_FOUND.
func (s *Service) download(ctx context.Context, in oneMessage) (resource.Ticket, error) {
	if _, err := s.Messages.Get(ctx, in.ID); err != nil {
		return resource.Ticket{}, err
	}
	request, err := json.Marshal(in)
	if err != nil {
		return resource.Ticket{}, err
	}
	url, err := s.deps.Ticket(ctx, resource.DownloadRequest{Entity: messageEntity, For: request})
	return resource.Ticket{URL: url}, err
}

// Requested hands out the message that a ticket was asked for, as the caller may read it today.
func (s *Service) Requested(ctx context.Context, request json.RawMessage) (resource.Download, error) {
	if !role.From(ctx).Can(role.VMSMessageReplay) {
		return resource.Download{}, resource.Forbidden(role.VMSMessageReplay)
	}
	var in oneMessage
	if err := json.Unmarshal(request, &in); err != nil {
		return resource.Download{}, err
	}
	m, err := s.Messages.Get(ctx, in.ID)
	if err != nil {
		return resource.Download{}, err
	}
	text, err := json.MarshalIndent(map[string]any{
		"messageId": m.MessageID, "direction": m.Direction, "entity": m.Entity,
		"exchanges": m.Exchanges,
	}, "", "  ")
	stream := func(_ context.Context, w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
	return resource.Download{
		Name: m.MessageID + ".txt", Type: "text/plain", AuditDetails: map[string]any{"messageId": m.ID},
		Stream: stream,
	}, err
}
