package access

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// rightFields are the fields of an account that decide what it may do.
var rightFields = []string{"roles", "scopes", "terms", "status"}

type changesInput struct {
	Since  time.Time `query:"since"  check:"required"`
	Until  time.Time `query:"until"`
	UserID int64     `query:"userId" kind:"id"`
}

// RightChange is one change of what an account may do.
type RightChange struct {
	EntryID int64           `json:"entryId" kind:"id"`
	At      string          `json:"at"`
	Actor   resource.Actor  `json:"actor"`
	UserID  int64           `json:"userId" kind:"id"`
	Name    string          `json:"name"` // of the account
	Field   string          `json:"field"`
	Before  json.RawMessage `json:"before" kind:"json"`
	After   json.RawMessage `json:"after"  kind:"json"`
	Reason  string          `json:"reason"`
}

// changes lists what has changed of roles, scopes, terms and states of accounts in a time, the latest first.
func (s *Service) changes(ctx context.Context, in changesInput) (resource.List[RightChange], error) {
	out := resource.List[RightChange]{Results: []RightChange{}}
	if in.Until.IsZero() {
		in.Until = s.Now()
	}
	if !in.Until.After(in.Since) {
		return out, fault.Validation().Field("until", "validation.after",
			map[string]any{"min": date.InstantText(in.Since)})
	}
	lines, err := s.Changed(ctx, AccountEntity, in.Since, in.Until)
	if err != nil {
		return out, err
	}
	accounts := s.Records.Named(AccountEntity)
	for _, l := range lines {
		if in.UserID != 0 && l.EntityID != in.UserID {
			continue
		}
		name, err := accounts.Label(ctx, l.EntityID)
		switch fault.KindOf(err) {
		case "":
			out.Results = append(out.Results, changesIn(l, name)...)
		case fault.NotFound: // it is beyond the reach of whoever asks
		default:
			return out, err
		}
	}
	out.TotalResults = int64(len(out.Results))
	return out, nil
}

func changesIn(l resource.Line, name string) (out []RightChange) {
	for _, field := range rightFields {
		if !slices.Contains(l.Changed, field) {
			continue
		}
		out = append(out, RightChange{
			EntryID: l.ID, At: l.At, Actor: l.Actor, UserID: l.EntityID, Name: name, Field: field,
			Before: orNull(l.Before[field]), After: orNull(l.After[field]), Reason: l.Reason,
		})
	}
	return out
}

func orNull(value json.RawMessage) json.RawMessage {
	if value == nil {
		return json.RawMessage("null")
	}
	return value
}
