// Package fault is the one error vocabulary of the service.
package fault

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Kind says what went wrong in terms a caller can act on. The edge maps each kind to one status.
type Kind string

// The kinds, named for what the caller should do about them.
const (
	BadRequest      Kind = "bad_request"     // 400: the request cannot be read
	Unauthenticated Kind = "unauthenticated" // 401: sign in first
	Denied          Kind = "denied"          // 403: signed in, not allowed
	NotFound        Kind = "not_found"       // 404: no such record, or outside the scope
	NotAllowed      Kind = "not_allowed"     // 405: no such verb here
	Conflict        Kind = "conflict"        // 409: the state of the record refuses
	TooLarge        Kind = "too_large"       // 413: send less
	Unsupported     Kind = "unsupported"     // 415: send another type
	OutOfRange      Kind = "out_of_range"    // 416: the part asked for is not there
	Invalid         Kind = "invalid"         // 422: fields are wrong
	TooMany         Kind = "too_many"        // 429: wait
	Internal        Kind = "internal"        // 500: our mistake
	NotImplemented  Kind = "not_implemented" // 501: nothing here understands it
	Upstream        Kind = "upstream"        // 503: a service behind us does not answer
	StorageFull     Kind = "storage_full"    // 507: there is no room to keep it
)

// Error is a failure that may be shown to a user. Anything else is Internal.
type Error struct {
	Kind       Kind
	Code       string                    // one of the codes of "Error codes → default message key"
	Text       string                    // English fallback, for logs and for people who read JSON
	Messages   []string                  // message keys, most important first; empty means the code's own key
	Fields     map[string][]string       // dotted request path → message keys
	Params     map[string]map[string]any // dotted request path → message key → parameters
	Details    map[string]any            // machine-readable facts of this code
	RetryAfter int                       // seconds for Retry-After, only with TooMany and Upstream
	Err        error                     // cause: logged, never sent
}

func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Text, e.Err)
	}
	return e.Code + ": " + e.Text
}

func (e *Error) Unwrap() error { return e.Err }

// New builds a failure that may be shown to a user.
func New(k Kind, code, format string, args ...any) *Error {
	return &Error{Kind: k, Code: code, Text: fmt.Sprintf(format, args...)}
}

// Wrap keeps err as the cause of a failure the user may be told of.
func Wrap(k Kind, code string, err error) *Error {
	return &Error{Kind: k, Code: code, Text: code, Err: err}
}

// With adds one machine-readable fact and returns e.
func (e *Error) With(key string, value any) *Error {
	if e.Details == nil {
		e.Details = map[string]any{}
	}
	e.Details[key] = value
	return e
}

// Field adds a wrong field and returns e; params may be nil.
func (e *Error) Field(path, message string, params map[string]any) *Error {
	if e.Fields == nil {
		e.Fields = map[string][]string{}
	}
	if !slices.Contains(e.Fields[path], message) {
		e.Fields[path] = append(e.Fields[path], message)
	}
	if params == nil {
		return e
	}
	if e.Params == nil {
		e.Params = map[string]map[string]any{}
	}
	if e.Params[path] == nil {
		e.Params[path] = map[string]any{}
	}
	e.Params[path][message] = params
	return e
}

// Validation is the empty collection of wrong fields; Or returns nil while it stays empty.
func Validation() *Error { return New(Invalid, "VALIDATION", "some fields are wrong") }

// OrNil returns e when it names a wrong field, else nil.
func (e *Error) OrNil() error {
	if len(e.Fields) == 0 {
		return nil
	}
	return e
}

// KindOf returns the kind of the first Error in err's chain, else Internal; "" for nil.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Internal
}

// CodeOf returns the code of the first Error in err's chain, else INTERNAL; "" for nil.
func CodeOf(err error) string {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return "INTERNAL"
}

// From returns the first Error in err's chain; anything else becomes an internal one that keeps err as its cause.
func From(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Kind: Internal, Code: "INTERNAL", Text: "internal error", Err: err}
}

// Keys returns the message keys of the error body: those given, else the distinct keys of the wrong fields, else the
// code's.
func (e *Error) Keys() []string {
	if len(e.Messages) > 0 {
		return e.Messages
	}
	var out []string
	for _, path := range slices.Sorted(maps.Keys(e.Fields)) {
		for _, key := range e.Fields[path] {
			if !slices.Contains(out, key) {
				out = append(out, key)
			}
		}
	}
	if len(out) == 0 {
		out = []string{Key(e.Code)}
	}
	return out
}
