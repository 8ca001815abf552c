package questions

import (
	"encoding/json"
	"fmt"
	"slices"

	"poolkeeper.example/extension-service/platform/fault"
)

// checkCorrect reads which answers are right: a list of values, or for numbers a range.
func checkCorrect(d Definition, p pair, bad *fault.Error) {
	const at = "correctAnswers"
	if d.CorrectAnswers == nil {
		if d.Flags.FailOnWrongAnswer {
			bad.Field(at, "validation.required", nil)
		}
		return
	}
	if !p.closed {
		bad.Field(at, "question.error.open", nil)
		return
	}
	switch right := d.CorrectAnswers.(type) {
	case []any:
		if len(right) == 0 && d.Flags.FailOnWrongAnswer {
			bad.Field(at, "validation.required", nil)
		}
		for i, one := range right {
			if !couldBe(d, one) {
				bad.Field(fmt.Sprintf("%s[%d]", at, i), "question.error.notAnAnswer", nil)
			}
		}
	case map[string]any:
		checkRange(d, right, bad)
	default:
		bad.Field(at, "question.error.correctAnswers", nil)
	}
}

func checkRange(d Definition, right map[string]any, bad *fault.Error) {
	const at = "correctAnswers"
	if d.ValueType != Int {
		bad.Field(at, "validation.list", nil)
		return
	}
	bounds := map[string]int64{}
	for name, value := range right {
		switch n, ok := parseInteger(value); {
		case name != "min" && name != "max":
			bad.Field(at+"."+name, "error.unknownField", nil)
		case value == nil:
		case !ok:
			bad.Field(at+"."+name, "validation.integer", nil)
		default:
			bounds[name] = n
		}
	}
	low, hasLow := bounds["min"]
	high, hasHigh := bounds["max"]
	switch {
	case !hasLow && !hasHigh && len(bad.Fields) == 0:
		bad.Field(at, "validation.required", nil)
	case hasLow && hasHigh && low > high:
		bad.Field(at+".min", "validation.maxValue", map[string]any{"max": high})
	}
}

// couldBe says whether a value is one that somebody could answer, or one of those for a question with several.
func couldBe(d Definition, value any) bool {
	switch d.Pair() {
	case Pair{Bln, Radio}, Pair{Bln, Dropdown}:
		_, ok := value.(bool)
		return ok
	case Pair{Int, Number}:
		_, ok := parseInteger(value)
		return ok
	}
	return slices.ContainsFunc(d.Options, func(o Option) bool { return canonical(o.Value) == canonical(value) })
}

// Right says whether an answer is one of the right ones. Of several values each must be; where nothing is said every
// answer is right.
func (d Definition) Right(value json.RawMessage) bool {
	var corrected any
	if d.CorrectAnswers == nil || json.Unmarshal(value, &corrected) != nil {
		return true
	}
	if list, several := corrected.([]any); several {
		return !slices.ContainsFunc(list, func(one any) bool { return !d.rightOne(one) })
	}
	return d.rightOne(corrected)
}

func (d Definition) rightOne(value any) bool {
	switch right := d.CorrectAnswers.(type) {
	case []any:
		return slices.ContainsFunc(right, func(one any) bool { return canonical(one) == canonical(value) })
	case map[string]any:
		n, ok := parseInteger(value)
		low, hasLow := parseInteger(right["min"])
		high, hasHigh := parseInteger(right["max"])
		return ok && (!hasLow || n >= low) && (!hasHigh || n <= high)
	}
	return true
}
