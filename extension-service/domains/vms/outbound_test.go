package vms_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/internal/test/vmstest"
	"poolkeeper.example/extension-service/platform/role"
)

// delivering makes a connection to a VMS with a mapping in use, and n applications that wait.
func (w *fixture) delivering(s *vmstest.System, n int) {
	w.t.Helper()
	w.connected()
	w.done("PUT /api/vms/connection/1", map[string]any{
		"baseUrl": s.URL, "secret": "top secret", "ratePerMinute": 6000,
		"version": 1,
	})
	w.done("POST /api/vms/mapping", outbound(rule("jobPostingId", ".project.vmsId"),
		rule("candidate.firstName", ".freelancer.firstName")))
	w.done("POST /api/vms/mapping/1/publish", map[string]any{})
	w.queue.addTasks(n)
}

// step makes one attempt.
func (w *fixture) step() bool {
	w.t.Helper()
	sent, err := w.vms.Step(w.t.Context(), 1, "one")
	if err != nil {
		w.t.Fatal(err)
	}
	return sent
}

// untilSettled delivers, and lets time pass whenever nothing may be done.
func (w *fixture) untilSettled() {
	w.t.Helper()
	for {
		if w.step() {
			continue
		}
		n, due := w.queue.unsettled()
		if n == 0 {
			return
		}
		if *w.now = w.now.Add(time.Second); due.After(*w.now) {
			*w.now = due
		}
	}
}

func (w *fixture) message(id int64) map[string]any {
	w.t.Helper()
	return w.done(fmt.Sprint("GET /api/vms/message/", id), nil)
}

// Whatever a VMS does, what leaves arrives once or is parked with its reason after the pauses that are due, by a clock
// that the test moves, and all of it is in the log. Ten thousand go through the real queue in app.
func TestProveDeliveries_OverTime_ArriveOnceOrAreParked(t *testing.T) {
	t.Parallel()
	random := stress.Rand(t)
	never := func(key string) bool { return strings.HasSuffix(key, "7-1") }
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		n := stress.Size(60, 600)
		s := vmstest.New(t, vmstest.FailingAtRandom(rand.New(rand.NewPCG(random.Uint64(), 1)), n, never))
		w.delivering(s, n)
		w.untilSettled()
		delivered := 0
		for _, task := range w.queue.tasks {
			key := task.Handle + "-1"
			effects, out := s.CountOf(key), task.last
			switch {
			case out.Failure == "" && effects == 1 && out.ExternalID == "X-"+key:
				delivered++
			case never(key) && out.Failure == vms.Refused && effects == 0 && out.IsFinal:
			case out.Failure == vms.Unavailable && effects <= 1 && out.IsFinal && !never(key):
			default:
				t.Errorf("%s: %d times there, here %+v", key, effects, out)
			}
		}
		if delivered < n*8/10 {
			t.Errorf("%d of %d delivered", delivered, n)
		}
		states := w.done("GET /api/vms/message?state=PROCESSED&limit=1", nil)["totalResults"]
		all := w.done("GET /api/vms/message?limit=1", nil)["totalResults"]
		if states != float64(delivered) || all != float64(n) {
			t.Errorf("the log has %v of %v, delivered %d of %d", states, all, delivered, n)
		}
	})
}

// A mapping can be held against what was sent last, by whoever may read neither, too.
func TestMapping_ComparedWithTheLastMessage_ShowsDifferences(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.delivering(vmstest.New(w.t, vmstest.Accept), 1)
		compared := func(id int) string {
			got := w.done("POST /api/projectApplication/testTransformation?mode=outbound", map[string]any{
				"connectionId": 1, "applicationId": id, "compareWith": "LAST_SENT",
				"mapping": map[string]any{"rules": []any{
					rule("jobPostingId", `"JP-7"`),
					rule("candidate.firstName", ".freelancer.firstName"),
				}},
			})
			return string(asJSON(w.t, got["diff"]))
		}
		if got := compared(firstTask); got != "[]" {
			w.t.Errorf("before anything was sent: %s", got)
		}
		if !w.step() {
			w.t.Fatal("not delivered")
		}
		if got := compared(firstTask); got != `[{"draft":"JP-7","live":"JP-100","path":"jobPostingId"}]` {
			w.t.Errorf("afterwards: %s", got)
		}
	})
}

