package app_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// hostile are bodies no call may answer with a 5xx.
var hostile = map[string]string{
	"broken JSON":     `{"title":`,
	"no JSON":         `<xml/>`,
	"array":           `[1,2,3]`,
	"null":            `null`,
	"string":          `"x"`,
	"unknown field":   `{"surely_unknown":1}`,
	"invalid UTF-8":   "{\"title\":\"\xff\xfe\"}",
	"NUL":             `{"title":"a\u0000b","name":"a\u0000b","username":"a\u0000b","password":"a\u0000b"}`,
	"wrong types":     `{"id":"x","ids":{},"title":{},"status":[],"clientId":"one","name":1,"username":[],"password":{},"from":"x","size":-1,"filters":7}`,
	"huge numbers":    `{"id":99999999999999999999,"clientId":1e400,"version":9223372036854775808,"size":99999999999,"limit":99999999}`,
	"deep":            strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200),
	"SQL":             `{"title":"'; DROP TABLE projects; --","name":"' OR 1=1 --","filters":{"title":"%' OR '1'='1","name":"x' UNION SELECT 1 --"}}`,
	"HTML":            `{"title":"<script>alert(1)</script>","name":"<img src=x onerror=alert(1)>","publicDescription":"<script>alert(1)</script><p>ok</p>"}`,
	"lone surrogate":  `{"title":"\ud800","name":"\udfff"}`,
	"duplicate names": `{"title":"a","title":"b","id":1,"id":2}`,
}

var hostileQueries = []string{
	"?limit=-1", "?limit=99999999999999999999", "?offset=-5", "?offset=9007199254740993", "?limit=abc", "?s=title;drop",
	"?s=id:desc,,", "?id=1,x",
	"?id=" + strings.Repeat("1,", 300), "?title=%FF%FE", "?title=%00", "?name=%00", "?clientName=%27%20OR%201=1",
	"?status=ACTIVE,NOPE", "?range=[5,1]", "?range=x", "?sort=[1]",
	"?filter={", "?filter={%22id%22:[%22x%22]}", "?filter=[]", "?deleted=maybe", "?surely_unknown=1", "?q=%00",
	"?locale=" + strings.Repeat("x", 5000), "?client=%FF", "?a[b]=c",
}

var hostileIDs = []string{
	"0", "-1", "abc", "9223372036854775808", "1.5", "1e3", "%00", "..%2f..%2fusers", "%FF",
	"' OR 1=1", "00000000000000000000001",
}

// Bad input is the caller's mistake: a 4xx with the error body, and nothing changes.
func TestCalls_InvalidInput_IsRefusedWithoutChange(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		before := p.fingerprint(t)
		for _, e := range p.Endpoints() {
			if e.Path == "/api/logout" || strings.HasPrefix(e.Name, "service.") {
				continue
			}
			for _, id := range hostileIDs {
				if strings.Contains(e.Path, "{") {
					p.harmless(t, e, replaceParams(e.Path, strings.ReplaceAll(id, " ", "%20")), "{}")
				}
			}
			path := replaceParams(e.Path, "987654321")
			for _, q := range hostileQueries {
				p.harmless(t, e, path+q, "{}")
			}
			if e.Method == "GET" {
				continue
			}
			for _, body := range hostile {
				p.harmless(t, e, path, body)
			}
		}
		p.expect(t, "all", "GET /api/meta", "", 200, `"resources"`) // the session still stands: the walk was not all refusals
		if after := p.fingerprint(t); after != before {
			t.Errorf("bad input has changed something:\n%s\nbefore\n%s", after, before)
		}
	})
}

func replaceParams(path, with string) string {
	var parts []string
	for part := range strings.SplitSeq(path, "/") {
		if strings.HasPrefix(part, "{") {
			part = with
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "/")
}

func (p *product) harmless(t *testing.T, e resource.Endpoint, path, body string) {
	t.Helper()
	if e.Method == "GET" {
		body = ""
	}
	got := p.call(t, "all", e.Method, path, body)
	if got.status >= 500 && !(got.status == 503 && needsContent(path)) {
		t.Errorf("%s %s %.80q: %d %s", e.Method, path, body, got.status, got.body)
	}
	if got.status < 400 {
		return
	}
	var m struct {
		Status   int      `json:"status"`
		Code     string   `json:"code"`
		Messages []string `json:"messages"`
		Request  string   `json:"requestId"`
	}
	if err := json.Unmarshal(got.body, &m); err != nil || m.Status != got.status || m.Code == "" || len(m.Messages) == 0 ||
		m.Request == "" {
		t.Errorf("%s %s: no error body: %s", e.Method, path, got.body)
	}
}

func TestCalls_BodyTooLong_IsRefused(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	long := `{"title":"` + strings.Repeat("x", 10<<20) + `"}`
	for _, request := range []string{
		"POST /api/authorize", "POST /api/client", "PUT /api/client/1",
		"POST /api/dbSearch/client",
	} {
		p.expect(t, "all", request, long, 413, `"TOO_LARGE"`)
	}
}

func TestTokens_Forged_AreRefused(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	token := p.token(t, "csm")
	head, rest, _ := strings.Cut(token, ".")
	payload, signature, _ := strings.Cut(rest, ".")
	for name, forged := range map[string]string{
		"empty":           "",
		"noise":           "x.y.z",
		"no signature":    head + "." + payload + ".",
		"other payload":   head + "." + payload + "A." + signature,
		"algorithm none":  "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0." + payload + ".",
		"other signature": head + "." + payload + "." + strings.Repeat("A", len(signature)),
		"very long":       strings.Repeat("a", 9000),
	} {
		got := p.call(t, "", "GET", "/api/client", "", "Authorization", "Bearer "+forged)
		if got.status != 401 {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
}

// Whoever sends far too much is refused before it has come, and still reads why, although the connection ends there.
func TestCalls_FarTooLargeBody_ReceiveTheRefusal(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	w := wire{address: p.listen(t)}
	for range 3 {
		a, err := w.exchange(t, "POST", rawRequest("POST", "/api/clientError",
			[]wireField{{"Content-Type", "application/json"}},
			make([]byte, bodyTooLong)))
		if err != nil {
			t.Fatal(err)
		}
		if a.status != 413 || !bytes.Contains(a.body, []byte("TOO_LARGE")) {
			t.Errorf("%d %s", a.status, a.body)
		}
		w.close()
	}
}

// bodyTooLong is more than the server reads of any request.
const bodyTooLong = 40 << 20
