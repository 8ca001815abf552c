package app

import (
	"errors"
	"strings"

	"github.com/gofiber/fiber/v3"

	"poolkeeper.example/extension-service/fault"
)

// statuses is the one map from kinds of failure to HTTP.
var statuses = map[fault.Kind]int{
	fault.BadRequest: 400, fault.Unauthenticated: 401, fault.Denied: 403, fault.NotFound: 404, fault.NotAllowed: 405,
	fault.Conflict: 409, fault.TooLarge: 413, fault.Unsupported: 415, fault.OutOfRange: 416, fault.Invalid: 422, fault.TooMany: 429,
	fault.Internal: 500, fault.Upstream: 503,
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
	b := body{Status: status, Code: f.Code, Messages: f.Keys(), FieldErrors: f.Fields, Params: f.Params, RequestID: id, Details: f.Details}
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
