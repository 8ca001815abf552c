package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// measured is one kind of request, and the write that is mixed in; n counts the requests of the case, so that each may
// ask for another record.
type measured struct {
	name  string
	send  func(ctx context.Context, n int) error
	write func(ctx context.Context, n int) error
}

// load says how often a case is asked, over how many connections, and how many of a hundred requests are writes.
type load struct {
	measured
	connections, writes, requests int
}

type page struct {
	Results []struct {
		ID         int64  `json:"id"`
		ClientName string `json:"clientName"`
	} `json:"results"`
	TotalResults int `json:"totalResults"`
}

// queue holds the ids of records that may still be changed; every change uses up one.
type queue struct {
	ids  []int64
	next atomic.Int64
}

func (q *queue) take() (int64, error) {
	n := int(q.next.Add(1)) - 1
	if n >= len(q.ids) {
		return 0, fmt.Errorf("all %d records that could be changed are used up", len(q.ids))
	}
	return q.ids[n], nil
}

func (s *service) get(ctx context.Context, path string, out any) error {
	return s.call(ctx, ask{method: http.MethodGet, path: path}, out)
}

// read is a case that asks for one address.
func (s *service) read(name, path string, write func(context.Context, int) error) measured {
	return measured{name, func(ctx context.Context, _ int) error { return s.get(ctx, path, nil) }, write}
}

func (s *service) cases(ctx context.Context) ([]measured, error) {
	var first page
	if err := s.get(ctx, "/api/project?limit=1", &first); err != nil {
		return nil, err
	}
	if len(first.Results) == 0 {
		return nil, fmt.Errorf("there are no projects")
	}
	var err error
	if s.active, err = s.collect(ctx, "/api/project?limit=1000&status=ACTIVE", s.Requests*5); err != nil {
		return nil, err
	}
	client := url.QueryEscape(first.Results[0].ClientName)
	newest := int(first.Results[0].ID)
	out := []measured{
		s.read("page 1, two filters, exact total", "/api/project?limit=10&status=ACTIVE&clientName="+client, s.change),
		s.read("page 1, no filter, exact total", "/api/project?limit=10", s.change),
		s.read("offset of nine tenths", fmt.Sprintf("/api/project?limit=10&offset=%d", first.TotalResults*9/10), s.change),
		s.read("text search", "/api/project?limit=10&title=architect", s.change),
		{"get one", func(ctx context.Context, n int) error {
			return s.get(ctx, fmt.Sprintf("/api/project/%d", newest-n%1000), nil)
		}, s.change},
		{"status change", s.change, s.change},
	}
	more, err := s.applicationCases(ctx)
	return append(out, more...), err
}

// collect finds as many records as are needed, or all there are.
func (s *service) collect(ctx context.Context, path string, need int) (*queue, error) {
	q := &queue{}
	for offset := 0; len(q.ids) < need; offset += 1000 {
		var p page
		if err := s.get(ctx, fmt.Sprintf("%s&offset=%d", path, offset), &p); err != nil {
			return q, err
		}
		if len(p.Results) == 0 {
			break
		}
		for _, r := range p.Results {
			q.ids = append(q.ids, r.ID)
		}
	}
	return q, nil
}

func (s *service) change(ctx context.Context, _ int) error {
	id, err := s.active.take()
	if err != nil {
		return err
	}
	return s.call(ctx, ask{http.MethodPost, "/api/project/changeStatus", map[string]any{"id": id, "status": "PAUSED"}}, nil)
}

// run sends the requests and takes the time of each; writes mixed in are paid for, but not timed.
func (s *service) run(ctx context.Context, l load) (line, error) {
	if err := s.authorize(ctx, password); err != nil {
		return line{}, err
	}
	if err := l.send(ctx, 0); err != nil { // the first one warms the caches
		return line{}, err
	}
	before, err := s.cpu()
	if err != nil {
		return line{}, err
	}
	began := time.Now()
	waits, err := s.hammer(ctx, l)
	if err != nil {
		return line{}, err
	}
	took := time.Since(began)
	after, err := s.cpu()
	if err != nil {
		return line{}, err
	}
	slices.Sort(waits)
	at := func(share float64) float64 {
		return float64(waits[int(share*float64(len(waits)-1))].Nanoseconds()) / 1000
	}
	return line{
		Case: l.name, Connections: l.connections, WritesPct: l.writes, Requests: l.requests,
		CPU: float64((after - before).Microseconds()) / float64(l.requests), P50: at(0.5), P99: at(0.99),
		PerSecond: float64(l.requests) / took.Seconds(),
	}, nil
}

// hammer lets every connection take the next request until none is left.
func (s *service) hammer(ctx context.Context, l load) ([]time.Duration, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var group sync.WaitGroup
	waits := make([][]time.Duration, l.connections)
	for c := range l.connections {
		group.Go(func() {
			for n := int(next.Add(1)); n <= l.requests && ctx.Err() == nil; n = int(next.Add(1)) {
				wait, err := s.one(ctx, l, n)
				if err != nil {
					cancel(err)
					return
				}
				if wait > 0 {
					waits[c] = append(waits[c], wait)
				}
			}
		})
	}
	group.Wait()
	return slices.Concat(waits...), context.Cause(ctx)
}

func (s *service) one(ctx context.Context, l load, n int) (time.Duration, error) {
	if n%100 < l.writes {
		return 0, l.write(ctx, n)
	}
	began := time.Now()
	err := l.send(ctx, n)
	return time.Since(began), err
}
