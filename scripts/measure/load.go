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

// measured is one kind of request; n counts the requests of the case, so that each may ask for another record.
type measured struct {
	name string
	send func(ctx context.Context, n int) error
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

// active holds the ids of projects that may still be paused; every status change uses up one.
type active struct {
	ids  []int64
	next atomic.Int64
}

func (a *active) take() (int64, error) {
	n := int(a.next.Add(1)) - 1
	if n >= len(a.ids) {
		return 0, fmt.Errorf("all %d active projects are used up", len(a.ids))
	}
	return a.ids[n], nil
}

func (s *service) get(ctx context.Context, path string, out any) error {
	return s.call(ctx, ask{method: http.MethodGet, path: path}, out)
}

func (s *service) cases(ctx context.Context) ([]measured, error) {
	var first page
	if err := s.get(ctx, "/api/project?limit=1", &first); err != nil {
		return nil, err
	}
	if len(first.Results) == 0 {
		return nil, fmt.Errorf("there are no projects")
	}
	if err := s.collect(ctx); err != nil {
		return nil, err
	}
	get := func(path string) func(context.Context, int) error {
		return func(ctx context.Context, _ int) error { return s.get(ctx, path, nil) }
	}
	client := url.QueryEscape(first.Results[0].ClientName)
	newest := int(first.Results[0].ID)
	deep := fmt.Sprintf("/api/project?limit=10&offset=%d", first.TotalResults*9/10)
	return []measured{
		{"page 1, two filters, exact total", get("/api/project?limit=10&status=ACTIVE&clientName=" + client)},
		{"page 1, no filter, exact total", get("/api/project?limit=10")},
		{"offset of nine tenths", get(deep)},
		{"text search", get("/api/project?limit=10&title=architect")},
		{"get one", func(ctx context.Context, n int) error {
			return s.get(ctx, fmt.Sprintf("/api/project/%d", newest-n%1000), nil)
		}},
		{"status change", s.change},
	}, nil
}

// collect finds enough active projects for every status change of the run.
func (s *service) collect(ctx context.Context) error {
	s.active = &active{}
	need := s.Requests * 4
	for offset := 0; len(s.active.ids) < need; offset += 1000 {
		var p page
		if err := s.get(ctx, fmt.Sprintf("/api/project?limit=1000&status=ACTIVE&offset=%d", offset), &p); err != nil {
			return err
		}
		if len(p.Results) == 0 {
			return nil
		}
		for _, r := range p.Results {
			s.active.ids = append(s.active.ids, r.ID)
		}
	}
	return nil
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
		return 0, s.change(ctx, n)
	}
	began := time.Now()
	err := l.send(ctx, n)
	return time.Since(began), err
}
