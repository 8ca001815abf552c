package app_test

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// defect spoils a request. It returns what is wrong with it now, or nothing where it found nothing to spoil.
type defect struct {
	name  string
	spoil func(m *maker, q *request) string
	// fatal says that no call may take the request then; otherwise it depends on the call.
	fatal bool
}

// hardTexts are values that a parser, a database or a page may stumble over.
var hardTexts = []string{
	`""`, `" "`, `"\u0000"`, `"\ud800"`, "\"\xff\xfe\"", `"%' OR '1'='1"`, `"'; DROP TABLE projects; --"`,
	`"<script>alert(1)</script>"`, `"\u202e\u200b"`, `"../../../etc/passwd"`,
	`1e400`, `-1e400`, `1e-400`, `99999999999999999999`, `9007199254740993`, `-1`, `0`, `-0`, `1.5`,
	`0.1234567890123456789`, `1E2`, `9223372036854775808`, `true`, `null`, `[]`, `{}`, `[[]]`, `{"a":1}`,
	`"2026-02-30"`, `"0000-00-00"`, `"9999-12-31T23:59:59.999Z"`, `"10000-01-01"`, `"1e3"`, `"NaN"`, `NaN`, `+1`, `01`,
	`0x10`, `'x'`, `nil`,
}

var hardPaths = []string{
	"0", "-1", "abc", "9223372036854775808", "1.5", "1e3", "%00", "..%2f..%2fusers", "%FF", "%27%20OR%201=1", "000001",
	"+1", "1%20", "%E2%80%AE1", "9007199254740993", "1;2", "1,2", "*", "%", "%zz",
}

var hardQueries = []string{
	"", "-1", "0", "1001", "99999999999999999999", "9007199254740993", "abc", "%00", "%FF%FE", "%", "%zz", "1,,2", "1,x",
	"%5B5,1%5D", "%5B1%5D", "%7B", "%5B%5D", "%7B%22id%22:%5B%22x%22%5D%7D", "null", "title;drop",
	"id:desc,,", "id:sideways", "%27%20OR%201=1", "%F0%9F%98%80", "true,false", "2026-02-30", "*", "%25", "_",
	"%7B%22q%22:%22%5Cud800%22%7D", "%7B%22a%22:1,%22a%22:2%7D", "1e3", "+", "%0d%0aX: y",
}

// methodsOfHTTP are those that somebody may try.
var methodsOfHTTP = []string{
	"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "SEARCH", "PROPFIND",
	"get",
}

