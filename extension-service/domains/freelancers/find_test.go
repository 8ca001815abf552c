package freelancers_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/role"
)

// crew fills a fixture with people who differ in what they are found by.
func crew(w *fixture) {
	at := func(postalCode, city, country string) map[string]any {
		return map[string]any{"postalCode": postalCode, "city": city, "country": country}
	}
	speaks := func(pairs ...string) (out []map[string]any) {
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, map[string]any{"code": pairs[i], "level": pairs[i+1]})
		}
		return out
	}
	for name, with := range map[string]map[string]any{
		"Ada": {
			"skills": []string{"Golang", "k8s", "Bee-Keeping"}, "languages": speaks("de", "C1", "en", "B2"),
			"homeAddress": at("80331", "München", "DE"),
			"hourRate":    90, "currency": "EUR", "availabilityFrom": "2026-12-01",
		},
		"Ben": {
			"skills": []string{"GO", "Docker"}, "languages": speaks("de", "A2"),
			"homeAddress": at("8031", "Zürich", "CH"), "hourRate": 90, "currency": "CHF",
		},
		"Cem": {
			"skills": []string{"Krankenpflege"}, "languages": speaks("de", "B2"), "homeAddress": at("80 999", "Muenster", "DE"),
			"dayRate": 600, "currency": "EUR", "availabilityFrom": "2027-02-01",
		},
		"Dee": {"skills": []string{"Gottlieb", "Kubernetes"}, "hourRate": 120.5, "currency": "EUR"},
	} {
		body := map[string]any{"firstName": name, "lastName": "Found", "email": name + "@example.org", "force": true}
		maps.Copy(body, with)
		w.person(body)
	}
}

// found are the first names that a query finds, in their order; the total has to be their number.
func (w *fixture) found(query url.Values) (names []string) {
	w.t.Helper()
	query.Set("s", "name:asc")
	list := w.call("GET /api/freelancer?"+query.Encode(), nil).OK()
	for _, row := range resourcetest.Rows(list) {
		names = append(names, row["firstName"].(string))
	}
	if list["totalResults"] != float64(len(names)) {
		w.t.Errorf("%v: %d rows of %v", query, len(names), list["totalResults"])
	}
	return names
}

func TestFilters_SkillInAnySpelling_FindsPeople(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		crew(w)
		for _, tc := range []struct {
			filters map[string]string
			want    []string
		}{
			{map[string]string{"skills": "go"}, []string{"Ada", "Ben"}},
			{map[string]string{"skills": "Golang, Kubernetes"}, []string{"Ada"}},
			{map[string]string{"skillsAny": "docker,K8S"}, []string{"Ada", "Ben", "Dee"}},
			{map[string]string{"skills": "Nursing"}, []string{"Cem"}},
			{map[string]string{"skills": "bee keeping"}, []string{"Ada"}},
			{map[string]string{"skills": "Got"}, nil},
			{map[string]string{"language": "de:B2"}, []string{"Ada", "Cem"}},
			{map[string]string{"language": "de:A1,en"}, []string{"Ada"}},
			{map[string]string{"place": "DE"}, []string{"Ada", "Cem"}},
			{map[string]string{"place": "DE 80"}, []string{"Ada", "Cem"}},
			{map[string]string{"place": "DE 803"}, []string{"Ada"}},
			{map[string]string{"place": "CH 80"}, []string{"Ben"}},
			{map[string]string{"place": "DE 803, 809"}, []string{"Ada", "Cem"}},
			{map[string]string{"place": "DE 803,"}, []string{"Ada"}},
			{map[string]string{"place": "DE 1,2,80", "skills": "go"}, []string{"Ada"}},
			{map[string]string{"city": "MUNCH"}, []string{"Ada"}},
			{map[string]string{"hourRateUpTo": "90 EUR"}, []string{"Ada"}},
			{map[string]string{"hourRateUpTo": "120.5 EUR"}, []string{"Ada", "Dee"}},
			{map[string]string{"dayRateUpTo": "720 EUR"}, []string{"Ada", "Cem"}},
			{map[string]string{"availableBy": "2026-12-31"}, []string{"Ada"}},
			{
				map[string]string{"skillsAny": "go,nursing", "language": "de:B2", "dayRateUpTo": "700 EUR", "place": "DE"},
				[]string{"Cem"},
			},
			{map[string]string{"skills": "go", "name": "found", "state": "UV", "availableBy": "2027-01-01"}, []string{"Ada"}},
		} {
			query := url.Values{}
			for name, value := range tc.filters {
				query.Set(name, value)
			}
			if got := w.found(query); !slices.Equal(got, tc.want) {
				t.Errorf("%v finds %v, want %v", tc.filters, got, tc.want)
			}
		}
	})
}

