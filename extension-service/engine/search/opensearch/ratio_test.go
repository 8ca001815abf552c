package opensearch_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/cmd/seed/demo"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/internal/test/nodetest"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/config"
)

const (
	bulkSize = 1000 // documents of one request
	writers  = 2    // as many as a rebuild has
	rounds   = 3
	dearest  = 1.3
)

// A rebuild of the product's own freelancers reads, compares, and makes documents beside what it writes: all of it,
// with what the node does, computes at most 1.3 times as long as sending the very same documents by thousands, which
// lie ready, with as many writers, into an index of the same settings. The rebuild sends more at once, as far as a node
// takes it, which saves it five to eight hundredths. How long it takes depends on who else computes meanwhile, and is
// only told. In make test the documents alone are compared.
func TestProveRebuild_CostBesideItsBulk_IsBounded(
	t *testing.T,
) { //nolint:paralleltest // what else is at work would be measured
	stress.SkipInShort(t, "starts OpenSearch, or kills it")
	node, address := nodetest.Exclusive(t), nodetest.Address(t)
	s := seeded(t, address, stress.Size(300, 200_000))
	prefix, err := search.Installation(t.Context(), s.DB)
	if err != nil {
		t.Fatal(err)
	}
	rebuild := func() string {
		name, err := s.Indexes().Rebuild(t.Context(), "freelancer", search.Options{Force: true})
		if err != nil {
			t.Fatal(err)
		}
		return prefix + "-" + name
	}
	c, live := cluster{address}, rebuild()
	parts, n := c.read(t, live)
	bulk := "bare-v1-20260101000000"
	t.Cleanup(func() { c.call(context.WithoutCancel(t.Context()), t, "DELETE", "/"+bulk, nil, nil) })
	var ratios []float64
	for range stress.Size(1, rounds) {
		total := measured(t, node, func() { live = rebuild() })
		c.create(t, bulk, live)
		sent := measured(t, node, func() { c.send(t, bulk, parts) })
		if all := c.count(t, bulk); all != n || c.count(t, live) != n {
			t.Fatalf("%d documents were sent, %d are there, and %d of the rebuild", n, all, c.count(t, live))
		}
		ratios = append(ratios, total.cpu().Seconds()/sent.cpu().Seconds())
		t.Logf("%d documents: the rebuild %s, the bulk %s", n, total, sent)
	}
	slices.Sort(ratios)
	t.Logf("a rebuild computes %.2f times as long as its bulk", ratios)
	if ratio := ratios[len(ratios)/2]; stress.IsFull() && ratio > dearest {
		t.Errorf("that is more than %.2f", dearest)
	}
}

// cost is what something took: of the clock, and of the processor, here and on the node.
type cost struct{ took, here, there time.Duration }

func (c cost) cpu() time.Duration { return c.here + c.there }

func (c cost) String() string {
	return fmt.Sprintf("computed for %s here and %s on the node, and took %s", c.here, c.there, c.took)
}

func measured(t *testing.T, node *nodetest.Node, do func()) cost {
	t.Helper()
	began, here, there := time.Now(), computed(t), node.CPU(t)
	do()
	return cost{time.Since(began).Round(time.Millisecond), computed(t) - here, node.CPU(t) - there}
}

// computed is for how long this process has.
func computed(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Round(time.Millisecond)
}

// seeded is the product with so many freelancers, on the node.
func seeded(t *testing.T, address string, freelancers int) *app.Service {
	t.Helper()
	dir := t.TempDir()
	settings := config.Settings{
		Host: "127.0.0.1", Port: 1, DataDir: dir, DatabaseURL: filepath.Join(dir, "poolkeeper.db"),
		SearchURL: address,
	}
	s, err := app.Open(t.Context(), settings, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		state, err := s.Indexes().Engine.State(ctx, "freelancer")
		for name := range state.Indexes {
			err = errors.Join(err, s.Indexes().Engine.Drop(ctx, name))
		}
		if err := errors.Join(err, s.Close()); err != nil {
			t.Error(err)
		}
	})
	order := demo.Order{Sizes: demo.Sizes{Freelancers: freelancers}, Now: time.Now(), Progress: func(int, int) {}}
	if err := demo.Seed(t.Context(), s.DB, order); err != nil {
		t.Fatal(err)
	}
	return s
}

// cluster is spoken to without the engine.
type cluster struct{ address string }

func (c cluster) call(ctx context.Context, t *testing.T, method, path string, body []byte, into any) {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, method, c.address+path, bytes.NewReader(body))
	if err != nil {
		t.Error(err)
		return
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s %s: %d %.200s", method, path, answer.StatusCode, text)
	}
	if err == nil && into != nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Error(err)
	}
}

// read makes requests that write all documents of an index as they are.
func (c cluster) read(t *testing.T, index string) (parts [][]byte, n int) {
	t.Helper()
	for last := int64(0); ; {
		var page struct {
			Hits struct {
				Hits []struct {
					ID     string          `json:"_id"`
					Source json.RawMessage `json:"_source"`
					Sort   []int64         `json:"sort"`
				} `json:"hits"`
			} `json:"hits"`
		}
		query := fmt.Appendf(nil, `{"size":%d,"sort":["id"],"search_after":[%d],"track_total_hits":false}`, bulkSize, last)
		c.call(t.Context(), t, "POST", "/"+index+"/_search", query, &page)
		if len(page.Hits.Hits) == 0 {
			return parts, n
		}
		var part bytes.Buffer
		for _, h := range page.Hits.Hits {
			var d struct{ Version int64 }
			if err := json.Unmarshal(h.Source, &d); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&part, `{"index":{"_id":%q,"version":%d,"version_type":"external_gte"}}`+"\n%s\n", h.ID, d.Version,
				h.Source)
			last = h.Sort[0]
		}
		parts, n = append(parts, part.Bytes()), n+len(page.Hits.Hits)
	}
}

// create makes an index anew that is as another one.
func (c cluster) create(t *testing.T, index, like string) {
	t.Helper()
	var found map[string]struct{ Mappings json.RawMessage }
	c.call(t.Context(), t, "GET", "/"+like+"/_mapping", nil, &found)
	c.call(t.Context(), t, "DELETE", "/"+index+"?ignore_unavailable=true", nil, nil)
	settings := `{"number_of_shards":1,"auto_expand_replicas":"0-1","refresh_interval":"-1","gc_deletes":"0s"}`
	c.call(t.Context(), t, "PUT", "/"+index, fmt.Appendf(nil, `{"settings":%s,"mappings":%s}`, settings,
		found[like].Mappings), nil)
}

// send writes what lies ready, and lets it be found.
func (c cluster) send(t *testing.T, index string, parts [][]byte) {
	t.Helper()
	var work errgroup.Group
	work.SetLimit(writers)
	for _, part := range parts {
		work.Go(func() error {
			var answer struct{ Errors bool }
			c.call(t.Context(), t, "POST", "/"+index+"/_bulk?filter_path=errors,items.*.status,items.*.error", part, &answer)
			if answer.Errors {
				return errors.New("some documents were refused")
			}
			return nil
		})
	}
	if err := work.Wait(); err != nil {
		t.Fatal(err)
	}
	c.call(t.Context(), t, "POST", "/"+index+"/_refresh", nil, nil)
}

func (c cluster) count(t *testing.T, index string) int {
	t.Helper()
	var answer struct{ Count int }
	c.call(t.Context(), t, "GET", "/"+index+"/_count", nil, &answer)
	return answer.Count
}
