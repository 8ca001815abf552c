package vms

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// hiddenText stands in the place of what somebody may not read.
const hiddenText = "•••"

// visibility is what of records somebody may not read.
type visibility struct {
	hidden []string // dotted paths of fields, or of whole records, such as freelancer.mobileNumber or project
}

func (d Deps) visibility(ctx context.Context) visibility {
	if who := role.From(ctx); who.Kind != role.System {
		return visibility{hidden: d.Unreadable(who)}
	}
	return visibility{}
}

// withProjects lets project values be read: whoever maintains mappings compares what versions make of a job, and only
// what is sensitive of people is masked there ("Trying a mapping").
func (r visibility) withProjects() visibility {
	return visibility{hidden: slices.DeleteFunc(slices.Clone(r.hidden), func(place string) bool {
		return place == string(project)
	})}
}

// mayNotRead says whether a target of an inbound rule is a field that the reader may not read. A candidate is a
// freelancer.
func (r visibility) mayNotRead(target string) bool {
	if rest, isCandidate := strings.CutPrefix(target, "candidate."); isCandidate {
		target = "freelancer." + rest
	}
	return slices.ContainsFunc(r.hidden, func(place string) bool {
		return target == place || strings.HasPrefix(target, place+".")
	})
}

// masked is a payload as somebody may read it: its form stays, and of its values those that come from what that person
// may read. It gives the texts that it hides, too. Without rules nobody knows where a value comes from, and all are
// hidden.
func (r visibility) masked(payload []byte, by *Mapping) (shown string, cut []string) {
	if len(payload) == 0 || len(r.hidden) == 0 {
		return string(payload), nil
	}
	message, err := transform.Decoded(payload)
	if err != nil {
		return hiddenText, nil
	}
	hide := func(value any) any {
		cut = appendTexts(cut, value)
		return Masked(value)
	}
	if by == nil {
		return string(jsonOf(hide(message))), cut
	}
	for _, rule := range by.Rules {
		if by.Direction == Out && rule.HasSource(r.hidden) || by.Direction == In && r.mayNotRead(rule.Target) {
			transform.Hide(message, rule.Target, hide)
		}
	}
	return string(jsonOf(message)), cut
}

// maskedRaw is a message as it came: a value is shown as the field that a rule makes of it, and one that no rule reads
// as the record that the message is about.
func (r visibility) maskedRaw(payload []byte, about Entity, by *Mapping) string {
	if len(payload) == 0 || len(r.hidden) == 0 {
		return string(payload)
	}
	message, err := transform.Decoded(payload)
	if err != nil {
		return hiddenText
	}
	return string(jsonOf(r.hideRaw(message, []string{"in"}, func(place []string) bool {
		return r.hidesRaw(place, about, by)
	})))
}

func (r visibility) hideRaw(value any, place []string, isHidden func(place []string) bool) any {
	switch v := value.(type) {
	case map[string]any:
		for name, inner := range v {
			v[name] = r.hideRaw(inner, append(slices.Clone(place), name), isHidden)
		}
		return v
	case []any:
		for i, inner := range v {
			v[i] = r.hideRaw(inner, place, isHidden)
		}
		return v
	}
	if isHidden(place) {
		return Masked(value)
	}
	return value
}

func (r visibility) hidesRaw(place []string, about Entity, by *Mapping) bool {
	isRead := false
	if by != nil {
		for _, rule := range by.Rules {
			if !rule.SourcesBelow(place) {
				continue
			}
			if isRead = true; r.mayNotRead(rule.Target) {
				return true
			}
		}
	}
	record := "project"
	if about == ApplicationStatus {
		record = "freelancer"
	}
	return !isRead && slices.ContainsFunc(r.hidden, func(hidden string) bool {
		return hidden == record || strings.HasPrefix(hidden, record+".")
	})
}

var (
	addresses = regexp.MustCompile(`[^\s"'<>()\[\]{},;:]+@[^\s"'<>()\[\]{},;:]+`)
	phones    = regexp.MustCompile(`(?:\+|\b00)\d[\d ()./-]{5,}\d`)
)

