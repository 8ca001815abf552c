// Package views counts what views of lists show: several of one list with one call, and what waits behind the entries
// of the sidebar.
package views

import (
	"context"
	"encoding/json"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Service counts for whoever reads the lists.
type Service struct{ Registry *resource.Registry }

// Endpoints declares the calls. Each list keeps its own permission.
func (s *Service) Endpoints() []resource.Endpoint {
	own := []role.Permission{role.SelfPassword}
	return []resource.Endpoint{
		{
			Name: "view.totals", Method: "POST", Path: "/api/view/{resource}/totals", Needs: own, Reads: true,
			Handle: resource.Handle(s.totals),
		},
		{Name: "view.waiting", Method: "GET", Path: "/api/view/waiting", Needs: own, Handle: resource.Handle(s.waiting)},
	}
}

type totalsInput struct {
	Resource string            `path:"resource" json:"resource" check:"required,max=40"`
	Filters  []json.RawMessage `json:"filters" kind:"json" check:"required,max=60"`
}

// Totals are how many records there are for each of the sets of filters, in their order; null where the list refuses
// the filters.
type Totals struct {
	Totals []*int64 `json:"totals"`
}

// totals counts several views of one list. NOT_FOUND for a resource that there is none, FORBIDDEN without the
// permission of its list.
func (s *Service) totals(ctx context.Context, in totalsInput) (Totals, error) {
	r := s.Registry.Named(in.Resource)
	if r == nil {
		return Totals{}, fault.New(fault.NotFound, "NOT_FOUND", "no resource %q", in.Resource)
	}
	if needs := r.Facts().Read; !role.From(ctx).CanAny(needs) {
		return Totals{}, resource.Forbidden(needs...)
	}
	out := Totals{make([]*int64, len(in.Filters))}
	for i, one := range in.Filters {
		found, err := r.Total(ctx, one)
		switch fault.KindOf(err) {
		case "":
			out.Totals[i] = &found
		// of a view that was saved when the list had another filter, or the record it names was there
		case fault.Invalid, fault.NotFound, fault.Denied:
		default:
			return Totals{}, err
		}
	}
	return out, nil
}

// Waiting is how many records of a list wait for somebody, and which view shows them.
type Waiting struct {
	Resource string `json:"resource"`
	View     string `json:"view"`
	Count    int64  `json:"count"`
}

// waiting counts what waits behind every list that the caller reads; what nothing waits in is left out.
func (s *Service) waiting(ctx context.Context, _ resource.None) (out resource.List[Waiting], err error) {
	out.Results = []Waiting{}
	for _, r := range s.Registry.All() {
		about := r.Facts()
		if about.Route == "" || !role.From(ctx).CanAny(about.Read) {
			continue
		}
		found, err := r.Waiting(ctx)
		if err != nil {
			return out, err
		}
		for view, n := range found {
			if n > 0 {
				out.Results = append(out.Results, Waiting{about.Name, view, n})
			}
		}
	}
	out.TotalResults = int64(len(out.Results))
	return out, nil
}
