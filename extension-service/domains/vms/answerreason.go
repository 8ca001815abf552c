package vms

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"poolkeeper.example/extension-service/domains/vms/transform"
)

// reasonSize is how much is kept of what a VMS says: of single fields, and in characters.
type reasonSize struct{ reasons, characters int }

var (
	storedReason = reasonSize{3, 200}
	shownReason  = reasonSize{20, 2000} // to whoever mends a mapping by it, at once
)

// The members of an answer in which systems say what is wrong, the most telling first.
var (
	reasonMembers = []string{
		"message", "detail", "errorMessage", "error_description", "description", "reason", "error",
		"title",
	}
	reasonLists  = []string{"errors", "violations", "fieldErrors", "details", "issues"}
	fieldMembers = []string{"field", "path", "property", "pointer", "target", "name"}
)

// unreadByMany are the values that not everybody may read who reads why a delivery failed.
var unreadByMany = visibility{hidden: []string{
	"freelancer", "application.talentRate", "application.payRate",
	"application.billRate",
}}

// reasonOf is what a VMS says is wrong, in one line without anything personal of the message that it answers; "" when
// it says nothing.
func (s *Service) reasonOf(ctx context.Context, f *flight, answer []byte) string {
	text := reasonIn(answer, storedReason)
	if text == "" {
		return ""
	}
	by, err := s.Messages.version(ctx, f.message, f.sent.MappingNumber)
	if err != nil {
		s.deps.Log.Warn("the mapping of a refused message", "message", f.message.ID, "err", err)
		by = nil // without it all that was sent is cut out
	}
	_, cut := unreadByMany.masked([]byte(f.sent.Body), by)
	return unreadByMany.withoutPersonal(text, cut)
}

// text is why an attempt failed: the status, or what went wrong before, and the reason of the VMS.
func (o Outcome) text() string {
	if o.Reason == "" {
		return o.Detail
	}
	return o.Detail + ": " + o.Reason
}

// reasonIn finds the reason in the body of an answer, with the number of those left out; one that is no JSON object has
// none.
func reasonIn(answer []byte, most reasonSize) string {
	body, err := transform.Decoded(answer)
	if err != nil {
		return ""
	}
	listed := distinct(listedReasons(body))
	shown := listed[:min(len(listed), most.reasons)]
	reasons := distinct(append(slices.Clone(shown), memberText(body, reasonMembers)))
	text := []rune(strings.Join(strings.FieldsFunc(strings.Join(reasons, "; "), isBlankOrControl), " "))
	if len(text) > most.characters {
		text = append(text[:most.characters-1], '…')
	}
	if more := len(listed) - len(shown); more > 0 {
		text = append(text, []rune(fmt.Sprintf(" (+%d)", more))...)
	}
	return string(text)
}

func isBlankOrControl(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// listedReasons are those of single fields: a list of texts or of objects that name the field, or an object of lists by
// field.
func listedReasons(body map[string]any) (out []string) {
	for _, name := range reasonLists {
		switch v := body[name].(type) {
		case []any:
			for _, one := range v {
				out = append(out, reasonText(one))
			}
		case map[string]any:
			for _, field := range slices.Sorted(maps.Keys(v)) {
				out = append(out, reasonText(map[string]any{"field": field, "message": firstText(v[field])}))
			}
		}
	}
	return out
}

// firstText is a text, or the first of a list.
func firstText(value any) string {
	if list, isList := value.([]any); isList && len(list) > 0 {
		value = list[0]
	}
	text, _ := value.(string)
	return text
}

// reasonText is one reason: a text, or an object with the text and perhaps the field in it.
func reasonText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case map[string]any:
		text, field := memberText(v, reasonMembers), memberText(v, fieldMembers)
		if text == "" || field == "" {
			return text
		}
		return field + ": " + text
	}
	return ""
}

// memberText is the first text that an object has under some names; an object there is asked in turn.
func memberText(body map[string]any, names []string) string {
	for _, name := range names {
		switch v := body[name].(type) {
		case string:
			if v != "" {
				return v
			}
		case json.Number:
			return v.String()
		case map[string]any:
			if text := memberText(v, names); text != "" {
				return text
			}
		}
	}
	return ""
}

// distinct drops what is empty and what was said before.
func distinct(texts []string) (out []string) {
	seen := map[string]bool{"": true}
	for _, text := range texts {
		if !seen[text] {
			seen[text] = true
			out = append(out, text)
		}
	}
	return out
}