const shortest = 3 // bytes of a text that may be part of any word

// withoutPersonal is what a VMS has answered, with what was hidden of the message cut out of it, and what looks like a
// mail address or a phone number. It says why a delivery has failed, so the rest is shown.
func (r visibility) withoutPersonal(answer string, cut []string) string {
	if len(r.hidden) == 0 {
		return answer
	}
	slices.SortFunc(cut, func(a, b string) int { return len(b) - len(a) })
	for _, text := range cut {
		switch {
		case len(text) > shortest:
			answer = strings.ReplaceAll(answer, text, hiddenText)
		case text != "":
			answer = withoutWord(answer, text)
		}
	}
	return phones.ReplaceAllString(addresses.ReplaceAllString(answer, hiddenText), hiddenText)
}

// withoutWord hides a short text where it stands as a word of its own: DE is a country, and part of DECLINED.
func withoutWord(answer, text string) string {
	word, err := regexp.Compile(`(^|[^\pL\pN])` + regexp.QuoteMeta(text) + `($|[^\pL\pN])`)
	if err != nil {
		return hiddenText
	}
	for range 2 { // neighbours share what stands between them
		answer = word.ReplaceAllString(answer, "${1}"+hiddenText+"${2}")
	}
	return answer
}

// appendTexts adds every text and number in a value, as an answer may repeat them.
func appendTexts(to []string, value any) []string {
	switch v := value.(type) {
	case nil, bool:
	case map[string]any:
		for _, inner := range v {
			to = appendTexts(to, inner)
		}
	case []any:
		for _, inner := range v {
			to = appendTexts(to, inner)
		}
	case string:
		to = append(to, v)
		if escaped := strings.Trim(string(jsonOf(v)), `"`); escaped != v {
			to = append(to, escaped)
		}
	default:
		to = append(to, string(jsonOf(v)))
	}
	return to
}

// mask hides of the attempts at a message what its reader may not read.
func (m *Messages) mask(ctx context.Context, v *Message) error {
	r := m.deps.visibility(ctx)
	if len(r.hidden) == 0 || len(v.Exchanges) == 0 {
		return nil
	}
	isTest, err := m.isAboutTest(role.AsSystem(ctx, "vms.mask"), *v)
	if err != nil || isTest {
		return err
	}
	for i := range v.Exchanges {
		e := &v.Exchanges[i]
		number := e.MappingNumber
		if v.Direction == In && number == 0 {
			number = v.MappingNumber
		}
		by, err := m.version(role.AsSystem(ctx, "vms.mask"), *v, number)
		if err != nil {
			return err
		}
		if v.Direction == In && e.Request != "" {
			e.Body = r.maskedRaw([]byte(e.Body), v.Entity, by)
			continue
		}
		var cut []string
		e.Body, cut = r.masked([]byte(e.Body), by)
		e.Answer = r.withoutPersonal(e.Answer, cut)
	}
	return nil
}

// version is the mapping that a message was made or read by; without a number that in use; one that is not there is
// nil.
func (m *Messages) version(ctx context.Context, v Message, number int64) (*Mapping, error) {
	if m.mappings == nil {
		return nil, nil //nolint:nilnil // there are no mappings to ask
	}
	if number == 0 {
		return m.mappings.live(ctx, v.ConnectionID, v.Entity)
	}
	by := new(Mapping)
	return m.mappings.first(ctx, query.Where(by, &by.ConnectionID, v.ConnectionID),
		query.Where(by, &by.Entity, string(v.Entity)),
		query.Where(by, &by.Number, number))
}

// shownOutput is what rules made now, as the caller may read it.
func (s *Service) shownOutput(ctx context.Context, by Mapping, output json.RawMessage) json.RawMessage {
	shown, _ := s.deps.visibility(ctx).masked(output, &by)
	return json.RawMessage(shown)
}
