package content

import (
	"maps"
	"slices"

	"poolkeeper.example/extension-service/platform/fault"
)

// SDKError is one error in the form of Directus, which the SDK's isDirectusError wants to see.
type SDKError struct {
	Message    string        `json:"message"`
	Extensions SDKExtensions `json:"extensions"`
}

// SDKExtensions says what is wrong, for machines.
type SDKExtensions struct {
	Code  string `json:"code"`
	Field string `json:"field,omitempty"`
}

// SDKErrors returns what stands beside the common error body of /items under "errors": one error per wrong field, else
// one for the whole. It never holds a word of Directus's own.
func SDKErrors(err error) []SDKError {
	e := fault.From(err)
	if len(e.Fields) == 0 {
		return []SDKError{{Message: e.Text, Extensions: SDKExtensions{Code: e.Code}}}
	}
	var out []SDKError
	for _, path := range slices.Sorted(maps.Keys(e.Fields)) {
		for _, message := range e.Fields[path] {
			out = append(out, SDKError{Message: message, Extensions: SDKExtensions{Code: e.Code, Field: path}})
		}
	}
	return out
}
