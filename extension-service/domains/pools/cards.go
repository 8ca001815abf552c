package pools

import (
	"context"
	"strconv"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/platform/role"
)

const soonDays = 30

// Cards are what the start page shows of pools: memberships that end soon, and what is being brought in.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{
		{Key: "endingMemberships", Needs: role.PoolRead, Load: s.endingSoon, Steps: []dashboard.Step{{Name: "extend"}}},
		{Key: "runningImports", Needs: role.PoolImport, Load: s.running},
	}
}

// endingSoon counts what the list shows that it leads to: memberships that end by a day of their clients.
func (s *Service) endingSoon(ctx context.Context) (dashboard.Content, error) {
	day := date.FromTime(s.Now().UTC().AddDate(0, 0, soonDays))
	n, err := s.Members.Count(ctx, s.Members.Where("status", query.Is, string(Active)),
		s.Members.Where("lastDay", query.AtMost, string(day)))
	link := dashboard.Filtered("/pools/members", map[string]any{"status": []MemberStatus{Active}, "endsBy": day})
	return dashboard.Content{Count: n, Link: link}, err
}

// running lists the imports and merges that are at work, each with the pool it fills and how far it is, and leads to
// these pools.
func (s *Service) running(ctx context.Context) (dashboard.Content, error) {
	targets, jobs, err := s.atWork(ctx)
	if err != nil {
		return dashboard.Content{}, err
	}
	seen, err := s.ByID(ctx, targets)
	out, filled := dashboard.Content{}, []int64{}
	for i, id := range targets {
		pool, visible := seen[id]
		if !visible {
			continue
		}
		job, err := s.deps.Jobs.DocumentFor(ctx, jobs[i])
		if err != nil {
			return out, err
		}
		link := "/pools/list/" + strconv.FormatInt(id, 10) + "/import"
		out.Items = append(out.Items, dashboard.Item{Label: pool.VMSName, Count: 1, Link: link, Percent: &job.Percent})
		filled = append(filled, id)
	}
	if len(filled) == 0 {
		filled = []int64{0} // no pool at all
	}
	out.Count, out.Link = int64(len(out.Items)), dashboard.Filtered("/pools/list", map[string]any{"id": filled})
	return out, err
}

// atWork lists the targets of the jobs that are at work, and the jobs, the oldest first.
func (s *Service) atWork(ctx context.Context) (targets []int64, jobs []string, err error) {
	var target int64
	var job string
	err = s.DB().Each(ctx, []any{&target, &job}, func() error {
		targets, jobs = append(targets, target), append(jobs, job)
		return nil
	}, `
		SELECT i.target_id, i.job_id
		  FROM pool_imports i
		  JOIN job_state_facts j ON j.id = i.job_id
		 WHERE j.state IN ('QUEUED', 'ANALYSING', 'RUNNING', 'UNDOING')
		 ORDER BY i.created, i.job_id`)
	return targets, jobs, err
}
