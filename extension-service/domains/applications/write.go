package applications

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Get returns an application with its last attempts to send it and what is missing before it can be sent. Inside a
// transaction, where rules look at it, it comes without.
func (s *Service) Get(ctx context.Context, id int64) (Application, error) {
	a, err := s.Table.Get(ctx, id)
	if err != nil || store.InTransaction(ctx) {
		return a, err
	}
	return a, s.complete(ctx, &a)
}

func (s *Service) complete(ctx context.Context, a *Application) (err error) {
	attempts, err := s.attempts(ctx, []int64{a.ID})
	if err != nil {
		return err
	}
	a.Attempts = slices.Concat([]Attempt{}, attempts[a.ID])
	a.Readiness = Readiness{}
	row := []Application{*a}
	if err := s.fillSendBlocks(ctx, row); err != nil {
		return err
	}
	a.SendWait = row[0].SendWait
	if !a.isPending() {
		return nil
	}
	f, err := s.facts(ctx, *a, staff)
	a.Readiness = f.readiness()
	return err
}

func (a *Application) isPending() bool {
	return slices.Contains([]Status{Unconfirmed, Active, SendFailed}, a.Status)
}

// readiness holds an application that waits to be sent against the guards of sending it (A4, A5).
func (f facts) readiness() []Check {
	to := SendPending
	if f.project.client.SendChannel == clients.Manually {
		to = SentToClient
	}
	out := []Check{{Key: ready("confirmed"), OK: f.app.Status != Unconfirmed}}
	for _, g := range transitions.Find(Active, to, staff).Guards {
		if g.Key == maySubmit.Key { // of MSPs
			continue
		}
		c := Check{Key: ready(strings.TrimPrefix(g.Key, "application.block.")), OK: g.IsMet(f)}
		if !c.OK && g.Params != nil {
			c.Params = g.Params(f)
		}
		out = append(out, c)
	}
	return out
}

func ready(name string) string { return "application.ready." + name }

// Create saves the bid of a talent for a project, which somebody else makes for the talent or the talent makes.
// DUPLICATE for one that is open already.
func (s *Service) Create(ctx context.Context, a *Application) error {
	if err := s.prefill(ctx, a); err != nil {
		return err
	}
	f, err := s.facts(ctx, *a, statemachine.ActorOf(role.From(ctx)))
	if err != nil {
		return err
	}
	if err := s.checkSingle(ctx, a); err != nil {
		return err
	}
	s.copyFacts(a, f)
	a.Status, a.StatusChangedAt, a.StatusChangedBy = Unconfirmed, f.now, role.From(ctx).Name
	if f.by == talent && f.freelancer.UserStatus == freelancers.Active && !f.freelancer.EmailVerifiedAt.IsZero() &&
		f.answers.Missing == 0 {
		a.Status, a.ConfirmedAt, a.ConsentToShareAt = Active, f.now, f.now
	}
	stampAnswers(nil, a.Answers, role.From(ctx).Name, f.now)
	if a.TalentRate == nil {
		a.TalentRate, a.RateUnit = freelancerRate(f.freelancer, a.RateUnit, a.Currency)
	}
	if err := s.recomputeRates(ctx, Application{}, a); err != nil {
		return err
	}
	if err := s.Table.Create(ctx, a); err != nil {
		return err
	}
	if err := s.markAnswers(ctx, Application{}, a); err != nil {
		return err
	}
	if f.answers.KnockedOut {
		return s.knockOut(ctx, *a)
	}
	if a.Status == Active {
		return nil
	}
	f.app = *a
	return requestConfirmation(ctx, s, &move{now: *a, facts: f})
}

// checkSingle refuses a second open application of a talent for a project through the same provider. The project is
// locked, so that of two calls at once one sees the other.
func (s *Service) checkSingle(ctx context.Context, a *Application) error {
	var id int64
	found, err := s.DB().Row(ctx, []any{&id}, `
		SELECT id
		  FROM applications
		 WHERE project_id = $1
		   AND freelancer_id = $2
		   AND provider_kind = $3
		   AND coalesce(msp_id, 0) = $4
		   AND status IN ('uc', 'a', 'sp', 'sf', 's2c')
		   AND deleted_at IS NULL
		 ORDER BY id
		 LIMIT 1`, a.ProjectID, a.FreelancerID, string(a.ProviderKind), orZero(a.MSPID))
	if err == nil && found {
		return fault.New(fault.Conflict, "DUPLICATE", "application %d is open already", id).With("id", id)
	}
	return err
}

