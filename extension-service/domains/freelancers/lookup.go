package freelancers

import (
	"context"

	"poolkeeper.example/extension-service/platform/canonical"
)

// WithEmail is the id of the freelancer with an address; 0 is none.
func (s *Service) WithEmail(ctx context.Context, email string) (id int64, err error) {
	_, err = s.DB().Row(ctx, []any{&id}, "SELECT id FROM freelancers WHERE email_key = $1 AND user_status <> 'DL'",
		canonical.EmailKey(email))
	return id, err
}
