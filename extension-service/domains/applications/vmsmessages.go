package applications

import "context"

// ByVMSID is the id of the application that a client's VMS knows under an id of its own; 0 is none.
func (s *Service) ByVMSID(ctx context.Context, clientID int64, externalID string) (id int64, err error) {
	_, err = s.DB().Row(ctx, []any{&id}, `
		SELECT id
		  FROM applications
		 WHERE client_id = $1
		   AND external_id = $2
		   AND external_id <> ''
		   AND deleted_at IS NULL
		 ORDER BY id DESC
		 LIMIT 1`, clientID, externalID)
	return id, err
}

// ByCandidate is the newest application of a talent for a job of a client's VMS that the client has been sent; 0 is
// none.
func (s *Service) ByCandidate(ctx context.Context, clientID int64, vmsID string, freelancerID int64) (id int64,
	err error,
) {
	_, err = s.DB().Row(ctx, []any{&id}, `
		SELECT id
		  FROM applications
		 WHERE client_id = $1
		   AND vms_id = $2
		   AND vms_id <> ''
		   AND freelancer_id = $3
		   AND sent_at IS NOT NULL
		   AND deleted_at IS NULL
		 ORDER BY id DESC
		 LIMIT 1`, clientID, vmsID, freelancerID)
	return id, err
}
