package projects

import (
	"context"

	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// Possible explains every other status of a record.
type Possible struct {
	Current      Status   `json:"current"`
	Results      []Choice `json:"results"`
	TotalResults int      `json:"totalResults"`
}

// Choice is one status a record could have: with what it would do, or with everything that stands in the way.
type Choice struct {
	Value       Status           `json:"value"`
	Text        string           `json:"text"`
	Allowed     bool             `json:"allowed"`
	Reason      string           `json:"reason,omitempty"`
	ReasonCodes []Reason         `json:"reasonCodes,omitempty"`
	Impact      map[string]int   `json:"impact,omitempty"`
	BatchID     string           `json:"batchId,omitempty"` // what reopening can put back
	UndoUntil   string           `json:"undoUntil,omitempty"`
	BlockedBy   []resource.Block `json:"blockedBy,omitempty"`
}

type byID struct {
	ID int64 `path:"id"`
}

// possibleStatuses explains where a project can go from here.
func (s *Service) possibleStatuses(ctx context.Context, in byID) (Possible, error) {
	p, err := s.Get(ctx, in.ID)
	if err != nil {
		return Possible{}, err
	}
	f, err := s.facts(ctx, p)
	if err != nil {
		return Possible{}, err
	}
	out := Possible{Current: p.Status}
	for _, status := range Statuses {
		if status != p.Status {
			out.Results = append(out.Results, choice(f, status, role.From(ctx)))
		}
	}
	out.TotalResults = len(out.Results)
	return out, nil
}

func choice(f facts, to Status, who *role.Caller) Choice {
	c := Choice{Value: to, Text: "project.status." + string(to)}
	t := find(f.project.Status, to, actorOf(who))
	switch {
	case t == nil:
		c.BlockedBy = []resource.Block{{Key: "transition.none"}}
		return c
	case !who.Can(t.needs):
		c.BlockedBy = []resource.Block{{Key: "error.forbidden"}}
		return c
	}
	if c.BlockedBy = t.blocks(f); len(c.BlockedBy) > 0 {
		return c
	}
	c.Allowed, c.Reason, c.ReasonCodes, c.Impact = true, "optional", t.codes, t.impact(f)
	if t.required {
		c.Reason = "required"
	}
	if t.restores {
		c.BatchID = f.batch.id
	}
	if t.undo != nil {
		c.UndoUntil = instant(t.undo(f))
	}
	return c
}
