package freelancers

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Skilled returns people who can be offered and have all of some skills, as far as the caller can see them: the newest,
// at most some. Of their records that is what they can do, where, from when and for how much, what they agreed to, and
// who they are.
func (s *Service) Skilled(ctx context.Context, skills []string, most int64) ([]Freelancer, error) {
	p := new(Freelancer)
	q := resource.All(p, most, resource.Where(p, &p.UserStatus, string(Active), string(Unverified)))
	wanted, err := s.deps.Skills.Names(ctx, skills)
	if err != nil {
		return nil, err
	}
	for _, names := range wanted {
		q.Where = append(q.Where, resource.HavingKeys(skilled, names))
	}
	q.Sort[0].Desc = true
	q.Fields = resource.FieldsAt(p,
		&p.ID, &p.Handle, &p.Name, &p.UserStatus, &p.HomeAddress, &p.MSPID, &p.MSPName, &p.HourRate, &p.DayRate, &p.Currency,
		&p.SecurityInfo, &p.Skills, &p.Languages,
		&p.AvailabilityFrom, &p.AvailabilityPct, &p.Consent)
	page, err := s.List(ctx, q)
	return page.Rows, err
}
