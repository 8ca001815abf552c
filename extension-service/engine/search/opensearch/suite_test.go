package opensearch_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/search/opensearch"
	"poolkeeper.example/extension-service/internal/test/enginetest"
	"poolkeeper.example/extension-service/internal/test/nodetest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

func TestMain(m *testing.M) { os.Exit(nodetest.Run(m)) }

// open gives each test names of its own on the shared node, by their prefix.
func open(t *testing.T, address, prefix string) search.Engine {
	t.Helper()
	e, err := opensearch.New(address, prefix, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

func TestEngine_CommonSuite_Passes(t *testing.T) {
	address := nodetest.Address(t)
	enginetest.Suite(t, func(t *testing.T) search.Engine {
		t.Helper()
		name := strings.Map(func(c rune) rune {
			if c >= 'a' && c <= 'z' {
				return c
			}
			return -1
		}, strings.ToLower(t.Name()))
		e := open(t, address, cmp.Or(name, "x")+"-")
		t.Cleanup(func() {
			for _, typ := range []string{"book", "author"} {
				state, err := e.State(context.WithoutCancel(t.Context()), typ)
				if err != nil {
					t.Error(err)
				}
				for index := range state.Indexes {
					if err := e.Drop(context.WithoutCancel(t.Context()), index); err != nil {
						t.Error(err)
					}
				}
			}
		})
		return e
	})
}

var schema = search.Schema{
	Type: "ship", SettingsVersion: 1,
	Fields: []search.Field{{Name: "name", Type: search.Text, Searchable: true}},
}

func ship(id, version int64) search.Document {
	return search.Document{ID: id, Version: version, Contents: search.ContentsOf(map[string]any{"name": "Vasa"})}
}

// Two installations on one cluster neither find nor change what the other has, nor what an older version had under bare
// names.
func TestInstallations_OnOneCluster_UseOnlyTheirOwnIndexes(t *testing.T) {
	t.Parallel()
	const index = "galley-v1-20260101000000"
	galley := search.Schema{Type: "galley", SettingsVersion: 1, Fields: schema.Fields}
	address, engines := nodetest.Address(t), []search.Engine{}
	for i, prefix := range []string{"", "pk1-", "pk2-"} {
		e := open(t, address, prefix)
		t.Cleanup(func() { _ = e.Drop(context.WithoutCancel(t.Context()), index) })
		if state, err := e.State(t.Context(), "galley"); err != nil || len(state.Indexes)+len(state.Aliases) > 0 {
			t.Fatalf("%q begins with %+v, %v", prefix, state, err)
		}
		docs := []search.Document{ship(int64(i+1), 1)}
		err := errors.Join(e.Create(t.Context(), index, galley), e.Write(t.Context(), index, docs),
			e.Alias(t.Context(), map[string][]string{"galley": {index}}), e.Refresh(t.Context(), index))
		if err != nil {
			t.Fatal(err)
		}
		engines = append(engines, e)
	}
	if types, err := engines[1].Types(t.Context()); err != nil || !slices.Equal(types, []string{"galley"}) {
		t.Errorf("types %v, %v", types, err)
	}
	if err := engines[1].Drop(t.Context(), index); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{1, 0, 1} {
		state, err := engines[i].State(t.Context(), "galley")
		if err != nil || len(state.Indexes) != want || len(state.Aliases["galley"].Indexes) != want {
			t.Errorf("engine %d has %+v, %v", i, state, err)
		}
		if want == 0 {
			continue
		}
		page, err := engines[i].Query(t.Context(), index, search.Query{Size: 10})
		if err != nil || len(page.Hits) != 1 || page.Hits[0].ID != int64(i+1) {
			t.Errorf("engine %d finds %+v, %v", i, page.Hits, err)
		}
	}
}

// What is written goes in requests that a node takes, however long the documents are, and in few of them.
func TestRequests_LongDocuments_HaveALengthTheNodeAccepts(t *testing.T) {
	t.Parallel()
	var sent []int64
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := `{"errors":false}`
		if strings.HasSuffix(r.URL.Path, "/_mapping") {
			answer = `{"ship-v1":{"mappings":{"_meta":{"schema":"{}"}}}}`
		} else {
			sent = append(sent, r.ContentLength)
		}
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(node.Close)
	e := open(t, node.URL, "")
	for _, tc := range []struct{ documents, length, requests int }{{4000, 100, 1}, {5, 3 << 20, 3}, {2, 9 << 20, 2}} {
		docs := make([]search.Document, tc.documents)
		for i := range docs {
			docs[i] = search.Document{
				ID: int64(i + 1), Version: 1,
				Contents: search.ContentsOf(map[string]any{"log": strings.Repeat("x", tc.length)}),
			}
		}
		sent = nil
		if err := e.Write(t.Context(), "ship-v1", docs); err != nil || len(sent) != tc.requests || slices.Max(sent) > 10<<20 {
			t.Errorf("%+v: requests of %v bytes, %v", tc, sent, err)
		}
	}
}

// A node whose disk is nearly full closes its indexes for writing by itself: writes are refused, reads go on, and once
// there is room it takes them again. In make test somebody closes one index.
func TestProveNode_ReadOnlyIndex_RefusesWritesUntilThereIsRoom(
	t *testing.T,
) { //nolint:paralleltest // it closes the indexes of all others
	stress.SkipInShort(t, "starts OpenSearch, or kills it")
	address, ctx, index := nodetest.Address(t), t.Context(), "ship-v1-20260101000000"
	e := open(t, address, "")
	t.Cleanup(func() { _ = e.Drop(context.WithoutCancel(ctx), index) })
	if err := errors.Join(e.Create(ctx, index, schema), e.Write(ctx, index, []search.Document{ship(1, 1)}),
		e.Refresh(ctx, index)); err != nil {
		t.Fatal(err)
	}
	fill, clear := closing(t, address, index)
	t.Cleanup(clear)
	fill()
	eventually(t, func() bool { return e.Write(ctx, index, []search.Document{ship(1, 2)}) != nil })
	if n, err := e.Count(ctx, index, search.Query{}); n != 1 || err != nil {
		t.Errorf("count %d, %v", n, err)
	}
	clear()
	eventually(t, func() bool { return e.Write(ctx, index, []search.Document{ship(2, 1)}) == nil })
	if err := e.Refresh(ctx, index); err != nil {
		t.Fatal(err)
	}
	if n, err := e.Count(ctx, index, search.Query{}); n != 2 || err != nil {
		t.Errorf("count %d, %v", n, err)
	}
	eventually(t, func() bool { // the node refuses new indexes, too, and takes them a little later
		other := index + "1"
		return errors.Join(e.Create(ctx, other, schema), e.Drop(ctx, other)) == nil
	})
}

// closing has the node find its disk full, and then with room enough, or in make test closes the index and opens it
// again.
func closing(t *testing.T, address, index string) (fill, clear func()) {
	t.Helper()
	if !stress.IsFull() {
		block := func(value string) func() {
			return func() { set(t, address+"/"+index+"/_settings", `{"index.blocks.read_only_allow_delete":`+value+`}`) }
		}
		return block("true"), block("null")
	}
	watermarks := func(room string) func() {
		const disk = `"cluster.routing.allocation.disk.`
		return func() {
			set(t, address+"/_cluster/settings", fmt.Sprintf(
				`{"transient":{%[1]sthreshold_enabled":true,%[1]swatermark.low":%[2]q,%[1]swatermark.high":%[2]q,
				%[1]swatermark.flood_stage":%[2]q,"cluster.info.update.interval":"10s"}}`, disk, room))
		}
	}
	return watermarks("1000000gb"), watermarks("1b") // no disk has so much room, and each has some
}

func set(t *testing.T, address, settings string) {
	t.Helper()
	r, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), http.MethodPut, address,
		strings.NewReader(settings))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if text, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusOK {
		t.Errorf("%d %s", answer.StatusCode, text)
	}
}

