package app_test

import (
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"poolkeeper.example/extension-service/platform/config"
	"poolkeeper.example/extension-service/platform/role"
)

// receiver is a collector that keeps what it takes.
type receiver struct {
	*httptest.Server
	mu             sync.Mutex
	spans          []*tracepb.Span
	authorizations []string // headers of requests
	all            strings.Builder
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		text, err := io.ReadAll(q.Body)
		var got collector.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(text, &got)
		}
		if err != nil || q.URL.Path != "/v1/traces" {
			t.Errorf("%s: %v", q.URL.Path, err)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.authorizations = append(r.authorizations, q.Header.Get("Authorization"))
		r.all.WriteString(got.String())
		for _, from := range got.GetResourceSpans() {
			for _, scope := range from.GetScopeSpans() {
				r.spans = append(r.spans, scope.GetSpans()...)
			}
		}
	}))
	t.Cleanup(r.Close)
	return r
}

// path is the way from a span up to the first of its trace that came here, by their names; of several of one name, the
// last.
func (r *receiver) path(trace, name string) (names []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	byID := map[string]*tracepb.Span{}
	var at *tracepb.Span
	for _, s := range r.spans {
		if hex.EncodeToString(s.GetTraceId()) == trace {
			byID[string(s.GetSpanId())] = s
			if s.GetName() == name {
				at = s
			}
		}
	}
	for ; at != nil; at = byID[string(at.GetParentSpanId())] {
		names = append(names, at.GetName())
	}
	return names
}

// links are the traces that spans of this name in a trace point to.
func (r *receiver) links(trace, name string) (traces []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.spans {
		if hex.EncodeToString(s.GetTraceId()) == trace && s.GetName() == name {
			for _, link := range s.GetLinks() {
				traces = append(traces, hex.EncodeToString(link.GetTraceId()))
			}
		}
	}
	return traces
}

// names are those of all spans of a trace.
func (r *receiver) names(trace string) (names []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.spans {
		if hex.EncodeToString(s.GetTraceId()) == trace {
			names = append(names, s.GetName())
		}
	}
	return names
}

// awaits the ways of spans of a trace.
func (r *receiver) awaits(t *testing.T, trace string, paths ...[]string) {
	t.Helper()
	deadline, tick := time.After(patience), time.NewTicker(20*time.Millisecond)
	defer tick.Stop()
	for _, want := range paths {
		for !slices.Equal(r.path(trace, want[0]), want) {
			select {
			case <-deadline:
				t.Fatalf("%v came, not %v, of %v", r.path(trace, want[0]), want, r.names(trace))
			case <-tick.C:
			}
		}
	}
}

// clicked is what the panel says of what somebody does.
func clicked() (trace, parent string) {
	trace = strings.ReplaceAll(uuid.NewString(), "-", "")
	return trace, "00-" + trace + "-00f067aa0ba902b7-01"
}

// One trace leads from what somebody did in the panel to the document in the index, the job, the mail and the run that
// came of it.
func TestTrace_ActionInThePanel_LeadsToIndexJobAndMail(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) { t.Parallel(); testTraces(t, settingsIn(t.TempDir(), furnished.SQLite(t))) })
	t.Run("postgres", func(t *testing.T) { t.Parallel(); testTraces(t, settingsIn(t.TempDir(), furnished.Postgres(t))) })
}

