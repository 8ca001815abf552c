// Package preferences keeps what people have set for themselves, columns, saved views, locale, and the views of lists
// that they share with others.
package preferences

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/jsontext"
	"poolkeeper.example/extension-service/platform/role"
)

// Service keeps the preferences of staff.
type Service struct {
	DB      *store.DB
	Records *resource.Registry
	Audit   func(ctx context.Context, entries ...store.Entry) error
	Recheck func(ctx context.Context, c *role.Caller) error
}

// Endpoints are the calls by which people keep their own.
func (s *Service) Endpoints() []resource.Endpoint {
	own := []role.Permission{role.SelfPassword}
	return []resource.Endpoint{
		{Name: "preference.get", Method: "GET", Path: "/api/preference/{key}", Needs: own, Handle: resource.Handle(s.get)},
		{
			Name: "preference.set", Method: "PUT", Path: "/api/preference/{key}", Needs: own, Handle: resource.Handle(s.set),
			BodyLimit: 2 * sizeLimit,
		},
		{
			Name: "sharedView.list", Method: "GET", Path: "/api/sharedView/{resource}", Needs: own,
			Handle: resource.Handle(s.listShared),
		},
		{
			Name: "sharedView.create", Method: "POST", Path: "/api/sharedView/{resource}", Needs: own, Status: 201,
			Idempotent: true, Handle: resource.Handle(s.share),
		},
		{
			Name: "sharedView.update", Method: "PUT", Path: "/api/sharedView/{resource}/{id}", Needs: own,
			Handle: resource.Handle(s.updateShared),
		},
		{
			Name: "sharedView.delete", Method: "DELETE", Path: "/api/sharedView/{resource}/{id}", Needs: own,
			Handle: resource.Handle(s.withdraw),
		},
	}
}

type byKey struct {
	Key string `path:"key" json:"key" check:"required" pattern:"[a-zA-Z0-9_.-]{1,80}"`
}

type input struct {
	byKey
	IfMatch string          `header:"If-Match"`
	Value   json.RawMessage `json:"value" kind:"json"` // null forgets it
}

// Answer is one value.
type Answer struct {
	Value json.RawMessage `json:"value" kind:"json"`
}

const (
	sizeLimit  = 16 << 10 // bytes of one value
	countLimit = 100      // keys of one person
	none       = "null"
)

// get answers a value with an ETag that names it, so that what two windows set at once is not lost.
func (s *Service) get(ctx context.Context, in byKey) (Answer, error) {
	text, err := s.stored(ctx, in.Key)
	if err != nil {
		return Answer{}, err
	}
	return withETag(ctx, text), nil
}

// stored is what the caller has set under a key.
func (s *Service) stored(ctx context.Context, key string) (string, error) {
	text := none
	_, err := s.DB.Row(ctx, []any{&text}, "SELECT value FROM preferences WHERE staff_id = $1 AND key = $2",
		role.From(ctx).ID, key)
	return text, err
}

func withETag(ctx context.Context, text string) Answer {
	resource.ReplyOf(ctx).SetHeader("ETag", tagOf(text))
	return Answer{json.RawMessage(text)}
}

func tagOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return `"` + hex.EncodeToString(sum[:8]) + `"`
}

// set keeps a value. STALE_VERSION when it is no longer the one that If-Match names; without that the last one
// stays.
func (s *Service) set(ctx context.Context, in input) (Answer, error) {
	if len(in.Value) > sizeLimit {
		return Answer{}, fault.New(fault.TooLarge, "TOO_LARGE", "a preference has at most %d bytes", sizeLimit)
	}
	if jsontext.IsReserved(in.Key) {
		return Answer{}, fault.Validation().Field("key", "validation.key", map[string]any{"name": in.Key})
	}
	text := cmp.Or(string(in.Value), none)
	base := strings.TrimPrefix(in.IfMatch, "W/")
	isGuarded := base != "" && base != "*"
	err := s.DB.Write(ctx, func(ctx context.Context) error {
		had, err := s.stored(ctx, in.Key)
		if err != nil {
			return err
		}
		if isGuarded && base != tagOf(had) {
			return stale(had, in.IfMatch)
		}
		n, err := s.replace(ctx, in.Key, had, text)
		if err == nil && n == 0 && text != had && isGuarded { // another window was faster
			err = stale(had, in.IfMatch)
		}
		return err
	})
	if err != nil {
		return Answer{}, err
	}
	return withETag(ctx, text), nil
}

func stale(current, base string) error {
	return fault.New(fault.Conflict, "STALE_VERSION", "this has been set to something else meanwhile").
		With("current", json.RawMessage(current)).With("yourBase", base)
}

// replace puts text in the place of what was there, and says how many rows it has changed: none when it is there
// no more.
func (s *Service) replace(ctx context.Context, key, had, text string) (int64, error) {
	id := role.From(ctx).ID
	switch {
	case text == none:
		return s.DB.Exec(ctx, "DELETE FROM preferences WHERE staff_id = $1 AND key = $2 AND value = $3", id, key, had)
	case had != none:
		return s.DB.Exec(ctx, "UPDATE preferences SET value = $1 WHERE staff_id = $2 AND key = $3 AND value = $4", text, id,
			key, had)
	}
	var n int
	if _, err := s.DB.Row(ctx, []any{&n}, "SELECT count(*) FROM preferences WHERE staff_id = $1", id); err != nil {
		return 0, err
	}
	if n >= countLimit {
		return 0, fault.Validation().Field("key", "validation.maxItems", map[string]any{"max": countLimit})
	}
	return s.DB.Exec(ctx, `
		INSERT INTO preferences (staff_id, key, value)
		VALUES ($1, $2, $3)
		    ON CONFLICT (staff_id, key) DO NOTHING`, id, key, text)
}