// eventually asks again until something is so.
func eventually(t *testing.T, is func() bool) {
	t.Helper()
	tick, deadline := time.NewTicker(100*time.Millisecond), time.After(5*time.Minute)
	defer tick.Stop()
	for !is() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatal("it never is")
		}
	}
}

// A tombstone is kept by the index itself: a write that comes late finds it, also after a restart has cost OpenSearch
// its own.
func TestTombstone_AfterGarbageCollection_RefusesLateWrites(t *testing.T) {
	t.Parallel()
	ctx, index := t.Context(), "ship-v2-20260101000000"
	e := open(t, nodetest.Address(t), "")
	t.Cleanup(func() { _ = e.Drop(context.WithoutCancel(ctx), index) })
	err := errors.Join(e.Create(ctx, index, schema), e.Write(ctx, index, []search.Document{ship(1, 3)}),
		e.Write(ctx, index, []search.Document{{ID: 1, Version: 5, Deleted: true}}),
		e.Purge(ctx, index), // flushes, and rewrites the index without what was deleted
		e.Write(ctx, index, []search.Document{ship(1, 4)}), e.Refresh(ctx, index))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := e.Count(ctx, index, search.Query{}); n != 0 || err != nil {
		t.Errorf("a late write has brought %d back, %v", n, err)
	}
}

// A node that is stopped is a failure that says so within the time of the call. When it goes on, so does what was asked
// of it.
func TestNode_Stopped_IsAFailureWithinTheTimeOfTheCall(
	t *testing.T,
) { //nolint:paralleltest // it stops what the others share
	node, index := nodetest.Exclusive(t), "ship-v3-20260101000000"
	e := open(t, nodetest.Address(t), "")
	t.Cleanup(func() { _ = e.Drop(context.WithoutCancel(t.Context()), index) })
	if err := e.Create(t.Context(), index, schema); err != nil {
		t.Fatal(err)
	}
	node.Freeze(t)
	ctx, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer stop()
	if err := e.Ping(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("stopped: %v", err)
	}
	if err := e.Write(ctx, index, []search.Document{ship(1, 1)}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("stopped: %v", err)
	}
	written := make(chan error)
	go func() { written <- e.Write(t.Context(), index, []search.Document{ship(1, 1)}) }()
	node.Signal(syscall.SIGCONT)
	if err := errors.Join(<-written, e.Refresh(t.Context(), index)); err != nil {
		t.Errorf("when it goes on: %v", err)
	}
	if n, err := e.Count(t.Context(), index, search.Query{}); n != 1 || err != nil {
		t.Errorf("count %d, %v", n, err)
	}
}
