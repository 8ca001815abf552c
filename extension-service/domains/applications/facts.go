package applications

import (
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/machine"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Project is what the rules look at of the project of an application.
type Project struct {
	ID                      int64
	Title, Handle, VMSID    string
	ClientID, LegalEntityID int64
	Status, StatusReason    string // "" = nobody could be asked, which hinders nothing
	PeriodStart, PeriodEnd  resource.Date
	Deadline                resource.Date // of applications
	Positions, Filled       int64
	ClosesWhenFilled        bool
	RateUnit                resource.RateUnit
	Currency                resource.CurrencyCode
	RateMin, RateMax        *resource.Decimal
	Client                  Client
}

// Client is what the rules look at of the client.
type Client struct {
	Name, Locale    string
	Active          bool
	Channel         Channel
	Zone            *time.Location
	UnconfirmedDays int
	Capabilities    []Capability // of its VMS connection
}

// Capability is what the VMS of a client can be told.
type Capability string

// The capabilities that rules ask for.
const (
	SubmitCandidate   Capability = "SUBMIT_CANDIDATE"
	UpdateCandidate   Capability = "UPDATE_CANDIDATE"
	WithdrawCandidate Capability = "WITHDRAW_CANDIDATE"
)

// Can says whether the client's VMS can be told something.
func (c Client) Can(what Capability) bool { return slices.Contains(c.Capabilities, what) }

// Person is what the rules look at of a talent.
type Person struct {
	ID                          int64
	Name, Status, Email, Locale string
	HourRate, DayRate           *resource.Decimal // what the profile asks, in Currency
	Currency                    resource.CurrencyCode
	ConsentToShare              bool
	EmailVerified               bool
	ErasureAskedAt              time.Time // zero: the talent has no open request to be forgotten
	// What a profile says of the talent.
	Skills    []string
	Languages []resource.Language
	About     string
}

// Firm is what the rules look at of an MSP.
type Firm struct {
	ID           int64
	Name, Status string
}

// Asked is what the questions of a project say about the answers to them.
type Asked struct {
	Missing    int            // needed ones without an answer
	KnockedOut bool           // one that must be answered rightly is not
	Printed    map[int64]bool // question → goes into the profile
}

// facts is everything the guards and impacts of a transition look at.
type facts struct {
	app       Application
	project   Project
	person    Person
	asked     Asked
	twin      twin // what stands in the way of sending this one
	mapping   error
	openCount int // other open applications of the project that its end would withdraw
	waiting   int // mails to the talent that can still be taken back
	by        machine.Actor
	who       *role.Caller
	now       time.Time
}

// twin is the application of the same talent for the same project that is out or about to go.
type twin struct {
	id     int64
	handle string
}

// today is the day in the client's time zone.
func (f facts) today() resource.Date {
	if f.project.Client.Zone == nil {
		return resource.DateOf(f.now.UTC())
	}
	return resource.DateOf(f.now.In(f.project.Client.Zone))
}

// at are the facts at another instant, when nothing else has changed.
func (f facts) at(now time.Time) facts {
	f.now = now
	return f
}

// after are the facts at an instant once staff has made a transition.
func (f facts) after(t *transition, at time.Time) facts {
	f.app.Status, f.app.StatusReason, f.app.StatusChangedAt = t.To, "", f.now
	return f.at(at)
}

// sources answer for what lies around an application.
type sources struct {
	project func(ctx context.Context, id int64) (Project, error)
	person  func(ctx context.Context, id int64) (Person, error)
	twin    func(ctx context.Context, a Application) (twin, error)
	asked   func(ctx context.Context, a *Application) (Asked, error)
}

// facts gathers what guards and impacts look at.
func (s *Service) facts(ctx context.Context, a Application, by machine.Actor) (facts, error) {
	return s.factsFrom(ctx, a, by, sources{s.deps.Facts, s.deps.Freelancer, s.twinOf, s.asked})
}

// factsFrom is facts with answers of which some may be known already. The copies an application keeps of its talent serve
// while nobody else can be asked.
func (s *Service) factsFrom(ctx context.Context, a Application, by machine.Actor, from sources) (f facts, err error) {
	f = facts{app: a, by: by, who: role.From(ctx), now: s.Now()}
	f.person = Person{ID: a.FreelancerID, Name: a.FreelancerName, Status: a.FreelancerStatus}
	if from.project != nil {
		if f.project, err = from.project(ctx, a.ProjectID); err != nil {
			return f, err
		}
	}
	if from.person != nil {
		if f.person, err = from.person(ctx, a.FreelancerID); err != nil {
			return f, err
		}
	}
	if f.asked, err = from.asked(ctx, &a); err != nil {
		return f, err
	}
	if f.twin, err = from.twin(ctx, a); err != nil {
		return f, err
	}
	if s.deps.Mapping != nil && f.project.Client.Can(SubmitCandidate) && slices.Contains([]Status{Active, SendPending, SendFailed, SentToClient}, a.Status) {
		f.mapping = s.deps.Mapping(ctx, &a)
	}
	return f, s.counted(ctx, &f)
}

// counted adds what only impacts look at.
func (s *Service) counted(ctx context.Context, f *facts) (err error) {
	if s.deps.Waiting != nil && slices.Contains([]Status{RejectedByMSP, RejectedByVMS}, f.app.Status) {
		if f.waiting, err = s.deps.Waiting(ctx, entity, f.app.ID, Rejected); err != nil {
			return err
		}
	}
	if f.app.Status != SentToClient || !f.project.ClosesWhenFilled || f.project.Filled+1 < f.project.Positions {
		return nil
	}
	counts, err := s.Counts(ctx, []int64{f.project.ID})
	for _, status := range withdrawable {
		f.openCount += counts[f.project.ID][string(status)]
	}
	return err
}

func (s *Service) twinOf(ctx context.Context, a Application) (t twin, err error) {
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
