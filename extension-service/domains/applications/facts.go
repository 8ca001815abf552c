package applications

import (
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/role"
)

// assignment is the project of an application, with its client and what that one's VMS can be told.
type assignment struct {
	projects.Project
	client clients.Client
	can    VMSAbilities
}

// VMSAbilities are what the VMS of a client can be told.
type VMSAbilities struct{ Submit, Update, Withdraw bool }

// closesWhenFilled says whether the project closes with its last position.
func (p assignment) closesWhenFilled() bool {
	return p.AutoCloseWhenFilled != nil && *p.AutoCloseWhenFilled
}

// locale is the language of the client.
func (p assignment) locale() string {
	if len(p.client.Languages) == 0 {
		return ""
	}
	return p.client.Languages[0]
}

// AnswerState is what the questions of a project say about the answers to them.
type AnswerState struct {
	Missing    int            // needed ones without an answer
	KnockedOut bool           // one that must be answered rightly is not
	Printed    map[int64]bool // question → goes into the profile
}

// facts is everything the guards and impacts of a transition look at.
type facts struct {
	app        Application
	project    assignment
	freelancer freelancers.Freelancer
	answers    AnswerState
	twin       duplicateApplication // what stands in the way of sending this one
	mapping    error
	openCount  int // other open applications of the project that its end would withdraw
	waiting    int // mails to the talent that can still be taken back
	by         statemachine.Actor
	who        *role.Caller
	now        time.Time
}

// duplicateApplication is the application of the same talent for the same project that is out or about to go.
type duplicateApplication struct {
	id     int64
	handle string
}

// today is the day in the client's time zone.
func (f facts) today() date.Date { return date.FromTime(f.now.In(f.project.client.Zone())) }

// at are the facts at another instant, when nothing else has changed.
func (f facts) at(now time.Time) facts {
	f.now = now
	return f
}

// afterTransition are the facts at an instant once staff has made a transition.
func (f facts) afterTransition(t *transition, at time.Time) facts {
	f.app.Status, f.app.StatusReason, f.app.StatusChangedAt = t.To, "", f.now
	return f.at(at)
}

// sources answer for what lies around an application.
type sources struct {
	project    func(ctx context.Context, id int64) (assignment, error)
	freelancer func(ctx context.Context, id int64) (freelancers.Freelancer, error)
	twin       func(ctx context.Context, a Application) (duplicateApplication, error)
	answers    func(ctx context.Context, a *Application) (AnswerState, error)
}

// facts gathers what guards and impacts look at.
func (s *Service) facts(ctx context.Context, a Application, by statemachine.Actor) (facts, error) {
	return s.factsFrom(ctx, a, by, sources{s.assignment, s.freelancer, s.duplicateOf, s.answerState})
}

// factsFrom is facts with answers of which some may be known already. The copies an application keeps of its freelancer
// serve while nobody else can be asked.
func (s *Service) factsFrom(ctx context.Context, a Application, by statemachine.Actor, from sources) (f facts,
	err error,
) {
	f = facts{app: a, by: by, who: role.From(ctx), now: s.Now()}
	if f.project, err = from.project(ctx, a.ProjectID); err != nil {
		return f, err
	}
	f.freelancer = freelancers.Freelancer{
		Record: resource.Record{ID: a.FreelancerID}, Name: a.FreelancerName,
		UserStatus: freelancers.Status(a.FreelancerStatus),
	}
	if s.deps.Freelancers != nil {
		if f.freelancer, err = from.freelancer(ctx, a.FreelancerID); err != nil {
			return f, err
		}
	}
	if f.answers, err = from.answers(ctx, &a); err != nil {
		return f, err
	}
	if f.twin, err = from.twin(ctx, a); err != nil {
		return f, err
	}
	if f.project.can.Submit && slices.Contains([]Status{Active, SendPending, SendFailed, SentToClient}, a.Status) {
		f.mapping = s.deps.Connections.CheckMapping(ctx, a.ClientID, a.ID)
	}
	return f, s.counted(ctx, &f)
}

// counted adds what only impacts look at.
func (s *Service) counted(ctx context.Context, f *facts) (err error) {
	if s.deps.SentMail != nil && slices.Contains([]Status{RejectedByMSP, RejectedByVMS}, f.app.Status) {
		if f.waiting, err = s.deps.SentMail.Waiting(ctx, entity, f.app.ID, Rejected); err != nil {
			return err
		}
	}
	if f.app.Status != SentToClient || !f.project.closesWhenFilled() || f.project.PositionsFilled+1 < f.project.Positions {
		return nil
	}
	counts, err := s.Counts(ctx, []int64{f.project.ID})
	for _, status := range withdrawable {
		f.openCount += counts[f.project.ID][string(status)]
	}
	return err
}

func (s *Service) duplicateOf(ctx context.Context, a Application) (t duplicateApplication, err error) {
	_, err = s.DB().Row(ctx, []any{&t.id, &t.handle}, `
		SELECT id, handle
		  FROM applications
		 WHERE project_id = $1
		   AND freelancer_id = $2
		   AND status IN ('sp', 's2c', 'h')
		   AND deleted_at IS NULL
		   AND id <> $3
		 ORDER BY id
		 LIMIT 1`, a.ProjectID, a.FreelancerID, a.ID)
	return t, err
}