var defects = []defect{
	{name: "value", spoil: func(m *maker, q *request) string {
		v := m.pickValue(q, func(v *value) bool { return v != q.body })
		if v == nil {
			return ""
		}
		*v = value{schema: v.schema, text: oneOf(m.r, hardTexts)}
		return "a value is " + v.text
	}},
	{name: "bound", spoil: bound},
	{name: "absurd length", spoil: func(m *maker, q *request) string {
		v := m.pickValue(q, func(v *value) bool { return slices.Contains(v.schema.types(), "string") })
		if v == nil {
			return ""
		}
		v.text = quoted(strings.Repeat(oneOf(m.r, []string{"a", "ü", "<", "(", "1"}), 200_000))
		return "a text of 200,000 characters"
	}},
	{name: "many items", spoil: func(m *maker, q *request) string {
		v := m.pickValue(q, func(v *value) bool { return v.kind == '[' })
		if v == nil {
			return ""
		}
		n := int(v.schema.number("maxItems", 3000)) + 1
		v.items = slices.Repeat([]*value{m.value("x", v.schema.part("items"), q.op)}, n)
		return fmt.Sprintf("a list of %d", n)
	}},
	{name: "missing", spoil: func(m *maker, q *request) string {
		v := m.pickValue(q, func(v *value) bool { return len(v.members) > 0 })
		if v == nil {
			return ""
		}
		i := m.r.IntN(len(v.members))
		gone := v.members[i].name
		v.members = slices.Delete(v.members, i, i+1)
		return "without " + gone
	}},
	{name: "unknown member", fatal: true, spoil: func(m *maker, q *request) string {
		v := m.pickValue(q, func(v *value) bool { return v.kind == '{' && v.schema["additionalProperties"] == false })
		if v == nil {
			return ""
		}
		v.members = append(v.members, member{"surelyUnknown", scalar("1")})
		return "an unknown member"
	}},
	{name: "member twice", fatal: true, spoil: func(m *maker, q *request) string {
		v := m.pickValue(q, func(v *value) bool { return len(v.members) > 0 })
		if v == nil {
			return ""
		}
		v.members = append(v.members, v.members[m.r.IntN(len(v.members))])
		return "a member twice"
	}},
	{name: "broken JSON", fatal: true, spoil: func(m *maker, q *request) string {
		if q.body == nil {
			return ""
		}
		text := q.body.write(nil)
		q.raw = oneOf(m.r, [][]byte{
			text[:len(text)-1], append(bytes.Clone(text), "x"...), append(bytes.Clone(text), text...),
			append([]byte("\xef\xbb\xbf"), text...), []byte("{\"a\":1,}"),
			[]byte("// x\n{}"), []byte("[1,2,3]"), []byte(`"x"`), []byte("7"), []byte("<xml/>"), []byte("{'a':1}"),
		})
		return "no JSON object"
	}},
	{name: "deep", fatal: true, spoil: func(m *maker, q *request) string {
		v := m.pickValue(q, func(v *value) bool { return v.kind == '{' && v.schema["additionalProperties"] == false })
		if v == nil {
			return ""
		}
		n := oneOf(m.r, []int{40, 1000, 20_000})
		v.members = append(v.members, member{
			"surelyUnknown",
			scalar(strings.Repeat(`{"a":[`, n) + "1" + strings.Repeat("]}", n)),
		})
		return "a deep member"
	}},
	{name: "media type", fatal: true, spoil: func(m *maker, q *request) string {
		if q.body == nil && q.raw == nil {
			return ""
		}
		media := oneOf(m.r, []string{
			"text/plain", "application/x-www-form-urlencoded", "application/xml",
			"application/jsonx", ";", "*/*",
		})
		q.set("Content-Type", media)
		return "media type " + media
	}},
	{name: "charset", spoil: func(_ *maker, q *request) string {
		if q.body == nil {
			return ""
		}
		q.set("Content-Type", "application/json; charset=latin1")
		return "another charset"
	}},
	{name: "packed", fatal: true, spoil: func(m *maker, q *request) string {
		if q.body == nil {
			return ""
		}
		q.set("Content-Encoding", oneOf(m.r, []string{"gzip", "br", "x"}))
		return "a packed body"
	}},
	{name: "unknown query", fatal: true, spoil: func(_ *maker, q *request) string {
		q.queries = append(q.queries, wireField{"surelyUnknown", "1"})
		return "an unknown parameter"
	}},
	{name: "query twice", fatal: true, spoil: func(m *maker, q *request) string {
		if len(q.queries) == 0 {
			return ""
		}
		again := oneOf(m.r, q.queries)
		if again.name == "" {
			return "" // it is none
		}
		q.queries = append(q.queries, again)
		return "a parameter twice"
	}},
	{name: "query value", spoil: func(m *maker, q *request) string {
		known := q.op.parameters("query")
		if len(known) == 0 {
			return ""
		}
		name := oneOf(m.r, known).Name
		q.queries = slices.DeleteFunc(q.queries, func(f wireField) bool { return f.name == name })
		q.queries = append(q.queries, wireField{name, oneOf(m.r, hardQueries)})
		return "parameter " + name
	}},
	{name: "long query", spoil: func(m *maker, q *request) string {
		known := q.op.parameters("query")
		if len(known) == 0 {
			return ""
		}
		name := oneOf(m.r, known).Name
		q.queries = slices.DeleteFunc(q.queries, func(f wireField) bool { return f.name == name })
		q.queries = append(q.queries, wireField{name, strings.Repeat(oneOf(m.r, []string{"a", "1,", "%C3%BC", "id:asc,"}),
			1200)})
		return "a long " + name
	}},
	{name: "query without a name", fatal: false, spoil: func(m *maker, q *request) string {
		q.queries = append(q.queries, oneOf(m.r, []wireField{
			{"", ""},
			{"", "1"},
			{"%FF", "1"},
			{"a[b]", "c"},
			{"id[]", "1"},
			{"%00", "1"},
			{"__proto__", "1"},
		}))
		return "an odd parameter"
	}},
	{name: "path", spoil: func(m *maker, q *request) string {
		at := inPath.FindStringIndex(q.op.path)
		if at == nil {
			return ""
		}
		hard := oneOf(m.r, hardPaths)
		if strings.HasPrefix(q.path, "/api/admin/") && strings.Contains(hard, "1") {
			return "" // the walk must not lock itself out
		}
		q.path = q.op.path[:at[0]] + hard + inPath.ReplaceAllString(q.op.path[at[1]:], "1")
		return "an odd path"
	}},
	{name: "other path", spoil: func(m *maker, q *request) string {
		q.path = oneOf(m.r, []string{
			q.path + "/", q.path + "//", q.path + "/nothing", "/" + q.path, strings.ToUpper(q.path),
			q.path + ".json", q.path + "%2f", strings.Replace(q.path, "/api/", "/api/./", 1), q.path + ";x=1", q.path + "/../x",
		})
		return "another path"
	}},
	{name: "method", spoil: func(m *maker, q *request) string {
		q.method = oneOf(m.r, methodsOfHTTP)
		return "method " + q.method
	}},
	{name: "stale", spoil: func(m *maker, q *request) string {
		if !slices.ContainsFunc(q.op.params, func(p parameter) bool { return p.Name == "If-Match" }) {
			return ""
		}
		match := oneOf(m.r, []string{
			`"999999"`, `W/"999999"`, "999999", `"0"`, `"-1"`, `"x"`, `"`, `"1","2"`,
			strings.Repeat("9", 400),
		})
		q.set("If-Match", match)
		return "If-Match " + match
	}},
	{name: "long key", fatal: true, spoil: func(m *maker, q *request) string {
		q.set("Idempotency-Key", strings.Repeat("k", oneOf(m.r, []int{65, 4000})))
		return "a long Idempotency-Key"
	}},
	{name: "odd key", spoil: func(m *maker, q *request) string {
		q.set("Idempotency-Key", oneOf(m.r, []string{strings.Repeat("k", 64), "\xff\xfe", "ü", "a b", "'", "\t", "-"}))
		return "an odd Idempotency-Key"
	}},
	{name: "header", spoil: func(m *maker, q *request) string {
		f := oneOf(m.r, []wireField{
			{"X-Request-Id", "no uuid"},
			{"X-Request-Id", strings.Repeat("x", 5000)},
			{"Range", "bytes=0-1"},
			{"Range", "bytes=5-1"},
			{"Range", "bytes=99999999999999999999-"},
			{"Range", "bytes=0-0,2-3"},
			{"Range", "project=0-9"},
			{"Accept", "text/html"},
			{"Accept", "application/json"},
			{"Accept-Encoding", "gzip, br, zstd"},
			{"Accept-Language", strings.Repeat("de,", 900)},
			{"Cookie", "a=b; refresh_token=x; \xff"},
			{"X-Reason", "short"},
			{"X-Reason", strings.Repeat("%C3%BC", 400)},
			{"X-Reason", "%"},
			{"X-Forwarded-For", "1.2.3.4, \xff"},
			{"If-None-Match", "*"},
			{"If-None-Match", `W/"x"`},
			{"If-Modified-Since", "yesterday"},
			{"User-Agent", strings.Repeat("\xff", 2000)},
			{"X-Requested-With", "admin-panel"},
			{"Origin", "https://evil.example"},
			{"X-HTTP-Method-Override", "DELETE"},
			{"Connection", "close"},
		})
		q.set(f.name, f.value)
		return "header " + f.name
	}},
}

