package projects

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	listRoute = "/projects/list"
	soonDays  = 14
)

// Cards are what the start page shows of projects.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{
		{Key: "openProjects", Needs: role.ProjectRead, Link: link(Active), Load: s.counted(Active)},
		{Key: "pausedProjects", Needs: role.ProjectRead, Link: link(Paused), Load: s.counted(Paused)},
		{Key: "endingSoon", Needs: role.ProjectRead, Load: s.endingSoon, Steps: []dashboard.Step{
			{Name: "extend"}, {Name: "changeStatus", Status: string(Closed)},
		}},
		{Key: "projectsByStatus", Needs: role.ProjectRead, Link: dashboard.Unfiltered(listRoute), Load: s.byStatus},
	}
}

func link(status Status) string {
	return dashboard.Filtered(listRoute, map[string]any{"status": []Status{status}})
}

func (s *Service) counted(status Status) func(context.Context) (dashboard.Content, error) {
	return func(ctx context.Context) (dashboard.Content, error) {
		n, err := s.Count(ctx, s.Where("status", query.Is, string(status)))
		return dashboard.Content{Count: n}, err
	}
}

func (s *Service) endingSoon(ctx context.Context) (dashboard.Content, error) {
	soon := date.FromTime(s.Now()).AddDays(soonDays)
	end := s.Where("assignmentPeriodEnd", query.AtMost, string(soon))
	n, err := s.Count(ctx, s.Where("status", query.Is, string(Active)), end)
	list := dashboard.Filtered(listRoute, map[string]any{"status": []Status{Active}, "endsBy": soon})
	return dashboard.Content{Count: n, Link: dashboard.SortedBy(list, "assignmentPeriodEnd")}, err
}

func (s *Service) byStatus(ctx context.Context) (f dashboard.Content, err error) {
	counts, err := s.CountBy(ctx, "status")
	for _, status := range []Status{Active, Paused, Closed} {
		n := counts[string(status)]
		f.Count += n
		f.Items = append(f.Items, dashboard.Item{
			Label: "project.status." + string(status), Count: n, Link: link(status),
			Status: string(status),
		})
	}
	return f, err
}