func TestFilters_ValueOfAnotherForm_IsRefusedAtItsFilter(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		for name, values := range map[string][]string{
			"skills": {"a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u"}, "language": {"de:Z9", "de:B2;en"},
			"place":        {"XX", "Germany", "de", "DE 1" + strings.Repeat(",1", 20)},
			"tags":         {"a" + strings.Repeat(",a", 20)},
			"hourRateUpTo": {"90", "90 XXX", "-5 EUR", "ninety EUR"}, "availableBy": {"soon"}, "consent": {"everything"},
			"poolId": {"x"}, "notSentTo": {"x", "0"},
		} {
			for _, value := range values {
				refused := w.call("GET /api/freelancer?"+url.Values{name: {value}}.Encode(), nil).Refusal("VALIDATION")
				if len(refused.Fields[name]) == 0 {
					t.Errorf("%s=%s is refused with %v", name, value, refused.Fields)
				}
			}
		}
		for _, query := range []string{"notSentTo=999999", "poolId=999999"} {
			w.call("GET /api/freelancer?"+query, nil).Refused("NOT_FOUND")
		}
	})
}

func TestFilters_AddressWithoutItsPermission_IsRefused(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		crew(w)
		one := w.call("GET /api/freelancer?city=zurich", nil).Rows()[0]
		if one["place"] != "CH 8031 Zürich" {
			t.Errorf("the list shows the place %v", one["place"])
		}
		w.withoutPermissions(role.FreelancerPIIRead).call("GET /api/freelancer?place=DE", nil).Refused("FORBIDDEN")
		w.withoutPermissions(role.FreelancerPIIRead).call("GET /api/freelancer?city=z", nil).Refused("FORBIDDEN")
		for _, row := range w.withoutPermissions(role.FreelancerPIIRead).call("GET /api/freelancer", nil).Rows() {
			if place, there := row["place"]; there {
				t.Errorf("the list shows the place %v", place)
			}
		}
		w.withoutPermissions(role.ApplicationRead).call("GET /api/freelancer?notSentTo=1", nil).Refused("FORBIDDEN")
		w.withoutPermissions(role.PoolMemberRead).call("GET /api/freelancer?poolId=1", nil).Refused("FORBIDDEN")
		w.withoutPermissions(role.PoolMemberRead).call("GET /api/freelancer?tags=a", nil).Refused("FORBIDDEN")
	})
}

func TestFilters_ChangedRecord_IsFoundByItsCurrentValues(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.person(map[string]any{"skills": []string{"Go"}})
		at := url.Values{"skills": {"golang"}}
		if n := len(w.found(at)); n != 1 {
			t.Errorf("%d people know Go", n)
		}
		w.call("PUT /api/freelancer/"+fmt.Sprint(resourcetest.ID(p)),
			map[string]any{"skills": []string{"Rust", "rust lang"}}).OK()
		if n := len(w.found(at)); n != 0 {
			t.Errorf("%d people still know Go", n)
		}
		if n := len(w.found(url.Values{"skills": {"RUST"}})); n != 1 {
			t.Errorf("%d people know Rust", n)
		}
	})
}

