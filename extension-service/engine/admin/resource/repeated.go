package resource

import (
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/jsontext"
)

// Unambiguous refuses JSON that gives a member of an object twice, since readers differ in which of the two they take,
// and half characters, which would be stored as others. What is no JSON is left to whoever reads it. BAD_REQUEST.
func Unambiguous(text []byte) error {
	if err := jsontext.CheckCharacters(text); err != nil {
		bad := fault.New(fault.BadRequest, "BAD_REQUEST", "the JSON cannot be read: %v", err)
		if path := jsontext.BrokenText(text); path != "" {
			bad = bad.Field(path, "validation.brokenCharacter", nil)
		}
		return bad
	}
	if path := jsontext.RepeatedName(text); path != "" {
		return RepeatedParameter(path)
	}
	return nil
}

// RepeatedParameter is the refusal of a request that names a parameter or a member of an object twice.
func RepeatedParameter(path string) error {
	return fault.New(fault.BadRequest, "BAD_REQUEST", "%s is given twice", path).Field(path, "validation.twice", nil)
}
