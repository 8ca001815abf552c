package projects

import (
	"cmp"
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Change asks for another status.
type Change struct {
	ID      int64  `json:"id"      kind:"id" check:"required"`
	Status  Status `json:"status"  check:"required"`
	Version int64  `json:"version"`
	Reason  Reason `json:"reason" history:"reason"`
	Comment string `json:"comment" history:"comment" kind:"longtext" check:"max=500"`
	// RestoreApplicationsBatch names what closing ended and reopening shall put back.
	RestoreApplicationsBatch string `json:"restoreApplicationsBatch" check:"max=64"`
}

// Changed says what a change of status has done.
type Changed struct {
	Project resource.Shown[Project] `json:"project"`
	Impact  map[string]int          `json:"impact"`
	BatchID string                  `json:"batchId,omitempty"`
	Message string                  `json:"message"`
}

// ChangeStatus moves a project along one transition. TRANSITION_NOT_ALLOWED with everything that blocks it,
// REASON_REQUIRED. Asking for the current status changes nothing.
func (s *Service) ChangeStatus(ctx context.Context, p *Project, in Change) (Changed, error) {
	if in.Status == p.Status {
		return Changed{Project: resource.Show(p), Impact: map[string]int{}, Message: "project.statusUnchanged"}, nil
	}
	impact, batchID, err := s.move(ctx, p, in)
	if err != nil {
		return Changed{}, err
	}
	now, err := s.Get(ctx, p.ID)
	return Changed{
		Project: resource.Show(&now), Impact: impact, BatchID: batchID,
		Message: "project.statusChanged." + string(in.Status),
	}, err
}

// Delete puts a project into the trash (P5, P6) for the reason of ctx. TRANSITION_NOT_ALLOWED, REASON_REQUIRED.
func (s *Service) Delete(ctx context.Context, p *Project) error {
	if p.Status == Deleted {
		return nil
	}
	act := resource.ActOf(ctx)
	in := Change{Status: Deleted, Reason: Reason(act.Reason), Comment: act.Comment}
	if codes := in.Reason.Enum().Values; in.Reason != "" && !slices.Contains(codes, string(in.Reason)) {
		return fault.Validation().Field("reason", "validation.oneOf", map[string]any{"values": codes})
	}
	_, _, err := s.move(ctx, p, in)
	return err
}

// move checks and carries out one transition in the transaction of ctx.
func (s *Service) move(ctx context.Context, p *Project, in Change) (map[string]int, string, error) {
	request := statemachine.Request[Status]{To: in.Status, Reason: string(in.Reason), Comment: in.Comment}
	t, f, err := s.kind().Allow(ctx, *p, statemachine.ActorOf(role.From(ctx)), request)
	if err != nil {
		return nil, "", err
	}
	if err := in.checkRestore(t); err != nil {
		return nil, "", err
	}
	in.ID = p.ID
	return s.carryOut(ctx, t, f, in)
}

// checkRestore refuses a batch where nothing can be put back.
func (in Change) checkRestore(t *transition) error {
	if in.RestoreApplicationsBatch != "" && !t.Do.restores {
		return fault.Validation().Field("restoreApplicationsBatch", "validation.reference", nil)
	}
	return nil
}

// carryOut ends applications first, then changes the project, then does what needs it changed.
func (s *Service) carryOut(ctx context.Context, t *transition, f facts, in Change) (map[string]int, string, error) {
	batchID, impact := "", map[string]int{}
	if t.Do.withdraw != "" {
		batchID = cmp.Or(role.From(ctx).BatchID, newBatchID())
		who := *role.From(ctx)
		who.BatchID = batchID
		ctx = role.With(ctx, &who)
		n, err := s.deps.Applications.Withdraw(ctx, in.ID, t.Do.withdraw, batchID)
		if err != nil {
			return nil, "", err
		}
		impact["applicationsWithdrawn"] = n
		if remaining, ok := t.Impact(f)["applicationsKept"]; ok {
			impact["applicationsKept"] = remaining
		}
	}
	p := f.project
	p.Status, p.StatusReason, p.StatusComment = t.To, in.Reason, in.Comment
	p.StatusChangedAt, p.StatusChangedBy = f.now, f.who
	if t.Do.set != nil {
		t.Do.set(&p, f)
	}
	if err := resource.RestoreValues(ctx, p.ID, &p); err != nil {
		return nil, "", err
	}
	if err := s.Table.Update(ctx, f.project, &p); err != nil {
		return nil, "", err
	}
	if err := s.applyConsequences(ctx, t, in, impact); err != nil {
		return nil, "", err
	}
	return impact, batchID, nil
}

// kind is everything about the statuses of projects.
func (s *Service) kind() *statemachine.Kind[Project, Status, facts, effect] {
	return &statemachine.Kind[Project, Status, facts, effect]{
		Moves: transitions, Get: s.Get, Now: s.Now, At: facts.at, After: facts.afterTransition, Undo: undo,
		Status: func(p *Project) *Status { return &p.Status }, Deleted: Deleted, Restored: Closed,
		Facts: func(ctx context.Context, p Project, _ statemachine.Actor) (facts, error) { return s.facts(ctx, p) },
		Ended: func(f facts, to Status) string {
			if f.project.Status == Closed && to == Active {
				return f.batch.id // what closing has ended
			}
			return ""
		},
	}
}

// undo asks for the status a project had, and for the applications that the change has ended.
func undo(ctx context.Context, f facts, way *transition) any {
	in := Change{Status: way.Request(), Reason: Mistake}
	if way.Do.restores && f.batch.count > 0 && f.batch.id == role.From(ctx).BatchID {
		in.RestoreApplicationsBatch = f.batch.id
	}
	return in
}

// applyConsequences holds or releases pending sends and puts applications back.
func (s *Service) applyConsequences(ctx context.Context, t *transition, in Change, impact map[string]int) error {
	if t.Do.sendHold != nil {
		n, err := s.deps.Applications.SetSendingPaused(ctx, in.ID, *t.Do.sendHold)
		if err != nil {
			return err
		}
		name := map[bool]string{true: "sendPendingHeld", false: "sendPendingReleased"}[*t.Do.sendHold]
		impact[name] = n
	}
	if in.RestoreApplicationsBatch == "" {
		return nil
	}
	restored, refused, err := s.deps.Applications.Restore(ctx, in.ID, in.RestoreApplicationsBatch)
	impact["applicationsRestored"], impact["applicationsNotRestored"] = restored, refused
	return err
}

// facts gathers what guards and impacts look at.
func (s *Service) facts(ctx context.Context, p Project) (f facts, err error) {
	f = facts{project: p, counts: p.ApplicationCounts, now: s.Now(), who: role.From(ctx).Name}
	if f.client, err = s.clientOf(ctx, p.ClientID); err != nil {
		return f, err
	}
	if f.inFlight, err = s.deps.Applications.InFlight(ctx, p.ID); err != nil {
		return f, err
	}
	if f.accepted, err = s.deps.Applications.AcceptedInvitations(ctx, p.ID); err != nil {
		return f, err
	}
	if p.Status == Closed {
		if f.batch.id, f.batch.count, err = s.deps.Applications.LastBatch(ctx, p.ID); err != nil {
			return f, err
		}
	}
	if s.deps.Rates == nil {
		return f, nil
	}
	unresolved := fault.Validation()
	err = s.deps.Rates.Check(ctx, rateSubject(p), unresolved)
	f.rates = unresolved.OrNil()
	return f, err
}
