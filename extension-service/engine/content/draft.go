package content

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/jsontext"
)

const (
	maxRows        = 200
	maxText        = 10_000
	maxDescription = 1_000
)

// draft is what a caller sends for one text. Absent fields are nil and stay as they are.
type draft struct {
	ID          json.RawMessage `json:"id"`
	Client      *int64          `json:"client"`
	Locale      *string         `json:"locale"`
	Key         *string         `json:"messageKey"`
	Value       *string         `json:"messageValue"`
	State       *string         `json:"state"`
	Description *string         `json:"description"`
	MaxLength   *int            `json:"maxLength"`

	at string // where it stands in the request
}

// cleared is what null means for the fields that can be cleared; a value that is required is refused later.
var cleared = map[string]json.RawMessage{
	"messageValue": json.RawMessage(`""`), "description": json.RawMessage(`""`), "maxLength": json.RawMessage(`0`),
}

// mistyped is what is said of a value of the wrong type where a text would be one too.
var mistyped = map[string]string{"client": "validation.integer", "maxLength": "validation.integer"}

// ownFields are fields of a text that are ours; a caller that sends a whole record back is not refused for them.
var ownFields = []string{"sourceHash", "dateUpdated", "updatedBy"}

// drafts reads one object or a list of them and says which it was.
func (t target) drafts(raw []byte) (out []draft, many bool, err error) {
	many = bytes.HasPrefix(bytes.TrimSpace(raw), []byte("["))
	parts := []json.RawMessage{raw}
	if many {
		if err := json.Unmarshal(raw, &parts); err != nil {
			return nil, many, unreadable(err)
		}
	}
	if err := anyWithin("data", len(parts)); err != nil {
		return nil, many, err
	}
	for i, part := range parts {
		d, err := t.draft(part, prefix(many, i))
		if err != nil {
			return nil, many, err
		}
		out = append(out, d)
	}
	return out, many, nil
}

// prefix is the path of a record in the request: fields of a single one stand at the top.
func prefix(many bool, i int) string {
	if !many {
		return ""
	}
	return fmt.Sprintf("[%d].", i)
}

func (t target) draft(raw json.RawMessage, at string) (draft, error) {
	d := draft{at: at}
	var names map[string]json.RawMessage
	if err := json.Unmarshal(raw, &names); err != nil || names == nil {
		return d, fault.New(fault.BadRequest, "BAD_REQUEST", "an object or a list of objects is expected")
	}
	for name := range names {
		if _, ok := t.fields[name]; !ok {
			return d, unknown(at + name)
		}
		if slices.Contains(ownFields, name) {
			delete(names, name)
		}
	}
	bad := fault.Validation()
	for name, value := range names {
		if empty, ok := cleared[name]; ok && string(value) == "null" {
			value = empty
		}
		one, _ := json.Marshal(map[string]json.RawMessage{name: value})
		if json.Unmarshal(one, &d) != nil {
			bad.Field(at+name, cmp.Or(mistyped[name], "validation.text"), nil)
		}
	}
	return d, bad.OrNil()
}

// applyTo returns the row as it is after the draft.
func (d draft) applyTo(r row) row {
	assign(&r.Value, d.Value)
	assign(&r.State, d.State)
	assign(&r.Description, d.Description)
	assign(&r.MaxLength, d.MaxLength)
	return r
}

func assign[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// complain adds what is wrong with a row to bad, whatever it was made from.
func complain(bad *fault.Error, at string, r row) {
	if !keyPattern.MatchString(r.Key) || jsontext.IsReserved(r.Key) {
		bad.Field(at+"messageKey", "validation.messageKey", nil)
	}
	if !localeName.MatchString(r.Locale) {
		bad.Field(at+"locale", "validation.locale", nil)
	}
	if r.Value == "" {
		bad.Field(at+"messageValue", "validation.required", nil)
	}
	complainText(bad, at+"messageValue", r.Value, maxText)
	complainText(bad, at+"description", r.Description, maxDescription)
	if r.MaxLength < 0 || r.MaxLength > maxText {
		bad.Field(at+"maxLength", "validation.maxValue", map[string]any{"max": maxText})
	}
}

func complainText(bad *fault.Error, at, text string, limit int) {
	if utf8.RuneCountInString(text) > limit {
		bad.Field(at, "validation.max", map[string]any{"max": limit})
	}
	if strings.ContainsFunc(text, func(c rune) bool {
		return unicode.IsControl(c) && !strings.ContainsRune("\n\r\t", c)
	}) {
		bad.Field(at, "validation.control", nil)
	}
}
