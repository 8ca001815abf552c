package content

import (
	"encoding/json"
	"fmt"
	"net/http"

	"poolkeeper.example/extension-service/platform/fault"
)

// refusal translates an error answer of Directus. What the caller can mend keeps its meaning; all else, a refused
// account included, means that the content service is of no use at the moment.
func refusal(status int, raw []byte, c call) error {
	var body struct {
		Errors []struct {
			Message    string `json:"message"`
			Extensions struct {
				Code  string `json:"code"`
				Field string `json:"field"`
			} `json:"extensions"`
		} `json:"errors"`
	}
	cause := fmt.Errorf("%s %s: status %d", c.method, c.path, status)
	if err := json.Unmarshal(raw, &body); err != nil || len(body.Errors) == 0 {
		return unavailable("the content service answers something unreadable", cause)
	}
	first := body.Errors[0]
	cause = fmt.Errorf("%w %s: %s", cause, first.Extensions.Code, first.Message)
	field := first.Extensions.Field
	if field == "" {
		field = "query"
	}
	switch first.Extensions.Code {
	case "RECORD_NOT_UNIQUE":
		return withCause(fault.New(fault.Conflict, "DUPLICATE", "there is such a record already").Field(field,
			"error.duplicate", nil), cause)
	case "FAILED_VALIDATION", "INVALID_PAYLOAD", "INVALID_QUERY", "VALUE_TOO_LONG", "VALUE_OUT_OF_RANGE",
		"NOT_NULL_VIOLATION", "INVALID_FOREIGN_KEY", "CONTAINS_NULL_VALUES":
		return withCause(fault.Validation().Field(field, "error.badRequest", nil), cause)
	case "INVALID_TOKEN", "INVALID_CREDENTIALS", "TOKEN_EXPIRED", "FORBIDDEN", "USER_SUSPENDED":
		return unavailable("the content service refuses the account of the service", cause)
	}
	if first.Extensions.Code == "RESOURCE_RESTRICTED" {
		locked := unavailable(reasonLocked, cause)
		locked.Messages = []string{lockedText}
		return locked
	}
	if status == http.StatusRequestEntityTooLarge {
		return withCause(fault.New(fault.TooLarge, "TOO_LARGE", "too much at once"), cause)
	}
	return unavailable("the content service does not work", cause)
}

func withCause(err *fault.Error, cause error) *fault.Error {
	err.Err = cause
	return err
}
