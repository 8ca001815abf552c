package freelancers

import (
	"cmp"
	"context"
	"crypto/rand"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Change asks for another status.
type Change struct {
	Status  Status `json:"status"  check:"required"`
	Reason  string `json:"reason" history:"reason"  check:"min=3,max=200"`
	Comment string `json:"comment" history:"comment" kind:"longtext" check:"max=500"`
	Version int64  `json:"version"`
	// RestoreApplicationsBatch names what ended with the freelancer and shall come back.
	RestoreApplicationsBatch string `json:"restoreApplicationsBatch" check:"max=64"`
}

// ChangeStatus moves a freelancer along one transition. TRANSITION_NOT_ALLOWED with everything that blocks it,
// ACTIVE_ASSIGNMENT or EMAIL_TAKEN when that alone does, REASON_REQUIRED. Asking for the current status changes
// nothing.
func (s *Service) ChangeStatus(ctx context.Context, p *Freelancer, in Change) (resource.Shown[Freelancer], error) {
	if in.Status != p.UserStatus {
		if err := s.move(ctx, p, in, statemachine.ActorOf(role.From(ctx))); err != nil {
			return resource.Shown[Freelancer]{}, err
		}
	}
	now, err := s.Get(ctx, p.ID)
	return resource.Show(&now), err
}

// Delete puts a freelancer into the trash (U2, U5) for the reason of ctx. ACTIVE_ASSIGNMENT, REASON_REQUIRED.
func (s *Service) Delete(ctx context.Context, p *Freelancer) error {
	if p.UserStatus == Deleted {
		return nil
	}
	act := resource.ActOf(ctx)
	return s.move(ctx, p, Change{Status: Deleted, Reason: act.Reason, Comment: act.Comment},
		statemachine.ActorOf(role.From(ctx)))
}

func (s *Service) move(ctx context.Context, p *Freelancer, in Change, by statemachine.Actor) error {
	request := statemachine.Request[Status]{To: in.Status, Reason: in.Reason, Comment: in.Comment, InWords: true}
	t, f, err := s.kind().Allow(ctx, *p, by, request)
	if err != nil {
		return withCauseCode(err)
	}
	if in.RestoreApplicationsBatch != "" && !t.Do.restores {
		return fault.Validation().Field("restoreApplicationsBatch", "validation.reference", nil)
	}
	return s.carryOut(ctx, t, f, in)
}

// withCauseCode gives a refusal the code of its one cause, where that has one.
func withCauseCode(err error) error {
	e := fault.From(err)
	blocks, _ := e.Details["blockedBy"].([]resource.Block)
	if e.Code != "TRANSITION_NOT_ALLOWED" || len(blocks) != 1 {
		return err
	}
	code := map[string]string{
		assignmentBlock: "ACTIVE_ASSIGNMENT", emailBlock: "EMAIL_TAKEN",
		filedBlock: "DUPLICATE",
	}[blocks[0].Key]
	if code == "" {
		return err
	}
	return fault.New(fault.Conflict, code, "%s", e.Text).With("blockedBy", blocks)
}

// deactivated is the machine reason of applications that end with the person behind them.
const deactivated = "USER_DEACTIVATED"

// carryOut ends applications first, then changes the freelancer, then does what needs it changed.
func (s *Service) carryOut(ctx context.Context, t *statemachine.Transition[Status, facts, effect], f facts,
	in Change,
) error {
	// what ends with somebody is of the change that ended it, and comes back when that is undone
	if len(t.Do.withdraw) > 0 {
		who := *role.From(ctx)
		who.BatchID = cmp.Or(who.BatchID, "bat_"+rand.Text())
		ctx = role.With(ctx, &who)
	}
	if err := s.withdraw(ctx, t, f, deactivated); err != nil {
		return err
	}
	p := f.person
	p.UserStatus, p.StatusReason, p.StatusComment = t.To, in.Reason, in.Comment
	p.StatusChangedAt, p.StatusChangedBy = f.now, f.who
	if t.Do.set != nil {
		t.Do.set(&p, f)
	}
	if err := resource.RestoreValues(ctx, p.ID, &p); err != nil {
		return err
	}
	if err := s.save(ctx, f.person, &p); err != nil {
		return err
	}
	if p.UserStatus == Active || p.UserStatus == Deleted {
		if _, err := s.deps.Mails.Cancel(ctx, "freelancer", p.ID, verifyTemplate); err != nil {
			return err
		}
	}
	if in.RestoreApplicationsBatch != "" {
		_, _, err := s.deps.Applications.RestoreOf(ctx, p.ID, in.RestoreApplicationsBatch)
		return err
	}
	if !t.Do.verify {
		return nil
	}
	return s.verify(ctx, &p, unconfirmed(&p))
}

// kind is everything about the statuses of freelancers.
func (s *Service) kind() *statemachine.Kind[Freelancer, Status, facts, effect] {
	return &statemachine.Kind[Freelancer, Status, facts, effect]{
		Outside: withinScope.Key,
		Moves:   transitions, Get: s.Get, Now: s.Now, At: facts.at, After: facts.afterTransition, Undo: undo, Facts: s.facts,
		Status: func(p *Freelancer) *Status { return &p.UserStatus }, Deleted: Deleted, Restored: Inactive,
		Ended: func(f facts, to Status) string {
			if to == Active {
				return f.ended.id
			}
			return ""
		},
	}
}

// undo asks for the status that a freelancer had, and for the applications that ended with this one.
func undo(ctx context.Context, f facts, way *statemachine.Transition[Status, facts, effect]) any {
	in := Change{Status: way.Request(), Reason: "MISTAKE"}
	if way.Do.restores && f.ended.count > 0 && f.ended.id == role.From(ctx).BatchID {
		in.RestoreApplicationsBatch = f.ended.id
	}
	return in
}

func (s *Service) withdraw(ctx context.Context, t *statemachine.Transition[Status, facts, effect], f facts,
	reason string,
) error {
	if len(t.Do.withdraw) == 0 {
		return nil
	}
	_, err := s.deps.Applications.WithdrawAll(ctx, f.person.ID, reason, slices.Clone(t.Do.withdraw))
	return err
}
