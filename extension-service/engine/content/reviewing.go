package content

import "context"

// Reviewing asks what becomes of all texts that a filter matches when they get a state, or lets it.
type Reviewing struct {
	Deciding

	State   string     `json:"state" check:"required" pattern:"DRAFT|TRANSLATED|REVIEWED"`
	Filters TextFilter `json:"filters"`
}

// Review plans it. Only texts that are there have a state, and one that cannot be shown as it is has no other than
// that. PLAN_EXPIRED.
func (s *Service) Review(ctx context.Context, in Reviewing) (out TextPlan, err error) {
	known, err := s.sheetOf(ctx, in.Filters)
	if err != nil {
		return out, err
	}
	p := &TextPlan{Lines: []PlanLine{}}
	for _, c := range known.matching(in.Filters) {
		if c.ID == 0 || c.Value == "" || c.State == in.State || c.State == stateBroken && in.State == stateDraft {
			p.Unchanged++
			continue
		}
		l := c.planLine(c.Value, in.State, c.origin, in.State == stateDraft)
		p.add(l)
	}
	if err := p.sealed(); err != nil {
		return out, err
	}
	return s.decide(ctx, decision{in.Filters.Client, "review", p, in.Deciding})
}
