package app_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/platform/role"
)

// pusher is a VMS that sends messages over one connection.
type pusher struct {
	*product
	t  *testing.T
	id int
}

const inboundSecret = "what both of us know, and nobody else"

// pushing connects a VMS whose messages are read by a mapping for each kind.
func pushing(t *testing.T, p *product) *pusher {
	t.Helper()
	p.expect(t, "config", "PUT /api/client/1", `{"sendChannel":"VMS","markupPct":10}`, 200, `"VMS"`)
	p.expect(t, "config", "POST /api/vms/connection",
		fmt.Sprintf(`{"name":"Fieldglass","clientId":1,"baseUrl":"https://vms.example","auth":"NONE","inboundSecret":%q}`,
			inboundSecret), 201, `"Fieldglass"`)
	v := &pusher{product: p, t: t, id: 1}
	about := `{"target":"project.vmsId","jq":".in.job","required":true},{"target":"occurredAt","jq":".in.at"}`
	v.mapping("JOB", about+
		`,{"target":"project.title","jq":".in.title"},{"target":"project.rateMax","jq":".in.max"},{"target":"project.status","jq":"if .in.status then .in.status | lookup(\"status\") else null end"}`)
	v.mapping("JOB_STATUS", about+
		`,{"target":"project.status","jq":".in.status | lookup(\"status\")","required":true},{"target":"project.vmsStatusRaw","jq":".in.status"}`)
	v.mapping("APPLICATION_STATUS",
		`{"target":"application.externalId","jq":".in.candidate","required":true},{"target":"application.status","jq":".in.status","required":true},{"target":"application.reason","jq":".in.reason"},{"target":"occurredAt","jq":".in.at"}`)
	return v
}

func (v *pusher) mapping(entity, rules string) {
	v.t.Helper()
	made := v.expect(v.t, "config", "POST /api/vms/mapping",
		fmt.Sprintf(`{"connectionId":%d,"direction":"inbound","entity":%q,"rules":[%s],"lookups":{"status":{"Open":"ACTIVE","On hold":"PAUSED"}}}`,
			v.id, entity, rules), 201, `DRAFT`).json(v.t)
	at := fmt.Sprintf("/api/vms/mapping/%v", made["id"])
	seen := v.expect(v.t, "config", "GET "+at+"/review", "", 200, `"groups"`).json(v.t)
	v.expect(v.t, "config", "POST "+at+"/publish", fmt.Sprintf(`{"fingerprint":%q}`, seen["fingerprint"]), 200, `LIVE`)
}

// signedHeaders sign a message without a query.
func signedHeaders(id, body string, at time.Time) []string { return signedWith(id, "", body, at) }

// signedWith signs a message with its query.
func signedWith(id, query, body string, at time.Time) []string {
	if query != "" {
		query += "."
	}
	seconds := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(inboundSecret))
	_, _ = mac.Write([]byte(id + "." + seconds + "." + query + body))
	return []string{
		"Webhook-Id", id, "Webhook-Timestamp", seconds, "Webhook-Signature",
		"v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)),
	}
}

// push sends a message and returns its id in the log.
func (v *pusher) push(entity, id, body string) int {
	v.t.Helper()
	a := v.call(v.t, "", "POST", fmt.Sprintf("/api/vms/inbound/%d?entity=%s", v.id, entity), body,
		signedWith(id, "entity="+entity, body, time.Now())...)
	if a.status != 202 {
		v.t.Fatalf("pushed %s: %d %s", id, a.status, a.body)
	}
	return int(a.json(v.t)["id"].(float64))
}

// processAll does everything that waits.
func (v *pusher) processAll() {
	v.t.Helper()
	for {
		did, err := v.ProcessNext(role.AsSystem(v.t.Context(), "test"), int64(v.id))
		if err != nil {
			v.t.Fatal(err)
		}
		if !did {
			return
		}
	}
}

// expectState expects of a message what the log says of it.
func (v *pusher) expectState(id int, want ...string) {
	v.t.Helper()
	for _, one := range want {
		v.expect(v.t, "tech", fmt.Sprintf("GET /api/vms/inbound/%d", id), "", 200, one)
	}
}

