package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// request is what one case asks next; done, if any, hears which version the answer names.
type request struct {
	httpRequest
	done func(version string)
}

// source draws requests, each for other records than the last.
type source func(r *rand.Rand) request

// reads is a source of requests that change nothing.
func reads(draw func(r *rand.Rand) httpRequest) source {
	return func(r *rand.Rand) request { return request{httpRequest: draw(r)} }
}

// measuredSide is one of the two that are measured, and what a case asks of it.
type measuredSide struct {
	*process
	read, write source
}

// load says how a case is asked: for how long, over how many connections, and how many of a hundred requests are
// writes.
type load struct {
	connections, writes int
	lasts               time.Duration
}

// cost adds up what the requests of a side took. Writes that are mixed in are paid for, but not timed.
type cost struct {
	requests  int
	cpu       time.Duration
	beside    time.Duration // of cpu, what others have used who work for the side
	latencies []time.Duration
}

// runLoad lets every connection ask one request after another until the time is over.
func (s measuredSide) runLoad(ctx context.Context, l load) (cost, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	before, err := s.cpu()
	if err != nil {
		return cost{}, err
	}
	besideBefore, err := s.cpuBeside()
	if err != nil {
		return cost{}, err
	}
	end := time.Now().Add(l.lasts)
	var group sync.WaitGroup
	costs := make([]cost, l.connections)
	for i := range costs {
		r := rand.New(rand.NewPCG(rand.Uint64(), uint64(i)))
		group.Go(func() {
			for first := true; (first || time.Now().Before(end)) && ctx.Err() == nil; first = false {
				if err := s.sendOne(ctx, r, l.writes, &costs[i]); err != nil {
					cancel(err)
				}
			}
		})
	}
	group.Wait()
	if err := context.Cause(ctx); err != nil {
		return cost{}, err
	}
	after, err := s.cpu()
	besideAfter, err2 := s.cpuBeside()
	sum := cost{cpu: after - before, beside: besideAfter - besideBefore}
	for _, c := range costs {
		sum.add(c)
	}
	return sum, errors.Join(err, err2)
}

func (c *cost) add(more cost) {
	c.requests += more.requests
	c.cpu += more.cpu
	c.beside += more.beside
	c.latencies = append(c.latencies, more.latencies...)
}

func (s measuredSide) sendOne(ctx context.Context, r *rand.Rand, writes int, c *cost) error {
	timed, next := true, s.read
	if next == nil || r.IntN(100) < writes {
		timed, next = s.read == nil, s.write
	}
	q := next(r)
	began := time.Now()
	version, err := s.call(ctx, q.httpRequest, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	if timed {
		c.latencies = append(c.latencies, time.Since(began))
	}
	if q.done != nil {
		q.done(version)
	}
	c.requests++
	return nil
}

// measured are a cost as it is printed, in microseconds.
func (c cost) measured() *measured {
	if c.requests == 0 || len(c.latencies) == 0 {
		return nil
	}
	slices.Sort(c.latencies)
	at := func(share float64) float64 { return micros(c.latencies[int(share*float64(len(c.latencies)-1))]) }
	each := func(sum time.Duration) float64 { return micros(sum) / float64(c.requests) }
	return &measured{
		Requests: c.requests, CPU: each(c.cpu), Beside: each(c.beside), P50: at(0.5), P99: at(0.99),
	}
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }
