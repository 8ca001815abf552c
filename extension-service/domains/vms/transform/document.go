// Package transform turns records into what a VMS reads and what it says into fields, by rules written in jq. The rules
// are checked here and run in a process of their own.
package transform

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/platform/jsontext"
)

// Rules are what a mapping says: where each value goes and how it is made.
type Rules struct {
	Lookups map[string]map[string]any `json:"lookups"`
	Rules   []Rule                    `json:"rules"`
}

// Rule makes one value.
type Rule struct {
	Target   string `json:"target"         check:"required,max=200"`
	JQ       string `json:"jq"             kind:"longtext" check:"required,max=4000"`
	Required bool   `json:"required"`
	// jq, for a value that is null or an empty text
	Default        string `json:"default"        kind:"longtext" check:"max=4000"`
	When           string `json:"when"           kind:"longtext" check:"max=4000"` // jq; false leaves the rule out
	MaxLength      int64  `json:"maxLength"      check:"minvalue=0,maxvalue=100000"`
	MaxLengthError bool   `json:"maxLengthError"` // longer is an error instead of being cut
	Note           string `json:"note"           check:"max=500"`
	Off            bool   `json:"off"` // left out, as if it were not there
}

// program is one jq text of a rule and the name of its field.
type program struct{ field, text string }

// programs are the jq texts of a rule, those it has.
func (r Rule) programs() []program {
	out := []program{{"jq", r.JQ}}
	for _, more := range []program{{"default", r.Default}, {"when", r.When}} {
		if more.text != "" {
			out = append(out, more)
		}
	}
	return out
}

// Code says what is wrong with a rule, or may be; its text is detail.<code>.
type Code string

// The codes.
const (
	Syntax    Code = "E_SYNTAX"
	Lookup    Code = "E_LOOKUP"
	Multiple  Code = "E_MULTIPLE"
	TooLong   Code = "E_TOO_LONG"
	Limit     Code = "E_LIMIT"
	Run       Code = "E_RUN"
	NoStatus  Code = "E_STATUS"
	Cut       Code = "W_CUT"
	MoneyMath Code = "W_MONEY_MATH"
	NoField   Code = "W_FIELD"
	NoTable   Code = "W_LOOKUP"
)

// Problem is one thing that is wrong with a rule, or may be.
type Problem struct {
	Rule     int64          `json:"rule"`
	Target   string         `json:"target"`
	Field    string         `json:"field"` // of the rule: target, jq, default or when; "" where the rule is not to blame
	Code     Code           `json:"code"`
	Message  string         `json:"message"`  // in English, for logs
	Text     string         `json:"text"`     // message key; Params has what it mentions
	Position *int64         `json:"position"` // in the text of the program, from 0
	Params   map[string]any `json:"params"    kind:"json"`
}

// step is one part of a target: the name of a member, or a place in a list.
type step struct {
	name  string
	index int // of a list; appended is past its end
	list  bool
}

const (
	appended  = -1
	lastIndex = 999 // a list in the output is no longer than this by a target
)

var part = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_-]*)((?:\[[0-9]{0,3}\])*)$`)

// parseTarget reads a dotted path such as attachments[0].fileName; [] appends.
func parseTarget(text string) ([]step, error) {
	var out []step
	for one := range strings.SplitSeq(text, ".") {
		hit := part.FindStringSubmatch(one)
		if hit == nil {
			return nil, fmt.Errorf("%q is no name of a target", one)
		}
		if jsontext.IsReserved(hit[1]) {
			return nil, fmt.Errorf("%q is no name of a target: objects of JavaScript inherit it", one)
		}
		out = append(out, step{name: hit[1]})
		for place := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(hit[2], "["), "]"), "][") {
			if hit[2] == "" {
				break
			}
			n, err := strconv.Atoi(place)
			if err != nil {
				n = appended
			}
			out = append(out, step{index: n, list: true})
		}
	}
	return out, nil
}

// output is what the values of rules are put into.
type output struct{ root any }

var errPlace = errors.New("another rule puts a value in its way")

// setValue writes a value at a target. It fails where another value stands in the way.
func (o *output) setValue(path []step, value any) error {
	root, err := setAtPath(o.root, path, value)
	if err == nil {
		o.root = root
	}
	return err
}

func setAtPath(at any, path []step, value any) (any, error) {
	if len(path) == 0 {
		if at != nil {
			return nil, errPlace
		}
		return value, nil
	}
	if s := path[0]; s.list {
		return placeInList(at, path, value)
	}
	members, ok := at.(map[string]any)
	if at == nil {
		members, ok = map[string]any{}, true
	}
	if !ok {
		return nil, errPlace
	}
	inner, err := setAtPath(members[path[0].name], path[1:], value)
	if err == nil {
		members[path[0].name] = inner
	}
	return members, err
}

func placeInList(at any, path []step, value any) (any, error) {
	list, ok := at.([]any)
	if !ok && at != nil {
		return nil, errPlace
	}
	n := path[0].index
	if n == appended {
		n = len(list)
	}
	if n > lastIndex {
		return nil, errPlace
	}
	for len(list) <= n {
		list = append(list, nil)
	}
	inner, err := setAtPath(list[n], path[1:], value)
	list[n] = inner
	return list, err
}