func (v *pusher) project(vmsID string) string {
	v.t.Helper()
	a := v.expect(v.t, "csm", "GET /api/project?vmsId="+vmsID, "", 200, `"totalResults":1`).json(v.t)
	return fmt.Sprintf("/api/project/%v", a["results"].([]any)[0].(map[string]any)["id"])
}

// What a VMS pushes is kept once, whoever cannot sign is not heard, and what it says is done by the rules that hold for
// people.
func TestInbound_PushedMessage_IsAppliedOnceInTheNameOfItsConnection(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		v := pushing(t, p)
		body := `{"job":"JP-1","title":"Welder","max":88.5,"status":"Open","at":"2026-11-01T10:00:00Z"}`
		for name, with := range map[string][]string{
			"without a signature": nil, "of another body": signedHeaders("m1", "{}", time.Now()),
			"of long ago": signedHeaders("m1", body, time.Now().Add(-6*time.Minute)),
			"of tomorrow": signedHeaders("m1", body, time.Now().Add(6*time.Minute)),
		} {
			if a := p.call(t, "", "POST", "/api/vms/inbound/1", body, with...); a.status != 401 {
				t.Errorf("%s: %d", name, a.status)
			}
		}
		if a := p.call(t, "", "POST", "/api/vms/inbound/99", body,
			signedHeaders("m1", body, time.Now())...); a.status != 401 {
			t.Errorf("an unknown connection: %d", a.status)
		}
		first := v.push("JOB", "m1", body)
		if again := v.push("JOB", "m1", body); again != first {
			t.Errorf("message %d came as %d again", first, again)
		}
		v.expectState(first, `"state":"RECEIVED"`)
		v.processAll()
		v.expectState(first, `"state":"PROCESSED"`, `"request":"POST /api/vms/inbound/1"`, `"number":1`)
		at := v.project("JP-1")
		for _, want := range []string{`"title":"Welder"`, `"source":"VMS"`, `"rateMax":88.5`, `"createdBy":"Fieldglass"`} {
			p.expect(t, "csm", "GET "+at, "", 200, want)
		}
		status := v.push("JOB_STATUS", "m2", `{"job":"JP-1","status":"On hold","at":"2026-11-01T12:00:00Z"}`)
		late := v.push("JOB_STATUS", "m3", `{"job":"JP-1","status":"Open","at":"2026-11-01T11:00:00Z"}`)
		v.processAll()
		v.expectState(status, `"state":"PROCESSED"`)
		v.expectState(late, `"state":"IGNORED"`, `"reason":"STALE"`)
		p.expect(t, "csm", "GET "+at, "", 200, `"status":"PAUSED"`)
		p.expect(t, "csm", "GET "+at, "", 200, `"vmsStatusRaw":"On hold"`)
		p.expect(t, "csm", strings.Replace("GET "+at, "/api/", "/api/history/", 1), "", 200, `"kind":"vms"`)
	})
}

// A message without an id is known by what it says, which its name tells nobody.
func TestInbound_MessageWithoutAnID_IsIdentifiedByItsBody(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		pushing(t, p)
		p.expect(t, "config", "PUT /api/vms/connection/1", `{"inbound":"BASIC"}`, 200, `"BASIC"`)
		const body = `{"job":"JP-1","title":"Welder"}`
		push := func(body string) any {
			t.Helper()
			a := p.call(t, "", "POST", "/api/vms/inbound/1", body, "Authorization",
				"Basic "+base64.StdEncoding.EncodeToString([]byte("vms:"+inboundSecret)))
			if a.status != 202 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			return a.json(t)["id"]
		}
		id := push(body)
		if again := push(body); again != id {
			t.Errorf("message %v came as %v again", id, again)
		}
		if other := push(`{"job":"JP-2","title":"Welder"}`); other == id {
			t.Error("another one is taken for the same")
		}
		sum := sha256.Sum256([]byte(body))
		shown := string(p.expect(t, "tech", fmt.Sprintf("GET /api/vms/inbound/%v", id), "", 200,
			`"messageId":"unnamed-`).body)
		for _, text := range []string{hex.EncodeToString(sum[:])[:8], base64.StdEncoding.EncodeToString(sum[:])[:8]} {
			if strings.Contains(shown, text) {
				t.Errorf("%s tells of the body: %s", shown, text)
			}
		}
	})
}

