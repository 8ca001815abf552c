package shortlist

import (
	"cmp"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
)

// Points are what one part gives to somebody.
type Points struct {
	Part   Part  `json:"part"`
	Points int64 `json:"points"`
	Most   int64 `json:"most"`
}

// Change is what would give somebody more points: one skill more, another rate, or being free from a day on with a
// capacity; and the score it would make.
type Change struct {
	Part     Part             `json:"part"`
	Skill    string           `json:"skill"`
	Rate     *decimal.Decimal `json:"rate"`
	Date     date.Date        `json:"date"`
	Capacity int64            `json:"capacity"`
	Score    int64            `json:"score"`
}

// Ranked is somebody who stays in, with the score and how it comes about: Points add up to Score.
type Ranked struct {
	Person Person
	Score  int64
	Points []Points
	Why    []Part // what speaks for somebody, the strongest first
	WhyNot []Part // what costs points, the most first
	Change *Change
}

// Excluded is how many people one rule takes out.
type Excluded struct {
	Rule  Rule  `json:"rule"`
	Count int64 `json:"count"`
}

// Rank orders people by their score, best first: of equal ones who is free earlier, then the longer known. Out counts
// who does not meet the rules.
func Rank(n Need, people []Person, rules []Rule, weights Weights) (ranked []Ranked, out []Excluded) {
	counts := map[Rule]int64{}
	for _, p := range people {
		if rule := firstUnmet(n, p, rules); rule != "" {
			counts[rule]++
			continue
		}
		ranked = append(ranked, Ranked{Person: p, Score: score(n, p, weights)})
	}
	slices.SortFunc(ranked, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(n.daysLate(a.Person), n.daysLate(b.Person)),
			cmp.Compare(a.Person.ID, b.Person.ID))
	})
	out = []Excluded{}
	for _, rule := range rules {
		out = append(out, Excluded{Rule: rule, Count: counts[rule]})
	}
	return ranked, out
}

// points are what a part gives, rounded to the nearest.
func points(part Part, n Need, p Person, weights Weights) int64 {
	return (weights[part]*part.share(n, p) + fullShare/2) / fullShare
}

func score(n Need, p Person, weights Weights) (sum int64) {
	for _, part := range Parts {
		sum += points(part, n, p, weights)
	}
	return sum
}

// Explain says how the score of somebody comes about, and what would change it.
func (r *Ranked) Explain(n Need, weights Weights) {
	r.Why, r.WhyNot = []Part{}, []Part{}
	for _, part := range Parts {
		got := Points{Part: part, Points: points(part, n, r.Person, weights), Most: weights[part]}
		r.Points = append(r.Points, got)
		if got.Most > 0 && got.Points == got.Most {
			r.Why = append(r.Why, part)
		}
		if got.Points < got.Most {
			r.WhyNot = append(r.WhyNot, part)
		}
		r.offer(part, n, weights)
	}
	most := func(p Part) int64 { return weights[p] }
	lost := func(p Part) int64 { return weights[p] - points(p, n, r.Person, weights) }
	slices.SortStableFunc(r.Why, func(a, b Part) int { return cmp.Compare(most(b), most(a)) })
	slices.SortStableFunc(r.WhyNot, func(a, b Part) int { return cmp.Compare(lost(b), lost(a)) })
}

// offer keeps what would change the score most.
func (r *Ranked) offer(part Part, n Need, weights Weights) {
	better, change := part.improve(n, r.Person)
	if change == nil {
		return
	}
	change.Score = score(n, better, weights)
	if change.Score > r.Score && (r.Change == nil || change.Score > r.Change.Score) {
		r.Change = change
	}
}