func TestDelivery_EachAttempt_IsLoggedWithoutSecrets(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		var authorised string
		s := vmstest.New(w.t, func(key string, apply func(), rw http.ResponseWriter, r *http.Request) {
			authorised = r.Header.Get("Authorization")
			vmstest.Accept(key, apply, rw, r)
		})
		w.delivering(s, 1)
		if !w.step() || w.step() {
			w.t.Fatal("not delivered once")
		}
		got := fmt.Sprint(w.message(1))
		for _, part := range []string{
			"state:PROCESSED", "POST " + s.URL + "/applications",
			`{"candidate":{"firstName":"Ada"},"jobPostingId":"JP-100"}`, `{"externalId":"X-A-10000-1"}`, "status:200",
			"Idempotency-Key:A-10000-1", "mappingNumber:1", "durationMs:",
		} {
			if !strings.Contains(got, part) {
				w.t.Errorf("%s is not in\n%s", part, got)
			}
		}
		if authorised != "Bearer top secret" || strings.Contains(got, "top secret") {
			w.t.Errorf("sent %q, logged %s", authorised, got)
		}
		var stored string
		if _, err := w.db.Row(w.t.Context(), []any{&stored}, "SELECT body FROM vms_exchanges"); err != nil ||
			!strings.HasPrefix(stored, "aes256gcm:") {
			w.t.Errorf("%q %v", stored, err)
		}
		w.who = &role.Caller{
			Kind: role.Admin, ID: 2, Name: "Jonas Ekberg",
			Permissions: []role.Permission{role.VMSMessageRead},
		}
		if got := fmt.Sprint(w.message(1)); strings.Contains(got, "Ada") || !strings.Contains(got, "jobPostingId") {
			w.t.Errorf("who may not read people reads %s", got)
		}
		if err := w.db.Write(w.t.Context(), func(ctx context.Context) error {
			return w.vms.Messages.EraseApplications(ctx, firstTask)
		}); err != nil {
			w.t.Fatal(err)
		}
		w.who.Permissions = append(w.who.Permissions, role.FreelancerPIIRead)
		if got := fmt.Sprint(w.message(1)); strings.Contains(got, "Ada") {
			w.t.Errorf("forgotten, but %s", got)
		}
	})
}

func TestConnection_RepeatedFailures_PauseIt(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		status := http.StatusBadGateway
		s := vmstest.New(w.t, vmstest.AnswerBy(&status))
		w.delivering(s, 13)
		paused := func(want time.Duration) {
			w.t.Helper()
			for w.step() {
				continue
			}
			c := w.done("GET /api/vms/connection/1", nil)
			if until, err := time.Parse(time.RFC3339, fmt.Sprint(c["pausedUntil"])); err != nil ||
				!until.Equal(w.now.Add(want)) {
				w.t.Errorf("paused until %v at %v, want %s", c["pausedUntil"], w.now, want)
			}
			*w.now = w.now.Add(want)
		}
		paused(5 * time.Minute)
		if s.Called() != 10 {
			w.t.Errorf("%d calls", s.Called())
		}
		paused(10 * time.Minute)
		paused(20 * time.Minute)
		paused(40 * time.Minute)
		paused(time.Hour)
		paused(time.Hour)
		status = http.StatusOK
		w.untilSettled()
		if c := w.done("GET /api/vms/connection/1", nil); c["failures"] != 0.0 || c["pausedUntil"] != nil {
			w.t.Errorf("afterwards %v", c)
		}
		for _, task := range w.queue.tasks {
			if task.last.Failure != "" || s.CountOf(task.Handle+"-1") != 1 {
				w.t.Errorf("%s: %+v", task.Handle, task.last)
			}
		}
	})
}

func TestConnection_RateLimit_IsObserved(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		limited := false
		s := vmstest.New(w.t, func(key string, apply func(), rw http.ResponseWriter, r *http.Request) {
			if limited {
				rw.Header().Set("Retry-After", "600")
				rw.WriteHeader(http.StatusTooManyRequests)
				return
			}
			vmstest.Accept(key, apply, rw, r)
		})
		w.delivering(s, 20)
		w.done("PUT /api/vms/connection/1", map[string]any{"ratePerMinute": 6, "version": 2})
		began := *w.now
		for s.Called() < 7 {
			if !w.step() {
				*w.now = w.now.Add(time.Second)
			}
		}
		if took := w.now.Sub(began); took < 55*time.Second || took > 65*time.Second {
			w.t.Errorf("seven calls within %s at six a minute", took)
		}
		limited = true
		*w.now = w.now.Add(time.Minute)
		w.step()
		*w.now = w.now.Add(9 * time.Minute)
		if calls := s.Called(); w.step() || s.Called() != calls {
			w.t.Error("it is called before it wants to be")
		}
		limited = false
		*w.now = w.now.Add(time.Minute)
		if !w.step() {
			w.t.Error("it is not called again")
		}
		w.isPaused = true
		w.expectNoConnections()
	})
}

