// Package opensearch is the search engine of an installation that has outgrown one machine: OpenSearch over HTTP.
//
// What is compared is written in its canonical form into fields of our own, so that both engines find the same: f<n>
// has the exact values of the n-th field, t<n> its text for any part, w<n> the beginnings of its words, o<n> what it is
// sorted by. Versions are the index's external ones. A tombstone is a document that says so: OpenSearch forgets its own
// within a minute, and all of them at a restart.
package opensearch

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/search"
)

// Engine is a search.Engine on a cluster. Any number of processes may share it, and so may other installations: the
// names of all its indexes and aliases begin with its prefix there, and it sees no others.
type Engine struct {
	at     *url.URL
	prefix string
	client *http.Client
	now    func() time.Time
}

// answerTime is how long an answer may take; the context of a call may allow less.
const answerTime = time.Minute

// New returns the engine at an address, which may name a user and a password, for the indexes whose names begin with a
// prefix in lower case. Nothing is asked before it is needed, and no redirect is followed.
func New(address, prefix string, now func() time.Time) (*Engine, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	client := &http.Client{
		Timeout:       answerTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Engine{at: at, prefix: prefix, client: client, now: now}, nil
}

// path is the address of an index or alias on the cluster.
func (e *Engine) path(name string) string { return "/" + e.prefix + name }

// Close releases the connections.
func (e *Engine) Close() error {
	e.client.CloseIdleConnections()
	return nil
}

// Ping says whether the cluster answers, and whether its main shards can.
func (e *Engine) Ping(ctx context.Context) error {
	var health struct {
		Status string `json:"status"`
	}
	if err := e.call(ctx, request{http.MethodGet, "/_cluster/health", nil}, &health); err != nil {
		return err
	}
	if health.Status == "red" {
		return fmt.Errorf("the cluster is %s", health.Status)
	}
	return nil
}

// Create makes an index of one shard, which is not searchable by the second before it is finished.
func (e *Engine) Create(ctx context.Context, name string, s search.Schema) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	body := map[string]any{
		"settings": map[string]any{
			"number_of_shards": 1, "auto_expand_replicas": "0-1", "refresh_interval": "-1",
			// What is removed must not refuse an older version that comes back: see write.
			"gc_deletes": "0s",
		},
		"mappings": map[string]any{
			"dynamic": false, "_meta": map[string]any{"schema": string(text)},
			"properties": properties(s),
		},
	}
	return e.call(ctx, request{http.MethodPut, e.path(name), body}, nil)
}

func properties(s search.Schema) map[string]any {
	stored := map[string]any{"type": "keyword", "index": false, "doc_values": false}
	out := map[string]any{
		"id": map[string]any{"type": "long"}, "version": map[string]any{"type": "long", "index": false},
		"deleted": map[string]any{"type": "boolean"},
		"client":  map[string]any{"type": "long"}, "entity": map[string]any{"type": "long"},
		"changed": map[string]any{"type": "long", "index": false}, "indexed": map[string]any{"type": "long", "index": false},
		"source": stored,
	}
	for i, f := range s.Fields {
		if !f.Compared() {
			continue
		}
		n := strconv.Itoa(i)
		if isQueried := f.Searchable || f.Filterable; isQueried && f.Type == search.Text {
			out["t"+n], out["w"+n] = map[string]any{"type": "wildcard"}, map[string]any{"type": "keyword", "doc_values": false}
		} else if isQueried {
			out["f"+n] = map[string]any{"type": "keyword", "doc_values": false}
		}
		if f.Sortable {
			kind := map[search.FieldType]string{search.Long: "long", search.Double: "double"}[f.Type]
			if kind == "" {
				kind = "keyword"
			}
			out["o"+n] = map[string]any{"type": kind, "index": false}
		}
	}
	return out
}

// Drop removes an index with its aliases.
func (e *Engine) Drop(ctx context.Context, name string) error {
	err := e.call(ctx, request{http.MethodDelete, e.path(name), nil}, nil)
	if isStatus(err, http.StatusNotFound) {
		return nil
	}
	return err
}

// indexInfo is what the cluster tells of an index. When an alias was set stands in its routing, which an index of one
// shard has no other use for: so it changes in one step with the alias.
type indexInfo struct {
	Aliases map[string]struct {
		Since string `json:"search_routing"`
	} `json:"aliases"`
	Mappings struct {
		Meta struct {
			Schema string `json:"schema"`
		} `json:"_meta"`
	} `json:"mappings"`
}

// indexFields has an answer tell of indexes no more than what about reads.
const indexFields = "filter_path=*.aliases,*.mappings._meta"

