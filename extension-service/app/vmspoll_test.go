package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"poolkeeper.example/extension-service/platform/role"
)

// feed is a VMS that keeps its messages ready until they are requested, two at a time.
type feed struct {
	mu       sync.Mutex
	messages []map[string]any
	cursors  []string
	away     bool
}

func (f *feed) add(id, entity, body string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.messages = append(f.messages, map[string]any{"id": id, "entity": entity, "body": json.RawMessage(body)})
}

func (f *feed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	after := r.URL.Query().Get("after")
	f.cursors = append(f.cursors, after)
	if f.away {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	from := 0
	_, _ = fmt.Sscan(after, &from)
	until := min(from+2, len(f.messages))
	_ = json.NewEncoder(w).Encode(map[string]any{"messages": f.messages[from:until], "cursor": fmt.Sprint(until)})
}

// polling is a product that asks a VMS for its messages.
func polling(t *testing.T) (*pusher, *feed) {
	t.Helper()
	f := new(feed)
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	settings := settingsIn(t.TempDir(), furnished.SQLite(t))
	settings.PrivateHosts = []string{"127.0.0.1"}
	p := openProduct(t, settings)
	v := pushing(t, p)
	p.expect(t, "config", "PUT /api/vms/connection/1",
		fmt.Sprintf(`{"baseUrl":%q,"auth":"NONE","ratePerMinute":6000,"capabilities":["JOB_PULL"]}`, server.URL), 200,
		`"JOB_PULL"`)
	return v, f
}

func (v *pusher) polls(counted string) {
	v.t.Helper()
	got, err := v.RunScheduled(v.t.Context(), "vms.inboundPoll", false)
	if err != nil || fmt.Sprint(got) != counted {
		v.t.Errorf("it counted %v (%v), want %s", got, err, counted)
	}
}

// A VMS that does not push is asked, from where it was read last; an answer that fails leaves the cursor where it is.
func TestPoll_ConnectionWithoutPush_ReadsFromItsCursor(t *testing.T) {
	t.Parallel()
	v, f := polling(t)
	v.polls("map[checked:1]")
	for i := 1; i <= 3; i++ {
		f.add(fmt.Sprintf("m%d", i), "JOB", fmt.Sprintf(`{"job":"JP-%d","title":"Welder %d","at":"2026-11-01T10:00:00Z"}`, i,
			i))
	}
	v.polls("map[checked:1 fetched:3]")
	v.processAll()
	v.expect(t, "csm", "GET "+v.project("JP-3"), "", 200, `"title":"Welder 3"`)
	v.expect(t, "config", "GET /api/vms/connection/1", "", 200, `"cursor":"3"`)
	f.add("m4", "JOB_STATUS", `{"job":"JP-1","status":"On hold","at":"2026-11-01T11:00:00Z"}`)
	f.away = true
	v.polls("map[checked:1 failed:1]")
	v.expect(t, "config", "GET /api/vms/connection/1", "", 200, `"cursor":"3"`)
	f.away = false
	v.polls("map[checked:1 fetched:1]")
	v.processAll()
	v.expect(t, "csm", "GET "+v.project("JP-1"), "", 200, `"status":"PAUSED"`)
}

// Before a cursor is set back, one sees what lies behind it and what of that would be new, and nothing is done.
func TestCursor_SetBack_IsPreviewedFirst(t *testing.T) {
	t.Parallel()
	v, f := polling(t)
	f.add("m1", "JOB", `{"job":"JP-1","title":"Welder","max":80,"at":"2026-11-01T10:00:00Z"}`)
	v.polls("map[checked:1 fetched:1]")
	v.processAll()
	v.expect(t, "csm", "PUT "+v.project("JP-1"), `{"rateMax":85}`, 200, `"rateMax":85`)
	f.add("m2", "JOB", `{"job":"JP-1","title":"Fitter","max":90,"at":"2026-11-01T11:00:00Z"}`)
	f.add("m3", "JOB", `{"job":"JP-2","title":"Turner","at":"2026-11-01T11:00:00Z"}`)
	f.add("m4", "JOB_STATUS", `{"job":"JP-9","status":"Open"}`)
	v.expect(t, "csm", "POST /api/vms/connection/1/cursor", `{"cursor":"","dryRun":true}`, 403, "")
	look := v.expect(t, "config", "POST /api/vms/connection/1/cursor", `{"cursor":"","dryRun":true}`, 200, `"moved":false`)
	for _, want := range []string{
		`"read":4,"known":1,"created":1,"changed":1,"proposed":1,"held":1,"more":false`,
		`{"field":"title","from":"Welder","to":"Fitter"}`,
		`"proposals":[{"field":"rateMax","from":"85","to":"90"}]`, `"reason":"UNMATCHED"`,
	} {
		if !strings.Contains(string(look.body), want) {
			t.Errorf("%s, want %s", look.body, want)
		}
	}
	v.expect(t, "csm", "GET "+v.project("JP-1"), "", 200, `"title":"Welder"`)
	v.expect(t, "csm", "GET "+v.project("JP-1")+"/proposal", "", 200, `"totalResults":0`)
	v.expect(t, "config", "POST /api/vms/connection/1/cursor", `{"cursor":"","dryRun":false}`, 200, `"moved":true`)
	v.polls("map[checked:1 fetched:3]")
	f.away = true
	v.expect(t, "config", "POST /api/vms/connection/1/cursor", `{"cursor":"1","dryRun":true}`, 409, `"VMS_UNAVAILABLE"`)
}

func TestTrial_StoredMessage_RunsOnItsBodyAndHidesUnreadableValues(t *testing.T) {
	t.Parallel()
	p := openProduct(t, settingsIn(t.TempDir(), furnished.SQLite(t)))
	v := pushing(t, p)
	id := v.push("APPLICATION_STATUS", "m1", `{"mail":"ada@example.org","on":"29.11.2026","code":80}`)
	trial := func(jq string) string {
		t.Helper()
		body := fmt.Sprintf(`{"connectionId":1,"messageId":%d,"compareWith":"NONE","mapping":{"entity":"APPLICATION_STATUS","lookups":{"status":{"80":"rv"}},"rules":[
			{"target":"candidate.email","jq":".in.mail"},{"target":"application.status","jq":".in.code | lookup(\"status\")","required":true},
			{"target":"occurredAt","jq":%q}]}}`, id, jq)
		return string(p.expect(t, "config", "POST /api/projectApplication/testTransformation?mode=inbound", body, 200, "").body)
	}
	works := trial(`.in.on | strptime("%d.%m.%Y") | strftime("%Y-%m-%dT%H:%M:%SZ")`)
	if !strings.Contains(works, `"ok":true`) || !strings.Contains(works, `•••`) {
		t.Error(works)
	}
	fails := trial(`.in.on | strptime("%Y-%m-%d") | todate`)
	if !strings.Contains(fails, `"ok":false`) || !strings.Contains(fails, `"text":"vmsMapping.run.date"`) {
		t.Error(fails)
	}
	for _, answer := range []string{works, fails, trial(".in"), trial(".in | tojson | error")} {
		if strings.Contains(answer, "ada@") || strings.Contains(answer, "29.11.2026") {
			t.Errorf("shown: %s", answer)
		}
	}
	p.expect(t, "config", "POST /api/projectApplication/testTransformation?mode=inbound",
		`{"connectionId":1,"messageId":99,"entity":"APPLICATION_STATUS"}`, 404, "NOT_FOUND")
}

// A trial of an inbound mapping says what the message would do.
func TestTrial_InboundMapping_ShowsTheEffectOfAMessage(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		v := pushing(t, p)
		trial := func(entity, payload, want string) {
			t.Helper()
			body := fmt.Sprintf(`{"connectionId":1,"entity":%q,"payload":%s,"compareWith":"NONE"}`, entity, payload)
			p.expect(t, "config", "POST /api/projectApplication/testTransformation?mode=inbound", body, 200, want)
		}
		trial("JOB", `{"job":"JP-1","title":"Welder","status":"Open"}`, `"wouldCreate":true`)
		v.push("JOB", "m1", `{"job":"JP-1","title":"Welder","status":"Open","at":"2026-11-01T10:00:00Z"}`)
		v.processAll()
		trial("JOB_STATUS", `{"job":"JP-1","status":"On hold"}`,
			`"wouldCreate":false,"fieldChanges":[],"proposals":[],"statusChange":{"from":"ACTIVE","to":"PAUSED","allowed":true,"blockedBy":[]}`)
		trial("APPLICATION_STATUS", `{"candidate":"X-1","status":"h"}`, `"reason":"UNMATCHED"`)
		trial("JOB", `{"job":"JP-2"}`, `"reason":"RULES"`)
		p.expect(t, "csm", "GET "+v.project("JP-1"), "", 200, `"status":"ACTIVE"`)
		p.expect(t, "csm", "GET /api/project?vmsId=JP-2", "", 200, `"totalResults":0`)
		if _, err := p.ProcessNext(role.AsSystem(t.Context(), "test"), 1); err != nil {
			t.Fatal(err)
		}
	})
}
