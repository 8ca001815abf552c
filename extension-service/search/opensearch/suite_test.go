package opensearch_test

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/search"
	"poolkeeper.example/extension-service/search/enginetest"
	"poolkeeper.example/extension-service/search/opensearch"
	"poolkeeper.example/extension-service/search/opensearch/nodetest"
)

func TestMain(m *testing.M) { os.Exit(nodetest.Run(m)) }

// apart gives each test names of its own on the shared node: what begins with prefix there begins with none here.
type apart struct {
	search.Engine
	prefix string
}

func (a apart) to(names ...string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = a.prefix + name
	}
	return out
}

func (a apart) Create(ctx context.Context, name string, s search.Schema) error {
	s.Type = a.prefix + s.Type
	return a.Engine.Create(ctx, a.prefix+name, s)
}

func (a apart) Drop(ctx context.Context, name string) error { return a.Engine.Drop(ctx, a.prefix+name) }

func (a apart) Write(ctx context.Context, name string, docs []search.Document) error {
	return a.Engine.Write(ctx, a.prefix+name, docs)
}

func (a apart) Finish(ctx context.Context, name string, alive func() error) error {
	return a.Engine.Finish(ctx, a.prefix+name, alive)
}

func (a apart) Remove(ctx context.Context, name string, ids []int64) error {
	return a.Engine.Remove(ctx, a.prefix+name, ids)
}

func (a apart) Query(ctx context.Context, name string, q search.Query) (search.Page, error) {
	return a.Engine.Query(ctx, a.prefix+name, q)
}

func (a apart) Count(ctx context.Context, name string, q search.Query) (int64, error) {
	return a.Engine.Count(ctx, a.prefix+name, q)
}

func (a apart) Refresh(ctx context.Context, name string) error {
	return a.Engine.Refresh(ctx, a.prefix+name)
}

func (a apart) Purge(ctx context.Context, name string) error {
	return a.Engine.Purge(ctx, a.prefix+name)
}

func (a apart) Alias(ctx context.Context, aliases map[string][]string) error {
	out := map[string][]string{}
	for alias, names := range aliases {
		out[a.prefix+alias] = a.to(names...)
	}
	return a.Engine.Alias(ctx, out)
}

func (a apart) Types(ctx context.Context) ([]string, error) {
	types, err := a.Engine.Types(ctx)
	var out []string
	for _, typ := range types {
		if name, ok := strings.CutPrefix(typ, a.prefix); ok {
			out = append(out, name)
		}
	}
	return out, err
}

func (a apart) State(ctx context.Context, typ string) (search.State, error) {
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
		e := apart{open(t, address), cmp.Or(name, "x") + "-"}
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

var schema = search.Schema{Type: "ship", SettingsVersion: 1, Fields: []search.Field{{Name: "name", Type: search.Text, Searchable: true}}}

func ship(id, version int64) search.Document {
	return search.Document{ID: id, Version: version, Fields: map[string]any{"name": "Vasa"}}
}

// A full disk makes the cluster close its indexes for writing: the write is refused, reads go on, and it is taken afterwards.
func TestAReadOnlyIndexRefusesWritesUntilThereIsRoom(t *testing.T) {
	t.Parallel()
	address, ctx, index := nodetest.Address(t), t.Context(), "ship-v1-20260101000000"
	e := open(t, address)
	t.Cleanup(func() { _ = e.Drop(context.WithoutCancel(ctx), index) })
	if err := errors.Join(e.Create(ctx, index, schema), e.Write(ctx, index, []search.Document{ship(1, 1)}), e.Refresh(ctx, index)); err != nil {
		t.Fatal(err)
	}
	block := func(value string) {
		t.Helper()
		r, err := http.NewRequestWithContext(ctx, http.MethodPut, address+"/"+index+"/_settings", strings.NewReader(`{"index.blocks.read_only_allow_delete":`+value+`}`))
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
			t.Fatalf("%d %s", answer.StatusCode, text)
		}
	}
	block("true")
	if err := e.Write(ctx, index, []search.Document{ship(2, 1)}); err == nil {
		t.Error("a read-only index takes documents")
	}
	if n, err := e.Count(ctx, index, search.Query{}); n != 1 || err != nil {
		t.Errorf("count %d, %v", n, err)
	}
	block("null")
	if err := errors.Join(e.Write(ctx, index, []search.Document{ship(2, 1)}), e.Refresh(ctx, index)); err != nil {
		t.Error(err)
	}
	if n, err := e.Count(ctx, index, search.Query{}); n != 2 || err != nil {
		t.Errorf("count %d, %v", n, err)
	}
}

// A tombstone is kept by the index itself: a write that comes late finds it, also after a restart has cost OpenSearch its own.
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

// A cluster that is not there, or too slow, is a failure that says so within the time of the call.
func TestALostNodeIsAFailure(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }() // it takes connections and answers nothing
	slow := open(t, "http://"+silent.Addr().String())
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if err := slow.Ping(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("slow: %v", err)
	}
	if err := slow.Write(ctx, "ship", []search.Document{ship(1, 1)}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("slow: %v", err)
	}
	lost := open(t, "http://127.0.0.1:1")
	if _, err := lost.State(t.Context(), "ship"); err == nil {
		t.Error("a node that is not there answers")
	}
}
