package projects

import (
	"context"

	"poolkeeper.example/extension-service/resource/machine"
	"poolkeeper.example/extension-service/role"
)

type byID struct {
	ID int64 `path:"id"`
}

// states are the statuses in their order, with the keys of their texts.
var states = func() []machine.Status[Status] {
	out := make([]machine.Status[Status], len(Statuses))
	for i, s := range Statuses {
		out[i] = machine.Status[Status]{Value: s, Text: "project.status." + string(s)}
	}
	return out
}()

// possibleStatuses explains where a project can go from here.
func (s *Service) possibleStatuses(ctx context.Context, in byID) (machine.Possible[Status], error) {
	p, err := s.Get(ctx, in.ID)
	if err != nil {
		return machine.Possible[Status]{}, err
	}
	f, err := s.facts(ctx, p)
	if err != nil {
		return machine.Possible[Status]{}, err
	}
	out := transitions.Possible(role.From(ctx), machine.View[Status, facts, effect]{Current: p.Status, States: states, Facts: f, Now: f.now, After: f.after})
	for i := range out.Results {
		if c := &out.Results[i]; c.Allowed && p.Status == Closed && c.Value == Active {
			c.BatchID = f.batch.id // what closing has ended
		}
	}
	return out, nil
}
