package app_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/role"
)

// The VMS gets the bytes of what was uploaded with an application. Trials, and tests that are kept of them, see as many
// others, and too many go nowhere.
func TestAttachments_OfAnApplication_ReachTheVMS(t *testing.T) {
	t.Parallel()
	content := []byte("%PDF-1.4\nThe papers of Noor \xff\x00\n%%EOF\n")
	sent := ""
	vms := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct{ Attachments []struct{ Content string } }
		text, err := io.ReadAll(r.Body)
		if err == nil {
			err = json.Unmarshal(text, &body)
		}
		if err != nil || len(body.Attachments) != 1 {
			t.Errorf("sent was %.200s, %v", text, err)
			return
		}
		sent = body.Attachments[0].Content
		_, _ = fmt.Fprint(w, `{"externalId":"X-1"}`)
	}))
	t.Cleanup(vms.Close)
	settings := settingsIn(t.TempDir(), furnished.SQLite(t))
	settings.PrivateHosts = []string{"127.0.0.1"}
	p := openProduct(t, settings)
	p.sendsTo(t, vms.URL, `"SUBMIT_CANDIDATE"`)
	a := p.newApplication(t, p.newProject(t, "Java developer"), "Noor")
	at := fmt.Sprintf("/api/projectApplication/%d", a)
	p.expect(t, "csm", "PUT "+at, fmt.Sprintf(`{"attachments":[%q]}`, p.uploaded(t, "csm", "papers.pdf", content)), 200,
		"attachments")
	rules := `[{"target":"attachments[0].content","jq":".application.attachments[0] | resource | @base64","required":true}]`

	trial := fmt.Sprintf(`{"connectionId":1,"applicationId":%d,"mapping":{"entity":"APPLICATION","rules":%s}}`, a, rules)
	tried := p.expect(t, "config", "POST /api/projectApplication/testTransformation?mode=outbound", trial, 200,
		`"ok":true`)
	placeholder := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("x"), len(content)))
	if text := string(tried.body); !strings.Contains(text, placeholder) ||
		strings.Contains(text, `"unusedInput":["uploads`) {
		t.Errorf("the trial made %s", text)
	}
	input, err := json.Marshal(tried.json(t)["input"])
	if err != nil {
		t.Fatal(err)
	}
	draft := fmt.Sprintf(
		`{"connectionId":1,"direction":"outbound","entity":"APPLICATION","rules":%s,"tests":[{"name":"papers","input":%s,"expected":{"attachments":[{"content":%q}]}}]}`,
		rules, input, placeholder)
	made := p.expect(t, "config", "POST /api/vms/mapping", draft, 201, `DRAFT`).json(t)
	p.expect(t, "config", fmt.Sprintf("POST /api/vms/mapping/%v/publish", made["id"]), `{}`, 200, `LIVE`)

	p.expect(t, "csm", "PUT "+at+"/status", `{"status":"a","reason":"TALENT_DECISION"}`, 200, `"status":"a"`)
	p.expect(t, "csm", "PUT "+at+"/status", `{"status":"sp"}`, 200, `"status":"sp"`)
	if is, err := p.Deliver(role.AsSystem(t.Context(), "test"), 1); err != nil || !is {
		t.Fatalf("delivered %v: %v", is, err)
	}
	if got, err := base64.StdEncoding.DecodeString(sent); err != nil || !bytes.Equal(got, content) {
		t.Errorf("the VMS got %q, %v", got, err)
	}

	p.change(t, "UPDATE resources SET size = $1", 25<<20)
	p.expect(t, "config", "POST /api/projectApplication/testTransformation?mode=outbound", trial, 413, "TOO_LARGE")
}
