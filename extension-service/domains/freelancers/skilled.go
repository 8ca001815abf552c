package freelancers

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
)

// Skilled returns people who can be offered and have all of some skills, as far as the caller can see them: the newest,
// at most some. Of their records that is what they can do, where, from when and for how much, what they agreed to, and
// who they are.
func (s *Service) Skilled(ctx context.Context, skills []string, most int64) ([]Freelancer, error) {
	wanted, err := s.deps.Skills.Names(ctx, skills)
	if err != nil {
		return nil, err
	}
	var where []query.Cond
	for _, names := range wanted {
		where = append(where, query.HavingKeys(skilled, names))
	}
	return s.offered(ctx, most, where)
}

// Offered returns those of some people who can be offered, as Skilled does.
func (s *Service) Offered(ctx context.Context, ids []int64) ([]Freelancer, error) {
	if len(ids) == 0 {
		return []Freelancer{}, nil
	}
	p := new(Freelancer)
	return s.offered(ctx, int64(len(ids)), []query.Cond{query.Where(p, &p.ID, query.IDs(ids)...)})
}

// offered reads of people who can be offered what they are ranked by: the newest that meet some conditions.
func (s *Service) offered(ctx context.Context, most int64, where []query.Cond) ([]Freelancer, error) {
	p := new(Freelancer)
	q := query.All(p, most, query.Where(p, &p.UserStatus, string(Active), string(Unverified)))
	q.Where = append(q.Where, where...)
	q.Sort[0].Desc = true
	q.Fields = field.AllAt(p,
		&p.ID, &p.Handle, &p.Name, &p.UserStatus, &p.HomeAddress, &p.MSPID, &p.MSPName, &p.HourRate, &p.DayRate, &p.Currency,
		&p.SecurityInfo, &p.Skills, &p.Languages,
		&p.AvailabilityFrom, &p.AvailabilityPct, &p.Consent)
	page, err := s.List(ctx, q)
	return page.Rows, err
}
