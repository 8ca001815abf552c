package pools

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/dashboard"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

const soonDays = 30

// Cards are what the start page shows of pools: memberships that end soon.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{{Key: "endingMemberships", Needs: role.PoolRead, Load: s.endingSoon}}
}

// endingSoon counts what the list shows that it leads to: memberships that end by the last instant of a day.
func (s *Service) endingSoon(ctx context.Context) (dashboard.Content, error) {
	day := s.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, soonDays)
	end := day.AddDate(0, 0, 1).Add(-time.Millisecond).UnixMilli()
	n, err := s.Members.Count(ctx, s.Members.Where("status", resource.Is, string(Active)), s.Members.Where("expiresAt", resource.AtMost, end))
	link := dashboard.Filtered("/pools/members", map[string]any{"status": []MemberStatus{Active}, "endsBy": day.Format(time.DateOnly)})
	return dashboard.Content{Count: n, Link: link}, err
}
