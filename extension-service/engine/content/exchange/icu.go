package exchange

import (
	"regexp"
	"slices"
	"strings"
)

// icuMessage reads a message of ICU: text, {name}, and one {name, plural, …} anywhere in it.
type icuMessage struct {
	rest  string
	inert *regexp.Regexp    // placeholders that are none of ICU, which stay as they are; nil: there are none
	count string            // the name in the plural
	forms map[string]string // by category or =number; nil: there is no plural
}

var (
	icuName   = regexp.MustCompile(`^\{\s*([A-Za-z0-9_]+)\s*\}`)
	icuPlural = regexp.MustCompile(`^\{\s*([A-Za-z0-9_]+)\s*,\s*plural\s*,`)
	// inlined are the placeholders that elements of XLIFF stand for: ours, and those of Angular.
	inlined = regexp.MustCompile(`^(?:%\{[A-Za-z0-9_]+\}|\{\{[^{}]*\}\})`)
	icuForm = regexp.MustCompile(`^\s*(=[0-9]+|zero|one|two|few|many|other)\s*\{`)
)

// fromICU makes texts of a message of ICU: the text with the forms that its language has, and a refused one for each
// form that it does not have. What only ICU can express is refused as a whole.
func fromICU(t Text, m *icuMessage, forms []string) []Text {
	message := m.rest
	parsed, ok := m.part(false)
	if !ok || m.rest != "" {
		t.Value, t.Fault = message, NoICU
		return []Text{t}
	}
	if m.forms == nil {
		t.Value = parsed
		return []Text{t}
	}
	for form, body := range m.forms {
		m.forms[form] = strings.Replace(parsed, "\x00", body, 1)
	}
	for exact, form := range map[string]string{"=1": "one", "=0": "zero", "=2": "two"} {
		body, hasExact := m.forms[exact]
		if _, hasForm := m.forms[form]; hasExact && !hasForm && slices.Contains(forms, form) {
			m.forms[form] = body
			delete(m.forms, exact)
		}
	}
	t.Count = m.count
	return joinForms(t, m.forms, forms, func(form string) string { return t.Key + "[" + form + "]" })
}

// part reads up to the end, or up to the brace that closes a form. NUL stands where the plural is.
func (m *icuMessage) part(isForm bool) (string, bool) {
	var b strings.Builder
	for m.rest != "" {
		placeholder := ""
		if m.inert != nil {
			placeholder = m.inert.FindString(m.rest)
		}
		switch c := m.rest[0]; {
		case placeholder != "":
			b.WriteString(placeholder)
			m.rest = m.rest[len(placeholder):]
			continue
		case c == '}':
			return b.String(), isForm
		case c == '{':
			inside, ok := m.braces(isForm)
			if !ok {
				return "", false
			}
			b.WriteString(inside)
			continue
		case c == '#' && isForm:
			b.WriteString("%{" + m.count + "}")
		case strings.HasPrefix(m.rest, "''"):
			b.WriteByte('\'')
			m.rest = m.rest[1:]
		case strings.HasPrefix(m.rest, "'{"), strings.HasPrefix(m.rest, "'}"):
			return "", false // quoted braces
		default:
			b.WriteByte(c)
		}
		m.rest = m.rest[1:]
	}
	return b.String(), !isForm
}

// braces reads a name, or a plural where none has been yet.
func (m *icuMessage) braces(isForm bool) (string, bool) {
	if found := icuName.FindStringSubmatch(m.rest); found != nil {
		m.rest = m.rest[len(found[0]):]
		return "%{" + found[1] + "}", true
	}
	found := icuPlural.FindStringSubmatch(m.rest)
	if found == nil || isForm || m.forms != nil {
		return "", false
	}
	m.rest, m.count, m.forms = m.rest[len(found[0]):], found[1], map[string]string{}
	for {
		form := icuForm.FindStringSubmatch(m.rest)
		if form == nil {
			break
		}
		m.rest = m.rest[len(form[0]):]
		body, ok := m.part(true)
		if _, again := m.forms[form[1]]; !ok || again || m.rest == "" {
			return "", false
		}
		m.rest, m.forms[form[1]] = m.rest[1:], body
	}
	m.rest = strings.TrimLeft(m.rest, " \t\r\n")
	if !strings.HasPrefix(m.rest, "}") || len(m.forms) == 0 {
		return "", false
	}
	m.rest = m.rest[1:]
	return "\x00", true
}

// joinForms makes one text of forms by their names, in the order that the language has them in, and a refused text for
// each form that it does not have. A form without text is one that is not translated yet.
func joinForms(t Text, values map[string]string, forms []string, keyOf func(form string) string) []Text {
	var there []string
	for _, form := range forms {
		if value := values[form]; value != "" {
			there = append(there, value)
		}
	}
	t.Value = strings.Join(there, usualSeam)
	out := []Text{t}
	for _, form := range sortedKeys(values) {
		if !slices.Contains(forms, form) && values[form] != "" {
			other := t
			other.Key, other.Value, other.Fault = keyOf(form), values[form], OtherForm
			out = append(out, other)
		}
	}
	return out
}
