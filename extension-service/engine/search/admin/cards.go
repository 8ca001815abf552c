package admin

import (
	"context"

	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/platform/role"
)

// route is the screen of the search indexes, under which the plural of each type is its tab.
const route = "/esearch/"

// Cards are what the start page shows of the indexes: for each type the documents that differ from their records.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{{Key: "indexDrift", Needs: role.IndexDrift, Link: route + "freelancers", Load: s.openDrift}}
}

// openDrift counts what the last report of each type lists and nobody has repaired since.
func (s *Service) openDrift(ctx context.Context) (f dashboard.Content, err error) {
	for _, typ := range s.Indexes.Types() {
		sums, err := s.sums(ctx, typ)
		if err != nil {
			return f, err
		}
		if sums != nil && sums.Open > 0 {
			f.Count += sums.Open
			f.Items = append(f.Items, dashboard.Item{
				Label: "resources." + typ + ".plural", Count: sums.Open,
				Link: route + typ + "s",
			})
		}
	}
	return f, nil
}
