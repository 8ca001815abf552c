package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

const (
	perJob        = 10 // messages: the job, and what becomes of it
	betweenKills  = 20 * time.Second
	inboundSecret = "what both of us know, and nobody else"
)

// pushed is one message of a VMS.
type pushed struct{ entity, id, body string }

// stream is n messages about jobs, a tenth of them late and a tenth twice, and what they come to where each comes once
// and in order.
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

// feeding is a VMS that sends to copies of the program, whichever of them answers.
type feeding struct {
	t        *testing.T
	places   []programPlace
	copies   []atomic.Pointer[writtenCopy]
	next     chan pushed
	half     chan struct{} // closed when half of the messages have been taken
	accepted atomic.Int64
	again    atomic.Int64 // how often a message was not taken
}

// start begins one of the copies, once more after it was killed.
func (f *feeding) start(i int) {
	run := f.places[i].start(f.t)
	f.copies[i].Store(&writtenCopy{program: run, who: run.signIn(f.t)})
}

// kill ends one of the copies at once and starts it again.
func (f *feeding) kill(i int) {
	f.copies[i].Load().Kill()
	f.start(i)
}

// mustSend makes a call to the first copy that has to succeed.
func (f *feeding) mustSend(method, path, body string) map[string]any {
	f.t.Helper()
	got, err := f.copies[0].Load().who.send(f.t.Context(), request{method: method, path: path, body: body})
	if err != nil || got.status >= 300 {
		f.t.Fatalf("%s %s: %v %d %s", method, path, err, got.status, got.body)
	}
	return got.json()
}

// connect makes a connection whose messages are read.
func (f *feeding) connect() {
	f.mustSend("POST", "/api/client", `{"name":"Norrsken Bank","code":"NB","currency":"EUR","sendChannel":"VMS"}`)
	f.mustSend("POST", "/api/vms/connection", fmt.Sprintf(
		`{"name":"Fieldglass","clientId":1,"baseUrl":"https://vms.example","auth":"NONE","inboundSecret":%q}`, inboundSecret))
	about := `{"target":"project.vmsId","jq":".in.job","required":true},{"target":"occurredAt","jq":".in.at"}`
	for entity, rules := range map[string]string{
		"JOB": about + `,{"target":"project.title","jq":".in.title"}`,
		"JOB_STATUS": about +
			`,{"target":"project.status","jq":".in.status | lookup(\"status\")","required":true},{"target":"project.vmsStatusRaw","jq":".in.status"}`,
	} {
		made := f.mustSend("POST", "/api/vms/mapping",
			fmt.Sprintf(`{"connectionId":1,"direction":"inbound","entity":%q,"rules":[%s],"lookups":{"status":{"Open":"ACTIVE","On hold":"PAUSED"}}}`,
				entity, rules))
		at := fmt.Sprintf("/api/vms/mapping/%v", made["id"])
		f.mustSend("POST", at+"/publish", fmt.Sprintf(`{"fingerprint":%q}`,
			f.mustSend("GET", at+"/review", "")["fingerprint"]))
	}
}

