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

// prefixedEngine gives each test names of its own on the shared node: what begins with prefix there begins with none
// here.
type prefixedEngine struct {
	search.Engine
	prefix string
}

func (a prefixedEngine) prefixed(names ...string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = a.prefix + name
	}
	return out
}

func (a prefixedEngine) Create(ctx context.Context, name string, s search.Schema) error {
	s.Type = a.prefix + s.Type
	return a.Engine.Create(ctx, a.prefix+name, s)
}

func (a prefixedEngine) Drop(ctx context.Context, name string) error {
	return a.Engine.Drop(ctx, a.prefix+name)
}

func (a prefixedEngine) Write(ctx context.Context, name string, docs []search.Document) error {
	return a.Engine.Write(ctx, a.prefix+name, docs)
}

func (a prefixedEngine) Finish(ctx context.Context, name string, alive func() error) error {
	return a.Engine.Finish(ctx, a.prefix+name, alive)
}

func (a prefixedEngine) Remove(ctx context.Context, name string, ids []int64) error {
	return a.Engine.Remove(ctx, a.prefix+name, ids)
}

func (a prefixedEngine) Query(ctx context.Context, name string, q search.Query) (search.Page, error) {
	return a.Engine.Query(ctx, a.prefix+name, q)
}

func (a prefixedEngine) Count(ctx context.Context, name string, q search.Query) (int64, error) {
	return a.Engine.Count(ctx, a.prefix+name, q)
}

func (a prefixedEngine) Refresh(ctx context.Context, name string) error {
	return a.Engine.Refresh(ctx, a.prefix+name)
}

func (a prefixedEngine) Purge(ctx context.Context, name string) error {
	return a.Engine.Purge(ctx, a.prefix+name)
}

func (a prefixedEngine) Alias(ctx context.Context, aliases map[string][]string) error {
	out := map[string][]string{}
	for alias, names := range aliases {
		out[a.prefix+alias] = a.prefixed(names...)
	}
	return a.Engine.Alias(ctx, out)
}

func (a prefixedEngine) Types(ctx context.Context) ([]string, error) {
	types, err := a.Engine.Types(ctx)
	var out []string
	for _, typ := range types {
		if name, ok := strings.CutPrefix(typ, a.prefix); ok {
			out = append(out, name)
		}
	}
	return out, err
}

func (a prefixedEngine) State(ctx context.Context, typ string) (search.State, error) {
	found, err := a.Engine.State(ctx, a.prefix+typ)
	out := search.State{Indexes: map[string]search.Schema{}, Aliases: map[string]search.Alias{}}
	for name, s := range found.Indexes {
		s.Type = strings.TrimPrefix(s.Type, a.prefix)
		out.Indexes[strings.TrimPrefix(name, a.prefix)] = s
	}
	for alias, is := range found.Aliases {
		for i, name := range is.Indexes {
			is.Indexes[i] = strings.TrimPrefix(name, a.prefix)
		}
		out.Aliases[strings.TrimPrefix(alias, a.prefix)] = is
	}
	return out, err
}

func open(t *testing.T, address string) search.Engine {
	t.Helper()
	e, err := opensearch.New(address, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

func TestSuite(t *testing.T) {
	address := nodetest.Address(t)
	enginetest.Suite(t, func(t *testing.T) search.Engine {
		t.Helper()
		name := strings.Map(func(c rune) rune {
			if c >= 'a' && c <= 'z' {
				return c
			}
			return -1
		}, strings.ToLower(t.Name()))
		e := prefixedEngine{open(t, address), cmp.Or(name, "x") + "-"}
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

// What is written goes in requests that a node takes, however long the documents are, and in few of them.
func TestRequestsAreOfALengthThatANodeTakes(t *testing.T) {
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
	e := open(t, node.URL)
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
func TestProveAReadOnlyIndexRefusesWritesUntilThereIsRoom(
	t *testing.T,
) { //nolint:paralleltest // it closes the indexes of all others
	stress.SkipInShort(t, "starts OpenSearch, or kills it")
	address, ctx, index := nodetest.Address(t), t.Context(), "ship-v1-20260101000000"
	e := open(t, address)
	t.Cleanup(func() { _ = e.Drop(context.WithoutCancel(ctx), index) })
	if err := errors.Join(e.Create(ctx, index, schema), e.Write(ctx, index, []search.Document{ship(1, 1)}),
		e.Refresh(ctx, index)); err != nil {
		t.Fatal(err)
	}
	fill, clear := closing(t, address, index)
	t.Cleanup(clear)
	fill()
	waitUntil(t, func() bool { return e.Write(ctx, index, []search.Document{ship(1, 2)}) != nil })
	if n, err := e.Count(ctx, index, search.Query{}); n != 1 || err != nil {
		t.Errorf("count %d, %v", n, err)
	}
	clear()
	waitUntil(t, func() bool { return e.Write(ctx, index, []search.Document{ship(2, 1)}) == nil })
	if err := e.Refresh(ctx, index); err != nil {
		t.Fatal(err)
	}
	if n, err := e.Count(ctx, index, search.Query{}); n != 2 || err != nil {
		t.Errorf("count %d, %v", n, err)
	}
	waitUntil(t, func() bool { // the node refuses new indexes, too, and takes them a little later
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

// waitUntil asks again until something is so.
func waitUntil(t *testing.T, is func() bool) {
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
func TestATombstoneOutlivesWhatOpenSearchForgets(t *testing.T) {
	t.Parallel()
	ctx, index := t.Context(), "ship-v2-20260101000000"
	e := open(t, nodetest.Address(t))
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
func TestAStoppedNodeIsAFailure(t *testing.T) { //nolint:paralleltest // it stops what the others share
	node, index := nodetest.Exclusive(t), "ship-v3-20260101000000"
	e := open(t, nodetest.Address(t))
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
