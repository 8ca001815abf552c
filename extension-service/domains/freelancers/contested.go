package freelancers

import (
	"context"
	"slices"
	"strconv"

	"poolkeeper.example/extension-service/platform/fault"
)

// CompetingApplication is an application that is open or hired.
type CompetingApplication struct {
	ID           int64  `json:"id"           kind:"id"`
	Handle       string `json:"handle"`
	Status       string `json:"status"`
	FreelancerID int64  `json:"freelancerId" kind:"id"`
	ProjectID    int64  `json:"projectId"    kind:"id"`
	ProjectTitle string `json:"projectTitle"`
	Rank         int    `json:"-"` // how far it has come; more is further
	IsHired      bool   `json:"-"`
}

// Contested is a project that both people have an application for. Those of one side go on, the others are withdrawn.
type Contested struct {
	ProjectID    int64                  `json:"projectId" kind:"id"`
	ProjectTitle string                 `json:"projectTitle"`
	Here         []CompetingApplication `json:"this"`
	There        []CompetingApplication `json:"other"`
	From         Side                   `json:"from"`            // whose go on
	Fixed        bool                   `json:"fixed,omitempty"` // nobody can choose: the other side is hired
}

// contested lists the projects that both people have an application for, and whose goes on: the one that is wanted,
// else the one that has come further. VALIDATION for another project, or where a hire would end.
func (s *Service) contested(ctx context.Context, here, there int64, wanted map[string]Side) ([]Contested, error) {
	bids, err := s.deps.Applications.ForOneProject(ctx, here, there)
	if err != nil {
		return nil, err
	}
	out, bad := []Contested{}, fault.Validation()
	for _, b := range bids {
		at := slices.IndexFunc(out, func(c Contested) bool { return c.ProjectID == b.ProjectID })
		if at < 0 {
			at, out = len(out), append(out, Contested{
				ProjectID: b.ProjectID, ProjectTitle: b.ProjectTitle,
				Here: []CompetingApplication{}, There: []CompetingApplication{},
			})
		}
		if b.FreelancerID == here {
			out[at].Here = append(out[at].Here, b)
		} else {
			out[at].There = append(out[at].There, b)
		}
	}
	for i := range out {
		out[i].chooseSide(wanted[strconv.FormatInt(out[i].ProjectID, 10)], bad)
	}
	for id := range wanted {
		if !slices.ContainsFunc(out, func(c Contested) bool { return strconv.FormatInt(c.ProjectID, 10) == id }) {
			bad.Field("applications."+id, "validation.reference", nil)
		}
	}
	return out, bad.OrNil()
}

// chooseSide says whose applications go on.
func (c *Contested) chooseSide(wanted Side, bad *fault.Error) {
	further := func(a, b CompetingApplication) int { return a.Rank - b.Rank }
	ours, theirs := slices.MaxFunc(c.Here, further), slices.MaxFunc(c.There, further)
	c.From = fromThis
	if theirs.Rank > ours.Rank {
		c.From = fromOther
	}
	c.Fixed = ours.IsHired != theirs.IsHired
	sides := []Side{fromThis, fromOther}
	if c.Fixed {
		sides = []Side{c.From}
	}
	switch {
	case wanted == "":
	case slices.Contains(sides, wanted):
		c.From = wanted
	default:
		bad.Field("applications."+strconv.FormatInt(c.ProjectID, 10), "validation.oneOf", map[string]any{"values": sides})
	}
}

// ending are the applications that a merge withdraws, each with the one that goes on in its place.
func ending(all []Contested) map[int64]int64 {
	out := map[int64]int64{}
	for _, c := range all {
		goOn, end := c.Here, c.There
		if c.From == fromOther {
			goOn, end = c.There, c.Here
		}
		for _, b := range end {
			out[b.ID] = goOn[0].ID
		}
	}
	return out
}
