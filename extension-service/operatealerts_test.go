package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	betweenScrapes = time.Second
	scrapeLimit    = 10 * time.Second // as Prometheus has it
	rulesOfAlerts  = "../deploy/alerts.yml"
)

// watcher reads the metrics of all copies as Prometheus does, but every second. The rules of alerts are then tried on
// what it has read, with a minute for each second: what was gone for 20 seconds counts as 20 minutes.
type watcher struct {
	token  string
	copies []string // their addresses
	names  map[string]bool

	mu     sync.Mutex
	rounds int
	series map[string]map[int]string // values by their round
	moved  chan struct{}             // closed, and made anew, after each round
	fired  map[string]firing         // by alert
	begun  int                       // the round in which something was last begun to be done to the product
}

// firing is when an alert fires, in rounds.
type firing struct {
	from, until int // while this is done to the product, it begins to fire once
	at          int // it fires
}

// watch reads the metrics until the test ends.
func watch(t *testing.T, token string, copies []string) *watcher {
	t.Helper()
	text, err := os.ReadFile(rulesOfAlerts)
	if err != nil {
		t.Fatal(err)
	}
	w := &watcher{
		token: token, copies: copies, names: map[string]bool{}, series: map[string]map[int]string{},
		moved: make(chan struct{}), fired: map[string]firing{},
	}
	for _, name := range regexp.MustCompile(`poolkeeper_\w+`).FindAllString(string(text), -1) {
		w.names[name] = !strings.HasSuffix(name, "_bucket") // hundreds of series for one alert, which is about slowness
	}
	ctx, stop := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	watching.Go(func() { w.run(ctx) })
	t.Cleanup(func() {
		stop()
		watching.Wait()
	})
	return w
}

func (w *watcher) run(ctx context.Context) {
	tick := time.NewTicker(betweenScrapes)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		seen := make([]map[string]string, len(w.copies))
		var scraping sync.WaitGroup
		for i := range w.copies {
			scraping.Go(func() { seen[i] = w.scrape(ctx, i) })
		}
		scraping.Wait()
		w.store(seen)
	}
}

// store ends a round.
func (w *watcher) store(seen []map[string]string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, values := range seen {
		for name, value := range values {
			if w.series[name] == nil {
				w.series[name] = map[int]string{}
			}
			w.series[name][w.rounds] = value
		}
	}
	w.rounds++
	close(w.moved)
	w.moved = make(chan struct{})
}

// scrape reads the metrics of a copy that alerts ask for, by their series.
func (w *watcher) scrape(ctx context.Context, i int) map[string]string {
	labels := fmt.Sprintf(`instance="copy-%d",job="poolkeeper"`, i)
	out := map[string]string{"up{" + labels + "}": "0"}
	limited, stop := context.WithTimeout(ctx, scrapeLimit)
	defer stop()
	probe, err := http.NewRequestWithContext(limited, http.MethodGet, "http://"+w.copies[i]+"/metrics", http.NoBody)
	if err != nil {
		return out
	}
	probe.Header.Set("Authorization", "Bearer "+w.token)
	answered, err := http.DefaultClient.Do(probe)
	if err != nil {
		return out
	}
	defer func() { _ = answered.Body.Close() }()
	read := map[string]string{}
	lines := bufio.NewScanner(answered.Body)
	for lines.Scan() {
		at := strings.LastIndexByte(lines.Text(), ' ')
		name, own, hasLabels := strings.Cut(lines.Text()[:max(at, 0)], "{")
		if !w.names[name] {
			continue
		}
		if hasLabels {
			own = "," + strings.TrimSuffix(own, "}")
		}
		read[name+"{"+labels+own+"}"] = lines.Text()[at+1:]
	}
	if lines.Err() != nil || answered.StatusCode != http.StatusOK {
		return out
	}
	maps.Copy(out, read)
	out["up{"+labels+"}"] = "1"
	return out
}

