package app

import (
	"cmp"
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

type findInput struct {
	Text string `query:"q" json:"q" check:"required,max=200"`
}

const foundPerResource = 5

// people are the resources that stand before those about them, such as applications, where both fit as well.
var people = []string{"freelancer", "msp", "admin"}

func personRank(f resource.Found) int {
	if at := slices.Index(people, f.Resource); at >= 0 {
		return at
	}
	return len(people)
}

// find looks a text up in the titles of everything the caller may read, for the command palette: what fits best comes
// first.
func (s *Service) find(ctx context.Context, in findInput) (resource.List[resource.Found], error) {
	out := resource.List[resource.Found]{Results: []resource.Found{}}
	for _, r := range s.Registry.All() {
		found, err := r.Find(ctx, in.Text, foundPerResource)
		if err != nil {
			return out, err
		}
		out.Results = append(out.Results, found...)
	}
	slices.SortStableFunc(out.Results, func(a, b resource.Found) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(personRank(a), personRank(b)))
	})
	out.TotalResults = int64(len(out.Results))
	return out, nil
}
