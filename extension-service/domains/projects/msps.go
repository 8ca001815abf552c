package projects

import (
	"context"
	"fmt"
	"slices"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// The statuses of an MSP ("user status") in which its assignments wait.
var resting = []string{"DE", "DL"}

// suspend marks the assignments of MSPs that are not at work. The mark follows from the MSP: it is never stored.
func (s *Service) suspend(ctx context.Context, rows []Project) error {
	var ids []int64
	for i := range rows {
		rows[i].MSPs = slices.Clone(rows[i].MSPs)
		for _, a := range rows[i].MSPs {
			ids = append(ids, a.MSPID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	statuses, err := s.deps.MSPs.Statuses(role.AsSystem(ctx, "project.msps"), ids)
	for i := range rows {
		for j := range rows[i].MSPs {
			a := &rows[i].MSPs[j]
			a.Suspended = slices.Contains(resting, statuses[a.MSPID])
		}
	}
	return err
}

// storedAssignments are the assignments as they are stored.
func storedAssignments(list []Assignment) []Assignment {
	out := slices.Clone(list)
	for i := range out {
		out[i].Suspended = false
	}
	return out
}

// checkMSPs names assignments that stand twice, and new ones of MSPs that the caller cannot see or that are deleted.
func (s *Service) checkMSPs(ctx context.Context, old Project, p *Project, bad *fault.Error) error {
	var ids []int64
	for _, a := range p.MSPs {
		ids = append(ids, a.MSPID)
	}
	if len(ids) == 0 {
		return nil
	}
	statuses, err := s.deps.MSPs.Statuses(ctx, ids)
	for i, a := range p.MSPs {
		same := func(o Assignment) bool { return o.MSPID == a.MSPID }
		at := fmt.Sprintf("msps[%d].mspId", i)
		switch {
		case slices.ContainsFunc(p.MSPs[:i], same):
			bad.Field(at, "validation.duplicate", nil)
		case slices.ContainsFunc(old.MSPs, same):
		case statuses[a.MSPID] == "" || statuses[a.MSPID] == "DL":
			bad.Field(at, "validation.reference", nil)
		}
	}
	return err
}

// assign keeps the pairs of projects and MSPs, which counts by MSP go through.
func (s *Service) assign(ctx context.Context, old Project, p *Project) error {
	if slices.EqualFunc(old.MSPs, p.MSPs, func(a, b Assignment) bool {
		return a.MSPID == b.MSPID && a.Tier == b.Tier && a.ReleaseAt.Equal(b.ReleaseAt)
	}) {
		return nil
	}
	if _, err := s.DB().Exec(ctx, "DELETE FROM project_msps WHERE project_id = $1", p.ID); err != nil {
		return err
	}
	for _, a := range p.MSPs {
		var release any
		if !a.ReleaseAt.IsZero() {
			release = a.ReleaseAt.UnixMilli()
		}
		_, err := s.DB().Exec(ctx, `
			INSERT INTO project_msps (project_id, msp_id, tier, release_at)
			VALUES ($1, $2, $3, $4)`, p.ID, a.MSPID, a.Tier, release)
		if err != nil {
			return err
		}
	}
	return nil
}

// CountByMSP counts the active projects that each MSP is assigned to and the caller can see, all with one statement. An
// MSP without any is left out.
func (s *Service) CountByMSP(ctx context.Context, mspIDs []int64) (map[int64]int64, error) {
	return s.DB().CountsOf(ctx, mspIDs, `
		SELECT l.msp_id, count(*)
		  FROM project_msps l
		  JOIN projects p ON p.id = l.project_id
		 WHERE l.msp_id IN {ids}
		   AND p.status = $1
		   AND `+store.WithinScope(ctx, "p")+`
		 GROUP BY l.msp_id
		 ORDER BY l.msp_id`, string(Active))
}
