package resource

import "poolkeeper.example/extension-service/platform/fault"

// Reasons say of one record of many why it was not changed, as the error body of a call for it alone would.
type Reasons struct {
	Code        string                    `json:"code,omitempty"`
	Messages    []string                  `json:"messages,omitempty"`
	FieldErrors map[string][]string       `json:"fieldErrors,omitempty"`
	Params      map[string]map[string]any `json:"params,omitempty"`
	BlockedBy   any                       `json:"blockedBy,omitempty"`
}

// ReasonsOf are those of a refusal.
func ReasonsOf(e *fault.Error) Reasons {
	return Reasons{e.Code, e.Keys(), e.Fields, e.Params, e.Details["blockedBy"]}
}

// ReasonCode are those of a code with nothing more to say.
func ReasonCode(code string) Reasons {
	return Reasons{Code: code, Messages: []string{fault.Key(code)}}
}
