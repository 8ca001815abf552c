package app_test

import (
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/cmd/seed/demo"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/role"
)

// The total of a list is the number of its rows, whatever the same list was asked for before: random pairs of filters
// on every declared list, each total compared with a count that no cache takes part in. Ids begin at every border that
// a way of writing a number may have.
func TestProveTotals_PairsOfFiltersOnEveryList_AreThoseOfTheRows(t *testing.T) {
	t.Parallel()
	p := newProduct(t, t.TempDir()+"/demo.db")
	startIDs(t, p.DB)
	fill := demo.FillProduct
	if !stress.IsFull() {
		fill = func(ctx context.Context, s *app.Service) error {
			return demo.SeedProduct(ctx, s, demo.Sizes{Projects: 90, Freelancers: 60, Applications: 600})
		}
	}
	if err := fill(t.Context(), p.Service); err != nil {
		t.Fatal(err)
	}
	clear(p.tokens)
	w := newTotalsWalk(t, p)
	at := slices.IndexFunc(w.lists, func(l *filteredList) bool { return l.name == "application" })
	now := time.Now()
	for _, day := range []time.Time{now.AddDate(0, -10, 0), now.AddDate(0, 0, -1), now} {
		w.compare(t, w.lists[at], map[string]string{"createdUntil": day.Format(time.DateOnly)})
	}
	pairs := stress.Size(40*len(w.lists), 10_000)
	for i := range pairs {
		w.pair(t, w.lists[i%len(w.lists)])
	}
	for _, l := range w.lists {
		for range 400 {
			if l.different > 0 || l.rows < 2 {
				break
			}
			w.pair(t, l)
		}
		if l.different == 0 && l.rows > 1 {
			t.Errorf("%s: no pair of filters had different totals, so that nothing was compared", l.name)
		}
	}
	t.Logf("%d pairs on %d lists", pairs, len(w.lists))
}

