package shortlist_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"poolkeeper.example/extension-service/domains/shortlist"
	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/internal/test/stress"
)

var catalogue = []shortlist.Skill{
	{Key: "go", Name: "Go"},
	{Key: "java", Name: "Java"},
	{Key: "sql", Name: "SQL"},
	{Key: "k8s", Name: "Kubernetes"},
	{Key: "cobol", Name: "COBOL"},
}

func drawNeed(r *rand.Rand) shortlist.Need {
	shuffled := slices.Clone(catalogue)
	r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	musts := r.IntN(3)
	n := shortlist.Need{
		Must: shuffled[:musts], Wished: shuffled[musts : musts+r.IntN(3)], Start: "2026-03-02",
		Capacity: []int64{40, 80, 100}[r.IntN(3)], Remote: int64(r.IntN(11)) * 10,
		Country: []string{"", "DE", "SE"}[r.IntN(3)], City: []string{"", "malmo"}[r.IntN(2)], Unit: money.PerHour,
		Currency: "EUR",
	}
	if r.IntN(3) > 0 {
		n.Limit = new(decimal.FromInt(int64(50 + r.IntN(100))))
	}
	if r.IntN(2) == 0 {
		n.Languages = []skills.Language{{Code: "en", Level: "B2"}}
	}
	return n
}

func drawPerson(r *rand.Rand, id int64) shortlist.Person {
	p := shortlist.Person{
		ID: id, Country: []string{"", "DE", "SE"}[r.IntN(3)], City: []string{"", "malmo", "berlin"}[r.IntN(3)],
		Capacity:   int64(r.IntN(11)) * 10,
		FreeFrom:   []date.Date{"", "2026-01-05", "2026-03-09", "2026-03-20", "2026-09-01"}[r.IntN(5)],
		HasConsent: r.IntN(5) > 0, WantsErasure: r.IntN(9) == 0,
		IsApplied: r.IntN(6) == 0, WorkedForClient: r.IntN(4) == 0,
		RightToWorkUntil: []date.Date{"", "2026-01-01", "2030-01-01"}[r.IntN(3)],
	}
	for _, s := range catalogue {
		if r.IntN(2) == 0 {
			p.Skills = append(p.Skills, s.Key)
		}
	}
	if r.IntN(4) > 0 {
		p.Rate = new(decimal.FromInt(int64(20 + r.IntN(150))))
	}
	if r.IntN(2) == 0 {
		p.Languages = []skills.Language{{Code: "en", Level: []skills.LanguageLevel{"A2", "B2", "C1"}[r.IntN(3)]}}
	}
	return p
}

func drawWeights(r *rand.Rand) shortlist.Weights {
	w, left := shortlist.Weights{}, int64(100)
	for _, part := range shortlist.Parts[1:] {
		w[part] = r.Int64N(left/2 + 1)
		left -= w[part]
	}
	w[shortlist.Parts[0]] = left
	return w
}

func TestRank_AnyPerson_PointsAddUpToTheScoreAndChangesHaveTheirEffect(t *testing.T) {
	t.Parallel()
	r := stress.Rand(t)
	for range stress.Size(2_000, 100_000) {
		n, w, p := drawNeed(r), drawWeights(r), drawPerson(r, 1)
		ranked, _ := shortlist.Rank(n, []shortlist.Person{p}, nil, w)
		one := ranked[0]
		one.Explain(n, w)
		var sum int64
		for _, points := range one.Points {
			if points.Points < 0 || points.Points > points.Most {
				t.Fatalf("%+v of %+v for %+v", points, p, n)
			}
			sum += points.Points
		}
		if sum != one.Score || one.Score < 0 || one.Score > 100 {
			t.Fatalf("%d points, score %d: %+v for %+v", sum, one.Score, p, n)
		}
		if one.Change == nil {
			continue
		}
		changed, _ := shortlist.Rank(n, []shortlist.Person{applyChange(p, *one.Change, n)}, nil, w)
		if changed[0].Score != one.Change.Score || one.Change.Score <= one.Score {
			t.Fatalf("%+v makes %d: %+v for %+v", one.Change, changed[0].Score, p, n)
		}
	}
}

