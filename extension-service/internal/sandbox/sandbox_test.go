package sandbox_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/sandbox"
)

// caller is a product as a VMS sees it.
type caller struct {
	*testing.T
	server *sandbox.Server
	url    string
	now    time.Time
}

func newCaller(t *testing.T) *caller {
	t.Helper()
	c := &caller{T: t, now: time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)}
	c.server = sandbox.New(sandbox.Options{Now: func() time.Time { return c.now }, Log: slog.New(slog.DiscardHandler)})
	web := httptest.NewServer(c.server)
	t.Cleanup(web.Close)
	c.url = web.URL
	return c
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	text   string
}

func (c *caller) call(line, body string, headers ...string) answer {
	c.Helper()
	method, path, _ := strings.Cut(line, " ")
	r, err := http.NewRequestWithContext(c.Context(), method, c.url+path, strings.NewReader(body))
	if err != nil {
		c.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	r.Close = true // over a connection that was used before, Go sends a call with a key again by itself when it breaks
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return answer{text: err.Error()}
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		c.Fatal(err)
	}
	return answer{res.StatusCode, res.Header, string(text)}
}

// expect calls and holds the answer against a status and a part of the text.
func (c *caller) expect(line, body string, status int, want string, headers ...string) answer {
	c.Helper()
	a := c.call(line, body, headers...)
	if a.status != status || !strings.Contains(a.text, want) {
		c.Errorf("%s %s: %d %s, want %d with %q", line, body, a.status, a.text, status, want)
	}
	return a
}

// submit sends a candidate under a key and returns how the system names it.
func (c *caller) submit(email, key string) string {
	c.Helper()
	a := c.call("POST /open/applications", candidate(email), "Idempotency-Key", key)
	var in struct{ ExternalID string }
	if err := json.Unmarshal([]byte(a.text), &in); err != nil || a.status/100 != 2 {
		c.Fatalf("%d %s: %v", a.status, a.text, err)
	}
	return in.ExternalID
}

func candidate(email string) string {
	return fmt.Sprintf(`{"jobPostingId":"JP-1","candidate":{"email":%q}}`, email)
}

func (c *caller) sandbox() (out sandbox.SystemState) {
	c.Helper()
	if err := json.Unmarshal([]byte(c.call("GET /open/sandbox", "").text), &out); err != nil {
		c.Fatal(err)
	}
	return out
}

func TestSandbox_CandidateSentTwiceUnderAKey_IsAcceptedOnce(t *testing.T) {
	t.Parallel()
	c := newCaller(t)
	id := c.submit("ada@example.org", "A-1-1")
	if again := c.submit("ada@example.org", "A-1-1"); again != id {
		t.Errorf("named %s and %s", id, again)
	}
	if n := len(c.sandbox().Candidates); n != 1 {
		t.Errorf("%d candidates", n)
	}
	c.expect("POST /open/applications", candidate("ADA@example.org"), 409, id, "Idempotency-Key", "A-2-1")
	c.expect("POST /open/applications", `{"candidate":{}}`, 422, `"field":"candidate.email"`)
	c.expect("POST /open/applications", "<html>", 400, "no JSON object")
}

func TestSandbox_RestartedBetweenTwoAttempts_NamesTheCandidateAlike(t *testing.T) {
	t.Parallel()
	if one, other := newCaller(t).submit("ada@example.org", "A-1-1"),
		newCaller(t).submit("ada@example.org", "A-1-1"); one != other {
		t.Errorf("named %s and %s", one, other)
	}
	newCaller(t).expect("PUT /open/applications/SB-FORGOTTEN", candidate("ada@example.org"), 200, "SB-FORGOTTEN")
}

func TestSandbox_CandidateChangesAndEnds_StatusFollows(t *testing.T) {
	t.Parallel()
	c := newCaller(t)
	id := c.submit("ada@example.org", "A-1-1")
	for range 2 {
		c.expect("PUT /open/applications/"+id, candidate("ada@new.example"), 200, id, "Idempotency-Key", "A-1-2")
	}
	if got := c.sandbox().Candidates[0]; got.Sent != 2 || got.Email != "ada@new.example" {
		t.Errorf("it is %+v", got)
	}
	c.expect("POST /open/applications/"+id+"/withdrawal", "{}", 204, "")
	c.expect("GET /open/applications?limit=10", "", 200, `"status":"Withdrawn"`)
}

func TestSandbox_UnauthenticatedCaller_IsRefused(t *testing.T) {
	t.Parallel()
	c := newCaller(t)
	for system, header := range map[string][]string{
		"bearer": {"Authorization", "Bearer sandbox-token-2026"},
		"basic":  {"Authorization", "Basic cG9vbGtlZXBlcjpzYW5kYm94LXBhc3N3b3JkLTIwMjY="},
		"header": {"X-Api-Key", "sandbox-key-2026"},
	} {
		c.expect("GET /"+system+"/messages", "", 401, "does not know the caller")
		c.expect("GET /"+system+"/messages", "", 401, "does not know the caller", header[0], header[1]+"x")
		c.expect("GET /"+system+"/messages", "", 200, `"messages":[]`, header...)
	}
}

