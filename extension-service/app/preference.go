package app

import (
	"context"
	"encoding/json"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/role"
)

// preferences keep what one person has set for themselves: columns, saved views, locale.
type preferenceKey struct {
	Key string `path:"key" json:"key" check:"required" pattern:"[a-zA-Z0-9_.-]{1,80}"`
}

type preferenceInput struct {
	preferenceKey
	Value json.RawMessage `json:"value" kind:"json"` // null forgets it
}

type preferenceAnswer struct {
	Value json.RawMessage `json:"value" kind:"json"`
}

const (
	preferenceLimit = 16 << 10 // bytes of one value
	preferenceCount = 100      // keys of one person
)

func (s *Service) preference(ctx context.Context, in preferenceKey) (preferenceAnswer, error) {
	var text string
	ok, err := s.DB.Row(ctx, []any{&text}, "SELECT value FROM preferences WHERE staff_id = $1 AND key = $2", role.From(ctx).ID, in.Key)
	if err != nil || !ok {
		return preferenceAnswer{json.RawMessage("null")}, err
	}
	return preferenceAnswer{json.RawMessage(text)}, nil
}

func (s *Service) setPreference(ctx context.Context, in preferenceInput) (preferenceAnswer, error) {
	if len(in.Value) > preferenceLimit {
		return preferenceAnswer{}, fault.New(fault.TooLarge, "TOO_LARGE", "a preference has at most %d bytes", preferenceLimit)
	}
	id := role.From(ctx).ID
	if len(in.Value) == 0 || string(in.Value) == "null" {
		return s.forgetPreference(ctx, id, in.Key)
	}
	err := s.DB.Write(ctx, func(ctx context.Context) error {
		var n int
		if _, err := s.DB.Row(ctx, []any{&n}, "SELECT count(*) FROM preferences WHERE staff_id = $1 AND key <> $2", id, in.Key); err != nil {
			return err
		}
		if n >= preferenceCount {
			return fault.Validation().Field("key", "validation.maxItems", map[string]any{"max": preferenceCount})
		}
		_, err := s.DB.Exec(ctx, `
			INSERT INTO preferences (staff_id, key, value)
			VALUES ($1, $2, $3)
			    ON CONFLICT (staff_id, key) DO UPDATE SET value = excluded.value`, id, in.Key, string(in.Value))
		return err
	})
	return preferenceAnswer{in.Value}, err
}

func (s *Service) forgetPreference(ctx context.Context, id int64, key string) (preferenceAnswer, error) {
	return preferenceAnswer{json.RawMessage("null")}, s.DB.Write(ctx, func(ctx context.Context) error {
		_, err := s.DB.Exec(ctx, "DELETE FROM preferences WHERE staff_id = $1 AND key = $2", id, key)
		return err
	})
}