// push sends one message to one copy and says whether it was taken.
func (f *feeding) push(m pushed, to *writtenCopy) bool {
	r, err := http.NewRequestWithContext(f.t.Context(), http.MethodPost,
		"http://"+to.address+"/api/vms/inbound/1?entity="+m.entity, strings.NewReader(m.body))
	if err != nil {
		f.t.Error(err)
		return true
	}
	seconds := strconv.FormatInt(time.Now().Unix(), 10)
	mac := hmac.New(sha256.New, []byte(inboundSecret))
	_, _ = mac.Write([]byte(m.id + "." + seconds + ".entity=" + m.entity + "." + m.body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Webhook-Id", m.id)
	r.Header.Set("Webhook-Timestamp", seconds)
	r.Header.Set("Webhook-Signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return false // it was killed
	}
	_ = res.Body.Close()
	if res.StatusCode >= 400 && res.StatusCode < 500 && res.StatusCode != http.StatusTooManyRequests {
		f.t.Errorf("%s: %d", m.id, res.StatusCode)
	}
	return res.StatusCode == http.StatusAccepted
}

// send sends messages, each until some copy has taken it.
func (f *feeding) send(r *rand.Rand, half int64) {
	for m := range f.next {
		for !f.push(m, f.copies[r.IntN(len(f.copies))].Load()) {
			f.again.Add(1)
			moment := time.NewTimer(50 * time.Millisecond)
			<-moment.C
		}
		if f.accepted.Add(1) == half {
			close(f.half)
		}
	}
}

// feed sends messages from several threads at once and closes what it returns when all are taken.
func (f *feeding) feed(r *rand.Rand, all []pushed) (fed chan struct{}) {
	var senders sync.WaitGroup
	for range 2 * len(f.copies) {
		with := rand.New(rand.NewPCG(r.Uint64(), 2))
		senders.Go(func() { f.send(with, int64(len(all)/2)) })
	}
	fed = make(chan struct{})
	go func() {
		for _, m := range all {
			f.next <- m
		}
		close(f.next)
		senders.Wait()
		close(fed)
	}()
	return fed
}

// waiting is how many messages nobody has worked on.
func (f *feeding) waiting() float64 {
	n, _ := f.mustSend("GET", "/api/vms/inbound?limit=1&state=RECEIVED", "")["totalResults"].(float64)
	return n
}

// absorbed kills a copy every twenty seconds until all is taken and worked on, or one of them once where little is
// sent. It returns how often it killed.
func (f *feeding) absorbed(fed chan struct{}) (kills int) {
	if !stress.IsFull() {
		<-f.half
		f.kill(len(f.copies) - 1)
		kills++
	}
	tick, look, begun := time.NewTicker(betweenKills), time.NewTicker(200*time.Millisecond), time.Now()
	defer tick.Stop()
	defer look.Stop()
	for isFed := false; ; {
		select {
		case <-fed:
			isFed, fed = true, nil
		case <-tick.C:
			if stress.IsFull() {
				f.kill(kills % len(f.copies))
				kills++
			}
		case <-look.C:
			if isFed && f.waiting() == 0 {
				return kills
			}
		}
		if time.Since(begun) > 6*patience {
			f.t.Errorf("%v messages wait", f.waiting())
			return kills
		}
	}
}

// However many copies take the messages of a VMS, of which a tenth comes twice and a tenth late, and whenever one of
// them is killed: each is stored and done once, and records stand as if it had come once and in order. At night there
// are 11,000 of them, 10,000 and a tenth twice; make test has 330 over SQLite.
func TestProveInboundMessages_CopiesAreKilled_EachAppliesOnce(t *testing.T) {
	t.Parallel()
	random := stress.Rand(t)
	for name, engine := range map[string]struct {
		copies int
		url    func(t *testing.T, dir string) string
	}{
		"sqlite":   {1, func(_ *testing.T, dir string) string { return filepath.Join(dir, "data0", "poolkeeper.db") }},
		"postgres": {3, func(t *testing.T, _ string) string { return pgtest.PostgresURL(t) }},
	} {
		r := rand.New(rand.NewPCG(random.Uint64(), 1))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if engine.copies > 1 {
				stress.SkipInShort(t, "starts three copies")
			}
			f := newFeeding(t, engine.copies, engine.url)
			n := stress.Size(300, 10_000)
			all, want := stream(r, n)
			began := time.Now()
			kills := f.absorbed(f.feed(r, all))
			t.Logf("%d messages, %d sent again since nobody answered or too many came, %d kills, all done after %s", len(all),
				f.again.Load(), kills, time.Since(began).Round(time.Second))
			for query, total := range map[string]int{"": n, "&state=RECEIVED": 0, "&state=QUARANTINED": 0} {
				if got := f.mustSend("GET", "/api/vms/inbound?limit=1"+query, "")["totalResults"]; got != float64(total) {
					t.Errorf("%s: %v messages, want %d", query, got, total)
				}
			}
			for i := range f.copies {
				f.copies[i].Load().Kill()
			}
			f.places[0].withService(t, func(s *app.Service) error {
				jobs, got, err := jobsOfVMS(t, s)
				if !maps.Equal(got, want) || jobs != len(want) {
					t.Errorf("%d stand as %v, want %v", jobs, got, want)
				}
				return errors.Join(err, doneOnce(t, s))
			})
		})
	}
}

// newFeeding starts copies of the program that share a database, with a connection whose messages are read.
func newFeeding(t *testing.T, copies int, url func(t *testing.T, dir string) string) *feeding {
	t.Helper()
	dir := t.TempDir()
	f := &feeding{
		t: t, copies: make([]atomic.Pointer[writtenCopy], copies), next: make(chan pushed), half: make(chan struct{}),
	}
	shared := url(t, dir)
	for i := range copies {
		f.places = append(f.places, programPlace{
			dir: filepath.Join(dir, fmt.Sprint("data", i)), url: shared, secret: "one that all copies share, long enough",
		})
	}
	f.places[0].withService(t, func(s *app.Service) error { return s.FillAccounts(t.Context()) })
	for i := range f.copies {
		f.start(i)
	}
	f.connect()
	return f
}

// doneOnce compares what the messages say of themselves with what was done: each that was done has one attempt without
// anything in its way, and the audit log has no more changes than that.
func doneOnce(t *testing.T, s *app.Service) error {
	t.Helper()
	var processed, attempts, changes int
	_, err := s.DB.Row(t.Context(), []any{&processed, &attempts, &changes}, `
		SELECT (SELECT count(*) FROM vms_messages WHERE state = 'PROCESSED'),
		       (SELECT count(*) FROM vms_exchanges WHERE number > 0 AND outcome = ''),
		       (SELECT count(*) FROM audit WHERE entity = 'project' AND action = 'vmsMessage')`)
	if attempts != processed || changes > processed || processed == 0 {
		t.Errorf("%d messages were done, in %d attempts with %d changes", processed, attempts, changes)
	}
	return err
}

// jobsOfVMS is how many projects there are that a VMS has told of, and how they stand by what it calls them.
func jobsOfVMS(t *testing.T, s *app.Service) (n int, out map[string]string, err error) {
	t.Helper()
	out = map[string]string{}
	var id, status, raw string
	err = s.DB.Each(t.Context(), []any{&id, &status, &raw}, func() error {
		n++
		out[id] = status + " " + raw
		return nil
	}, "SELECT vms_id, status, vms_status_raw FROM projects WHERE vms_id <> '' AND deleted_at IS NULL")
	return n, out, err
}
