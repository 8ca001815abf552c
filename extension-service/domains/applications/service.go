package applications

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

// entity names applications in audit, mails and the index.
const entity = "application"

// Deps is what the package needs from the rest of the service. What is nil is not asked: nothing stands in the way then,
// and nothing follows.
type Deps struct {
	DB    *store.DB
	Audit func(ctx context.Context, entries ...store.Entry) error
	Now   func() time.Time
	// Project answers NOT_FOUND when the caller cannot see the project.
	Project func(ctx context.Context, id int64) error

	// Client answers NOT_FOUND when the caller cannot see the client.
	Client func(ctx context.Context, id int64) error

	// Facts, Freelancer and MSP answer for the records that an application brings together, whoever asks. NOT_FOUND.
	Facts      func(ctx context.Context, projectID int64) (Project, error)
	Freelancer func(ctx context.Context, id int64) (Person, error)
	MSP        func(ctx context.Context, id int64) (Firm, error)
	// Erasing says of talents since when they wait to be forgotten; who does not is left out.
	Erasing func(ctx context.Context, freelancerIDs []int64) (map[int64]time.Time, error)
	// AllFacts and Freelancers answer for many at once, leaving out who and what is not there.
	AllFacts    func(ctx context.Context, projectIDs []int64) (map[int64]Project, error)
	Freelancers func(ctx context.Context, ids []int64) (map[int64]Person, error)
	// Fill counts positions as filled or free again; a project that closes itself may close. TRANSITION_NOT_ALLOWED when
	// none is free.
	Fill      func(ctx context.Context, projectID, delta int64) error
	Rates     Rates
	Questions *questions.Service
	// Profile is the whole record of a freelancer, whoever asks. NOT_FOUND.
	Profile func(ctx context.Context, freelancerID int64) (freelancers.Freelancer, error)
	// Mapping tries out what the VMS would be sent.
	Mapping func(ctx context.Context, a *Application) error
	// Waits says of clients what is in the way of sending to their VMS; a client without an obstacle is missing.
	Waits func(ctx context.Context, clientIDs []int64) (map[int64]SendWait, error)
	// PDF prints a profile and keeps it as an upload.
	PDF func(ctx context.Context, p Profile) (resourceID string, err error)
	// DropPDF removes one that no record names; one that is gone or named it leaves alone.
	DropPDF func(ctx context.Context, resourceID string) error

	Mail       func(ctx context.Context, m mail.Mail) (int64, error)
	CancelMail func(ctx context.Context, entity string, id int64, template string) (int, error)
	// PlanMail writes a mail, or changes the one that waits for the same recipient, record and instant.
	PlanMail func(ctx context.Context, m mail.Mail) (int64, error)
	// Text is a text of a client in a locale, or "".
	Text    func(ctx context.Context, clientID int64, locale, key string) string
	Waiting func(ctx context.Context, entity string, id int64, template string) (int, error)
	// LastMail is when a mail of a template about a record was written last; zero: never.
	LastMail func(ctx context.Context, entity string, id int64, template string) (time.Time, error)
	// LastSent is when one has left last; zero: never.
	LastSent func(ctx context.Context, entity string, id int64, template string) (time.Time, error)
	// Managers are those who look after applications.
	Managers func(ctx context.Context) ([]Manager, error)
}

// Rates computes rates.
type Rates interface {
	// Compute works out the rates of a case. NOT_FOUND without its project.
	Compute(ctx context.Context, c rates.Case) (rates.Result, error)
}

// Service keeps the rules of applications.
type Service struct {
	*store.Table[Application, *Application]
	Invitations *store.Table[Invitation, *Invitation]
	deps        Deps
}

// New returns the applications.
func New(d Deps) *Service {
	s := &Service{
		deps: d,
		Table: store.NewTable[Application](d.DB, store.Config{
			Name: "applications", Entity: entity, Handle: "A", Indexed: true, Counted: []string{"client_id", "status"},
			Subject: store.Subject{Entity: "freelancer", Field: "freelancerId"},
			Taken: map[string]*fault.Error{
				"applications_project_id_freelancer_id_unique": fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "the freelancer has been sent for this project").
					With("blockedBy", []resource.Block{{Key: onlyOne.Key}}),
			},
			Audit: d.Audit, Now: d.Now,
		}),
		Invitations: store.NewTable[Invitation](d.DB, store.Config{
			Name: "invitations", Entity: "invitation", Indexed: true, Audit: d.Audit, Now: d.Now,
		}),
	}
	s.Computes(s.erasureAsked, "erasureAskedAt").From("freelancerId")
	return s
}

// erasureAsked fills when the talents have asked to be forgotten.
func (s *Service) erasureAsked(ctx context.Context, rows []Application) error {
	if s.deps.Erasing == nil {
		return nil
	}
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].FreelancerID
	}
	asked, err := s.deps.Erasing(ctx, ids)
	for i := range rows {
		rows[i].ErasureAskedAt = asked[rows[i].FreelancerID]
	}
	return err
}

// Counts returns the number of applications per status of each project, all with one statement. A project without any
// is left out.
func (s *Service) Counts(ctx context.Context, projectIDs []int64) (map[int64]map[string]int, error) {
	out := make(map[int64]map[string]int, len(projectIDs))
	if len(projectIDs) == 0 {
		return out, nil
	}
	var (
		id     int64
		status string
		n      int
	)
	err := s.DB().Each(ctx, []any{&id, &status, &n}, func() error {
		if out[id] == nil {
			out[id] = map[string]int{}
		}
		out[id][status] = n
		return nil
	}, `
		SELECT c.project_id, c.status, c.n
		  FROM `+s.DB().Listed(1)+` p
		 CROSS JOIN project_application_count c
		 WHERE c.project_id = p.value
		   AND c.live = 1
		   AND c.n > 0`, store.IDList(projectIDs))
	return out, err
}

// InFlight says how many applications of a project are being sent at this moment.
func (s *Service) InFlight(ctx context.Context, projectID int64) (n int, err error) {
	_, err = s.DB().Row(ctx, []any{&n}, `
		SELECT count(*)
		  FROM applications
		 WHERE project_id = $1
		   AND status IN ('sp', 's2c')
		   AND send_lease_until > $2`, projectID, s.Now().UnixMilli())
	return n, err
}

// AcceptedInvitations says how many invitations to a project were accepted.
func (s *Service) AcceptedInvitations(ctx context.Context, projectID int64) (n int, err error) {
	_, err = s.DB().Row(ctx, []any{&n}, `
		SELECT count(*)
		  FROM invitations
		 WHERE project_id = $1
		   AND state = 'ACCEPTED'
		   AND deleted_at IS NULL`, projectID)
	return n, err
}
