package msps

import (
	"context"
	"encoding/json"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Changed is an MSP after a change of status, with what else that did.
type Changed struct {
	MSP     resource.Shown[MSP]
	Impact  map[string]int
	Message string
}

// MarshalJSON writes the members of the MSP and those of the change beside each other.
func (c Changed) MarshalJSON() ([]byte, error) {
	record, err := c.MSP.MarshalJSON()
	if err != nil {
		return nil, err
	}
	rest, err := json.Marshal(struct {
		Impact  map[string]int `json:"impact"`
		Message string         `json:"message"`
	}{c.Impact, c.Message})
	if err != nil {
		return nil, err
	}
	return append(append(record[:len(record)-1], ','), rest[1:]...), nil
}

// Schema describes both.
func (c Changed) Schema() field.Schema {
	s := c.MSP.Schema()
	properties, _ := s["properties"].(field.Schema)
	properties["impact"] = field.Schema{"type": "object", "additionalProperties": field.Schema{"type": "integer"}}
	properties["message"] = field.Schema{"type": "string"}
	return s
}

// Move asks for another status.
type Move struct {
	Reason        string `json:"reason" history:"reason"        check:"max=200"`
	ConfirmImpact bool   `json:"confirmImpact"`
}

// Restoring asks for an MSP out of the trash.
type Restoring struct {
	Reason string `json:"reason" history:"reason" check:"required,max=200"`
}

// Activate lets an MSP in (U1, U4). TRANSITION_NOT_ALLOWED.
func (s *Service) Activate(ctx context.Context, m *MSP, in Move) (Changed, error) {
	return s.change(ctx, m, Active, in)
}

// Deactivate suspends an MSP (U3). TRANSITION_NOT_ALLOWED, CONFIRM_REQUIRED with the impact while it has open
// applications.
func (s *Service) Deactivate(ctx context.Context, m *MSP, in Move) (Changed, error) {
	return s.change(ctx, m, Inactive, in)
}

// Restore takes an MSP out of the trash, inactive (U6). TRANSITION_NOT_ALLOWED, EMAIL_TAKEN.
func (s *Service) Restore(ctx context.Context, m *MSP, in Restoring) (Changed, error) {
	return s.change(ctx, m, Inactive, Move{Reason: in.Reason})
}

// kind is everything about the statuses of MSPs.
func (s *Service) kind() *statemachine.Kind[MSP, Status, facts, effect] {
	return &statemachine.Kind[MSP, Status, facts, effect]{
		Moves: transitions, Outside: "msp.block.outsideScope", Get: s.Get, Now: s.Now, At: facts.at,
		Status: func(m *MSP) *Status { return &m.UserStatus }, Deleted: Deleted, Restored: Inactive, Shared: sharedLinks,
		Facts: func(ctx context.Context, m MSP, _ statemachine.Actor) (facts, error) { return s.facts(ctx, &m) },
		Undo: func(context.Context, facts, *statemachine.Transition[Status, facts, effect]) any {
			return Restoring{Reason: "undo"}
		},
	}
}

// Delete puts an MSP into the trash (U2, U5). HAS_OPEN_APPLICATIONS, ACTIVE_ASSIGNMENT, TRANSITION_NOT_ALLOWED.
func (s *Service) Delete(ctx context.Context, m *MSP) error {
	_, err := s.change(ctx, m, Deleted, Move{Reason: resource.ActOf(ctx).Reason})
	return err
}

// done are the messages of what has happened, by where from and where to.
var done = map[[2]Status]string{
	{Unverified, Active}: "msp.activated", {Inactive, Active}: "msp.activated", {Active, Inactive}: "msp.deactivated",
	{Deleted, Inactive}: "msp.restored", {Active, Active}: "msp.unchanged", {Inactive, Inactive}: "msp.unchanged",
}

// change moves an MSP along one transition; the status it has already changes nothing.
func (s *Service) change(ctx context.Context, m *MSP, to Status, in Move) (Changed, error) {
	message := done[[2]Status{m.UserStatus, to}]
	if m.UserStatus == to {
		return Changed{MSP: resource.Show(m), Impact: map[string]int{}, Message: message}, nil
	}
	request := statemachine.Request[Status]{To: to, Reason: in.Reason, InWords: true, Confirmed: in.ConfirmImpact}
	x, f, err := s.kind().Allow(ctx, *m, statemachine.ActorOf(role.From(ctx)), request)
	if err != nil {
		return Changed{}, named(err, f)
	}
	impact := map[string]int{}
	if x.Impact != nil {
		impact = x.Impact(f)
	}
	next := *m
	if next.UserStatus = to; x.Do.set != nil {
		x.Do.set(&next, f)
	}
	if err := s.carryOut(ctx, *m, next); err != nil {
		return Changed{}, err
	}
	now, err := s.Get(ctx, m.ID)
	return Changed{MSP: resource.Show(&now), Impact: impact, Message: message}, err
}

// carryOut saves the status; users who had it too go along.
func (s *Service) carryOut(ctx context.Context, old, m MSP) error {
	if err := s.Table.Update(ctx, old, &m); err != nil {
		return err
	}
	_, err := s.DB().Exec(ctx, `
		UPDATE msp_users
		   SET status = $1
		 WHERE msp_id = $2
		   AND status = $3`, string(m.UserStatus), m.ID, string(old.UserStatus))
	return err
}

func (s *Service) facts(ctx context.Context, m *MSP) (f facts, err error) {
	f = facts{msp: *m, now: s.Now()}
	if f.assignments, err = s.deps.Applications.AssignmentsOfMSP(ctx, m.ID); err != nil {
		return f, err
	}
	f.represented, err = s.deps.Freelancers.ActiveOfMSP(ctx, m.ID)
	return f, err
}

// codes are the failures with a name of their own, the first that blocks counts.
var codes = []struct{ block, code string }{
	{hasOpenApplications, "HAS_OPEN_APPLICATIONS"},
	{hasAssignments, "ACTIVE_ASSIGNMENT"},
}

// named gives a refusal the code that callers know it by, and what would happen when it only waits to be confirmed.
func named(err error, f facts) error {
	switch fault.CodeOf(err) {
	case "CONFIRM_REQUIRED":
		return fault.From(err).With("impact", suspending(f))
	case "TRANSITION_NOT_ALLOWED":
	default:
		return err
	}
	blocks, _ := fault.From(err).Details["blockedBy"].([]resource.Block)
	for _, c := range codes {
		if slices.ContainsFunc(blocks, func(b resource.Block) bool { return b.Key == c.block }) {
			return fault.New(fault.Conflict, c.code, "the MSP is still needed").With("blockedBy", blocks)
		}
	}
	return err
}
