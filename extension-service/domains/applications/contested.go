package applications

import (
	"context"
	"crypto/rand"
	"slices"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// alive are the statuses of applications that still take somebody's place in a project, the one that has come furthest
// last.
var alive = []Status{Unconfirmed, Active, SendFailed, SendPending, SentToClient, Hired}

// Rank is how far an application that is alive has come; more is further.
func (s Status) Rank() int { return slices.Index(alive, s) }

// ForOneProject returns the applications of two freelancers that are alive, for projects that both have one for, as far
// as the caller can see them. Two hires for one project stay what they are.
func (s *Service) ForOneProject(ctx context.Context, one, other int64) ([]freelancers.CompetingApplication, error) {
	a := new(Application)
	list, err := s.all(ctx, query.Where(a, &a.FreelancerID, one, other),
		query.Where(a, &a.Status, query.Codes(alive)...))
	if err != nil {
		return nil, err
	}
	type side struct{ has, isHired bool }
	of := map[int64]map[int64]side{}
	for _, a := range list {
		if of[a.ProjectID] == nil {
			of[a.ProjectID] = map[int64]side{}
		}
		had := of[a.ProjectID][a.FreelancerID]
		of[a.ProjectID][a.FreelancerID] = side{true, had.isHired || a.Status == Hired}
	}
	out := []freelancers.CompetingApplication{}
	for _, a := range list {
		first, second := of[a.ProjectID][one], of[a.ProjectID][other]
		if !first.has || !second.has || first.isHired && second.isHired {
			continue
		}
		out = append(out, freelancers.CompetingApplication{
			ID: a.ID, Handle: a.Handle, Status: string(a.Status), FreelancerID: a.FreelancerID, ProjectID: a.ProjectID,
			ProjectTitle: a.ProjectTitle,
			Rank:         a.Status.Rank(), IsHired: a.Status == Hired,
		})
	}
	return out, nil
}

// WithdrawDuplicates withdraws applications that were made twice, as the system and for the reason DUPLICATE, each
// named with the one that goes on in its place.
func (s *Service) WithdrawDuplicates(ctx context.Context, goesOn map[int64]int64) error {
	if len(goesOn) == 0 {
		return nil
	}
	w := moveRequest{reason: "DUPLICATE", batchID: role.From(ctx).BatchID}
	if w.batchID == "" {
		w.batchID = "bat_" + rand.Text()
	}
	ctx = ending(ctx, w)
	ids := make([]int64, 0, len(goesOn))
	for id := range goesOn {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	list, err := s.Locked(ctx, ids)
	if err != nil {
		return err
	}
	for i, old := range list {
		list[i].DuplicateOfID = new(goesOn[old.ID])
		if err := s.Table.Update(ctx, old, &list[i]); err != nil {
			return err
		}
	}
	_, err = s.withdrawAll(ctx, list, w)
	return err
}
