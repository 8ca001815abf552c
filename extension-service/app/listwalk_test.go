package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"poolkeeper.example/extension-service/cmd/seed/demo"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// A row that is read from the table, compared and counted costs more steps of SQLite than this; an entry of an index
// that is counted, three. Each call may take some steps besides, however small its table is.
const (
	stepsOfRow  = 5
	stepsBeside = 2000
)

// tableScans are filters that read most of their table when most of it matches them, alone or beside another one, each
// with why that is accepted.
var tableScans = map[string]string{
	"poolMember: source": "asked of one pool or beside a status; most members of a pool come from one source, and each is looked at for the total",
	"poolMember: rating": "asked of one pool, whose members are looked at",
}

// walkedLists are those of which the walk has thousands of records.
var walkedLists = []string{"project", "application", "freelancer", "poolMember"}

// What a page costs does not grow with the table: no filter, pair of filters or order of a list of many records reads
// most of it. The steps of SQLite are counted, whatever else the machine does.
func TestProveLists_EveryFilterPairAndOrder_ReadsAFractionOfItsTable(t *testing.T) {
	t.Parallel()
	n := stress.Size(3_000, 100_000)
	p := newProduct(t, t.TempDir()+"/demo.db")
	if err := p.FillAccounts(t.Context()); err != nil {
		t.Fatal(err)
	}
	order := demo.Order{
		Sizes: demo.Sizes{Projects: n, Freelancers: n, Applications: n}, Now: time.Now(),
		Progress: func(int, int) {},
	}
	if err := demo.Seed(t.Context(), p.DB, order); err != nil {
		t.Fatal(err)
	}
	clear(p.tokens)
	p.fillPool(t, p.newPool(t, "Few"), n/10)
	p.fillPool(t, p.newPool(t, "Many"), n*9/10)
	p.fillAudit(t, n)
	if err := p.DB.Fragments().FlushAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	w := &listWalk{totalsWalk: newTotalsWalk(t, p)}
	w.readSorts(t)
	for _, l := range w.lists {
		if slices.Contains(walkedLists, l.name) {
			// when the records of each block of ids were created is read once
			old := time.Now().AddDate(0, 0, -700).Format(time.DateOnly)
			w.queryList(t, t.Context(), w.who[0], l, map[string]string{"limit": "10", "createdUntil": old})
			w.walk(t, l)
		}
	}
	t.Logf("%d lists queried", w.queried)
	w.expect(t, "csm", "GET /api/dashboard?mine=true", "", 200, "") // what it counts is counted once
	before := w.DB.Steps()
	w.expect(t, "csm", "GET /api/dashboard?mine=true", "", 200, "")
	if steps := w.DB.Steps() - before; steps > stepsBeside*8/5 {
		t.Errorf("the dashboard of one's own takes %d steps once everything is counted", steps)
	}
}

// listWalk asks lists in every way and names which read most of their table.
type listWalk struct {
	*totalsWalk
	sorts   map[string][]string
	queried int
}

func (w *listWalk) readSorts(t *testing.T) {
	t.Helper()
	var meta struct {
		Resources []struct {
			Name   string
			Fields []struct {
				Name     string
				Sortable bool
			}
		}
	}
	if err := json.Unmarshal(w.expect(t, "all", "GET /api/meta", "", 200, "").body, &meta); err != nil {
		t.Fatal(err)
	}
	w.sorts = map[string][]string{}
	for _, r := range meta.Resources {
		for _, f := range r.Fields {
			if f.Sortable {
				w.sorts[r.Name] = append(w.sorts[r.Name], f.Name)
			}
		}
	}
}

// walk asks one list by each order, filter and pair of filters.
func (w *listWalk) walk(t *testing.T, l *filteredList) {
	t.Helper()
	if l.rows < 1000 {
		t.Errorf("%s: %d records show nothing", l.name, l.rows)
	}
	for _, field := range w.sorts[l.name] {
		for _, direction := range []string{":asc", ":desc"} {
			w.measure(t, l, map[string]string{"s": field + direction})
		}
	}
	for i, one := range l.filters {
		w.measure(t, l, map[string]string{one.Name: w.valueOf(l, one)})
		for _, other := range l.filters[i+1:] {
			w.measure(t, l, map[string]string{one.Name: w.valueOf(l, one), other.Name: w.valueOf(l, other)})
		}
	}
}

// valueOf is a value that some row has, of any there are: the same in each run, whatever other filters there are.
func (w *listWalk) valueOf(l *filteredList, f listFilter) string {
	w.r = rand.New(rand.NewPCG(1, uint64(len(f.Name))))
	return w.value(l, f)
}

func (w *listWalk) measure(t *testing.T, l *filteredList, queries map[string]string) {
	t.Helper()
	values := maps.Clone(queries)
	values["limit"] = "10"
	before := w.DB.Steps()
	if w.queryList(t, t.Context(), w.who[0], l, values) == nil {
		return // a value that it does not take
	}
	w.queried++
	if steps := w.DB.Steps() - before; steps > stepsBeside+stepsOfRow*l.rows && !isAccepted(l.name, queries) {
		t.Errorf("GET %s?%s reads most of its table: %d steps, %d rows", l.endpoint.Path, encoded(queries), steps, l.rows)
	}
}

func isAccepted(list string, queries map[string]string) bool {
	for name := range queries {
		if tableScans[list+": "+name] != "" {
			return true
		}
	}
	return false
}

// fillAudit writes n entries of many records over two years.
func (p *product) fillAudit(t *testing.T, n int) {
	t.Helper()
	if err := p.DB.ExecAll(t.Context(), fmt.Sprintf(`
		INSERT INTO audit_indexed (at, actor_kind, actor_id, actor_name, action, entity, entity_id, version, client_id, legal_entity_id, changed, before, after,
		       reason, comment, unguarded, request_id, ip, user_agent, source, batch_id)
		WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < %[1]d)
		SELECT %[2]d + i * 1000, 'admin', i %% 20, 'Some One', CASE i %% 5 WHEN 0 THEN 'create' WHEN 1 THEN 'read' ELSE 'update' END,
		       CASE i %% 3 WHEN 0 THEN 'project' ELSE 'application' END, i %% 300, 1, 1, 0, '[]', '{}', '{}', '', '', 0, 'r' || i, '', '',
		       CASE i %% 50 WHEN 0 THEN 'JOB' ELSE 'UI' END, ''
		  FROM s`, n, time.Now().Add(-time.Duration(n)*time.Second).UnixMilli()),
		"UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM audit_indexed) WHERE name = 'audit_recent'"); err != nil {
		t.Fatal(err)
	}
}
