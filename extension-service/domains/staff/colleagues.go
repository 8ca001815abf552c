package staff

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// AtWork lists the accounts that may sign in and whose name contains a text, by name, each as the caller that it would
// be.
func (s *Service) AtWork(ctx context.Context, text string) (out []*role.Caller, err error) {
	a := new(Admin)
	found, err := s.find(ctx, query.Query{
		Where: append(query.WhereContains(a, &a.Name, text), query.Where(a, &a.Status, string(Active))),
		Sort:  []query.Sort{{Field: field.At(a, &a.Name)}},
	})
	for _, one := range found {
		if one.refusal() == nil {
			out = append(out, new(one.caller()))
		}
	}
	return out, err
}

// NamesOf are the names of accounts by their ids, those of closed ones too.
func (s *Service) NamesOf(ctx context.Context, ids []int64) (map[int64]string, error) {
	if len(ids) == 0 {
		return map[int64]string{}, nil
	}
	a := new(Admin)
	found, err := s.all(ctx, query.Query{
		Trash: query.Both,
		Where: []query.Cond{query.Where(a, &a.ID, query.IDs(ids)...)},
	})
	out := make(map[int64]string, len(found))
	for i := range found {
		out[found[i].ID] = found[i].Name
	}
	return out, err
}

// Colleague is a member of staff as records name one.
type Colleague struct {
	Name   string
	IsGone bool // may not sign in, or holds none of the permissions that were asked for
}

// Colleagues are accounts by their ids, closed ones too.
func (s *Service) Colleagues(ctx context.Context, ids []int64, anyOf []role.Permission) (map[int64]Colleague, error) {
	a := new(Admin)
	found, err := s.find(ctx, query.Query{
		Trash: query.Both,
		Where: []query.Cond{query.Where(a, &a.ID, query.IDs(ids)...)},
	})
	out := make(map[int64]Colleague, len(found))
	for _, one := range found {
		who := one.caller()
		out[one.ID] = Colleague{one.Name, one.refusal() != nil || !who.CanAny(anyOf)}
	}
	return out, err
}
