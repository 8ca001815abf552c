package rates

import (
	"cmp"
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

type impactInput struct {
	Scope Scope `json:"scope" check:"required"`
	ID    int64 `json:"id"    kind:"id"`
	Pair
}

// Impact is what formulas would change of the rates of open applications. Differences are those of the bill rate, or of
// the pay rate where only that changes.
type Impact struct {
	Open     int64            `json:"open"`
	Changed  int64            `json:"changed"`
	Failed   int64            `json:"failed"` // would have no rate any more
	Min      *decimal.Decimal `json:"min"`
	Median   *decimal.Decimal `json:"median"`
	Max      *decimal.Decimal `json:"max"`
	Outliers []Outlier        `json:"outliers"`
}

// Outlier is an application whose rate would change by far more or less than others'.
type Outlier struct {
	ID     int64            `json:"id" kind:"id"`
	Handle string           `json:"handle"`
	From   *decimal.Decimal `json:"from"`
	To     *decimal.Decimal `json:"to"`

	difference decimal.Decimal
}

const shownOutliers = 10

// impact tells what saving formulas and applying them to open applications would change.
func (s *Service) impact(ctx context.Context, in impactInput) (Impact, error) {
	record := recordRef{in.Scope, in.ID}
	as, err := s.subject(ctx, record)
	if err != nil {
		return Impact{}, err
	}
	as.Pair = in.Pair
	bad := fault.Validation()
	if err := s.Check(ctx, as, bad); err != nil {
		return Impact{}, err
	}
	if err := bad.OrNil(); err != nil {
		return Impact{}, err
	}
	f, err := s.planSetOf(ctx, record, &as)
	if err != nil {
		return Impact{}, err
	}
	return f.impact(ctx, record)
}

// impact computes every open application of a record. Those of projects that have come since the plan set was made are
// left for the end, when nothing is being read any more.
func (f *planSet) impact(ctx context.Context, record recordRef) (Impact, error) {
	out, changes, late := Impact{Outliers: []Outlier{}}, []Outlier{}, []open{}
	one := func(o *open) error {
		p := f.plans[o.projectID]
		if p == nil {
			late = append(late, *o)
			return nil
		}
		c, err := p.change(o, f.caseOf(o), &out)
		if c.From != nil && c.To != nil && !equalDecimals(c.From, c.To) {
			changes = append(changes, c)
		}
		return err
	}
	if err := f.s.eachOpen(ctx, openRange{of: record}, one); err != nil {
		return out, err
	}
	missing := make([]int64, len(late))
	for i, o := range late {
		missing[i] = o.projectID
	}
	if len(missing) > 0 {
		if err := f.load(ctx, "p.id IN "+f.s.DB.InList(1), store.IDList(missing)); err != nil {
			return out, err
		}
	}
	for _, o := range slices.Clip(late) {
		if err := one(&o); err != nil {
			return out, err
		}
	}
	out.summarise(changes)
	return out, nil
}

// change is what formulas would make of one application, which is counted.
func (p *plan) change(o *open, c Case, count *Impact) (Outlier, error) {
	count.Open++
	to, err := p.run(c)
	if err != nil {
		return Outlier{}, err
	}
	pay, bill := to.rates(p.rules)
	out := Outlier{ID: o.id, Handle: o.handle, From: o.bill, To: bill}
	if equalDecimals(o.bill, bill) {
		out.From, out.To = o.pay, pay
	}
	if equalDecimals(out.From, out.To) {
		return out, nil
	}
	count.Changed++
	if pay == nil || bill == nil {
		count.Failed++
	}
	if out.From != nil && out.To != nil {
		out.difference = *out.To - *out.From
	}
	return out, nil
}

// rates are the outcomes by name.
func (o outcomes) rates(rules [2]rule) (pay, bill *decimal.Decimal) {
	if rules[0].key == payRate {
		return o.of[0].value, o.of[1].value
	}
	return o.of[1].value, o.of[0].value
}

func equalDecimals(a, b *decimal.Decimal) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}

// summarise fills the smallest, median and largest difference, and the outliers: those further from the middle half
// than one and a half times its width, the furthest first.
func (i *Impact) summarise(changes []Outlier) {
	n := len(changes)
	if n == 0 {
		return
	}
	slices.SortFunc(changes, func(a, b Outlier) int {
		return cmp.Or(cmp.Compare(a.difference, b.difference), cmp.Compare(a.ID, b.ID))
	})
	median := changes[n/2].difference
	if n%2 == 0 {
		median = (changes[n/2-1].difference + median) / 2
	}
	i.Min, i.Median, i.Max = &changes[0].difference, &median, &changes[n-1].difference
	low, high := changes[n/4].difference, changes[n-1-n/4].difference
	reach := (high - low) * 3 / 2
	for _, c := range changes {
		if c.difference < low-reach || c.difference > high+reach {
			i.Outliers = append(i.Outliers, c)
		}
	}
	slices.SortStableFunc(i.Outliers, func(a, b Outlier) int {
		return cmp.Compare(distance(b.difference, median), distance(a.difference, median))
	})
	i.Outliers = i.Outliers[:min(len(i.Outliers), shownOutliers)]
}

func distance(a, b decimal.Decimal) decimal.Decimal {
	if a < b {
		return b - a
	}
	return a - b
}