func testTraces(t *testing.T, settings config.Settings) {
	t.Helper()
	r := newReceiver(t)
	settings.OTLPEndpoint = config.Secret(strings.Replace(r.URL, "://", "://tracer:a-password@", 1))
	settings.PrivateHosts = []string{"127.0.0.1"}
	p := openProduct(t, settings)
	p.runWorkers(t)
	call := func(who, method, path, body string, status int) (trace, request string, got answer) {
		t.Helper()
		p.publishIndex(t) // else what waits for the index is carried together
		trace, parent := clicked()
		request = uuid.NewString()
		if got = p.call(t, who, method, path, body, "Traceparent", parent, "X-Request-Id", request); got.status != status {
			t.Fatalf("%s %s: %d %s", method, path, got.status, got.body)
		}
		if answered := got.header.Get("Traceresponse"); !strings.HasPrefix(answered, "00-"+trace+"-") {
			t.Errorf("the answer names the trace %q, not %s", answered, trace)
		}
		return trace, request, got
	}
	id := p.newProject(t, "Secretly titled")
	const change = "POST /api/project/changeStatus"
	trace, request, _ := call("csm", "POST", "/api/project/changeStatus",
		fmt.Sprintf(`{"id":%d,"status":"PAUSED","reason":"OTHER","comment":"a confidential remark"}`, id), 200)
	p.publishIndex(t)
	r.awaits(t, trace, []string{"UPDATE", change}, []string{"transaction", change},
		[]string{"index project", "outbox index", change})
	p.expect(t, "tech", "GET /api/support/"+request, "", 200, `"traceId":"`+trace+`"`)

	trace, _, _ = call("csm", "POST", "/api/msp", `{"name":"Nord AB","email":"supported@nord.example","invite":true}`, 201)
	r.awaits(t, trace, []string{"mail msp.invite", "POST /api/msp"})

	const bulk = "POST /api/bulk/project/changeStatus"
	trace, _, got := call("csm", "POST", "/api/bulk/project/changeStatus",
		fmt.Sprintf(`{"filters":{"id":"%d"},"input":{"status":"ACTIVE"},"dryRun":false}`, id), 202)
	p.finished(t, "csm", fmt.Sprint(got.json(t)["statusUrl"]))
	p.publishIndex(t)
	r.awaits(t, trace, []string{"outbox job", bulk}, []string{"jobs bulk", bulk},
		[]string{"index project", "outbox index", "jobs bulk", bulk})

	trace, _, got = call("tech", "POST", "/api/scheduler/trigger", `{"name":"auth.cleanup"}`, 202)
	p.polled(t, "tech", fmt.Sprint("/api/scheduler/run/", got.json(t)["runId"]), "SUCCEEDED")
	r.awaits(t, trace, []string{"schedule auth.cleanup", "POST /api/scheduler/trigger"})

	vms := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprint(w, `{"externalId":"X-1"}`)
	}))
	t.Cleanup(vms.Close)
	application := p.sendable(t, vms.URL)
	trace, _, _ = call("csm", "PUT", fmt.Sprintf("/api/projectApplication/%d/status", application), `{"status":"sp"}`, 200)
	if sent, err := p.Deliver(role.AsSystem(t.Context(), "test"), 1); err != nil || !sent {
		t.Fatalf("delivered %v: %v", sent, err)
	}
	r.awaits(t, trace, []string{"vms POST", "PUT /api/projectApplication/{id}/status"})

	first, _, _ := call("csm", "POST", "/api/msp", `{"name":"Süd AB","email":"south@nord.example"}`, 201)
	other, parent := clicked()
	p.call(t, "csm", "POST", "/api/msp", `{"name":"West AB","email":"west@nord.example"}`, "Traceparent", parent)
	p.publishIndex(t)
	r.awaits(t, first, []string{"index msp", "outbox index", "POST /api/msp"})
	r.awaits(t, other, []string{"outbox index", "POST /api/msp"})
	if linked := r.links(other, "outbox index"); !slices.Equal(linked, []string{first}) {
		t.Errorf("what was carried together names %v, not %s", linked, first)
	}

	trace, _, _ = call("content", "DELETE", "/api/project/4711", "", 403)
	r.awaits(t, trace, []string{"DELETE /api/project/{id}"})
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, secret := range []string{
		"Secretly titled", "confidential remark", "Nord AB", "nord.example",
		"poolkeeper.example", "project/4711",
	} {
		if strings.Contains(r.all.String(), secret) {
			t.Errorf("the traces tell %q", secret)
		}
	}
	for _, want := range []string{
		request, `value:{string_value:"project.changeStatus"}`, "db.query.text",
		`"poolkeeper"`,
	} {
		if !strings.Contains(r.all.String(), want) {
			t.Errorf("the traces do not tell %s", want)
		}
	}
	if r.authorizations[0] != "Basic dHJhY2VyOmEtcGFzc3dvcmQ=" {
		t.Errorf("the collector was asked with %q", r.authorizations[0])
	}
}

// A collector that takes its time, or is not there, delays neither a request nor the end of the service.
func TestTelemetry_SlowOrMissingCollector_DelaysNothing(t *testing.T) {
	t.Parallel()
	release, reached := make(chan struct{}), make(chan struct{}, 1)
	hangs := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		select {
		case reached <- struct{}{}:
		default:
		}
		<-release
	}))
	t.Cleanup(hangs.Close)
	t.Cleanup(func() { close(release) })
	gone := httptest.NewServer(nil)
	gone.Close()
	for name, endpoint := range map[string]string{"hangs": hangs.URL, "is not there": gone.URL} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			settings := settingsIn(t.TempDir(), furnished.SQLite(t))
			settings.OTLPEndpoint = config.Secret(endpoint)
			p := openProduct(t, settings) // which is closed while the collector still hangs
			answered := func() {
				t.Helper()
				if got, err := send(p.Service, httptest.NewRequest("GET", "/healthz", nil)); err != nil || got.status != 200 {
					t.Fatalf("%d, %v", got.status, err)
				}
			}
			if answered(); name == "hangs" {
				<-reached
			}
			for range 3000 { // more spans than wait for a collector
				answered()
			}
		})
	}
}
