package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// responseChecker holds answers against what the document, the error vocabulary and the table of permissions say.
type responseChecker struct {
	contract   *contract
	operations []*operation
	errors     *jsonschema.Schema
	texts      map[string]string // message keys there are words for
}

// statusOf are the statuses that refusals have, with their codes where there are few.
var statusOf = map[int][]string{
	400: {"BAD_REQUEST"}, 401: {"UNAUTHENTICATED", "BAD_CREDENTIALS", "BAD_TOKEN", "REFRESH_INVALID", "REFRESH_REUSED"},
	403: {"FORBIDDEN", "NO_ROLES", "NO_ACCOUNT", "CLASSIC_LOGIN_DISABLED", "PASSWORD_CHANGE_REQUIRED"},
	404: {"NOT_FOUND", "UNKNOWN_JOB"}, 405: {"METHOD_NOT_ALLOWED"},
	409: nil, 413: {"TOO_LARGE"}, 415: {"MIME_NOT_ALLOWED"}, 416: {"VALIDATION"},
	422: {"VALIDATION", "UNKNOWN_FIELD", "WINDOW_TOO_LARGE", "REASON_REQUIRED", "OTHER_CLIENT", "MAPPING_INVALID"},
	429: {"TOO_MANY_REQUESTS"}, 501: {"NOT_IMPLEMENTED"},
	503: {"UNAVAILABLE", "INDEX_UNAVAILABLE"}, 507: {"STORAGE_FULL"},
}

// slowest is how long a request may take, on a machine that has much else to do.
const slowest = 20 * time.Second

type refusal struct {
	Status      int                       `json:"status"`
	Code        string                    `json:"code"`
	Messages    []string                  `json:"messages"`
	FieldErrors map[string][]string       `json:"fieldErrors"`
	Params      map[string]map[string]any `json:"params"`
	RequestID   string                    `json:"requestId"`
	Details     map[string]any            `json:"details"`
	Missing     []string                  `json:"missing"`
}

// served is the call that answers a request, which may be another than the one it was made for; nil if there is none.
func (j *responseChecker) served(q *request) *operation {
	method := q.method
	if method == "HEAD" {
		method = "GET"
	}
	call := method + " " + j.contract.template(q.trimmedPath())
	for _, o := range j.operations {
		if o.call() == call {
			return o
		}
	}
	return nil
}

// trimmedPath is the path without the slashes at its end, which make no difference.
func (q *request) trimmedPath() string { return strings.TrimRight(q.path, "/") }

// isCall says whether a request asks for a call, served or not; other paths are the panel's.
func (q *request) isCall() bool {
	return slices.ContainsFunc([]string{"/api", "/napi", "/items"}, func(prefix string) bool {
		return strings.HasPrefix(q.path, prefix)
	})
}

// breaches lists what is wrong with an answer.
func (j *responseChecker) breaches(q *request, a answer, took time.Duration) (out []string) {
	report := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if took > slowest {
		report("took %s", took)
	}
	o := j.served(q)
	switch {
	case a.status >= 500 && !isDocumentedFailure(q, a):
		report("failed with %d", a.status)
	case a.status >= 400:
		out = append(out, j.refusal(q, o, a)...)
	default:
		out = append(out, j.success(q, o, a)...)
	}
	if o != nil {
		out = append(out, j.rights(q, o, a)...)
	}
	return append(out, headers(q, a)...)
}

// isDocumentedFailure says whether somebody else is to blame: texts without Directus, methods nobody knows.
func isDocumentedFailure(q *request, a answer) bool {
	return a.status == 503 && (needsContent(q.path) || !q.isCall()) || a.status == 501 &&
		!slices.Contains(methodsOfHTTP[:9], q.method)
}

func (j *responseChecker) success(q *request, o *operation, a answer) (out []string) {
	if o == nil {
		if q.isCall() {
			out = append(out, fmt.Sprintf("%d of a call that is not documented", a.status))
		}
		return out
	}
	media, known := o.answers[strconv.Itoa(a.status)]
	if !known && a.status < 300 {
		media, known = o.answers["2XX"]
	}
	if !known {
		out = append(out, fmt.Sprintf("the status %d is not documented", a.status))
	}
	has, _, _ := mime.ParseMediaType(a.header.Get("Content-Type"))
	if len(a.body) > 0 && known && !slices.ContainsFunc(media, func(m string) bool { return m == has || m == "*/*" }) {
		out = append(out, fmt.Sprintf("the type %q is not documented: %q", has, media))
	}
	if err := j.contract.breach(q.method, q.trimmedPath(), a); err != nil {
		out = append(out, err.Error())
	}
	for _, what := range append(slices.Clone(q.faults), q.unfit()...) {
		if o == q.op {
			out = append(out, "taken in spite of: "+what)
		}
	}
	return out
}