// What cannot be done waits with its reason, and is done once what was missing is there.
func TestInbound_InapplicableMessage_IsQuarantinedAndReplayed(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		v := pushing(t, p)
		early := v.push("JOB_STATUS", "s1", `{"job":"JP-2","status":"On hold","at":"2026-11-02T12:00:00Z"}`)
		garbage := v.push("JOB", "g1", `[1]`)
		untitled := v.push("JOB", "u1", `{"job":"JP-3"}`)
		v.processAll()
		v.expectState(early, `"state":"QUARANTINED"`, `"reason":"UNMATCHED"`)
		v.expectState(garbage, `"reason":"MAPPING"`)
		v.expectState(untitled, `"reason":"RULES"`, `title`)
		job := v.push("JOB", "j1", `{"job":"JP-2","title":"Fitter","at":"2026-11-02T10:00:00Z"}`)
		v.processAll()
		v.expectState(job, `"state":"PROCESSED"`)
		v.expectState(early, `"state":"PROCESSED"`) // its job has come
		at := v.project("JP-2")
		p.expect(t, "csm", "GET "+at, "", 200, `"status":"PAUSED"`)
		unknown := v.push("JOB_STATUS", "s2", `{"job":"JP-2","status":"Pr","at":"2026-11-02T13:00:00Z"}`)
		v.push("JOB_STATUS", "s3", `{"job":"JP-2","status":"Pr","at":"2026-11-02T14:00:00Z"}`)
		v.processAll()
		v.expectState(unknown, `"reason":"LOOKUP"`, `"unknownValue":"Pr"`)
		p.expect(t, "config", "GET /api/vms/unknownValue", "", 200, `"value":"Pr","waiting":2`)
		decide := `{"connectionId":1,"entity":"JOB_STATUS","lookup":"status","value":"Pr","target":"ACTIVE"}`
		p.expect(t, "csm", "POST /api/vms/unknownValue", decide, 403, "")
		p.expect(t, "config", "POST /api/vms/unknownValue", decide, 200, `"released":2`)
		v.processAll()
		v.expectState(unknown, `"state":"PROCESSED"`)
		p.expect(t, "csm", "GET "+at, "", 200, `"status":"ACTIVE"`)
		p.expect(t, "config", "GET /api/vms/unknownValue", "", 200, `"totalResults":0`)
		v.mapping("JOB", `{"target":"project.vmsId","jq":".in.job"},{"target":"project.title","jq":".in.title // \"Untitled\""}`)
		p.expect(t, "csm", fmt.Sprintf("POST /api/vms/message/%d/replay", untitled), `{}`, 403, "")
		p.expect(t, "tech", fmt.Sprintf("POST /api/vms/message/%d/replay", untitled), `{}`, 200, `RECEIVED`)
		p.expect(t, "tech", fmt.Sprintf("POST /api/vms/message/%d/ignore", garbage), `{"reason":"a test of theirs"}`, 200,
			`IGNORED`)
		v.processAll()
		v.expectState(untitled, `"state":"PROCESSED"`)
		p.expect(t, "csm", "GET "+v.project("JP-3"), "", 200, `"title":"Untitled"`)
	})
}

func TestInbound_MessageBeforeAMappingIsInUse_IsReadOnceOneIs(t *testing.T) {
	t.Parallel()
	p := openProduct(t, settingsIn(t.TempDir(), furnished.SQLite(t)))
	v := pushing(t, p)
	p.expect(t, "config", "POST /api/vms/connection",
		fmt.Sprintf(`{"name":"Talenta","clientId":1,"baseUrl":"https://vms.example","auth":"NONE","inboundSecret":%q}`,
			inboundSecret), 201, `"Talenta"`)
	v.id = 2
	early := v.push("JOB", "m1", `{"job":"JP-1","title":"Welder"}`)
	v.processAll()
	v.expectState(early, `"state":"QUARANTINED"`, `"detail":"no mapping in use"`)
	v.mapping("JOB", `{"target":"project.vmsId","jq":".in.job"},{"target":"project.title","jq":".in.title"}`)
	v.processAll()
	v.expectState(early, `"state":"PROCESSED"`)
}

