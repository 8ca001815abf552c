package transform

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strings"
	"time"

	"github.com/itchyny/gojq"
)

// job is what the process that runs programs is asked for, one line each.
type job struct {
	Rules
	Input any               `json:"input"`
	RunAt time.Time         `json:"runAt"`
	Today string            `json:"today"`
	Files map[string][]byte `json:"files"` // the bytes of uploads, by id
}

// line is what it answers: one for each rule in their order, then one that is the last.
type line struct {
	Value   json.RawMessage `json:"value,omitempty"`
	Skipped bool            `json:"skipped,omitempty"`
	TookUS  int64           `json:"tookUs"`
	Code    Code            `json:"code,omitempty"`
	Message string          `json:"message,omitempty"`
	CutTo   int64           `json:"cutTo,omitempty"`
	Table   string          `json:"table,omitempty"` // a lookup that has no entry for Key
	Key     string          `json:"key,omitempty"`
	NoTable string          `json:"noTable,omitempty"` // a lookup that is not there
	Last    bool            `json:"last,omitempty"`
}

// failure is a mistake of a program with a code of its own.
type failure struct {
	code       Code
	text       string
	table, key string // of a lookup without an entry
	noTable    string // the name of a lookup that is not there
}

func (f failure) Error() string { return f.text }

var tag = regexp.MustCompile(`<[^>]*>`)

// compile makes a program that can be run with what mappings may use beyond jq.
func compile(text string, j job) (*gojq.Code, error) {
	q, err := gojq.Parse(text)
	if err != nil {
		return nil, err
	}
	constant := func(value any) func(any, []any) any { return func(any, []any) any { return value } }
	return gojq.Compile(q,
		gojq.WithFunction("lookup", 1, 1, func(in any, args []any) any { return j.lookup(in, args[0]) }),
		gojq.WithFunction("stripHtml", 0, 0, func(in any, _ []any) any {
			s, ok := in.(string)
			if !ok {
				return in
			}
			return strings.Join(strings.Fields(html.UnescapeString(tag.ReplaceAllString(s, " "))), " ")
		}),
		gojq.WithFunction("resource", 0, 0, func(in any, _ []any) any {
			id, _ := in.(string)
			if content, ok := j.Files[id]; ok {
				return string(content)
			}
			return fmt.Errorf("there is no file %q", id)
		}),
		gojq.WithFunction("fromZone", 1, 1, func(in any, args []any) any { return fromZone(in, args[0]) }),
		gojq.WithFunction("toZone", 1, 1, func(in any, args []any) any { return toZone(in, args[0]) }),
		gojq.WithFunction("runAt", 0, 0, constant(j.RunAt.UTC().Format(time.RFC3339))),
		gojq.WithFunction("today", 0, 0, constant(j.Today)),
	)
}

func (j job) lookup(in, table any) any {
	name, _ := table.(string)
	entries, ok := j.Lookups[name]
	if !ok {
		return failure{code: Lookup, text: fmt.Sprintf("there is no lookup '%s'", name), noTable: name}
	}
	key, ok := in.(string)
	if !ok {
		text, err := gojq.Marshal(in)
		if err != nil {
			return err
		}
		key = string(text)
	}
	if value, ok := entries[key]; ok {
		return value
	}
	if value, ok := entries["*"]; ok {
		return value
	}
	return failure{code: Lookup, text: fmt.Sprintf("lookup '%s' has no entry '%s'", name, key), table: name, key: key}
}

// runSingle runs a program that yields one value or none.
func (j job) runSingle(text string) (any, error) {
	code, err := compile(text, j)
	if err != nil {
		return nil, failure{code: Syntax, text: err.Error()}
	}
	values := code.Run(j.Input)
	value, _ := values.Next()
	if err, ok := value.(error); ok {
		return nil, err
	}
	if _, more := values.Next(); more {
		return nil, failure{code: Multiple, text: "the program gives more than one value"}
	}
	return value, nil
}

// rule runs one rule.
func (j job) rule(r Rule) (out line, err error) {
	if r.Off {
		return line{Skipped: true}, nil
	}
	if r.When != "" {
		if isMet, err := j.runSingle(r.When); err != nil || isMet == false || isMet == nil {
			return line{Skipped: err == nil}, err
		}
	}
	value, err := j.runSingle(r.JQ)
	if err == nil && (value == nil || value == "") && r.Default != "" {
		value, err = j.runSingle(r.Default)
	}
	if err != nil {
		return out, err
	}
	if text, ok := value.(string); ok && r.MaxLength > 0 {
		if runes := []rune(text); int64(len(runes)) > r.MaxLength {
			if r.MaxLengthError {
				return out, failure{code: TooLong, text: fmt.Sprintf("%d characters, %d are allowed", len(runes), r.MaxLength)}
			}
			value, out.CutTo = string(runes[:r.MaxLength]), r.MaxLength
		}
	}
	if value == nil {
		return out, nil
	}
	out.Value, err = gojq.Marshal(value)
	if len(out.Value) > maxOutput {
		return line{}, failure{code: Limit, text: "the value is too large"}
	}
	return out, err
}

// lineOf is rule with its failure as the answer says it.
func (j job) lineOf(r Rule) line {
	out, err := j.rule(r)
	if err != nil {
		out.Code, out.Message = Run, cutText(err.Error())
		if f, ok := errors.AsType[failure](err); ok {
			out.Code, out.Table, out.Key, out.NoTable = f.code, f.table, f.key, f.noTable
		} else if strings.Contains(out.Message, "too large") { // jq itself refuses to make it
			out.Code = Limit
		}
	}
	return out
}

const maxMessage = 500 // of a failure

func cutText(text string) string {
	runes := []rune(strings.ToValidUTF8(text, "?"))
	return string(runes[:min(len(runes), maxMessage)])
}