// applyChange is somebody after the change that was offered.
func applyChange(p shortlist.Person, c shortlist.Change, n shortlist.Need) shortlist.Person {
	switch c.Part {
	case shortlist.Skills:
		at := slices.IndexFunc(catalogue, func(s shortlist.Skill) bool { return s.Name == c.Skill })
		p.Skills = append(slices.Clone(p.Skills), catalogue[at].Key)
	case shortlist.Room:
		p.Rate = c.Rate
	case shortlist.Availability:
		p.FreeFrom, p.Capacity = c.Date, c.Capacity
	default:
		panic(fmt.Sprint("no change of ", c.Part, n))
	}
	return p
}

func TestRank_ExcludedPerson_IsCountedOnceAtTheFirstUnmetRule(t *testing.T) {
	t.Parallel()
	r := stress.Rand(t)
	for range stress.Size(200, 2_000) {
		n, w := drawNeed(r), drawWeights(r)
		people := make([]shortlist.Person, 1+r.IntN(40))
		for i := range people {
			people[i] = drawPerson(r, int64(i+1))
		}
		ranked, out := shortlist.Rank(n, people, shortlist.Rules, w)
		total, rules := len(ranked), []shortlist.Rule{}
		for _, one := range out {
			rules = append(rules, one.Rule)
			total += int(one.Count)
		}
		if total != len(people) || !slices.Equal(rules, shortlist.Rules) {
			t.Fatalf("%d of %d, by %v", total, len(people), out)
		}
		all, _ := shortlist.Rank(n, people, nil, w)
		if len(all) != len(people) {
			t.Fatalf("%d of %d stay in without a rule", len(all), len(people))
		}
		for i := 1; i < len(ranked); i++ {
			if ranked[i-1].Score < ranked[i].Score {
				t.Fatalf("%d comes before %d", ranked[i-1].Score, ranked[i].Score)
			}
		}
	}
}

func TestRank_HardRules_ExcludePeople(t *testing.T) {
	t.Parallel()
	limit := decimal.FromInt(100)
	n := shortlist.Need{
		Must: catalogue[:2], Languages: []skills.Language{{Code: "en", Level: "B2"}}, Start: "2026-03-02", Capacity: 100,
		Limit: &limit, Unit: money.PerHour, Currency: "EUR",
	}
	fit := shortlist.Person{
		ID: 1, Skills: []string{"go", "java"}, Languages: []skills.Language{{Code: "en", Level: "C1"}}, Rate: &limit,
		Capacity: 100, HasConsent: true,
		FreeFrom: "2026-03-16", RightToWorkUntil: "2026-03-02",
	}
	for want, change := range map[shortlist.Rule]func(*shortlist.Person){
		"":                    func(*shortlist.Person) {},
		shortlist.MustSkills:  func(p *shortlist.Person) { p.Skills = []string{"go"} },
		shortlist.MustSpeak:   func(p *shortlist.Person) { p.Languages = []skills.Language{{Code: "en", Level: "B1"}} },
		shortlist.MayWork:     func(p *shortlist.Person) { p.RightToWorkUntil = "2026-03-01" },
		shortlist.FreeInTime:  func(p *shortlist.Person) { p.FreeFrom = "2026-03-17" },
		shortlist.WithinLimit: func(p *shortlist.Person) { p.Rate = new(limit + 1) },
		shortlist.NotYetSent:  func(p *shortlist.Person) { p.IsApplied = true },
		shortlist.MayBeSent:   func(p *shortlist.Person) { p.WantsErasure = true },
	} {
		p := fit
		change(&p)
		ranked, out := shortlist.Rank(n, []shortlist.Person{p}, shortlist.Rules, shortlist.Weights{shortlist.Skills: 100})
		for _, one := range out {
			if (one.Count == 1) != (one.Rule == want) {
				t.Errorf("%q: %v", want, out)
			}
		}
		if isIn := len(ranked) == 1; isIn != (want == "") {
			t.Errorf("%q stays in: %v", want, isIn)
		}
	}
}