// What a list counts is what it shows, whoever has written since it was counted last.
func TestInbox_Counts_EqualTheListedMessages(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		v := pushing(t, p)
		counts := func(query string, n int) {
			t.Helper()
			p.expect(t, "tech", "GET /api/vms/inbound?limit=1&"+query, "", 200, fmt.Sprintf(`"totalResults":%d`, n))
		}
		counts("", 0)
		v.push("JOB", "m1", `{"job":"JP-1"}`)
		counts("", 1)
		counts("state=RECEIVED", 1)
		v.processAll()
		counts("state=RECEIVED", 0)
		counts("state=QUARANTINED", 1)
		p.expect(t, "tech", "GET /api/find?q=m1", "", 200, `"resource":"vmsInbound"`)
		p.expect(t, "tech", "GET /api/find?q=m", "", 200, `"totalResults":0`)
		p.expect(t, "content", "GET /api/find?q=m1", "", 200, `"totalResults":0`)
		v.push("JOB", "m2", `{"job":"JP-1","title":"Welder"}`)
		counts("", 2)
		if _, err := p.ProcessNext(role.AsSystem(t.Context(), "test"), 1); err != nil {
			t.Fatal(err)
		}
		counts("state=QUARANTINED", 0) // it waits to be read anew, now that its project is there
		counts("state=RECEIVED", 1)
	})
}

// A message with all that was said for it is fetched once, by who may have it read anew, as that person may read it.
func TestMessage_Download_IsRedactedForItsReader(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		v := pushing(t, p)
		at := fmt.Sprintf("POST /api/vms/message/%d/download", v.push("JOB", "m1", `{"job":"JP-1","title":"Welder"}`))
		p.expect(t, "csm", at, "", 403, "vms.message.replay")
		p.expect(t, "tech", "POST /api/vms/message/99/download", "", 404, "NOT_FOUND")
		url := p.expect(t, "tech", at, "", 200, `/api/download/`).json(t)["url"].(string)
		got := p.expect(t, "", "GET "+url, "", 200, `"messageId": "m1"`)
		if text := string(got.body); !strings.Contains(text, `"request": "POST /api/vms/inbound/1"`) ||
			!strings.Contains(text, "•••") || strings.Contains(text, "Welder") {
			t.Errorf("tech support reads %s", text)
		}
		if got := got.header.Get("Content-Disposition"); !strings.Contains(got, "m1.txt") {
			t.Errorf("kept as %s", got)
		}
		if again := p.call(t, "", "GET", url, ""); again.status == 200 {
			t.Error("the link works twice")
		}
		list := p.expect(t, "tech", "POST /api/export/vmsMessage", `{"format":"csv"}`, 200,
			`/api/download/`).json(t)["url"].(string)
		p.expect(t, "", "GET "+list, "", 200, "m1,")
	})
}

// A client names a connection of its own, and no other client's.
func TestClient_ConnectionOfAnotherClient_IsRefused(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		pushing(t, p)
		other := p.expect(t, "config", "POST /api/client",
			`{"name":"Other","code":"OTHER9","currency":"EUR","timeZone":"Europe/Berlin"}`, 201, `"Other"`).json(t)["id"]
		p.expect(t, "config", "PUT /api/client/1", `{"vmsConnectionId":1}`, 200, `"vmsConnectionId":1`)
		p.expect(t, "config", fmt.Sprintf("PUT /api/client/%v", other), `{"vmsConnectionId":1}`, 422,
			`"vmsConnectionId":["validation.reference"]`)
		p.expect(t, "config", "PUT /api/client/1", `{"vmsConnectionId":99}`, 422,
			`"vmsConnectionId":["validation.reference"]`)
	})
}

