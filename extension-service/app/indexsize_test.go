package app_test

import (
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"poolkeeper.example/extension-service/cmd/seed/demo"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// The index of freelancers is built anew while people search, and ends equal to the database. At full size the time of
// the rebuild, of the comparison and what a search computes are held against what the product promises.
func TestProveIndex_AMillionRecords_IsRebuiltDuringSearches(t *testing.T) {
	stress.SkipInShort(t, "builds a large index")
	t.Parallel()
	n := stress.Size(400, 1_000_000)
	r := stress.Rand(t)
	p := openProduct(t, ownFolder(t))
	if err := demo.SeedProduct(t.Context(), p.Service, demo.Sizes{Freelancers: n}); err != nil {
		t.Fatal(err)
	}
	token, words := p.token(t, "tech"), p.lastNames(t, r)
	stop, searched := make(chan struct{}), 0
	var searching sync.WaitGroup
	searching.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				searched += p.found(t, token, words[i%len(words)])
			}
		}
	})
	measured(t, "the rebuild", time.Minute, func() error { return p.Reindex(t.Context(), []string{"freelancer"}) })
	close(stop)
	searching.Wait()
	t.Logf("%d documents were found meanwhile", searched)
	measured(t, "the comparison", 30*time.Second, func() error {
		report, err := p.Drift(t.Context(), "freelancer")
		if all := int64(n); err == nil && (report.Counts[search.OK] < all || len(report.IDs) > 0) {
			t.Errorf("of %d freelancers: %v", n, report.Counts)
		}
		return err
	})
	spent := make([]time.Duration, 0, len(words))
	for _, word := range words {
		before := computed(t)
		p.found(t, token, word)
		spent = append(spent, computed(t)-before)
	}
	slices.Sort(spent)
	half := spent[len(spent)/2]
	t.Logf("a search computes for %s, one in ten for %s or more", half, spent[len(spent)*9/10])
	if stress.IsFull() && half > time.Millisecond {
		t.Errorf("a search computes for %s", half)
	}
}

// lastNames are some of those that people have.
func (p *product) lastNames(t *testing.T, r *rand.Rand) []string {
	t.Helper()
	var out []string
	var name string
	err := p.DB.Each(t.Context(), []any{&name}, func() error {
		out = append(out, name)
		return nil
	}, "SELECT DISTINCT last_name FROM freelancers ORDER BY last_name LIMIT 5000")
	if err != nil || len(out) == 0 {
		t.Fatal(len(out), err)
	}
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:min(len(out), 400)]
}

// found asks for the first page of those who have a name.
func (p *product) found(t *testing.T, token, name string) int {
	t.Helper()
	r := httptest.NewRequest("POST", "/api/search/freelancer/query",
		strings.NewReader(fmt.Sprintf(`{"query":"lastName:\"%s\"","size":20}`, name)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	got, err := send(p.Service, r)
	rows, _ := got.json(t)["results"].([]any)
	if err != nil || len(rows) == 0 {
		t.Errorf("%s: %d %s, %v", name, got.status, got.body, err)
	}
	return len(rows)
}

// measured tells how long something takes, and at full size fails if that is longer than it may.
func measured(t *testing.T, what string, most time.Duration, do func() error) {
	t.Helper()
	began, cpu := time.Now(), computed(t)
	if err := do(); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	took := time.Since(began)
	t.Logf("%s takes %s and computes for %s", what, took.Round(time.Millisecond), computed(t)-cpu)
	if stress.IsFull() && took > most {
		t.Errorf("%s takes %s, more than %s", what, took, most)
	}
}

// computed is how long this process has computed.
func computed(t *testing.T) time.Duration {
	t.Helper()
	var all syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &all); err != nil {
		t.Fatal(err)
	}
	return time.Duration(all.Utime.Nano() + all.Stime.Nano())
}