// pickValue picks a value of the body that fits; nil where there is none.
func (m *maker) pickValue(q *request, fits func(*value) bool) *value {
	if q.body == nil {
		return nil
	}
	all := slices.DeleteFunc(q.body.all(), func(v *value) bool { return !fits(v) })
	if len(all) == 0 {
		return nil
	}
	return oneOf(m.r, all)
}

// bound puts a value at a limit of its schema, or one beyond it.
func bound(m *maker, q *request) string {
	limits := []string{"minimum", "maximum", "maxLength", "minLength"}
	v := m.pickValue(q, func(v *value) bool {
		return slices.ContainsFunc(limits, func(name string) bool { return v.schema[name] != nil })
	})
	if v == nil {
		return ""
	}
	limits = slices.DeleteFunc(limits, func(name string) bool { return v.schema[name] == nil })
	name := oneOf(m.r, limits)
	n := int64(v.schema.number(name, 0)) + int64(m.r.IntN(3)) - 1
	if strings.HasSuffix(name, "Length") {
		v.text = quoted(strings.Repeat("ä", int(max(n, 0))))
	} else {
		v.text = strconv.FormatInt(n, 10)
	}
	return fmt.Sprintf("%s, %d", name, n)
}

// spoiled makes a request with one or two things wrong with it.
func (m *maker) spoiled(q *request) {
	for range 1 + m.r.IntN(2) {
		d := oneOf(m.r, defects)
		what := d.spoil(m, q)
		switch {
		case what == "":
		case d.fatal:
			q.faults = append(q.faults, what)
		default:
			q.oddness = append(q.oddness, what)
		}
		if d.fatal && what != "" {
			return // another defect might mend this one
		}
	}
}

// unfit tells which declared limits the request breaks: what the document refuses must be refused.
func (q *request) unfit() (out []string) {
	if q.op.accepts != nil && q.body != nil && q.raw == nil {
		if why := schemaViolation(q.op.accepts, q.body); why != "" {
			out = append(out, "body: "+why)
		}
	}
	for _, p := range q.op.parameters("query") {
		for _, f := range q.queries {
			text, err := url.QueryUnescape(f.value)
			if f.name == p.Name && err == nil && text != "" && p.isViolated(text) {
				out = append(out, "parameter "+p.Name)
			}
		}
	}
	return out
}
