package dashboard

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// ownerFilter narrows a list to what somebody owns; its value "me" stands for the caller.
const (
	ownerFilter = "owner"
	me          = "me"
)

// mine is a worklist as far as its records are the caller's: where its list is filtered by owners, it leads to those of
// the caller, and counts them as that list does. Any other stays as it is.
func (s *Service) mine(ctx context.Context, card Shown) (Shown, error) {
	route, search, _ := strings.Cut(card.Link, "?")
	list := s.listAt(route)
	if list == nil || len(card.Steps) == 0 {
		return card, nil
	}
	query, err := url.ParseQuery(search)
	if err != nil {
		return card, err
	}
	filters := map[string]any{}
	if err := json.Unmarshal([]byte(query.Get("filter")), &filters); err != nil {
		return card, err
	}
	filters[ownerFilter] = me
	text, err := json.Marshal(filters)
	if err != nil {
		return card, err
	}
	query.Set("filter", string(text))
	card.Link = route + "?" + query.Encode()
	card.Count, err = list.Total(ctx, text)
	return card, err
}

// listAt is the resource whose list stands at a route and is filtered by owners; nil where there is none.
func (s *Service) listAt(route string) resource.Resource {
	for _, r := range s.Registry.All() {
		if r.Facts().Route == route && r.FiltersBy(ownerFilter) {
			return r
		}
	}
	return nil
}
