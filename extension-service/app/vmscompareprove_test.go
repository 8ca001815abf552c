package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"poolkeeper.example/extension-service/internal/test/stress"
)

// roster is a VMS that is asked how its candidates stand.
type roster struct {
	mu   sync.Mutex
	rows []map[string]any
}

func (s *roster) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	from, _ := strconv.Atoi(r.URL.Query().Get("after"))
	limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
	until := min(from+limit, len(s.rows))
	_ = json.NewEncoder(w).Encode(map[string]any{"applications": s.rows[from:until], "cursor": strconv.Itoa(until)})
}

// comparing is a product whose VMS says of n applications what is so here too. Beside them each side has some that the
// other has not.
func comparing(t *testing.T, url string, n int) (*product, *roster) {
	t.Helper()
	s := new(roster)
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	settings := settingsIn(t.TempDir(), url)
	settings.PrivateHosts = []string{"127.0.0.1"}
	p := openProduct(t, settings)
	pushing(t, p).mapping("APPLICATION_STATUS",
		`{"target":"application.externalId","jq":".in.id","required":true},{"target":"application.status","jq":".in.state"},{"target":"application.billRate","jq":".in.rate"},{"target":"application.availabilityFrom","jq":".in.from"},{"target":"application.availabilityTo","jq":".in.to"}`)
	p.expect(t, "config", "PUT /api/vms/connection/1",
		fmt.Sprintf(`{"baseUrl":%q,"auth":"NONE","ratePerMinute":6000,"capabilities":["STATUS_PULL"]}`, server.URL), 200,
		`"STATUS_PULL"`)
	first := p.newApplication(t, p.newProject(t, "Java developer"), "Noor")
	p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%d", first),
		`{"billRate":80,"rateOverride":true,"rateOverrideReason":"agreed","availabilityFrom":"2026-12-01","availabilityTo":"2027-03-31"}`,
		200, `"billRate":80`)
	p.change(t, "UPDATE applications SET external_id = 'X-0', status = 's2c' WHERE id = $1", first)
	// some that the VMS does not know
	p.multiply(t, "applications", first, n+n/20, map[string]string{
		"handle": "'MANY-' || n", "external_id": "'X-' || n",
		"freelancer_id": "1000000 + n",
	})
	for i := range n {
		s.rows = append(s.rows, map[string]any{
			"id": fmt.Sprint("X-", i), "state": "s2c", "rate": "80.00",
			"from": "2026-12-01", "to": "2027-03-31",
		})
	}
	for i := range n / 20 {
		s.rows = append(s.rows, map[string]any{"id": fmt.Sprint("Y-", i), "state": "h", "rate": "1"})
	}
	return p, s
}

// multiply makes a record n, which differ in some columns as SQL says.
func (p *product) multiply(t *testing.T, table string, id int64, n int, differing map[string]string) {
	t.Helper()
	rows, err := p.DB.Query(t.Context(), "SELECT * FROM "+table+" LIMIT 1")
	if err != nil {
		t.Fatal(err)
	}
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	if err := rows.Close(); err != nil {
		t.Fatal(err)
	}
	columns = slices.DeleteFunc(columns, func(name string) bool { return name == "id" && differing[name] == "" })
	values := slices.Clone(columns)
	for i, name := range columns {
		if other := differing[name]; other != "" {
			values[i] = other
		}
	}
	p.change(t, `
		WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n + 1 < $1)
		INSERT INTO `+table+` (`+strings.Join(columns, ", ")+`)
		SELECT `+strings.Join(values, ", ")+` FROM `+table+` CROSS JOIN many WHERE id = $2`, n, id)
}

// differ has a VMS say something else of n fields, and returns what should be named.
func (s *roster) differ(r *rand.Rand, known, n int) map[string]bool {
	kinds := []struct{ key, field, ours, theirs string }{
		{"state", "status", "s2c", "rv"},
		{"rate", "billRate", "80", "82.5"},
		{"from", "availabilityFrom", "2026-12-01", "2026-12-15"},
		{"to", "availabilityTo", "2027-03-31", "2027-04-30"},
	}
	out := map[string]bool{}
	for len(out) < n {
		i, k := r.IntN(known), kinds[r.IntN(len(kinds))]
		s.rows[i][k.key] = k.theirs
		out[fmt.Sprintf("X-%d %s: %s, %s", i, k.field, k.ours, k.theirs)] = true
	}
	r.Shuffle(len(s.rows), func(i, j int) { s.rows[i], s.rows[j] = s.rows[j], s.rows[i] })
	return out
}

// openDifferences are the differences that wait for somebody.
func (p *product) openDifferences(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	var id, field, ours, theirs string
	if err := p.DB.Each(t.Context(), []any{&id, &field, &ours, &theirs}, func() error {
		out[fmt.Sprintf("%s %s: %s, %s", id, field, ours, theirs)] = true
		return nil
	}, "SELECT a.external_id, d.field, d.ours, d.theirs FROM vms_differences d JOIN applications a ON a.id = d.application_id WHERE d.state = 'OPEN'"); err != nil {
		t.Fatal(err)
	}
	return out
}

// Of many applications the nightly comparison names exactly those fields that the VMS says something else of, and none
// of an application that only one side has. When it is made again nothing is named twice.
func TestProveComparison_ManyApplications_NamesExactlyTheDifferences(t *testing.T) {
	t.Parallel()
	random := stress.Rand(t)
	for name, url := range map[string]func(testing.TB) string{"sqlite": furnished.SQLite, "postgres": furnished.Postgres} {
		r := rand.New(rand.NewPCG(random.Uint64(), 1))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n, differences := stress.Size(400, 10_000), stress.Size(12, 300)
			p, s := comparing(t, url(t), n)
			want := s.differ(r, n, differences)
			counted := fmt.Sprintf("map[checked:%d differing:%d unmatched:%d]", n+n/20, differences, n/20)
			for range 2 {
				got, err := p.RunScheduled(t.Context(), "vms.compare", false)
				if err != nil || fmt.Sprint(got) != counted {
					t.Fatalf("it counted %v (%v), want %s", got, err, counted)
				}
				if names := p.openDifferences(t); !maps.Equal(names, want) {
					t.Errorf("it named %v, want %v", names, want)
				}
			}
			p.expect(t, "csm", "GET /api/vms/difference?limit=1", "", 200, fmt.Sprintf(`"totalResults":%d`, differences))
		})
	}
}
