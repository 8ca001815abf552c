package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"time"
)

// value is a piece of JSON that can still be changed: an object, a list or a text that stands for itself.
type value struct {
	schema  schema
	kind    byte // '{', '[' or 0
	text    string
	members []member
	items   []*value
}

type member struct {
	name  string
	value *value
}

func (v *value) write(b []byte) []byte {
	switch v.kind {
	case '{':
		b = append(b, '{')
		for i, m := range v.members {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(append(b, quoted(m.name)...), ':')
			b = m.value.write(b)
		}
		return append(b, '}')
	case '[':
		b = append(b, '[')
		for i, item := range v.items {
			if i > 0 {
				b = append(b, ',')
			}
			b = item.write(b)
		}
		return append(b, ']')
	}
	return append(b, v.text...)
}

// all lists the value and everything within it, but for what no call reads.
func (v *value) all() []*value {
	if v.schema["readOnly"] == true {
		return nil
	}
	out := []*value{v}
	for _, m := range v.members {
		out = append(out, m.value.all()...)
	}
	for _, item := range v.items {
		out = append(out, item.all()...)
	}
	return out
}

func quoted(s string) string {
	text, _ := json.Marshal(s) // a string always can be
	return string(text)
}

func scalar(text string) *value { return &value{text: text} }

// maker makes values that a schema allows, and that mean something where the name of a member says what it is about.
type maker struct {
	r     *rand.Rand
	known func(name string) []string // values there are for a name, as they stand in the database
	lists map[string]*operation      // entity → the call that lists it
	made  int
}

