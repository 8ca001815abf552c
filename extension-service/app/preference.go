package app

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// preferences keep what one person has set for themselves: columns, saved views, locale.
type preferenceKey struct {
	Key string `path:"key" json:"key" check:"required" pattern:"[a-zA-Z0-9_.-]{1,80}"`
}

type preferenceInput struct {
	preferenceKey
	IfMatch string          `header:"If-Match"`
	Value   json.RawMessage `json:"value" kind:"json"` // null forgets it
}

type preferenceAnswer struct {
	Value json.RawMessage `json:"value" kind:"json"`
}

const (
	preferenceLimit = 16 << 10 // bytes of one value
	preferenceCount = 100      // keys of one person
	noPreference    = "null"
)

// preference answers a value with an ETag that names it, so that what two windows set at once is not lost.
func (s *Service) preference(ctx context.Context, in preferenceKey) (preferenceAnswer, error) {
	text, err := s.storedPreference(ctx, in.Key)
	if err != nil {
		return preferenceAnswer{}, err
	}
	return withETag(ctx, text), nil
}

// storedPreference is what the caller has set under a key.
func (s *Service) storedPreference(ctx context.Context, key string) (string, error) {
	text := noPreference
	_, err := s.DB.Row(ctx, []any{&text}, "SELECT value FROM preferences WHERE staff_id = $1 AND key = $2", role.From(ctx).ID, key)
	return text, err
}

func withETag(ctx context.Context, text string) preferenceAnswer {
	resource.ReplyOf(ctx).SetHeader("ETag", preferenceTag(text))
	return preferenceAnswer{json.RawMessage(text)}
}

func preferenceTag(text string) string {
	sum := sha256.Sum256([]byte(text))
	return `"` + hex.EncodeToString(sum[:8]) + `"`
}

// setPreference keeps a value. STALE_VERSION when it is no longer the one that If-Match names; without that the last one
// stays.
func (s *Service) setPreference(ctx context.Context, in preferenceInput) (preferenceAnswer, error) {
	if len(in.Value) > preferenceLimit {
		return preferenceAnswer{}, fault.New(fault.TooLarge, "TOO_LARGE", "a preference has at most %d bytes", preferenceLimit)
	}
	text := cmp.Or(string(in.Value), noPreference)
	base := strings.TrimPrefix(in.IfMatch, "W/")
	isGuarded := base != "" && base != "*"
	err := s.DB.Write(ctx, func(ctx context.Context) error {
		had, err := s.storedPreference(ctx, in.Key)
		if err != nil {
			return err
		}
		if isGuarded && base != preferenceTag(had) {
			return stalePreference(had, in.IfMatch)
		}
		n, err := s.replacePreference(ctx, in.Key, had, text)
		if err == nil && n == 0 && text != had && isGuarded { // another window was faster
			err = stalePreference(had, in.IfMatch)
		}
		return err
	})
	if err != nil {
		return preferenceAnswer{}, err
	}
	return withETag(ctx, text), nil
}

func stalePreference(current, base string) error {
	return fault.New(fault.Conflict, "STALE_VERSION", "this has been set to something else meanwhile").
		With("current", json.RawMessage(current)).With("yourBase", base)
}

// replacePreference puts text in the place of what was there, and says how many rows it has changed: none when it is there
// no more.
func (s *Service) replacePreference(ctx context.Context, key, had, text string) (int64, error) {
	id := role.From(ctx).ID
	switch {
	case text == noPreference:
		return s.DB.Exec(ctx, "DELETE FROM preferences WHERE staff_id = $1 AND key = $2 AND value = $3", id, key, had)
	case had != noPreference:
		return s.DB.Exec(ctx, "UPDATE preferences SET value = $1 WHERE staff_id = $2 AND key = $3 AND value = $4", text, id, key, had)
	}
	var n int
	if _, err := s.DB.Row(ctx, []any{&n}, "SELECT count(*) FROM preferences WHERE staff_id = $1", id); err != nil {
		return 0, err
	}
	if n >= preferenceCount {
		return 0, fault.Validation().Field("key", "validation.maxItems", map[string]any{"max": preferenceCount})
	}
	return s.DB.Exec(ctx, `
		INSERT INTO preferences (staff_id, key, value)
		VALUES ($1, $2, $3)
		    ON CONFLICT (staff_id, key) DO NOTHING`, id, key, text)
}