// startIDs has the ids of every table begin at another place. Those of freelancers and accounts are known to the
// demonstration.
func startIDs(t *testing.T, db *store.DB) {
	t.Helper()
	starts := []int64{0, 55_290, 57_340, 1_114_090, 1<<31 - 20, 1<<53 - 1_000_000}
	tables, err := db.Texts(t.Context(),
		"SELECT name FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%' AND name NOT LIKE 'staff%' AND name <> 'freelancers' ORDER BY name")
	if err == nil {
		err = db.Write(t.Context(), func(ctx context.Context) error {
			for i, table := range tables {
				if _, err := db.Exec(ctx, "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)", table,
					starts[i%len(starts)]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// totalsWalk asks lists for totals.
type totalsWalk struct {
	*product
	r     *rand.Rand
	lists []*filteredList
	enums map[string][]string
	who   []*role.Caller
}

// filteredList is a list, its filters, and what its rows hold.
type filteredList struct {
	name      string
	endpoint  resource.Endpoint
	filters   []listFilter
	values    map[string][]string // of the rows, by field
	rows      int64
	different int // pairs whose totals were not the same
}

// listFilter is one of the metadata.
type listFilter struct {
	Name, Kind, Ref, Enum string
	Many                  bool
}

func newTotalsWalk(t *testing.T, p *product) *totalsWalk {
	t.Helper()
	w := &totalsWalk{product: p, r: stress.Rand(t)}
	clients, err := p.DB.IDs(t.Context(), "SELECT id FROM clients ORDER BY id LIMIT 2")
	if err != nil {
		t.Fatal(err)
	}
	for _, scope := range []role.Scope{{}, {ClientIDs: clients[:1]}, {ClientIDs: clients}} {
		w.who = append(w.who, &role.Caller{Kind: role.Admin, ID: 1, Permissions: role.Permissions(), Scope: scope})
	}
	var meta struct {
		Enums     map[string][]string
		Resources []struct {
			Name    string
			Filters []listFilter
		}
	}
	if err := json.Unmarshal(p.expect(t, "all", "GET /api/meta", "", 200, "").body, &meta); err != nil {
		t.Fatal(err)
	}
	w.enums = meta.Enums
	for _, of := range meta.Resources {
		r := p.Registry.Named(of.Name)
		for _, e := range r.Endpoints() {
			if e.Method == "GET" && e.Path == r.Facts().Path {
				l := &filteredList{name: of.Name, endpoint: e, filters: of.Filters}
				w.fillValues(t, l)
				w.lists = append(w.lists, l)
			}
		}
	}
	return w
}

// fillValues reads what filters of a list can be asked for and find something.
func (w *totalsWalk) fillValues(t *testing.T, l *filteredList) {
	t.Helper()
	l.values = map[string][]string{}
	found := w.queryList(t, t.Context(), w.who[0], l, map[string]string{"limit": "1000"})
	l.rows = found.TotalResults
	for _, row := range found.Results {
		for field, raw := range row {
			var text string
			if raw[0] != '"' || json.Unmarshal(raw, &text) != nil {
				text = string(raw)
			}
			if raw[0] != '{' && raw[0] != '[' && text != "null" && text != "" && len(text) < 200 {
				l.values[field] = append(l.values[field], text)
			}
		}
	}
}

// foundRows are the answer of a list.
type foundRows struct {
	Results      []map[string]json.RawMessage
	TotalResults int64
}

func (w *totalsWalk) queryList(t *testing.T, ctx context.Context, who *role.Caller, l *filteredList,
	queries map[string]string,
) *foundRows {
	t.Helper()
	none := func(string) string { return "" }
	r := &resource.Request{Method: "GET", Path: l.endpoint.Path, Queries: queries, Param: none, Header: none, Cookie: none}
	out, err := l.endpoint.Handle.Call(resource.WithExchange(role.With(ctx, who), r, &resource.Reply{}), r)
	if err != nil {
		return nil // a filter that this caller may not ask for, or a value it does not take
	}
	text, err := json.Marshal(out)
	var found foundRows
	if err == nil {
		err = json.Unmarshal(text, &found)
	}
	if err != nil {
		t.Fatalf("%s: %v", l.name, err)
	}
	return &found
}

// pair asks for one list by the same filters with two sets of values, and compares both totals.
func (w *totalsWalk) pair(t *testing.T, l *filteredList) {
	t.Helper()
	var chosen []listFilter
	for range 1 + w.r.IntN(2) {
		if len(l.filters) > 0 {
			chosen = append(chosen, l.filters[w.r.IntN(len(l.filters))])
		}
	}
	if w.r.IntN(4) == 0 || len(chosen) == 0 {
		chosen = append(chosen, listFilter{Name: "id", Kind: "id"})
	}
	var totals []int64
	for range 2 {
		queries := map[string]string{}
		for _, f := range chosen {
			queries[f.Name] = w.value(l, f)
		}
		totals = append(totals, w.compare(t, l, queries))
	}
	if totals[0] != totals[1] {
		l.different++
	}
}

// compare returns a total once it is that of a count within a transaction, which no cache serves, and that of the rows.
func (w *totalsWalk) compare(t *testing.T, l *filteredList, queries map[string]string) int64 {
	t.Helper()
	who := w.who[w.r.IntN(len(w.who))]
	query := func(ctx context.Context, limit string) *foundRows {
		values := maps.Clone(queries)
		values["limit"] = limit
		return w.queryList(t, ctx, who, l, values)
	}
	cached := query(t.Context(), "1")
	if cached == nil {
		return -1
	}
	var counted *foundRows
	if err := w.DB.Write(t.Context(), func(ctx context.Context) error {
		counted = query(ctx, "1000")
		return nil
	}); err != nil || counted == nil {
		t.Fatalf("%s: %v: %v", l.name, queries, err)
	}
	if rows := int64(len(counted.Results)); cached.TotalResults != counted.TotalResults ||
		rows != min(counted.TotalResults, 1000) {
		t.Fatalf("%s?%s in scope %v: total %d, but there are %d and the first page of 1000 has %d",
			l.endpoint.Path, encoded(queries), who.Scope, cached.TotalResults, counted.TotalResults, rows)
	}
	return cached.TotalResults
}

func encoded(queries map[string]string) string {
	values := url.Values{}
	for name, value := range queries {
		values.Set(name, value)
	}
	return values.Encode()
}

// value is one that a filter may be asked for: one that some row has, or any other of its kind.
func (w *totalsWalk) value(l *filteredList, f listFilter) string {
	known := l.values[strings.TrimSuffix(strings.TrimSuffix(f.Name, "From"), "Until")]
	if len(known) > 0 && w.r.IntN(3) > 0 {
		value := known[w.r.IntN(len(known))]
		if words := strings.Fields(value); f.Kind == "text" && len(words) > 1 {
			value = words[w.r.IntN(len(words))]
		}
		return value
	}
	switch {
	case f.Enum != "":
		values := w.enums[f.Enum]
		from := w.r.IntN(len(values))
		return strings.Join(values[from:min(len(values), from+1+w.r.IntN(2))], ",")
	case f.Kind == "bool":
		return []string{"true", "false"}[w.r.IntN(2)]
	case f.Kind == "date" || f.Kind == "instant":
		day := time.Now().AddDate(0, 0, -w.r.IntN(900))
		return []string{day.Format(time.DateOnly), day.UTC().Format("2006-01-02T15:04:05.000Z")}[w.r.IntN(2)]
	case f.Kind == "text":
		return []string{"a", "an", "e", "er", "developer", "\U0010ffff", "\ue000"}[w.r.IntN(7)]
	}
	return strconv.FormatInt(w.number(), 10)
}

// number is one of any size.
func (w *totalsWalk) number() int64 {
	starts := []int64{0, 55_290, 57_340, 1_114_090, 1<<31 - 20, 1<<53 - 1_000_000}
	if w.r.IntN(3) == 0 {
		return w.r.Int64N(1 << (1 + w.r.IntN(53)))
	}
	return starts[w.r.IntN(len(starts))] + w.r.Int64N(200)
}