// await waits until the series that match have had a value for as many rounds one after the other, and no other.
func (w *watcher) await(t *testing.T, series, value string, rounds int) {
	t.Helper()
	pattern, from, deadline := regexp.MustCompile(series), w.round(), time.After(patience)
	for {
		w.mu.Lock()
		moved := w.moved
		ready := w.rounds-from >= rounds && w.had(pattern, value, rounds)
		w.mu.Unlock()
		if ready {
			return
		}
		select {
		case <-moved:
		case <-deadline:
			t.Fatalf("%s was never %s for %d rounds", series, value, rounds)
		}
	}
}

// had says whether one of the series has had the value in the last rounds, and none another one: what all copies share
// is told by one of them, and a copy that is away tells nothing.
func (w *watcher) had(pattern *regexp.Regexp, value string, rounds int) bool {
	found := false
	for name, values := range w.series {
		if !pattern.MatchString(name) {
			continue
		}
		times := 0
		for round := w.rounds - rounds; round < w.rounds; round++ {
			seen, isThere := values[round]
			if isThere && seen != value {
				return false
			}
			if isThere {
				times++
			}
		}
		found = found || times == rounds
	}
	return found
}

func (w *watcher) round() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.rounds
}

// beginOutage says that something else is done to the product from now on.
func (w *watcher) beginOutage() {
	w.begun = w.round()
	for alert, f := range w.fired {
		f.until = cmp.Or(f.until, w.begun)
		w.fired[alert] = f
	}
}

// fires says that an alert must fire by now, for what was begun last. It must have gone by the end.
func (w *watcher) fires(alert string) { w.fired[alert] = firing{from: w.begun, at: w.round() - 1} }

// check has Prometheus' own tool try the rules on what was read: what has fired did so once and has gone.
func (w *watcher) check(t *testing.T) {
	t.Helper()
	rules, err := filepath.Abs(rulesOfAlerts)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "operate_test.yml")
	if err := os.WriteFile(file, []byte(w.cases(rules)), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "promtool", "test", "rules", file).CombinedOutput()
	if err != nil {
		t.Errorf("alerts: %v\n%s", err, out)
	}
	t.Logf("%d rounds; these have fired and gone: %s", w.rounds, slices.Sorted(maps.Keys(w.fired)))
}

// cases are what was read, and which alerts must fire when, as promtool reads them.
func (w *watcher) cases(rules string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var text strings.Builder
	fmt.Fprintf(&text, "rule_files: [%s]\nevaluation_interval: 1m\ntests:\n  - interval: 1m\n    input_series:\n", rules)
	for _, name := range slices.Sorted(maps.Keys(w.series)) {
		values := make([]string, w.rounds)
		for round := range values {
			values[round] = "stale"
			if value, isThere := w.series[name][round]; isThere {
				values[round] = value
			}
		}
		fmt.Fprintf(&text, "      - series: '%s'\n        values: '%s'\n", name, strings.Join(values, " "))
	}
	text.WriteString("    promql_expr_test:\n")
	for _, alert := range slices.Sorted(maps.Keys(w.fired)) {
		f := w.fired[alert]
		alerts := fmt.Sprintf("ALERTS{alertname=%q,alertstate=\"firing\"}", alert)
		for value, round := range []int{w.rounds - 1, f.at} {
			text.WriteString(expected("(count("+alerts+") or vector(0)) > bool 0", round, value))
		}
		until := cmp.Or(f.until, w.rounds-1)
		begins := fmt.Sprintf("max(count_over_time((%s unless %[1]s offset 1m)[%dm:1m]))", alerts, until-f.from)
		text.WriteString(expected(begins, until, 1))
	}
	return text.String()
}

// expected is one case of promtool: what an expression is in a round.
func expected(expression string, round, value int) string {
	return fmt.Sprintf("      - expr: %s\n        eval_time: %dm\n        exp_samples: [{labels: '{}', value: %d}]\n",
		expression, round, value)
}