// What a VMS asks to wait for is a pause of the connection, an hour at most, which says why it is and which a person
// may end.
func TestConnection_VMSRequestsAPause_PausesForAnHourAtMostUntilSomebodyEndsIt(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		order := "86400"
		s := vmstest.New(w.t, func(key string, apply func(), rw http.ResponseWriter, r *http.Request) {
			if order != "" {
				rw.Header().Set("retry-after", order)
				rw.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			vmstest.Accept(key, apply, rw, r)
		})
		w.delivering(s, 1)
		w.step()
		c := w.done("GET /api/vms/connection/1", nil)
		if until, err := time.Parse(time.RFC3339, fmt.Sprint(c["pausedUntil"])); err != nil ||
			!until.Equal(w.now.Add(time.Hour)) || c["pauseReason"] != "RETRY_AFTER" {
			w.t.Errorf("paused until %v at %v for %v", c["pausedUntil"], w.now, c["pauseReason"])
		}
		*w.now = w.now.Add(59 * time.Minute)
		if w.step() {
			w.t.Error("called within the pause")
		}
		order = ""
		w.done("POST /api/vms/connection/1/resume", nil)
		if c := w.done("GET /api/vms/connection/1", nil); c["pausedUntil"] != nil || c["pauseReason"] != nil {
			w.t.Errorf("ended, but %v", c)
		}
		if !w.step() || s.Called() != 2 {
			w.t.Errorf("not called again: %d calls", s.Called())
		}
		w.refused("POST /api/vms/connection/1/resume", nil, "TRANSITION_NOT_ALLOWED")
	})
}

// expectNoConnections fails when a paused product would send to a connection.
func (w *fixture) expectNoConnections() {
	w.t.Helper()
	if ids, err := w.vms.Ready(w.t.Context()); err != nil || len(ids) != 0 {
		w.t.Errorf("paused, but %v %v", ids, err)
	}
}

func TestDelivery_FailingMapping_ParksTheMessage(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		s := vmstest.New(w.t, vmstest.Accept)
		w.delivering(s, 1)
		w.done("POST /api/vms/mapping", outbound(rule("rate.uom", `.application.rateUnit | lookup("uom")`)))
		w.done("POST /api/vms/mapping/2/publish", map[string]any{})
		w.step()
		got := w.message(1)
		if got["state"] != "FAILED" || got["failure"] != "MAPPING" || got["detail"] != "rate.uom: E_LOOKUP" ||
			s.Called() != 0 {
			w.t.Errorf("%v after %d calls", got, s.Called())
		}
	})
}

// What went over the wire is kept for 180 days, and what still waits as long as it does.
func TestMessages_OlderThan180Days_AreRemoved(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		status := http.StatusOK
		s := vmstest.New(w.t, vmstest.AnswerBy(&status))
		w.delivering(s, 2)
		w.step()
		status = http.StatusBadGateway
		w.step()
		for _, after := range []struct {
			days       int
			gone, left int64
		}{{179, 0, 2}, {2, 1, 1}, {100, 0, 1}} {
			*w.now = w.now.AddDate(0, 0, after.days)
			gone, err := w.vms.Messages.Cleanup(w.t.Context())
			var left int64
			if _, counted := w.db.Row(w.t.Context(), []any{&left}, "SELECT count(*) FROM vms_exchanges"); err != nil ||
				counted != nil || gone != after.gone || left != after.left {
				w.t.Errorf("%d days later %d are gone, %d attempts left (%v, %v)", after.days, gone, left, err, counted)
			}
		}
	})
}

// Only what may go well later is put off: a refusal for good says nothing about when to call next.
func TestConnection_PermanentRefusalWithRetryAfter_IsNotPaused(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		s := vmstest.New(w.t, func(_ string, _ func(), rw http.ResponseWriter, _ *http.Request) {
			rw.Header().Set("Retry-After", "30")
			rw.WriteHeader(http.StatusBadRequest)
		})
		w.delivering(s, 1)
		w.step()
		if c := w.done("GET /api/vms/connection/1", nil); s.Called() != 1 || c["pausedUntil"] != nil ||
			c["pauseReason"] != nil {
			w.t.Errorf("paused until %v for %v", c["pausedUntil"], c["pauseReason"])
		}
	})
}
