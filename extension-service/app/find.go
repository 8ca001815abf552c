package app

import (
	"context"

	"poolkeeper.example/extension-service/resource"
)

type findInput struct {
	Text string `query:"q" json:"q" check:"required,max=200"`
}

const foundPerResource = 5

// find looks a text up in the titles of everything the caller may read, for the command palette.
func (s *Service) find(ctx context.Context, in findInput) (resource.List[resource.Found], error) {
	out := resource.List[resource.Found]{Results: []resource.Found{}}
	for _, r := range s.Registry.All() {
		found, err := r.Find(ctx, in.Text, foundPerResource)
		if err != nil {
			return out, err
		}
		out.Results = append(out.Results, found...)
	}
	out.TotalResults = int64(len(out.Results))
	return out, nil
}
