package shortlist

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// readFields are those that the ranking may read; all others say who somebody is, or how the record came about.
var readFields = []string{
	"Record", "HomeAddress", "HourRate", "DayRate", "Currency", "SecurityInfo", "Skills", "Languages", "AvailabilityFrom",
	"AvailabilityPct", "Consent",
}

// disguise gives a record other values in every field that the ranking may not read.
func disguise(t *testing.T, f freelancers.Freelancer, r *rand.Rand) freelancers.Freelancer {
	t.Helper()
	v := reflect.ValueOf(&f).Elem()
	for i := range v.NumField() {
		if slices.Contains(readFields, v.Type().Field(i).Name) {
			continue
		}
		switch field := v.Field(i); field.Kind() {
		case reflect.String:
			field.SetString(fmt.Sprint("other ", r.IntN(1000)))
		case reflect.Bool:
			field.SetBool(r.IntN(2) == 0)
		case reflect.Int64:
			field.SetInt(r.Int64N(1000))
		default: // lists, pointers and instants: as if nothing was known
			field.SetZero()
		}
	}
	f.Handle, f.Created, f.LastUpdated = fmt.Sprint("F-", r.IntN(1000)), time.Unix(r.Int64N(1e9), 0),
		time.Unix(r.Int64N(1e9), 0)
	return f
}

func drawFreelancer(r *rand.Rand, id int64) freelancers.Freelancer {
	f := freelancers.NewFreelancer()
	f.ID, f.FirstName, f.LastName, f.Gender = id, "Ada", "Byron", "F"
	f.HomeAddress = postal.Address{
		City:    []string{"Malmö", "Berlin"}[r.IntN(2)],
		Country: []string{"SE", "DE"}[r.IntN(2)],
	}
	f.HourRate = new(decimal.FromInt(int64(40 + r.IntN(100))))
	f.Skills = [][]string{{"Go"}, {"Go", "SQL"}, {"SQL"}}[r.IntN(3)]
	f.AvailabilityFrom = []date.Date{"", "2026-03-05", "2026-04-01"}[r.IntN(3)]
	f.AvailabilityPct = new(int64(r.IntN(101)))
	f.Consent.DataProcessingAt = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return f
}

func TestRead_PersonalAttributes_NeverChangeTheOrder(t *testing.T) {
	t.Parallel()
	r := stress.Rand(t)
	now := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	s := New(Deps{Now: func() time.Time { return now }})
	n := Need{
		Wished: []Skill{{Key: "go"}, {Key: "sql"}}, Country: "SE", City: "malmo", Start: "2026-03-02", Capacity: 100,
		Unit: money.PerHour, Currency: "EUR",
		Limit: new(decimal.FromInt(120)),
	}
	order := func(people ...freelancers.Freelancer) (ids []int64) {
		var read []Person
		for _, f := range people {
			read = append(read, s.read(f, n, store.Fold))
		}
		ranked, _ := Rank(n, read, Rules, usual.weights())
		for _, one := range ranked {
			ids = append(ids, one.Person.ID)
		}
		return ids
	}
	for range stress.Size(2_000, 100_000) {
		a, b := drawFreelancer(r, 1), drawFreelancer(r, 2)
		if as, others := order(a, b), order(disguise(t, a, r), disguise(t, b, r)); !slices.Equal(as, others) {
			t.Fatalf("%v becomes %v with other names, genders and dates: %+v and %+v", as, others, a, b)
		}
	}
}

func TestPossibleHours_OfAPartTimer_GoAsFarAsTheCapacity(t *testing.T) {
	t.Parallel()
	full, few := decimal.FromInt(40), decimal.FromInt(20)
	for name, tc := range map[string]struct {
		hours    *decimal.Decimal
		capacity *int64
		want     string
	}{
		"three quarters":        {&full, new(int64(75)), "30"},
		"no more than asked":    {&few, new(int64(75)), "20"},
		"capacity not known":    {&full, nil, "40"},
		"none says nothing":     {&full, new(int64(0)), "40"},
		"hours are not limited": {nil, new(int64(75)), ""},
	} {
		got := ""
		if h := possibleHours(tc.hours, tc.capacity); h != nil {
			got = h.String()
		}
		if got != tc.want {
			t.Errorf("%s: %s hours, want %s", name, got, tc.want)
		}
	}
}
