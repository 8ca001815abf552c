package freelancers

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/platform/role"
)

// waiting are the states in which a request for erasure waits for people.
var waiting = []ErasureState{Received, IdentityCheck}

const (
	listRoute = "/users/freelancers"
	soonDays  = 30
)

// Cards are what the start page shows of freelancers.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{
		{
			Key: "duplicatesToReview", Needs: role.FreelancerMerge, Steps: []dashboard.Step{dashboard.Open},
			Link: dashboard.Filtered("/users/duplicates", map[string]any{"state": []PairState{PairOpen}}),
			Load: func(ctx context.Context) (dashboard.Content, error) {
				n, err := s.pairs.Count(ctx, inState([]PairState{PairOpen}))
				return dashboard.Content{Count: n}, err
			},
		},
		{
			Key: "consentsExpiring", Needs: role.FreelancerRead, Load: s.consentsExpiring,
			Steps: []dashboard.Step{{Name: "writeMail"}, {Name: "consent"}},
		},
		{
			Key: "documentsExpiring", Needs: role.FreelancerPIIRead, Load: s.documentsExpiring,
			Steps: []dashboard.Step{{Name: "writeMail"}, dashboard.Open},
		},
		{
			Key: "erasuresDue", Needs: role.FreelancerErase, Steps: []dashboard.Step{dashboard.Open},
			Link: dashboard.Filtered("/users/erasures", map[string]any{"state": waiting}),
			Load: func(ctx context.Context) (dashboard.Content, error) {
				e := new(Erasure)
				n, err := s.erasures.Count(ctx, query.Where(e, &e.State, string(Received), string(IdentityCheck)))
				return dashboard.Content{Count: n}, err
			},
		},
	}
}

// consentsExpiring counts the active people whose consent ends within 30 days, or has ended since the last run of the
// job that deactivates them (U3).
func (s *Service) consentsExpiring(ctx context.Context) (dashboard.Content, error) {
	day := s.soonDate()
	end := day.AddDays(1).Time(time.UTC).Add(-time.Millisecond)
	return s.expiring(ctx, s.Where("consentUntil", query.AtMost, end.UnixMilli()), consentEndsBy, day)
}

// documentsExpiring counts the active people whose clearance or right to work ends within 30 days, or has ended.
func (s *Service) documentsExpiring(ctx context.Context) (dashboard.Content, error) {
	day := s.soonDate()
	return s.expiring(ctx, s.Where("documentsUntil", query.AtMost, string(day)), documentsEndBy, day)
}

// soonDate is the last day of what the start page calls soon.
func (s *Service) soonDate() date.Date { return s.today().AddDays(soonDays) }

// expiring counts what the list of active people shows for a filter by a last day, those first whose day comes first.
func (s *Service) expiring(ctx context.Context, by query.Cond, filter string, day date.Date) (dashboard.Content,
	error,
) {
	n, err := s.Count(ctx, s.Where("userStatus", query.Is, string(Active)), by)
	link := dashboard.Filtered(listRoute, map[string]any{"state": []Status{Active}, filter: day})
	return dashboard.Content{Count: n, Link: dashboard.SortedBy(link, by.Field.Name)}, err
}