func oneOf[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// chance is true n times of a hundred.
func (m *maker) chance(n int) bool { return m.r.IntN(100) < n }

// value makes one for a member of a name, for a call on an entity.
func (m *maker) value(name string, s schema, about *operation) *value {
	v := m.valueOfType(name, s, about)
	v.schema = s
	return v
}

func (m *maker) valueOfType(name string, s schema, about *operation) *value {
	types := s.types()
	if len(types) == 0 {
		return m.free(name, about)
	}
	if slices.Contains(types, "null") && m.chance(12) {
		return scalar("null")
	}
	switch types[0] {
	case "object":
		return m.object(name, s, about)
	case "array":
		v := &value{kind: '['}
		for range min(m.r.IntN(4), int(s.number("maxItems", 4))) {
			v.items = append(v.items, m.value(strings.TrimSuffix(name, "s"), s.part("items"), about))
		}
		return v
	case "integer":
		return scalar(m.integer(name, s))
	case "number":
		low, high := s.number("minimum", 0), min(s.number("maximum", 400), 400)
		return scalar(strconv.FormatFloat(math.Round((low+m.r.Float64()*(high-low))*100)/100, 'f', -1, 64))
	case "boolean":
		return scalar(strconv.FormatBool(m.chance(50)))
	}
	return scalar(quoted(m.text(name, s, about)))
}

func (m *maker) object(name string, s schema, about *operation) *value {
	if s["properties"] == nil {
		return m.free(name, about)
	}
	v, wanted := &value{kind: '{'}, 10+m.r.IntN(60)
	required := s.texts("required")
	for _, name := range slices.Sorted(maps.Keys(s.part("properties"))) {
		one := s.part("properties").part(name)
		odds := wanted
		if one["readOnly"] == true {
			odds = 4
		}
		if slices.Contains(required, name) || m.chance(odds) {
			v.members = append(v.members, member{name, m.value(name, one, about)})
		}
	}
	return v
}

func (m *maker) integer(name string, s schema) string {
	if ids := m.known(name); len(ids) > 0 && m.chance(92) {
		return oneOf(m.r, ids)
	}
	low := s.number("minimum", 0)
	high := min(s.number("maximum", low+30), low+30)
	return strconv.FormatInt(int64(low)+m.r.Int64N(int64(high-low)+1), 10)
}

// free makes what the document leaves to words: filters, the input of an action, values of settings.
func (m *maker) free(name string, about *operation) *value {
	v := &value{kind: '{'}
	switch name {
	case "filters":
		for _, p := range m.filters(about) {
			if m.chance(18) {
				v.members = append(v.members, member{p.Name, scalar(quoted(m.text(p.Name, p.Schema, about)))})
			}
		}
	case "input":
		for name, text := range map[string]string{
			"status": m.text("status", nil, about), "reason": oneOf(m.r, reasons),
			"comment": m.word(),
		} {
			v.members = append(v.members, member{name, scalar(quoted(text))})
		}
		slices.SortFunc(v.members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	case "inputs":
		for _, name := range []string{"talentRate", "marginPct", "hoursPerWeek"} {
			v.members = append(v.members, member{name, scalar(strconv.Itoa(m.r.IntN(200)))})
		}
	case "fields":
		v.members = append(v.members, member{
			oneOf(m.r, []string{"firstName", "lastName", "email", "nothing"}),
			scalar(oneOf(m.r, []string{`"this"`, `"other"`, `"none"`})),
		})
	case "versions":
		for _, id := range m.known("id") {
			v.members = append(v.members, member{id, scalar("1")})
		}
	default:
		return scalar(oneOf(m.r, []string{
			"true", "false", "null", "1", "12.5", `"https://portal.example/start"`,
			`"Talent <talent@company.example>"`, `{}`, `[1,2]`, `{"a":{"b":[null]}}`,
		}))
	}
	return v
}

// filters are the parameters by which the entity of a call is listed.
func (m *maker) filters(about *operation) []parameter {
	parts := strings.Split(about.path, "/")
	list := m.lists[parts[min(3, len(parts)-1)]]
	if list == nil {
		return nil
	}
	return slices.DeleteFunc(list.parameters("query"), func(p parameter) bool {
		return slices.Contains([]string{"limit", "offset", "size", "from", "s", "range", "sort", "filter"}, p.Name)
	})
}

var (
	words = []string{
		"Ada", "Zürich", "O'Neill", "naïve", "日本", "Ops & Co", "x", "100 %", "a_b", "Müller-Lüdenscheidt",
		"senior go engineer", "=1+1", "<b>", "\U0001F600",
	}
	reasons = []string{
		"OTHER", "MISTAKE", "CONSENT", "Asked by letter, twice", "SKILLS", "FILLED_HERE", "TALENT_DECISION",
		"x",
	}

	// typicalValues are values that make sense under a name.
	typicalValues = map[string][]string{
		"reason": reasons, "locale": {"en", "de", "fr"}, "code": {"DE", "EN", "en"}, "country": {"DE", "NL", "XX"},
		"siteCountry": {"DE", "NL"}, "timeZone": {"Europe/Berlin", "UTC", "Mars/One"},
		"website": {"https://example.com/a", "http://x.example"}, "phone": {"+49 30 1234567", "+31612345678"},
		"mobileNumber": {"+49 151 1234567"}, "role": {"a", "d"},
		"roles": {"a", "b", "c", "d"}, "s": {
			"id:asc", "id:desc", "created:desc", "name:asc", "title:asc,id:desc",
			"status:desc",
		}, "formula": formulas, "payRateFormula": formulas, "billRateFormula": formulas,
		"column": {"id", "name", "title", "status", "created", "firstName"}, "columns": {"id", "name", "title"},
		"status": {"ACTIVE", "PAUSED", "CLOSED", "DELETED", "AC", "DE", "DL", "uc", "a", "rm", "w", "h"},
		"entity": {"project", "application", "freelancer", "msp", "client"}, "permission": {"project.read", "client.update"},
		"action": {"create", "update"}, "enumType": {"gender", "projectStatus"},
		"username": {"csm@poolkeeper.example", "nobody@nowhere.example"}, "password": {"poolkeeper-demo-2027", "short"},
		"clientName": {"", "All", "Norrsken Bank", "Nobody"}, "roles@q": {"a", "b,c"},
		"userKind": {"admin", "freelancer"}, "kind": {"change", "read"},
		"scope": {"system", "client", "legalentity", "project"}, "x": {"meta", "original", "inline"},
		"q":         {"ada", "P-", "norr"},
		"requestId": {"6f9a3d1e-0000-4000-8000-000000000001"}, "resource": {"x"}, "tag": {"logo", "team"},
		"vmsId": {"VMS-1", "VMS-2"}, "postalCode": {"10115"}, "fit": {"cover", "contain"},
		"id": {"1", "2,3", "1,2,3"},
	}
	formulas = []string{
		"talentRate * 1.1", "payRate + 5", "talentRate / 0", "talentRate *", "nothing + 1",
		"round(payRate * 1.2, 2)", "",
	}
)

func (m *maker) word() string {
	m.made++
	return fmt.Sprintf("%s %d", oneOf(m.r, words), m.made)
}

func (m *maker) text(name string, s schema, about *operation) string {
	if name == "" {
		name = "x"
	}
	switch {
	case len(s.texts("enum")) > 0:
		return oneOf(m.r, s.texts("enum"))
	case s["format"] == "date":
		return time.Date(2026, 1, 1+m.r.IntN(700), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	case s["format"] == "date-time":
		return time.Date(2026, 1, 1+m.r.IntN(330), 9, 0, 0, 0, time.UTC).Format("2006-01-02T15:04:05.000Z")
	case s["format"] == "email":
		m.made++
		return fmt.Sprintf("somebody%d@attack.example", m.made)
	}
	if ids := m.known(name); len(ids) > 0 && m.chance(85) {
		return oneOf(m.r, ids)
	}
	if list := typicalValues[name]; len(list) > 0 && m.chance(80) {
		return oneOf(m.r, list)
	}
	if name == "filter" {
		return string(m.free("filters", about).write(nil))
	}
	if pattern, ok := s["pattern"].(string); ok {
		return m.matching(pattern)
	}
	text := m.word()
	if longest := int(s.number("maxLength", 60)); m.chance(4) && longest < 30_000 {
		text = strings.Repeat("ü", longest)
	} else if runes := []rune(text); len(runes) > longest {
		text = string(runes[:longest])
	}
	return text
}

// matching makes a text that an expression takes.
func (m *maker) matching(pattern string) string {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	var b strings.Builder
	m.follow(&b, tree.Simplify())
	if !regexp.MustCompile(pattern).MatchString(b.String()) {
		return ""
	}
	return b.String()
}

func (m *maker) follow(b *strings.Builder, x *syntax.Regexp) {
	times := 1
	switch x.Op {
	case syntax.OpLiteral:
		b.WriteString(string(x.Rune))
	case syntax.OpCharClass:
		n := m.r.IntN(len(x.Rune)/2) * 2
		b.WriteRune(x.Rune[n] + m.r.Int32N(x.Rune[n+1]-x.Rune[n]+1))
	case syntax.OpAlternate:
		m.follow(b, oneOf(m.r, x.Sub))
		return
	case syntax.OpQuest:
		times = m.r.IntN(2)
	case syntax.OpStar:
		times = m.r.IntN(3)
	case syntax.OpPlus:
		times = 1 + m.r.IntN(3)
	default:
	}
	for range times {
		for _, sub := range x.Sub {
			m.follow(b, sub)
		}
	}
}
