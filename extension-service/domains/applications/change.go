package applications

import (
	"context"
	"slices"
	"strconv"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Change asks for another status.
type Change struct {
	Status  Status `json:"status"  check:"required"`
	Version int64  `json:"version"`
	Reason  Reason `json:"reason" history:"reason"`
	Comment string `json:"comment" history:"comment" kind:"longtext" check:"max=500"`
	// NotifyTalent says whether the talent is told of a refusal; it is unless this says no.
	NotifyTalent *bool `json:"notifyTalent"`
	// Confirm sets aside what the possible status lists under "confirm".
	Confirm bool `json:"confirm"`
}

func (c Change) moveRequest(by statemachine.Actor) moveRequest {
	return moveRequest{
		to: c.Status, by: by, reason: c.Reason, comment: c.Comment, confirmed: c.Confirm,
		quiet: c.NotifyTalent != nil && !*c.NotifyTalent,
	}
}

// ChangeStatus moves an application along one transition. TRANSITION_NOT_ALLOWED with everything that blocks it,
// CONFIRM_REQUIRED, REASON_REQUIRED. Asking for the current status changes nothing.
func (s *Service) ChangeStatus(ctx context.Context, a *Application, in Change) (resource.Shown[Application], error) {
	if _, err := s.change(ctx, *a, in); err != nil {
		return resource.Shown[Application]{}, err
	}
	now, err := s.Table.Get(ctx, a.ID)
	if err == nil {
		err = s.complete(ctx, &now)
	}
	return resource.Show(&now), err
}

// change holds what a person asks for against what people may ask for, then moves.
func (s *Service) change(ctx context.Context, a Application, in Change) (Application, error) {
	who := role.From(ctx)
	by := statemachine.ActorOf(who)
	switch {
	case by == staff && !who.Can(role.ApplicationStatus) && in.Status != SendPending: // who only resends
		return a, resource.Forbidden(role.ApplicationStatus)
	case in.Status == a.Status:
		return a, nil
	}
	return s.move(ctx, a, in.moveRequest(by))
}

// people are those who choose from the reasons that are theirs.
var people = []statemachine.Actor{staff, talent, msp}

// move carries out one transition in the transaction of ctx and returns what the application has become.
func (s *Service) move(ctx context.Context, a Application, w moveRequest) (Application, error) {
	request := statemachine.Request[Status]{To: w.to, Reason: string(w.reason), Comment: w.comment, Confirmed: w.confirmed}
	t, f, err := s.kind().Allow(ctx, a, w.by, request)
	if err != nil {
		return a, err
	}
	if slices.Contains(people, w.by) && w.reason != "" && !slices.Contains(StaffReasons, w.reason) {
		return a, fault.Validation().Field("reason", "validation.oneOf", map[string]any{"values": StaffReasons})
	}
	m := &move{moveRequest: w, old: a, now: a, facts: f}
	s.setStatus(&m.now, t.To, w, f.who.Name)
	for _, do := range t.Do.set {
		if err := do(ctx, s, m); err != nil {
			return a, err
		}
	}
	if err := s.storePriorStatus(ctx, m); err != nil {
		return a, err
	}
	if err := s.Table.Update(ctx, a, &m.now); err != nil {
		return a, err
	}
	for _, do := range t.Do.then {
		if err := do(ctx, s, m); err != nil {
			return a, err
		}
	}
	return m.now, nil
}

// setStatus sets the status of an application and who changed it why. Sending again what is sent leaves its status
// alone.
func (s *Service) setStatus(a *Application, to Status, w moveRequest, who string) {
	if a.Status == to {
		return
	}
	a.Status, a.StatusReason, a.StatusComment, a.StatusBatchID = to, w.reason, w.comment, w.batchID
	a.StatusChangedAt, a.StatusChangedBy = s.Now(), who
}

// undoStatus is how a job takes the change of status of an application back, whose fields are those of a. What the
// client was being sent is sent with the rates it had.
func (s *Service) undoStatus(a *Application) func(context.Context, Application) (*resource.WayBack, error) {
	return func(ctx context.Context, was Application) (*resource.WayBack, error) {
		way, err := s.kind().Previous(ctx, was)
		if way != nil && !was.ratesOpen() {
			way.Restores = append(rateFields(a), &a.RateUnit, &a.Currency)
		}
		return way, err
	}
}

// kind is everything about the statuses of applications.
func (s *Service) kind() *statemachine.Kind[Application, Status, facts, effect] {
	return &statemachine.Kind[Application, Status, facts, effect]{
		Moves: transitions, Get: s.Table.Get, Now: s.Now, At: facts.at, After: facts.afterTransition, Facts: s.facts,
		Status: func(a *Application) *Status { return &a.Status },
		Undo: func(_ context.Context, _ facts, way *transition) any {
			return Change{Status: way.Request(), Reason: "OTHER", Comment: "Undo"}
		},
	}
}

// ChangeMany asks for another status of many applications.
type ChangeMany struct {
	IDs          []int64          `json:"ids"      kind:"id" check:"max=200"`
	ID           *int64           `json:"id"       kind:"id"`
	Status       Status           `json:"status"   check:"required"`
	Versions     map[string]int64 `json:"versions" kind:"json"` // by id
	Version      int64            `json:"version"`
	Reason       Reason           `json:"reason" history:"reason"`
	Comment      string           `json:"comment" history:"comment"  kind:"longtext" check:"max=500"`
	NotifyTalent *bool            `json:"notifyTalent"`
	Confirm      bool             `json:"confirm"`
}

// Changed says what became of each.
type Changed struct {
	Succeeded []Moved        `json:"succeeded"`
	Failed    []Refused      `json:"failed"`
	Message   string         `json:"message"`
	Params    map[string]any `json:"params" kind:"json"`
}

// Moved is one application that has the status now.
type Moved struct {
	ID      int64  `json:"id" kind:"id"`
	Status  Status `json:"status"`
	Version int64  `json:"version"`
}

// Refused is one that has not, with what a call of its own would have answered.
type Refused struct {
	ID int64 `json:"id" kind:"id"`
	resource.Reasons
}

// changeMany moves each of up to 200 applications independently: what one is refused for does not hinder the others.
func (s *Service) changeMany(ctx context.Context, in ChangeMany) (Changed, error) {
	out := Changed{Succeeded: []Moved{}, Failed: []Refused{}, Message: "bulk.done"}
	list := in.IDs
	if in.ID != nil {
		list = append(list, *in.ID)
	}
	if len(list) == 0 {
		return out, fault.Validation().Field("ids", "validation.required", nil)
	}
	who := *role.From(ctx)
	who.BatchID = who.RequestID
	ctx = role.With(ctx, &who)
	moved, refused := make([]Moved, len(list)), make([]*fault.Error, len(list))
	err := resource.InGroups(ctx, s.DB().Write, len(list), func(ctx context.Context, i int) (err error) {
		moved[i], err = s.changeOne(ctx, list[i], in)
		refused[i], err = resource.Refusal(err)
		return err
	})
	if err != nil {
		return out, err
	}
	for i, e := range refused {
		if e == nil {
			out.Succeeded = append(out.Succeeded, moved[i])
			continue
		}
		out.Failed = append(out.Failed, Refused{list[i], resource.ReasonsOf(e)})
	}
	out.Params = map[string]any{"count": len(out.Succeeded), "smart_count": len(out.Succeeded)}
	return out, nil
}

func (s *Service) changeOne(ctx context.Context, id int64, in ChangeMany) (done Moved, err error) {
	version, guarded := in.Versions[strconv.FormatInt(id, 10)]
	if in.ID != nil && *in.ID == id && in.Version > 0 {
		version, guarded = in.Version, true
	}
	ctx = resource.WithAct(ctx, resource.Act{
		Action: changeStatus, Reason: string(in.Reason), Comment: in.Comment,
		Unguarded: !guarded,
	})
	err = s.runOnce(ctx, id, func(ctx context.Context, isDone bool) error {
		a, err := s.Table.Get(ctx, id)
		if err != nil {
			return err
		}
		done = Moved{ID: id, Status: a.Status, Version: a.Version}
		if isDone {
			return nil
		}
		if guarded && version != a.Version {
			return fault.New(fault.Conflict, "STALE_VERSION", "application %d is at version %d", id, a.Version)
		}
		a, err = s.change(ctx, a, Change{
			Status: in.Status, Reason: in.Reason, Comment: in.Comment, NotifyTalent: in.NotifyTalent, Confirm: in.Confirm,
		})
		done = Moved{ID: id, Status: a.Status, Version: a.Version}
		return err
	})
	return done, err
}

// runOnce runs fn in a transaction and tells it whether a call with the same idempotency key has changed this
// application before.
func (s *Service) runOnce(ctx context.Context, id int64, fn func(ctx context.Context, isDone bool) error) error {
	key := resource.KeyOf(ctx, id)
	return s.DB().Write(ctx, func(ctx context.Context) error {
		if key == nil {
			return fn(ctx, false)
		}
		had, err := s.DB().Repeat(ctx, *key, s.Now())
		if err != nil {
			return err
		}
		if err := fn(ctx, had != nil); err != nil {
			return err
		}
		remembered := *key
		remembered.Done = &resource.Repeated{Status: 200, RecordID: id}
		_, err = s.DB().Repeat(ctx, remembered, s.Now())
		return err
	})
}