// What a message is about is signed with it: nobody who has seen one can have it read as another kind.
func TestInbound_EntityThatWasNotSigned_IsRefused(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		pushing(t, p)
		const body = `{"job":"JP-1","title":"Welder","status":"On hold"}`
		now := time.Now()
		for name, one := range map[string]struct {
			query string
			with  []string
			want  int
		}{
			"none":                    {"", signedHeaders("q1", body, now), 202},
			"as it was signed":        {"?entity=JOB_STATUS", signedWith("q2", "entity=JOB_STATUS", body, now), 202},
			"added":                   {"?entity=JOB_STATUS", signedHeaders("q3", body, now), 401},
			"another":                 {"?entity=APPLICATION_STATUS", signedWith("q4", "entity=JOB_STATUS", body, now), 401},
			"left out":                {"", signedWith("q5", "entity=JOB_STATUS", body, now), 401},
			"the default, not signed": {"?entity=JOB", signedHeaders("q6", body, now), 401},
		} {
			if a := p.call(t, "", "POST", "/api/vms/inbound/1"+one.query, body, one.with...); a.status != one.want {
				t.Errorf("%s: %d, want %d", name, a.status, one.want)
			}
		}
	})
}

// The sender is answered the same whatever is wrong; who sets the connection up is told what it is.
func TestInbound_RefusedCall_IsExplainedOnItsConnection(t *testing.T) {
	t.Parallel()
	p := openProduct(t, settingsIn(t.TempDir(), furnished.SQLite(t)))
	v := pushing(t, p)
	const body, query = `{"job":"JP-1"}`, "?entity=JOB_STATUS"
	now := time.Now()
	for why, headers := range map[string][]string{
		"QUERY_UNSIGNED":  signedHeaders("r1", body, now),
		"WRONG_TIME":      signedWith("r2", query[1:], body, now.Add(-time.Hour)),
		"WRONG_SIGNATURE": signedWith("r3", query[1:], "another", now),
		"NO_ID":           nil,
	} {
		if a := p.call(t, "", "POST", "/api/vms/inbound/1"+query, body, headers...); a.status != 401 {
			t.Errorf("%s: %d", why, a.status)
		}
		p.expect(t, "config", "GET /api/vms/connection/1", "", 200, `"refusedWhy":"`+why+`"`)
		p.expect(t, "config", setupOfFirst, "", 200, `"why":"`+why+`"`)
	}
	v.push("JOB_STATUS", "right", body)
	p.expect(t, "config", setupOfFirst, "", 200, `"refused":null`)
}

// Whoever guesses is answered 401 twenty times a minute, then 429; the connection says how often, and one that signs
// gets through.
func TestInbound_RefusedMessages_AreLimitedAndCounted(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		pushing(t, p)
		for time.Now().Second() > 45 { // the minute of the limit does not end meanwhile
			time.Sleep(time.Second)
		}
		answers := map[int]int{}
		for i := range 30 {
			answers[p.call(t, "", "POST", "/api/vms/inbound/1", "{}",
				signedHeaders(fmt.Sprint("g", i), "guess", time.Now())...).status]++
		}
		if answers[401] != 20 || answers[429] != 10 {
			t.Errorf("answered %v", answers)
		}
		p.expect(t, "config", "GET /api/vms/connection/1", "", 200, `"refused":20,"refusedAt":"20`)
		if a := p.call(t, "", "POST", "/api/vms/inbound/1", "{}",
			signedHeaders("right", "{}", time.Now())...); a.status != 202 {
			t.Errorf("one that signs: %d", a.status)
		}
		if a := p.call(t, "", "POST", "/api/vms/inbound/2", "{}"); a.status != 401 {
			t.Errorf("on another connection: %d", a.status)
		}
		answers = map[int]int{} // those that are not there count as one
		for i := range 30 {
			answers[p.call(t, "", "POST", fmt.Sprint("/api/vms/inbound/", 100+i), "{}").status]++
		}
		if answers[401] != 19 || answers[429] != 11 {
			t.Errorf("on connections that are not there: %v", answers)
		}
	})
}
