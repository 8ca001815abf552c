package applications

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// AllOf returns the applications of a freelancer whole, those in the trash too.
func (s *Service) AllOf(ctx context.Context, freelancerID int64) ([]Application, error) {
	a := new(Application)
	page, err := s.Table.List(ctx, ofEither(a, &a.FreelancerID, freelancerID))
	return page.Rows, err
}

// Transfer makes the applications and invitations of a freelancer another's, as the system, and says how many applications.
func (s *Service) Transfer(ctx context.Context, from int64, to Person) (int, error) {
	ctx = resource.Acting(role.AsSystem(ctx, "freelancer.merge"), resource.Act{Action: "merge"})
	list, err := s.AllOf(ctx, from)
	if err != nil {
		return 0, err
	}
	for _, old := range list {
		moved := old
		moved.FreelancerID, moved.FreelancerName, moved.FreelancerStatus = to.ID, to.Name, to.Status
		if err := s.Table.Update(ctx, old, &moved); err != nil {
			return 0, err
		}
	}
	v := new(Invitation)
	asked, err := s.Invitations.List(ctx, ofEither(v, &v.FreelancerID, from))
	for _, old := range asked.Rows {
		moved := old
		moved.FreelancerID = to.ID
		if err := s.Invitations.Update(ctx, old, &moved); err != nil {
			return 0, err
		}
	}
	return len(list), err
}

// ofEither asks for everything that belongs to a record, in the trash or not.
func ofEither[T any](of *T, owner resource.Ref, id int64) resource.Query {
	q := resource.All(of, batchLimit, resource.Where(of, owner, id))
	q.Trash = resource.Both
	return q
}
