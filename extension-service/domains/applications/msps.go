package applications

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/store"
)

// CountByMSP counts the open applications through each MSP that the caller can see, all with one statement. An MSP
// without any is left out.
func (s *Service) CountByMSP(ctx context.Context, mspIDs []int64) (map[int64]int64, error) {
	return s.DB().CountsOf(ctx, mspIDs, `
		SELECT msp_id, count(*)
		  FROM applications a
		 WHERE msp_id IN {ids}
		   AND status IN ('uc', 'a', 'sp', 'sf', 's2c')
		   AND `+store.WithinScope(ctx, "a")+`
		 GROUP BY msp_id
		 ORDER BY msp_id`)
}

// AssignmentsOfMSP counts the hires through an MSP whose assignment has not ended, as far as the caller can see them.
func (s *Service) AssignmentsOfMSP(ctx context.Context, mspID int64) (n int64, err error) {
	_, err = s.DB().Row(ctx, []any{&n}, `
		SELECT count(*)
		  FROM applications a
		  JOIN project_facts p ON p.id = a.project_id
		 WHERE a.msp_id = $1
		   AND a.status = 'h'
		   AND a.deleted_at IS NULL
		   AND (p.assignment_period_end = '' OR p.assignment_period_end >= $2)
		   AND `+store.WithinScope(ctx, "a"), mspID, string(date.FromTime(s.Now())))
	return n, err
}
