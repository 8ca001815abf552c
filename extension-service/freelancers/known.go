package freelancers

import "context"

// WithEmail is the id of the freelancer with an address; 0 is none.
func (s *Service) WithEmail(ctx context.Context, email string) (id int64, err error) {
	_, err = s.DB().Row(ctx, []any{&id}, "SELECT id FROM freelancers WHERE lower(email) = lower($1) AND user_status <> 'DL'", email)
	return id, err
}
