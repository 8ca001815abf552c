package app_test

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// request is one as it goes over the wire, and what is known about it.
type request struct {
	op      *operation
	who     string
	method  string
	path    string // as it is written
	queries []wireField
	fields  []wireField
	body    *value
	raw     []byte   // instead of body
	faults  []string // for each of which it must not succeed
	oddness []string // that it may be refused for
}

func (q *request) target() string {
	parts := make([]string, len(q.queries))
	for i, f := range q.queries {
		parts[i] = f.name + "=" + f.value
	}
	if len(parts) == 0 {
		return q.path
	}
	return q.path + "?" + strings.Join(parts, "&")
}

func (q *request) content() []byte {
	if q.raw != nil || q.body == nil {
		return q.raw
	}
	return q.body.write(nil)
}

func (q *request) set(name, value string) {
	q.fields = slices.DeleteFunc(q.fields, func(f wireField) bool { return f.name == name })
	q.fields = append(q.fields, wireField{name, value})
}

func (q *request) header(name string) string {
	for _, f := range q.fields {
		if strings.EqualFold(f.name, name) {
			return f.value
		}
	}
	return ""
}

func (q *request) String() string {
	text := fmt.Sprintf("as %q, faults %q, odd %q\n%s", q.who, q.faults, q.oddness,
		rawRequest(q.method, q.target(), q.fields, q.content()))
	return fmt.Sprintf("%.3000s", text)
}

// make makes a request of a call that the document allows.
func (m *maker) make(o *operation) *request {
	q := &request{op: o, method: o.method, path: m.path(o)}
	for _, p := range o.parameters("query") {
		if odds := 8; p.Required || m.chance(odds) {
			q.queries = append(q.queries, wireField{p.Name, url.QueryEscape(m.query(p, o))})
		}
	}
	if o.body != nil && (o.media == "application/json") {
		q.body = m.value("", o.body, o)
		if q.body.kind != '{' {
			q.body = &value{kind: '{', schema: o.body}
		}
		q.set("Content-Type", oneOf(m.r, []string{"application/json", "application/json", "application/json; charset=utf-8"}))
	}
	if o.media == "multipart/form-data" {
		m.upload(q)
	}
	for _, p := range o.parameters("header") {
		switch {
		case p.Name == "If-Match" && m.chance(30):
			q.set(p.Name, oneOf(m.r, []string{`"1"`, `W/"1"`, `"2"`, "*"}))
		case p.Name == "Idempotency-Key" && m.chance(30):
			q.set(p.Name, fmt.Sprintf("key-%d", m.r.IntN(12)))
		case p.Name == "X-Reason":
			q.set(p.Name, url.QueryEscape("The talent cannot see the project …"))
		}
	}
	if m.chance(10) {
		q.set("X-Request-Id", "6f9a3d1e-0000-4000-8000-00000000"+strconv.Itoa(1000+m.r.IntN(9000)))
	}
	return q
}

var inPath = regexp.MustCompile(`\{(\w+)\}`)

func (m *maker) path(o *operation) string {
	return inPath.ReplaceAllStringFunc(o.path, func(part string) string {
		name := strings.Trim(part, "{}")
		from := m.known("{" + name + "} " + o.path)
		if len(from) == 0 {
			from = []string{"0"}
		}
		return url.PathEscape(oneOf(m.r, from))
	})
}

func (m *maker) query(p parameter, o *operation) string {
	switch p.Name {
	case "range":
		first := m.r.IntN(5)
		return fmt.Sprintf("[%d,%d]", first, first+m.r.IntN(30))
	case "sort":
		return fmt.Sprintf(`["%s","%s"]`, oneOf(m.r, []string{"id", "created"}), oneOf(m.r, []string{"ASC", "DESC"}))
	case "filter":
		return string(m.free("filters", &operation{path: "/api/dbSearch/" + m.entity(o)}).write(nil))
	}
	v := m.valueOfType(p.Name, p.Schema, o)
	if text, err := strconv.Unquote(v.text); err == nil {
		return text
	}
	return v.text
}

// entity is the one that a call lists.
func (m *maker) entity(o *operation) string {
	for name, list := range m.lists {
		if list == o {
			return name
		}
	}
	return ""
}

func (m *maker) upload(q *request) {
	content := oneOf(m.r, []string{
		"plain words", "%PDF-1.4 no more", "\x89PNG\r\n\x1a\n broken",
		"<svg xmlns='http://www.w3.org/2000/svg'/>", "", strings.Repeat("long ", 20_000),
	})
	name := oneOf(m.r, []string{"notes.txt", "cv.pdf", "face.png", "a/../b.txt", "über.txt", ""})
	q.raw = fmt.Appendf(nil,
		"--edge\r\nContent-Disposition: form-data; name=\"resource\"; filename=%q\r\nContent-Type: text/plain\r\n\r\n%s\r\n--edge--\r\n",
		name, content)
	q.set("Content-Type", "multipart/form-data; boundary=edge")
}