func (j *responseChecker) refusal(q *request, o *operation, a answer) (out []string) {
	report := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if q.method == "HEAD" {
		return nil
	}
	if o == nil && !q.isCall() && a.status != 501 && a.status != 400 {
		return nil // the panel answers, with pages
	}
	if has, _, _ := mime.ParseMediaType(a.header.Get("Content-Type")); has != "application/json" {
		return []string{fmt.Sprintf("%d of the type %q", a.status, has)}
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.body))
	if err == nil {
		err = j.errors.Validate(value)
	}
	var r refusal
	if err == nil {
		err = json.Unmarshal(a.body, &r)
	}
	if err != nil {
		return []string{fmt.Sprintf("no error body: %v", err)}
	}
	codes, known := statusOf[a.status]
	switch key, is := fault.Codes()[r.Code]; {
	case r.Status != a.status:
		report("says %d", r.Status)
	case !known || !is || codes != nil && !slices.Contains(codes, r.Code):
		report("the code %s is not one of %d (%s)", r.Code, a.status, key)
	case r.RequestID == "" || r.RequestID != a.header.Get("X-Request-Id"):
		report("names the request %q, not %q", r.RequestID, a.header.Get("X-Request-Id"))
	case r.Code == "FORBIDDEN" && len(r.Missing) == 0:
		report("names no permission that is missing")
	case (r.Code == "VALIDATION" || r.Code == "UNKNOWN_FIELD") && len(r.FieldErrors) == 0 && a.status != 416:
		report("names no field")
	case a.status == 405 && !j.allows(q, a.header.Get("Allow")):
		report("allows %q, not %q", a.header.Get("Allow"), j.allowed(q))
	case (a.status == 429 || a.status == 503) && a.header.Get("Retry-After") == "":
		report("does not say when to try again")
	}
	return append(out, j.words(q, o, r)...)
}

// words checks that everything a refusal says can be shown, and that the fields it names are those of the call.
func (j *responseChecker) words(q *request, o *operation, r refusal) (out []string) {
	keys := slices.Clone(r.Messages)
	for path, messages := range r.FieldErrors {
		keys = append(keys, messages...)
		if !utf8.ValidString(path) || o != nil && !q.names(o, path) {
			out = append(out, fmt.Sprintf("names the field %q, which there is not", path))
		}
	}
	for _, key := range keys {
		if j.texts[key] == "" && !strings.Contains(key, "{") {
			out = append(out, "there are no words for "+key)
		}
	}
	for path := range r.Params {
		if r.FieldErrors[path] == nil {
			out = append(out, fmt.Sprintf("has parameters of %q, which is not wrong", path))
		}
	}
	return out
}

var index = regexp.MustCompile(`\[\d+\]`)

// names says whether a path of a refusal is a field of the call: documented, or sent.
func (q *request) names(o *operation, path string) bool {
	if q.header(path) != "" {
		return true
	}
	first, rest, nested := strings.Cut(index.ReplaceAllString(path, ""), ".")
	for _, p := range o.params {
		if p.Name == first || p.Name == path || strings.EqualFold(p.Name, "X-"+path) {
			return true
		}
	}
	properties := o.body.part("properties")
	if properties[first] != nil {
		inner := properties.part(first).part("properties")
		name, _, _ := strings.Cut(rest, ".")
		return !nested || inner == nil || inner[name] != nil || strings.Contains(string(q.content()), name)
	}
	return strings.Contains(string(q.content())+q.target(), first) || q.hasParameter(first) || first == "body"
}

// hasParameter says whether the query has a parameter whose name holds that. Another one may be escaped wrongly.
func (q *request) hasParameter(part string) bool {
	_, query, _ := strings.Cut(q.target(), "?")
	return slices.ContainsFunc(strings.Split(query, "&"), func(pair string) bool {
		name, err := url.QueryUnescape(pair)
		return err == nil && strings.Contains(name, part)
	})
}

// once are the calls that use something up or start something, which HEAD must not.
var once = regexp.MustCompile(`^/api/(download/|impersonate|scheduler/trigger$)`)

// allowed are the methods of a path, as Allow names them.
func (j *responseChecker) allowed(q *request) string {
	var out []string
	for _, o := range j.operations {
		if matches(strings.Split(o.path, "/"), strings.Split(q.trimmedPath(), "/")) >= 0 {
			out = append(out, o.method)
			if o.method == "GET" && !once.MatchString(o.path) {
				out = append(out, "HEAD")
			}
		}
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), ", ")
}

