package freelancers

import "context"

// OfMSPs counts the freelancers that each MSP represents, all with one statement. An MSP without any is left out.
func (s *Service) OfMSPs(ctx context.Context, mspIDs []int64) (map[int64]int64, error) {
	return s.DB().CountsOf(ctx, mspIDs, `
		SELECT msp_id, count(*)
		  FROM freelancers
		 WHERE msp_id IN ({ids})
		   AND deleted_at IS NULL
		 GROUP BY msp_id
		 ORDER BY msp_id`)
}

// ActiveOfMSP counts the active freelancers of an MSP, who have nobody else to speak for them.
func (s *Service) ActiveOfMSP(ctx context.Context, mspID int64) (n int64, err error) {
	_, err = s.DB().Row(ctx, []any{&n}, "SELECT count(*) FROM freelancers WHERE msp_id = $1 AND user_status = $2", mspID, string(Active))
	return n, err
}

// RenameMSP brings what freelancers repeat of an MSP's name up to date, in the index too. It is no change of theirs: the
// MSP's own history tells it, and their versions stay.
func (s *Service) RenameMSP(ctx context.Context, mspID int64, name string) error {
	if _, err := s.DB().Exec(ctx, "UPDATE freelancers SET msp_name = $1 WHERE msp_id = $2", name, mspID); err != nil {
		return err
	}
	s.DB().Touched(ctx, "freelancers", "msp_name")
	return s.Reindex(ctx, "msp_id", mspID)
}
