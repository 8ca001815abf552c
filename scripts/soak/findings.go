package main

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// findings are what calls took, by their kind, and how many failed, by what was said.
type findings struct {
	mu        sync.Mutex
	latencies map[string][]time.Duration
	errors    map[string]int
}

func (f *findings) add(kind string, took time.Duration, a answer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.latencies[kind] = append(f.latencies[kind], took)
	if a.err != nil {
		f.errors[fmt.Sprintf("%s: %v", kind, a.err)]++
	} else if a.status >= http.StatusBadRequest {
		f.errors[fmt.Sprintf("%s: %d %.200s", kind, a.status, a.body)]++
	}
}

// share is the time within which so many of a hundred are; waits are in order.
func share(latencies []time.Duration, percent int) time.Duration {
	if len(latencies) == 0 {
		return 0
	}
	return latencies[min(len(latencies)*percent/100, len(latencies)-1)]
}

func (f *findings) all() []time.Duration {
	var all []time.Duration
	for _, latencies := range f.latencies {
		all = append(all, latencies...)
	}
	slices.Sort(all)
	return all
}

// print lists kinds of call, the slowest first, and what failed.
func (f *findings) print(w io.Writer) {
	line := func(kind string, latencies []time.Duration) {
		ms := func(percent int) float64 { return float64(share(latencies, percent).Microseconds()) / 1000 }
		fmt.Fprintf(w, "%7d  %8.1f  %8.1f  %8.1f  %s\n", len(latencies), ms(50), ms(95), ms(99), kind)
	}
	for _, latencies := range f.latencies {
		slices.Sort(latencies)
	}
	fmt.Fprintf(w, "%7s  %8s  %8s  %8s\n", "calls", "p50 ms", "p95 ms", "p99 ms")
	for _, kind := range slices.SortedFunc(maps.Keys(f.latencies), func(a, b string) int {
		return int(share(f.latencies[b], 99) - share(f.latencies[a], 99))
	}) {
		line(kind, f.latencies[kind])
	}
	line("all", f.all())
	for _, message := range slices.Sorted(maps.Keys(f.errors)) {
		fmt.Fprintf(w, "%d times: %s\n", f.errors[message], message)
	}
}

// failure is an error when a call has failed, or one in a hundred took longer than it may; 0 allows any time.
func (f *findings) failure(within time.Duration) error {
	failed := 0
	for _, n := range f.errors {
		failed += n
	}
	all := f.all()
	switch p99 := share(all, 99); {
	case len(all) == 0:
		return fmt.Errorf("nothing was called")
	case failed > 0:
		return fmt.Errorf("%d of %d calls have failed", failed, len(all))
	case within > 0 && p99 > within:
		return fmt.Errorf("one call in a hundred took longer than %s: %s", within, p99)
	}
	return nil
}

// watch prints the memory of the service from time to time, and once at the end.
func (s *service) watch(w io.Writer, every time.Duration) (stop func()) {
	began, done, ended := time.Now(), make(chan struct{}), make(chan struct{})
	say := func() {
		fmt.Fprintf(w, "after %4.0f s: %s of memory of its own, load %s\n", time.Since(began).Seconds(), s.memory(),
			machineLoad())
	}
	go func() {
		defer close(ended)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-done:
				say()
				return
			case <-tick.C:
				say()
			}
		}
	}()
	return func() { close(done); <-ended }
}

// memory is what the service holds that is no file's.
func (s *service) memory() string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.running.Process.Pid))
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(text)) {
		if size, isIt := strings.CutPrefix(line, "RssAnon:"); isIt {
			return strings.TrimSpace(size)
		}
	}
	return "unknown"
}

// machineLoad is how many processes have wanted to run, on average of the last one, five and 15 minutes.
func machineLoad() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(text))[:3], " ")
}
