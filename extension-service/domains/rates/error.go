package rates

import (
	"fmt"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/spelling"
)

// Code says what is wrong with a formula. Its text is detail.<code>.
type Code string

// The codes of formulas.
const (
	Syntax          Code = "E_SYNTAX"
	UnknownVariable Code = "E_UNKNOWN_VARIABLE"
	NullOperand     Code = "E_NULL_OPERAND"
	DivZero         Code = "E_DIV_ZERO"
	Unit            Code = "E_UNIT"
	Cycle           Code = "E_CYCLE"
	Range           Code = "E_RANGE"
	OutOfRange      Code = "RATE_OUT_OF_RANGE"
)

// Error is what is wrong with a formula, where, and by what name.
type Error struct {
	Code     Code
	Name     string
	Position int // of the first wrong character, counted from 0; -1 when it is nowhere in particular
}

func (e *Error) Error() string {
	if e.Name == "" {
		return fmt.Sprintf("%s at %d", e.Code, e.Position)
	}
	return fmt.Sprintf("%s %s at %d", e.Code, e.Name, e.Position)
}

// facts are the details of the error as answers carry them.
func (e *Error) facts() map[string]any {
	out := map[string]any{"code": string(e.Code)}
	if e.Name != "" {
		out["name"] = e.Name
	}
	if e.Position >= 0 {
		out["position"] = e.Position
	}
	if e.Code == UnknownVariable {
		spelling.AddSuggestion(out, e.Name, knownNames())
	}
	return out
}

// addTo adds the error to the wrong fields, with what it is about in the details.
func (e *Error) addTo(bad *fault.Error, field string) {
	facts := e.facts()
	bad.Field(field, "detail."+string(e.Code), facts)
	for name, value := range facts {
		if _, there := bad.Details[name]; !there || name == "code" {
			_ = bad.With(name, value)
		}
	}
}