func orZero(p *int64) int64 {
	if p == nil {
		return 0
	}
	return *p
}

// copyFacts fills what an application repeats of its project and its talent.
func (s *Service) copyFacts(a *Application, f facts) {
	p := f.project
	a.ProjectTitle, a.ProjectHandle, a.VMSID, a.ClientID, a.LegalEntityID = p.Title, p.Handle, p.VMSID, p.ClientID,
		p.LegalEntityID
	a.FreelancerName, a.FreelancerStatus = f.freelancer.Name, string(f.freelancer.UserStatus)
	a.RateUnit, a.Currency = cmp.Or(a.RateUnit, p.RateUnit), cmp.Or(a.Currency, p.Currency)
	if f.twin.id > 0 {
		a.DuplicateOfID = &f.twin.id
	}
}

// knockOut rejects an application whose answers rule it out, as the system (A2).
func (s *Service) knockOut(ctx context.Context, a Application) error {
	ctx = resource.WithAct(role.AsSystem(ctx, "application.knockOut"),
		resource.Act{Action: changeStatus, Reason: string(KnockoutQuestion)})
	_, err := s.move(ctx, a, moveRequest{to: RejectedByMSP, by: system, reason: KnockoutQuestion})
	return err
}

// Update saves a changed application. NOT_EDITABLE for final ones, and for all but the message and answers that are not
// printed once the client has it, and in a project that is over.
func (s *Service) Update(ctx context.Context, old Application, a *Application) error {
	a.Currency, a.RateUnit = cmp.Or(a.Currency, old.Currency), cmp.Or(a.RateUnit, old.RateUnit)
	state, err := s.answerState(ctx, a)
	if err != nil {
		return err
	}
	stampAnswers(old.Answers, a.Answers, role.From(ctx).Name, s.Now())
	if !editable(old, *a, state) {
		return fault.New(fault.Conflict, "NOT_EDITABLE", "application %d is %s", a.ID, old.Status)
	}
	if err := ratesLocked(old, a); err != nil {
		return err
	}
	if err := s.checkProjectOpen(ctx, old, a); err != nil {
		return err
	}
	if err := s.recomputeRates(ctx, old, a); err != nil {
		return err
	}
	if err := s.Table.Update(ctx, old, a); err != nil {
		return err
	}
	if err := s.markAnswers(ctx, old, a); err != nil {
		return err
	}
	if state.KnockedOut && slices.Contains([]Status{Unconfirmed, Active}, a.Status) {
		return s.knockOut(ctx, *a)
	}
	return nil
}

// checkProjectOpen refuses changes of what belongs to a project that is over. NOT_EDITABLE.
func (s *Service) checkProjectOpen(ctx context.Context, old Application, a *Application) error {
	var status string
	if reflect.DeepEqual(old, *a) {
		return nil
	}
	_, err := s.DB().Row(ctx, []any{&status}, "SELECT status FROM project_facts WHERE id = $1", a.ProjectID)
	if err != nil || status != "CLOSED" && status != "DELETED" {
		return err
	}
	return fault.New(fault.Conflict, "NOT_EDITABLE", "the project of application %d is %s", a.ID, status).
		With("blockedBy", []resource.Block{{
			Key:    "application.block.projectInactive",
			Params: map[string]any{"status": status},
		}})
}

// editable says whether an application may become what a PUT makes of it.
func editable(old, a Application, state AnswerState) bool {
	switch old.Status {
	case Unconfirmed, Active, SendPending, SendFailed:
		return true
	case SentToClient:
		old.Message = a.Message
		if reflect.DeepEqual(printedAnswers(old.Answers, state), printedAnswers(a.Answers, state)) {
			old.Answers = a.Answers
		}
	case Hired, RejectedByMSP, RejectedByVMS, Withdrawn:
	}
	return reflect.DeepEqual(old, a)
}
