package vms

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Effect is what a message would do if it came now.
type Effect struct {
	Entity       Entity        `json:"entity"`
	MatchedBy    string        `json:"matchedBy"` // vmsId, externalId or candidate; "" where there is no such record
	MatchedID    *int64        `json:"matchedId"`
	WouldCreate  bool          `json:"wouldCreate"`
	FieldChanges []FieldChange `json:"fieldChanges"`
	Proposals    []FieldChange `json:"proposals"` // of fields that people have edited
	StatusChange *StatusChange `json:"statusChange"`
	Reason       *Reason       `json:"reason"` // why it would be held back, or have no effect; null where it would not
	Detail       string        `json:"detail"`
}

// FieldChange is one value in the place of another.
type FieldChange struct {
	Field string `json:"field"`
	From  string `json:"from"`
	To    string `json:"to"`
}

// StatusChange is a status in the place of another, and what stands in its way.
type StatusChange struct {
	From      string   `json:"from"`
	To        string   `json:"to"`
	Allowed   bool     `json:"allowed"`
	BlockedBy []string `json:"blockedBy"` // codes and keys of texts
}

// previewEffect does what a message says and undoes it: what is told is what would happen.
func (s *Service) previewEffect(ctx context.Context, c Connection, entity Entity, v *mappedMessage) (Effect, error) {
	out := Effect{Entity: entity, FieldChanges: []FieldChange{}, Proposals: []FieldChange{}}
	m := Message{ConnectionID: c.ID, ClientID: c.ClientID, Entity: entity}
	before := map[string]json.RawMessage{}
	held, err := quarantineReason(resource.Try(role.AsSystem(ctx, "vms.trial"), s.deps.DB.Write,
		func(ctx context.Context) error {
			if err := s.match(ctx, c, &m, v); err != nil {
				return err
			}
			if m.EntityID > 0 {
				out.MatchedID, out.MatchedBy = new(m.EntityID), matchedBy(m, v)
				fields, err := s.deps.Records.Read(ctx, kindAbout(entity), m.EntityID)
				if err != nil {
					return err
				}
				before = fields
			}
			if err := s.apply(ctx, c, &m, v); err != nil {
				return err
			}
			after, err := s.deps.Records.Read(ctx, kindAbout(entity), m.EntityID)
			if err == nil {
				out.WouldCreate = out.MatchedID == nil
				out.FieldChanges = changed(v, before, after)
				out.Proposals, err = s.Proposals.proposalsMade(ctx, m.EntityID)
			}
			return err
		}))
	if held != nil {
		out.Reason, out.Detail = &held.reason, held.detail
	}
	out.StatusChange = v.statusChange(entity, text(before["status"]), held)
	return out, err
}

func matchedBy(m Message, v *mappedMessage) string {
	switch {
	case m.Entity != ApplicationStatus:
		return "vmsId"
	case v.Application.ExternalID != "":
		return "externalId"
	}
	return "candidate"
}

// changed are the fields that a message names and that it has made another.
func changed(v *mappedMessage, before, after map[string]json.RawMessage) []FieldChange {
	out := []FieldChange{}
	for _, name := range slices.Sorted(maps.Keys(v.Project)) {
		if !slices.Contains(about, name) && !equalValues(before[name], after[name]) {
			out = append(out, FieldChange{name, text(before[name]), text(after[name])})
		}
	}
	return out
}

// statusChange is the change of status that a message asks for; none is nil.
func (v *mappedMessage) statusChange(entity Entity, from string, held *stoppedError) *StatusChange {
	to := text(v.Project["status"])
	if entity == ApplicationStatus {
		to = v.Application.Status
	}
	if to == "" || to == from {
		return nil
	}
	out := StatusChange{From: from, To: to, Allowed: held == nil, BlockedBy: []string{}}
	if held != nil && held.reason == AgainstRules {
		out.BlockedBy = held.words
	}
	return &out
}

// proposalsMade are the proposals about a project that the transaction of ctx has made, for a message that is none yet.
func (p *Proposals) proposalsMade(ctx context.Context, projectID int64) ([]FieldChange, error) {
	v := new(Proposal)
	page, err := p.List(ctx, query.All(v, 100, query.Where(v, &v.ProjectID, projectID),
		query.Where(v, &v.MessageID, 0)))
	out := []FieldChange{}
	for _, row := range page.Rows {
		out = append(out, FieldChange{row.Field, row.Current, text(json.RawMessage(row.Value))})
	}
	return out, err
}
