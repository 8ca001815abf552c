package app_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/internal/test/vmstest"
	"poolkeeper.example/extension-service/platform/role"
)

// sending is a product with n applications that wait to be sent to a VMS.
func sending(t *testing.T, url string, s *vmstest.System, n int) *product {
	t.Helper()
	settings := settingsIn(t.TempDir(), url)
	settings.PrivateHosts = []string{"127.0.0.1"}
	p := openProduct(t, settings)
	p.expect(t, "config", "PUT /api/client/1", `{"sendChannel":"VMS","markupPct":10}`, 200, `"VMS"`)
	p.expect(t, "config", "POST /api/vms/connection",
		fmt.Sprintf(`{"name":"System","clientId":1,"baseUrl":%q,"auth":"NONE","ratePerMinute":6000,"capabilities":["SUBMIT_CANDIDATE"]}`,
			s.URL), 201, `"System"`)
	made := p.expect(t, "config", "POST /api/vms/mapping",
		`{"connectionId":1,"direction":"outbound","entity":"APPLICATION","rules":[{"target":"name","jq":".freelancer.firstName","required":true}]}`,
		201, `DRAFT`).json(t)
	p.expect(t, "config", fmt.Sprintf("POST /api/vms/mapping/%v/publish", made["id"]), `{}`, 200, `LIVE`)
	first := p.newApplication(t, p.newProject(t, "Java developer"), "Noor")
	at := fmt.Sprintf("PUT /api/projectApplication/%d/status", first)
	p.expect(t, "csm", at, `{"status":"a","reason":"TALENT_DECISION"}`, 200, `"confirmedAt":"2`)
	p.expect(t, "csm", at, `{"status":"sp"}`, 200, `"status":"sp"`)
	const others = 1_000_000 // ids
	p.multiply(t, "freelancers", 1, n, map[string]string{
		"id": fmt.Sprint(others, " + n"), "handle": "'F-MANY-' || n",
		"email": "'many' || n || '@example.org'", "email_key": "'many' || n || '@example.org'",
	})
	p.multiply(t, "applications", first, n, map[string]string{
		"id": fmt.Sprint(others, " + n"), "handle": "'MANY-' || n",
		"freelancer_id": fmt.Sprint(others, " + n"),
	})
	p.multiply(t, "outbound_tasks", 1, n, map[string]string{"application_id": fmt.Sprint(others, " + n")})
	return p
}

// deliverAll does what is due, and lets time pass whenever nothing is.
func (p *product) deliverAll(t *testing.T) (waiting int) {
	t.Helper()
	for {
		sent, err := p.Deliver(role.AsSystem(t.Context(), "test"), 1)
		if err != nil {
			t.Fatal(err)
		}
		if sent {
			continue
		}
		var left int
		if _, err := p.DB.Row(t.Context(), []any{&left},
			"SELECT count(*) FROM outbound_tasks WHERE state = 'QUEUED'"); err != nil {
			t.Fatal(err)
		}
		if left == 0 {
			return waiting
		}
		waiting++
		p.change(t, "UPDATE outbound_tasks SET due = $1 WHERE state = 'QUEUED'", time.Now().UnixMilli())
		p.change(t, "UPDATE vms_connections SET next_call = 0, paused_until = NULL")
	}
}

// sentOut is how an application stands that was to be sent.
type sentOut struct {
	handle, status, externalID, failure string
	attempts                            int64
}

// sentThrough are the applications that were to be sent.
func (p *product) sentThrough(t *testing.T) (out []sentOut) {
	t.Helper()
	var s sentOut
	if err := p.DB.Each(t.Context(), []any{&s.handle, &s.status, &s.externalID, &s.failure, &s.attempts}, func() error {
		out = append(out, s)
		return nil
	}, `
		SELECT a.handle, a.status, a.external_id, m.failure, a.send_attempts
		  FROM applications a
		  JOIN vms_messages m ON m.entity_id = a.id AND m.direction = 'outbound'
		 ORDER BY a.id`); err != nil {
		t.Fatal(err)
	}
	return out
}

// Whatever a VMS does, each of the applications that wait in the queue arrives there once or is parked with its reason,
// and every attempt is in the log.
func TestProveDeliveries_AnyBehaviourOfTheVMS_ArriveOnceOrAreParked(t *testing.T) {
	t.Parallel()
	random := stress.Rand(t)
	never := func(key string) bool { return strings.HasSuffix(key, "7-1") }
	for name, url := range map[string]func(testing.TB) string{"sqlite": furnished.SQLite, "postgres": furnished.Postgres} {
		r := rand.New(rand.NewPCG(random.Uint64(), 1))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := stress.Size(60, 10_000)
			// TestProveDeliveries_OverTime_ArriveOnceOrAreParked has many that hang
			s := vmstest.New(t, vmstest.FailingAtRandom(r, stress.Size(0, 3), never))
			p := sending(t, url(t), s, n)
			began := time.Now()
			pauses := p.deliverAll(t)
			got, counts := p.sentThrough(t), map[string]int{}
			for _, a := range got {
				key := a.handle + "-1"
				effects := s.CountOf(key)
				switch {
				case a.status == "s2c" && a.failure == "" && effects == 1 && a.externalID == "X-"+key:
					counts["delivered"]++
				case a.status == "sf" && a.failure == "VMS_VALIDATION" && effects == 0 && a.attempts == 1 && never(key):
					counts["refused"]++
				case a.status == "sf" && a.failure == "VMS_UNAVAILABLE" && effects <= 1 && a.attempts == 6 && !never(key):
					counts["given up"]++
				default:
					t.Errorf("%d times there, here %+v", effects, a)
				}
			}
			t.Logf("%d applications in %d calls and %d waits within %s: %v", len(got), s.Called(), pauses,
				time.Since(began).Round(time.Second), counts)
			if len(got) != n || counts["delivered"] < n*8/10 {
				t.Errorf("%d of %d are in the log, %d delivered", len(got), n, counts["delivered"])
			}
			var processed, failed int
			if _, err := p.DB.Row(t.Context(), []any{&processed, &failed}, `
				SELECT coalesce(sum(CASE WHEN state = 'PROCESSED' THEN 1 END), 0), coalesce(sum(CASE WHEN state = 'FAILED' THEN 1 END), 0)
				  FROM vms_messages`); err != nil || processed != counts["delivered"] || failed != n-processed {
				t.Errorf("the log has %d delivered and %d given up, the applications %v (%v)", processed, failed, counts, err)
			}
			var attempts, tries int // a connection that breaks while it is kept for more may have been called twice for one
			found, err := p.DB.Row(t.Context(), []any{&attempts, &tries},
				"SELECT count(*), (SELECT sum(tries) FROM vms_messages) FROM vms_exchanges")
			if err != nil || !found || attempts != tries || attempts > s.Called() || s.Effects() > n {
				t.Errorf("%d attempts in the log of %d, %d calls there with %d effects (%v)", attempts, tries, s.Called(),
					s.Effects(), err)
			}
		})
	}
}
