package app_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/prove"
	"poolkeeper.example/extension-service/role"
)

// pushed is one message of a VMS.
type pushed struct{ entity, id, body string }

const perJob = 10 // messages: the job, and what becomes of it

// stream is n messages about jobs, a tenth of them late and a tenth twice, and what they come to where each comes once and in order.
func stream(r *rand.Rand, n int) (out []pushed, want map[string]string) {
	began, want := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), map[string]string{}
	for i := range n {
		job, at := fmt.Sprint("JP-", i%(n/perJob)), began.Add(time.Duration(i)*time.Minute).Format(time.RFC3339)
		m := pushed{"JOB", fmt.Sprint("m", i), fmt.Sprintf(`{"job":%q,"title":"Welder","at":%q}`, job, at)}
		if i >= n/perJob {
			status := [...]string{"Open", "On hold"}[r.IntN(2)]
			m = pushed{"JOB_STATUS", m.id, fmt.Sprintf(`{"job":%q,"status":%q,"at":%q}`, job, status, at)}
			want[job] = map[string]string{"Open": "ACTIVE", "On hold": "PAUSED"}[status] + " " + status
		}
		out = append(out, m)
	}
	for i := 3; i < n; i += 10 {
		to := min(i+1+r.IntN(n/4), n-1)
		late := out[i]
		copy(out[i:to], out[i+1:to+1])
		out[to] = late
	}
	for range n / 10 {
		again := out[r.IntN(len(out))]
		out = append(out, again)
	}
	return out, want
}

// inboxes are copies of the service on one database, which take the messages of a VMS and work on them beside each other.
type inboxes struct {
	t      *testing.T
	copies []*product
	next   chan pushed
}

// take pushes one message to a copy, until it is taken.
func (x *inboxes) take(p *product, m pushed) {
	for {
		r := httptest.NewRequest(http.MethodPost, "/api/vms/inbound/1?entity="+m.entity, strings.NewReader(m.body))
		headers := signedHeaders(m.id, m.body, time.Now())
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		a, err := ask(p.Service, r)
		if err == nil && a.status == http.StatusTooManyRequests {
			soon := time.NewTimer(time.Second) // only ten thousand are too many
			<-soon.C
			continue
		}
		if err != nil || a.status != http.StatusAccepted {
			x.t.Errorf("%s: %v %d %s", m.id, err, a.status, a.body)
		}
		return
	}
}

// work takes messages and works on what waits, some of it only until the copy is stopped in the middle.
func (x *inboxes) work(p *product, r *rand.Rand) {
	ctx := role.AsSystem(x.t.Context(), "test")
	for m := range x.next {
		x.take(p, m)
		within, stop := context.WithTimeout(ctx, time.Duration(r.IntN(40))*time.Millisecond)
		_, _ = p.Absorb(within, 1) // whatever is not done waits
		stop()
	}
	for {
		did, err := p.Absorb(ctx, 1)
		if err != nil {
			x.t.Error(err)
		}
		if !did || err != nil {
			return
		}
	}
}

// However many copies take and work on the messages of a VMS, of which a tenth comes twice and a tenth late, and whenever one of
// them is stopped: records stand as if each message had come once and in order.
func TestProveMessagesComeOnceAndInOrder(t *testing.T) {
	t.Parallel()
	random := prove.Rand(t)
	for name, engine := range map[string]struct {
		url    func(testing.TB) string
		copies int
	}{"sqlite": {furnished.SQLite, 1}, "postgres": {furnished.Postgres, 3}} {
		r := rand.New(rand.NewPCG(random.Uint64(), 1))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := prove.Size(120, 10_000)
			settings := settingsIn(t.TempDir(), engine.url(t))
			x := &inboxes{t: t, next: make(chan pushed)}
			for range engine.copies {
				x.copies = append(x.copies, openProduct(t, settings))
			}
			p := x.copies[0]
			pushing(t, p)
			all, want := stream(r, n)
			var working sync.WaitGroup
			for _, one := range x.copies {
				with := rand.New(rand.NewPCG(r.Uint64(), 2))
				working.Go(func() { x.work(one, with) })
			}
			for _, m := range all {
				x.next <- m
			}
			close(x.next)
			working.Wait()
			if got := p.jobsOfVMS(t); !maps.Equal(got, want) {
				t.Errorf("they stand as %v, want %v", got, want)
			}
			for query, total := range map[string]int{"": n, "&state=RECEIVED": 0, "&state=QUARANTINED": 0} {
				p.expect(t, "tech", "GET /api/vms/inbound?limit=1"+query, "", 200, fmt.Sprintf(`"totalResults":%d`, total))
			}
		})
	}
}

// jobsOfVMS is how projects stand, by what their VMS calls them.
func (p *product) jobsOfVMS(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	var id, status, raw string
	if err := p.DB.Each(t.Context(), []any{&id, &status, &raw}, func() error {
		out[id] = status + " " + raw
		return nil
	}, "SELECT vms_id, status, vms_status_raw FROM projects WHERE vms_id <> '' AND deleted_at IS NULL"); err != nil {
		t.Fatal(err)
	}
	return out
}