func TestSandbox_SwitchIsSet_ChangesTheAnswers(t *testing.T) {
	t.Parallel()
	for switches, want := range map[string]struct {
		status int
		text   string
	}{
		`{"answer":"REFUSE","reason":"The rate is above the budget."}`: {422, "The rate is above the budget."},
		`{"answer":"DUPLICATE"}`:                   {409, "submitted by somebody else"},
		`{"answer":"UNAUTHORISED"}`:                {401, "expired"},
		`{"answer":"BUSY","retryAfterSeconds":90}`: {429, "Too many calls"},
		`{"answer":"DOWN"}`:                        {503, "Maintenance"},
		`{"answer":"GARBAGE"}`:                     {200, "<html>"},
		`{"answer":"BREAK_OFF"}`:                   {0, "EOF"},
		`{"answer":"ACCEPT","delayMs":"1"}`:        {201, "SB-"},
	} {
		t.Run(switches, func(t *testing.T) {
			t.Parallel()
			c := newCaller(t)
			c.expect("POST /open/sandbox/switches", strings.Replace(switches, "{", `{"calls":1,`, 1), 200, `"switches"`)
			a := c.expect("POST /open/applications", candidate("ada@example.org"), want.status, want.text, "Idempotency-Key",
				"A-1-1")
			if pause := a.header.Get("Retry-After"); (want.status == 429) != (pause == "90") {
				t.Errorf("Retry-After %q", pause)
			}
			// the switch has held for one call
			if c.submit("ada@example.org", "A-1-1") == "" || len(c.sandbox().Candidates) != 1 {
				t.Errorf("it has %+v", c.sandbox().Candidates)
			}
		})
	}
	c := newCaller(t)
	c.expect("POST /open/sandbox/switches", `{"answer":"MAYBE"}`, 422, "answer is one of")
	c.expect("POST /open/sandbox/switches", `{"delayMs":-1}`, 422, "delayMs is a number")
}

// inbox is a product that takes messages, or does not.
type inbox struct {
	status int
	came   []string
	header http.Header
}

func (i *inbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	i.came, i.header = append(i.came, r.URL.RawQuery+" "+string(body)), r.Header
	w.WriteHeader(i.status)
}

func TestSandbox_CandidateMoves_StatusMessagesArriveInOrder(t *testing.T) {
	t.Parallel()
	c, product := newCaller(t), &inbox{status: 503}
	web := httptest.NewServer(product)
	t.Cleanup(web.Close)
	c.expect("POST /open/sandbox/inbound", fmt.Sprintf(`{"url":%q,"secret":"what both of us know, and nobody else"}`,
		web.URL), 200, web.URL)
	id := c.submit("ada@example.org", "A-1-1")
	c.expect("POST /open/sandbox/candidates/"+id+"/status", `{"status":"Interview"}`, 200, "Interview")
	c.expect("POST /open/sandbox/switches", `{"lateSeconds":3600}`, 200, "3600")
	c.expect("POST /open/sandbox/candidates/"+id+"/status", `{"status":"Hired"}`, 200, "Hired")
	c.expect("POST /open/sandbox/candidates/nobody/status", `{"status":"Hired"}`, 422, "no such candidate")
	if n := c.server.Push(t.Context()); n != 0 || len(product.came) != 1 {
		t.Fatalf("%d taken of %v", n, product.came)
	}
	product.status = 202
	if n := c.server.Push(t.Context()); n != 0 || len(product.came) != 1 {
		t.Errorf("it did not wait: %d taken of %v", n, product.came)
	}
	c.now = c.now.Add(time.Second)
	if n := c.server.Push(t.Context()); n != 2 {
		t.Errorf("%d taken of %v", n, product.came)
	}
	if got := product.came[2]; !strings.Contains(got, "entity=APPLICATION_STATUS") || !strings.Contains(got, "Hired") ||
		!strings.Contains(got, "2026-11-28T08:00:00Z") {
		t.Errorf("said %s", got)
	}
	if signed := product.header.Get("Webhook-Signature"); !strings.HasPrefix(signed, "v1,") ||
		product.header.Get("Webhook-Id") == "" {
		t.Errorf("signed %v", product.header)
	}
	c.expect("GET /open/messages?after=1&limit=1", "", 200, `"cursor":"2"`) // whoever asks gets them too
}

func TestSandbox_FormsOfThePage_AcceptWhatProgramsSend(t *testing.T) {
	t.Parallel()
	c := newCaller(t)
	id := c.submit("<b>@example.org", "A-1-1")
	form := []string{"Content-Type", "application/x-www-form-urlencoded"}
	c.expect("POST /open/sandbox/switches", "answer=REFUSE&reason=Too+late&delayMs=0", 200, "Too late", form...)
	c.expect("POST /open/sandbox/jobs", "title=Welder", 200, "Welder", form...)
	a := c.expect("GET /", "", 200, id)
	if strings.Contains(a.text, "<b>@example.org") {
		t.Error("a candidate writes into the page")
	}
	// another page does not
	c.expect("POST /open/sandbox/jobs", "title=Welder", 403, "", append(form, "Sec-Fetch-Site", "cross-site")...)
}
