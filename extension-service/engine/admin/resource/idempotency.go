package resource

import (
	"context"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const maxKey = 64

// RepeatKey reads Idempotency-Key; nil without one.
func RepeatKey(r *Request) (*Repeat, error) {
	key := r.Header("Idempotency-Key")
	if key == "" {
		return nil, nil //nolint:nilnil // no key is no failure
	}
	if !utf8.ValidString(key) {
		return nil, fault.Validation().Field("Idempotency-Key", "validation.text", nil)
	}
	if len(key) > maxKey || field.WrongCharacter(key, true) != "" {
		return nil, fault.Validation().Field("Idempotency-Key", "validation.max", map[string]any{"max": maxKey})
	}
	return &Repeat{Request: r.Method + " " + r.Path, Key: key, Body: r.Body}, nil
}

// repeated returns the outcome of an earlier attempt, to callers that may still make the call.
func (c *served) repeated(ctx context.Context, key *Repeat, needs []role.Permission) (*Repeated, error) {
	if key == nil {
		return nil, nil //nolint:nilnil // the first attempt has no outcome yet
	}
	if err := c.allowed(ctx, needs...); err != nil {
		return nil, err
	}
	return c.rt.Repeat(ctx, *key)
}

func (c *served) remember(ctx context.Context, key *Repeat, outcome Repeated) error {
	if key == nil {
		return nil
	}
	done := *key
	done.Done = &outcome
	_, err := c.rt.Repeat(ctx, done)
	return err
}