// Types lists the types that there is an index of. One without a schema of ours is somebody else's.
func (e *Engine) Types(ctx context.Context) (out []string, err error) {
	var found map[string]indexInfo
	if err := e.call(ctx, request{http.MethodGet, e.path("*-v*") + "?expand_wildcards=open&allow_no_indices=true&" +
		indexFields, nil}, &found); err != nil {
		return nil, err
	}
	for name, one := range found {
		var s search.Schema
		if json.Unmarshal([]byte(one.Mappings.Meta.Schema), &s) == nil && strings.HasPrefix(name, e.prefix+s.Type+"-v") &&
			!slices.Contains(out, s.Type) {
			out = append(out, s.Type)
		}
	}
	slices.Sort(out)
	return out, nil
}

// State lists what there is of a type.
func (e *Engine) State(ctx context.Context, typ string) (search.State, error) {
	out := search.State{Indexes: map[string]search.Schema{}, Aliases: map[string]search.Alias{}}
	var found map[string]indexInfo
	if err := e.call(ctx, request{http.MethodGet, e.path(typ) + "-v*?expand_wildcards=open&allow_no_indices=true&" +
		indexFields, nil}, &found); err != nil {
		return out, err
	}
	names := make([]string, 0, len(found))
	for name := range found {
		names = append(names, strings.TrimPrefix(name, e.prefix))
	}
	slices.Sort(names)
	for _, name := range names {
		info := found[e.prefix+name]
		var s search.Schema
		if err := json.Unmarshal([]byte(info.Mappings.Meta.Schema), &s); err != nil {
			return out, fmt.Errorf("schema of index %s: %w", name, err)
		}
		out.Indexes[name] = s
		for alias, set := range info.Aliases {
			alias = strings.TrimPrefix(alias, e.prefix)
			ms, err := strconv.ParseInt(set.Since, 10, 64)
			if err != nil {
				return out, fmt.Errorf("alias %s of index %s: %w", alias, name, err)
			}
			out.Aliases[alias] = search.Alias{Indexes: append(out.Aliases[alias].Indexes, name), Since: time.UnixMilli(ms)}
		}
	}
	return out, nil
}

// Alias points names at indexes, all in one step of the cluster.
func (e *Engine) Alias(ctx context.Context, aliases map[string][]string) error {
	since := strconv.FormatInt(e.now().UnixMilli(), 10)
	actions := []any{}
	for alias, names := range aliases {
		had, err := e.aliasedIndexes(ctx, alias)
		if err != nil {
			return err
		}
		for _, name := range had {
			if !slices.Contains(names, name) {
				actions = append(actions, map[string]any{"remove": map[string]any{
					"index": e.prefix + name, "alias": e.prefix + alias,
					"must_exist": false,
				}})
			}
		}
		for _, name := range names {
			actions = append(actions, map[string]any{"add": map[string]any{
				"index": e.prefix + name, "alias": e.prefix + alias,
				"search_routing": since,
			}})
		}
	}
	if len(actions) == 0 {
		return nil
	}
	return e.call(ctx, request{http.MethodPost, "/_aliases", map[string]any{"actions": actions}}, nil)
}

// aliasedIndexes lists the indexes that an alias stands for.
func (e *Engine) aliasedIndexes(ctx context.Context, alias string) ([]string, error) {
	var found map[string]any
	err := e.call(ctx, request{http.MethodGet, "/_alias/" + e.prefix + alias, nil}, &found)
	if isStatus(err, http.StatusNotFound) {
		return nil, nil
	}
	var out []string
	for name := range found {
		out = append(out, strings.TrimPrefix(name, e.prefix))
	}
	return out, err
}

// Finish lets a filled index be searched by the second.
func (e *Engine) Finish(ctx context.Context, index string, alive func() error) error {
	if err := alive(); err != nil {
		return err
	}
	body := map[string]any{"index": map[string]any{"refresh_interval": "1s"}}
	if err := e.call(ctx, request{http.MethodPut, e.path(index) + "/_settings", body}, nil); err != nil {
		return err
	}
	return e.Refresh(ctx, index)
}

// Refresh makes everything written so far searchable.
func (e *Engine) Refresh(ctx context.Context, index string) error {
	return e.call(ctx, request{http.MethodPost, e.path(index) + "/_refresh", nil}, nil)
}

// Purge rewrites the index without what was replaced or removed.
func (e *Engine) Purge(ctx context.Context, index string) error {
	return e.call(ctx, request{http.MethodPost, e.path(index) + "/_forcemerge?max_num_segments=1&flush=true", nil}, nil)
}

// exact is a value as a term: long ones are hashed, since a term has a limit.
func exact(value string) string {
	if len(value) <= longestTerm {
		return "=" + value
	}
	return "#" + digest(value)
}

// signs stand for those of a pattern, on both sides, since the wildcard field loses a backslash that is escaped.
var signs = strings.NewReplacer(`\`, "\uE05C", `*`, "\uE02A", `?`, "\uE03F")
