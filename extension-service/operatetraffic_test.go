package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	peopleAtWork = 20
	mostPrinted  = 30              // failures
	lockLimit    = 5 * time.Second // that a write waits for a lock
)

// outcome is how one call through the proxy ended.
type outcome struct {
	began, ended time.Time
	what         string // method and path
	failure      string // "" where it was answered with less than 500
}

// traffic carries calls, and remembers how each ended. A failed one is an error to whoever made it, so that it is
// repeated under its key.
type traffic struct {
	under http.RoundTripper
	mu    sync.Mutex
	calls []outcome
}

// RoundTrip makes a call and reads the whole answer.
func (f *traffic) RoundTrip(r *http.Request) (*http.Response, error) {
	one := outcome{began: time.Now(), what: r.Method + " " + r.URL.Path}
	res, err := f.under.RoundTrip(r)
	var body []byte
	if err == nil {
		body, err = io.ReadAll(res.Body)
		_ = res.Body.Close()
	}
	if err == nil && res.StatusCode >= 500 {
		err = fmt.Errorf("%d %.400s", res.StatusCode, body)
	}
	if r.Context().Err() == nil { // otherwise the people were stopped
		one.ended = time.Now()
		if err != nil {
			one.failure = err.Error()
		}
		f.mu.Lock()
		f.calls = append(f.calls, one)
		f.mu.Unlock()
	}
	if err != nil {
		return nil, err
	}
	res.Body = io.NopCloser(bytes.NewReader(body))
	return res, nil
}

// outage is a time in which something is done to the product, and what may fail meanwhile.
type outage struct {
	what     string
	from, to time.Time
	allows   *regexp.Regexp // calls that may fail; nil is none
}

// anything may fail while it is really gone.
var anything = regexp.MustCompile("")

// meets says whether a call went on during the outage.
func (d *outage) meets(one outcome) bool { return one.began.Before(d.to) && one.ended.After(d.from) }

// startOutage records that something is done from now on. Whoever calls it sets the end.
func (o *operation) startOutage(what string, allows *regexp.Regexp) *outage {
	d := &outage{what: what, from: time.Now(), allows: allows}
	o.outages = append(o.outages, d)
	o.alerts.beginOutage()
	return d
}

// checkTraffic fails on each call that failed although nothing was gone that it needs, and says what the people have
// seen of each outage.
func (o *operation) checkTraffic(t *testing.T) {
	t.Helper()
	o.traffic.mu.Lock()
	defer o.traffic.mu.Unlock()
	calls := o.traffic.calls
	slices.SortFunc(calls, func(a, b outcome) int { return a.ended.Compare(b.ended) })
	failed, wrong, busy := 0, 0, map[string]int{}
	for _, one := range calls {
		if one.failure == "" {
			continue
		}
		failed++
		if o.isExpected(one) {
			continue
		}
		if one.isBusy() {
			busy[numbers.ReplaceAllString(one.what, "…")]++
			continue
		}
		if wrong++; wrong <= mostPrinted {
			t.Errorf("%s %s after %s: %s\n%s", one.began.Format(time.TimeOnly), one.what,
				one.ended.Sub(one.began).Round(time.Millisecond), one.failure, o.logged(one))
		}
	}
	for _, d := range o.outages {
		t.Log(d.describe(calls))
	}
	t.Logf("%d calls of %d people: %d failed, %d of them although nothing was gone that they need; these were refused since "+
		"somebody else held a lock: %v", len(calls), peopleAtWork, failed, wrong, busy)
	if len(calls) < 50*peopleAtWork {
		t.Errorf("only %d calls were made: that proves little", len(calls))
	}
}

// logged is what the copies have logged about a call.
func (o *operation) logged(one outcome) string {
	var lines strings.Builder
	for _, run := range o.started {
		lines.WriteString(linesAbout(run.Stderr(), one.failure))
	}
	return lines.String()
}

// numbers are the ids in a path.
var numbers = regexp.MustCompile(`\d+`)

// isBusy says whether a write was refused since somebody else had a lock for longer than it waits: an answer, as in
// TestProveCopiesThatDieUnderLoad, that a slow machine gives more often.
func (one outcome) isBusy() bool {
	return strings.Contains(one.failure, `"code":"UNAVAILABLE"`) && one.ended.Sub(one.began) >= lockLimit
}

// isExpected says whether a call failed while something was gone that it needs.
func (o *operation) isExpected(one outcome) bool {
	return slices.ContainsFunc(o.outages, func(d *outage) bool {
		return d.allows != nil && d.meets(one) && d.allows.MatchString(one.what)
	})
}

// describe says how many of the calls, in the order of their ends, an outage has met, how many failed, and for how long
// nobody was answered.
func (d *outage) describe(calls []outcome) string {
	met, failed, silence, last := 0, 0, time.Duration(0), d.from
	for _, one := range calls {
		if !d.meets(one) {
			continue
		}
		met++
		if one.failure != "" {
			failed++
			continue
		}
		silence, last = max(silence, one.ended.Sub(last)), one.ended
	}
	return fmt.Sprintf("%s, %s: %d calls, %d failed, at most %s without an answer", d.what,
		d.to.Sub(d.from).Round(100*time.Millisecond), met, failed, silence.Round(10*time.Millisecond))
}

// startPeople has people use the product through the proxy until stopPeople.
func (o *operation) startPeople(t *testing.T) {
	t.Helper()
	o.signIn(t)
	ctx, stop := context.WithCancel(t.Context())
	o.stopPeople = func() {
		stop()
		o.people.Wait()
	}
	t.Cleanup(o.stopPeople)
	for range peopleAtWork {
		p := &person{
			client: &client{base: o.proxy.url, via: &http.Client{Transport: o.traffic}},
			load:   o.load, ctx: ctx, r: rand.New(rand.NewPCG(o.r.Uint64(), 2)),
		}
		o.people.Go(func() { o.useProduct(p) })
	}
}

// useProduct reads and writes, with a little time to think in between.
func (o *operation) useProduct(p *person) {
	names := slices.Sorted(maps.Keys(writers))
	for p.ctx.Err() == nil {
		p.token = o.token.Load().(string)
		if p.r.IntN(2) == 0 {
			p.writer = names[p.r.IntN(len(names))]
			writers[p.writer](p)
		} else {
			p.read()
		}
		select {
		case <-p.ctx.Done():
		case <-time.After(time.Duration(200+p.r.IntN(1200)) * time.Millisecond):
		}
	}
}

// signIn signs the first account in for all people, while nothing is gone: an attempt that is cut off counts as a
// failed one. A token lives for a quarter of an hour.
func (o *operation) signIn(t *testing.T) {
	t.Helper()
	o.token.Store(signInAt(t, o.proxy.url, ownPassword).token)
}

// read looks at a list or at a record.
func (p *person) read() {
	switch p.writer = "reading"; p.r.IntN(5) {
	case 0:
		p.call("GET /api/project?limit=25", "")
	case 1:
		p.call("GET /api/freelancer?limit=25&firstName=W1", "")
	case 2:
		p.call("GET /api/projectApplication?limit=25&status=uc", "")
	case 3:
		p.callOn("project", "GET /api/project/%d", "")
	default:
		p.callOn("freelancer", "GET /api/freelancer/%d", "")
	}
}