// Totals of such filters are cached while no record changes what it is found by: found compares each with its rows.
func TestFilters_AnyChanges_TotalsAreTheNumberOfTheRows(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w, r := newFixture(t, db), stress.Rand(t)
		crew(w)
		skills := []string{"Go", "Rust", "Docker"}
		change := map[string]func() map[string]any{
			"skills":      func() map[string]any { return map[string]any{"skills": skills[:r.IntN(4)]} },
			"homeAddress": func() map[string]any { return map[string]any{"homeAddress": map[string]any{"country": "DE"}} },
			"hourRate":    func() map[string]any { return map[string]any{"hourRate": 80 + r.IntN(30), "currency": "EUR"} },
		}
		people := []any{resourcetest.ID(w.person(map[string]any{"skills": skills}))}
		for range stress.Size(20, 400) {
			switch at := r.IntN(len(people)); r.IntN(4) {
			case 0:
				people = append(people, resourcetest.ID(w.person(map[string]any{"skills": skills[r.IntN(3):]})))
			default:
				field := []string{"skills", "homeAddress", "hourRate"}[r.IntN(3)]
				w.call("PUT /api/freelancer/"+fmt.Sprint(people[at]), change[field]()).OK()
			}
			for _, query := range []url.Values{
				{"skills": {"go"}},
				{"skillsAny": {"rust,docker"}},
				{"skills": {"go"}, "place": {"DE"}},
				{"skills": {"docker"}, "hourRateUpTo": {"95 EUR"}},
			} {
				w.found(query)
			}
		}
	})
}

func TestFilters_ExpiredConsent_IsNotFound(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.person(nil)
		filters := map[string]any{
			"kinds": []string{"dataProcessing", "share"}, "givenAt": "2026-11-01T10:00:00Z",
			"channel": "PHONE", "note": "on the phone", "validUntil": "2026-12-01T10:00:00Z",
		}
		w.call("POST /api/freelancer/"+fmt.Sprint(resourcetest.ID(p))+"/consent", filters).OK()
		for _, step := range []struct {
			at   string
			kind string
			want int
		}{
			{"2026-11-21T12:00:00Z", "share", 1},
			{"2026-11-21T12:00:00Z", "dataProcessing,share", 1},
			{"2026-11-21T12:00:00Z", "share,pool", 0},
			{"2026-12-01T09:59:59.999Z", "share", 1},
			{"2026-12-01T10:00:00Z", "share", 0},
		} {
			at, err := time.Parse(time.RFC3339Nano, step.at)
			if err != nil {
				t.Fatal(err)
			}
			*w.now = at
			if n := len(w.found(url.Values{"consent": {step.kind}})); n != step.want {
				t.Errorf("at %s %d people have consented to %s", step.at, n, step.kind)
			}
		}
	})
}

func TestFilters_PersonSentToAClient_IsExcludedForThatClient(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		crew(w)
		one, other := w.client(nil), w.client(nil)
		if got := w.found(url.Values{"notSentTo": {fmt.Sprint(one)}}); len(got) != 4 {
			t.Errorf("%v were not sent to a client without applications", got)
		}
		confined := w.asCaller(role.Scope{ClientIDs: []int64{other}}, role.PermissionsOf(role.All)...)
		confined.call("GET /api/freelancer?notSentTo="+fmt.Sprint(one), nil).Refused("NOT_FOUND")
		if got := confined.found(url.Values{"notSentTo": {fmt.Sprint(other)}, "skills": {"go"}}); !slices.Equal(got,
			[]string{"Ada", "Ben"}) {
			t.Errorf("a confined account finds %v", got)
		}
	})
}

// Those who are in the database when the product is upgraded are found as well: the first start links them.
func TestFilters_PeopleOfAnEarlierVersion_AreFoundAfterTheStart(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		crew(w)
		err := db.Write(t.Context(), func(ctx context.Context) error {
			for _, statement := range []string{
				"UPDATE freelancers SET skills_keys = '[]', languages_keys = '[]', home_address_keys = '[]', consent_keys = '[]'",
				"UPDATE text_forms SET version = 0",
			} {
				if _, err := db.Exec(ctx, statement); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		query := url.Values{"skills": {"go"}, "language": {"de:C1"}, "place": {"DE"}}
		if got := w.found(query); got != nil {
			t.Fatalf("%v are linked before", got)
		}
		if err := db.Refold(t.Context(), slog.Default()); err != nil {
			t.Fatal(err)
		}
		if got := w.found(query); !slices.Equal(got, []string{"Ada"}) {
			t.Errorf("the start links %v", got)
		}
	})
}
