package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/gofiber/fiber/v3"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/httpconn"
)

// statuses is the one map from kinds of failure to HTTP.
var statuses = map[fault.Kind]int{
	fault.BadRequest: 400, fault.Unauthenticated: 401, fault.Denied: 403, fault.NotFound: 404, fault.NotAllowed: 405,
	fault.Conflict: 409, fault.TooLarge: 413, fault.Unsupported: 415, fault.OutOfRange: 416, fault.Invalid: 422,
	fault.TooMany:  429,
	fault.Internal: 500, fault.NotImplemented: 501, fault.Upstream: 503, fault.StorageFull: 507,
}

// retryAfter is what a caller is told to wait, in seconds, where nobody knows better.
const retryAfter = 5

// failureOf says what of a failure a caller is told. What was done about the request counts, ctx, since a database says
// of a statement that was cut off only that it was.
func failureOf(ctx context.Context, err error) *fault.Error {
	if fe, ok := asFiber(err); ok {
		return fe
	}
	f := fault.From(err)
	switch {
	case store.IsFull(err):
		f = fault.Wrap(fault.StorageFull, "STORAGE_FULL", err)
	case f.Kind != fault.Internal:
	case ctx.Err() != nil:
		f = fault.Wrap(fault.Upstream, "UNAVAILABLE", fmt.Errorf("%w: %w", context.Cause(ctx), err))
	case store.IsDamage(err):
		f = fault.Wrap(fault.Upstream, "UNAVAILABLE", err)
	case store.IsBusy(err), errors.Is(err, context.DeadlineExceeded):
		f = fault.Wrap(fault.Upstream, "UNAVAILABLE", err)
	}
	if code := damageCode(err); code != "" && f.Kind == fault.Upstream {
		return ofDamage(f, code)
	}
	if f.Kind == fault.Upstream && f.RetryAfter == 0 {
		waiting := *f
		waiting.RetryAfter = retryAfter
		return &waiting
	}
	return f
}

// damageCode is the code, within the details of an answer, of a failure that damage in a SQLite file has caused; "" for
// others.
func damageCode(err error) string {
	switch {
	case store.IsGone(err):
		return "DATABASE_GONE"
	case store.IsDamage(err):
		return "DATABASE_DAMAGED"
	}
	return ""
}

// ofDamage adds to a failure what is wrong with a file, which no second attempt mends.
func ofDamage(f *fault.Error, code string) *fault.Error {
	out := *f
	out.Details = maps.Clone(f.Details)
	out.Messages = []string{"detail." + code}
	return out.With("code", code)
}

// refused says what is wrong with a request that could not be read.
func refused(r *httpconn.Refusal) error {
	if r.Status == fiber.StatusNotImplemented {
		return fault.New(fault.NotImplemented, "NOT_IMPLEMENTED", "%s", r.Text)
	}
	return fault.New(fault.BadRequest, "BAD_REQUEST", "%s", r.Text)
}

// body is the error body of every call ("Request and response shapes").
type body struct {
	Status      int                       `json:"status"`
	Code        string                    `json:"code"`
	Messages    []string                  `json:"messages"`
	FieldErrors map[string][]string       `json:"fieldErrors"`
	Params      map[string]map[string]any `json:"params"`
	RequestID   string                    `json:"requestId"`
	Details     map[string]any            `json:"details"`
	Missing     any                       `json:"missing,omitempty"`
	Errors      any                       `json:"errors,omitempty"`
}

func errorBody(f *fault.Error, status int, id string) body {
	b := body{
		Status: status, Code: f.Code, Messages: f.Keys(), FieldErrors: f.Fields, Params: f.Params, RequestID: id,
		Details: f.Details,
	}
	if b.FieldErrors == nil {
		b.FieldErrors = map[string][]string{}
	}
	if b.Params == nil {
		b.Params = map[string]map[string]any{}
	}
	if b.Details == nil {
		b.Details = map[string]any{}
	}
	b.Missing = b.Details["missing"]
	return b
}

// asFiber translates what the web framework itself refuses.
func asFiber(err error) (*fault.Error, bool) {
	fe, ok := errors.AsType[*fiber.Error](err)
	if !ok {
		return nil, false
	}
	switch {
	case fe.Code == 404:
		return fault.New(fault.NotFound, "NOT_FOUND", "there is no such call"), true
	case fe.Code == 405:
		return fault.New(fault.NotAllowed, "METHOD_NOT_ALLOWED", "this call has other methods"), true
	case fe.Code == 413:
		return fault.New(fault.TooLarge, "TOO_LARGE", "the body is too long"), true
	case fe.Code >= 500:
		return nil, false
	}
	return fault.New(fault.BadRequest, "BAD_REQUEST", "%s", strings.ToLower(fe.Message)), true
}