// allows holds what Allow names against the document; a collection of items may offer less.
func (j *responseChecker) allows(q *request, named string) bool {
	if strings.HasPrefix(q.path, "/items/") {
		return named != "" && !strings.Contains(named, q.method)
	}
	return named == j.allowed(q)
}

// rights checks that a call opens to nobody it is not for.
func (j *responseChecker) rights(q *request, o *operation, a answer) []string {
	want := 0
	switch own, known := rolesOfAccount(q.who); {
	case o.isPublic || a.status == 400 || a.status == 405 || a.status == 501:
	case !known:
		want = 401
	case len(own) == 0 && o.path != "/api/meta":
		want = 403
	case !anyOf(o.needs, own) || !anyOf(o.also, own):
		want = 403
	}
	if want != 0 && a.status != want {
		return []string{fmt.Sprintf("answers %d to who has no right to it", a.status)}
	}
	return nil
}

// walkers are the accounts that make requests, with their roles. Others are nobody: their session has ended, or never
// was.
var walkers = map[string][]role.Role{
	"csm": {role.CSM}, "tech": {role.TechSupport}, "content": {role.ContentEditor}, "config": {role.ConfigManager},
	"all": {role.CSM, role.TechSupport, role.ContentEditor, role.ConfigManager}, "scoped": {role.CSM}, "norole": {},
}

// rolesOfAccount are the roles of an account, and whether it is one.
func rolesOfAccount(who string) ([]role.Role, bool) {
	if who == turned {
		return walkers["scoped"], true
	}
	own, known := walkers[who]
	return own, known
}

func anyOf(needs []string, has []role.Role) bool {
	return len(needs) == 0 || slices.ContainsFunc(needs, func(n string) bool {
		return slices.ContainsFunc(role.GrantedBy(role.Permission(n)), func(r role.Role) bool {
			return slices.Contains(has, r)
		})
	})
}

// headers checks what every answer carries.
func headers(q *request, a answer) (out []string) {
	report := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	id := a.header.Get("X-Request-Id")
	if !strings.HasPrefix(q.path, "/api") {
		return nil
	}
	if uuid.Validate(id) != nil {
		report("the request id is %q", id)
	}
	// what makes no sense is not read on
	if sent := q.header("X-Request-Id"); uuid.Validate(sent) == nil && sent != id &&
		a.header.Get("Connection") != "close" {
		report("the request id %s was not taken over", sent)
	}
	if cache := a.header.Get("Cache-Control"); cache != "no-store" &&
		!(a.status < 400 && regexp.MustCompile(`^/api/(meta|image)`).MatchString(q.path)) {
		report("Cache-Control is %q", cache)
	}
	if a.header.Get("X-Content-Type-Options") != "nosniff" {
		report("X-Content-Type-Options is missing")
	}
	if origin := a.header.Get("Access-Control-Allow-Origin"); origin != "" {
		report("%s may read the answer", origin)
	}
	if q.method == "HEAD" && len(a.body) > 0 {
		report("HEAD has a body")
	}
	return out
}

// schemaViolation says why a body is not what the document declares; read-only members are ignored, as they are by a
// call.
func schemaViolation(s *jsonschema.Schema, body *value) string {
	seen, err := jsonschema.UnmarshalJSON(bytes.NewReader(body.written().write(nil)))
	if err != nil {
		return err.Error()
	}
	if err := s.Validate(seen); err != nil {
		_, why, _ := strings.Cut(err.Error(), "\n")
		return why
	}
	return ""
}

// written is the value without what is read-only.
func (v *value) written() *value {
	out := *v
	out.members, out.items = nil, nil
	for _, m := range v.members {
		if m.value.schema["readOnly"] != true {
			out.members = append(out.members, member{m.name, m.value.written()})
		}
	}
	for _, item := range v.items {
		out.items = append(out.items, item.written())
	}
	return &out
}

// isViolated says whether a query parameter is not what the document declares.
func (p parameter) isViolated(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" {
		return false
	}
	var seen any = text
	if slices.Contains(p.Schema.types(), "array") {
		return slices.ContainsFunc(strings.Split(text, ","),
			parameter{Schema: p.Schema.part("items"), check: p.items}.isViolated)
	}
	switch types := p.Schema.types(); {
	case slices.Contains(types, "integer"), slices.Contains(types, "number"):
		seen = json.Number(text)
		if _, err := strconv.ParseFloat(text, 64); err != nil {
			return true
		}
	case slices.Contains(types, "boolean"):
		_, err := strconv.ParseBool(text)
		return err != nil
	}
	return p.check.Validate(seen) != nil
}

// needsContent says whether a call is about texts, which Directus has: without it there is none.
func needsContent(path string) bool {
	return strings.HasPrefix(path, "/items/") || strings.HasPrefix(path, "/api/translation/")
}
