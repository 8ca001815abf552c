package applications

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/reuse"
)

// entity names applications in audit, mails and the index.
const entity = "application"

// Deps is what the package needs from the rest of the service. What is nil is not asked: nothing stands in the way
// then, and nothing follows.
type Deps struct {
	DB    *store.DB
	Audit func(ctx context.Context, entries ...store.Entry) error
	Now   func() time.Time
	// Without clients and projects nothing is known of them, without freelancers only what an application repeats.
	Clients     *clients.Service
	Projects    *projects.Service
	Questions   *questions.Service
	Rates       Rates
	Freelancers Freelancers
	MSPs        MSPs
	Connections Connections // Connect hands them over later
	Papers      Papers
	Mail        Mail
	SentMail    SentMail
	// Text is a text of a client in a locale, or "".
	Text func(ctx context.Context, clientID int64, locale, key string) string
	// Managers are those who look after applications.
	Managers func(ctx context.Context) ([]Manager, error)
}

// Rates computes rates.
type Rates interface {
	// Compute works out the rates of a case. NOT_FOUND without its project.
	Compute(ctx context.Context, c rates.Case) (rates.Result, error)
}

// Freelancers are those who apply.
type Freelancers interface {
	// Get returns one that the caller can see, with what is computed. NOT_FOUND.
	Get(ctx context.Context, id int64) (freelancers.Freelancer, error)
	// ByID returns some fields of those that the caller can see; who is not there is left out.
	ByID(ctx context.Context, ids []int64, fields ...*field.Field) (map[int64]freelancers.Freelancer, error)
	// ErasureRequests says since when people wait to be erased; who does not is left out.
	ErasureRequests(ctx context.Context, freelancerIDs []int64) (map[int64]time.Time, error)
}

// MSPs are those that offer freelancers.
type MSPs interface {
	// Get returns one that the caller can see. NOT_FOUND.
	Get(ctx context.Context, id int64) (msps.MSP, error)
}

// Connections are those to the VMS of clients.
type Connections interface {
	// Abilities are what the VMS of clients can be told; a client without a VMS is missing.
	Abilities(ctx context.Context, clientIDs []int64) (map[int64]VMSAbilities, error)
	// Obstacles are in the way of sending to the VMS of clients; a client without an obstacle is missing.
	Obstacles(ctx context.Context, kind string, clientIDs []int64) (map[int64]SendWait, error)
	// CheckMapping tries out what the VMS of a client would be sent of an application, whoever asks. MAPPING_INVALID.
	CheckMapping(ctx context.Context, clientID, applicationID int64) error
}

// Papers are profiles as documents.
type Papers interface {
	// Print makes an upload of a profile.
	Print(ctx context.Context, p Profile) (resourceID string, err error)
	// Drop removes one that no record names; one that is gone or named it leaves alone.
	Drop(ctx context.Context, resourceID string) error
}

// Mail is the queue of mails.
type Mail interface {
	Queue(ctx context.Context, m mail.Mail) (int64, error)
	// Plan writes a mail, or changes the one that waits for the same recipient, record and instant.
	Plan(ctx context.Context, m mail.Mail) (int64, error)
	Cancel(ctx context.Context, entity string, id int64, template string) (int, error)
}

// SentMail says what has become of mails about a record, by template.
type SentMail interface {
	// Waiting counts those that have not left.
	Waiting(ctx context.Context, entity string, id int64, template string) (int, error)
	// LastComposed is when one was written last, LastSent when one has left last; zero: never.
	LastComposed(ctx context.Context, entity string, id int64, template string) (time.Time, error)
	LastSent(ctx context.Context, entity string, id int64, template string) (time.Time, error)
}

// Service keeps the rules of applications.
type Service struct {
	*store.Table[Application, *Application]
	Invitations *store.Table[Invitation, *Invitation]
	deps        Deps
	funnels     reuse.Answers[funnelKey, []FunnelStep]
}

// New returns the applications.
func New(d Deps) *Service {
	s := &Service{
		deps: d,
		Table: store.NewTable[Application](d.DB, store.Config{
			Name: "applications", Entity: entity, Handle: "A", Indexed: true,
			Counted: []string{"client_id", "status", "can_resend"},
			TriggerColumns: map[string][]string{"can_resend": {
				"applications.status", "applications.freelancer_status", "applications.freelancer_id",
				"applications.project_id", "applications.deleted_at", "applications.+", "projects.status",
			}, "rate_warning": {
				"applications.rate_breakdown", "applications.status", "applications.deleted_at", "applications.rate_override",
				"applications.rate_override_reason", "applications.+",
			}, "answers_missing": {
				"applications.status", "applications.client_id", "applications.legal_entity_id", "applications.deleted_at",
				"applications.+", "question_answers.*", "questions.active", "questions.flags", "questions.key",
				"questions.+", "questions.*",
			}},
			Subject: store.Subject{Entity: "freelancer", Field: "freelancerId"},
			Conflicts: map[string]*fault.Error{
				"applications_project_id_freelancer_id_unique": fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED",
					"the freelancer has been sent for this project").
					With("blockedBy", []resource.Block{{Key: onlyOne.Key}}),
			},
			Audit: d.Audit, Now: d.Now,
		}),
		Invitations: store.NewTable[Invitation](d.DB, store.Config{
			Name: "invitations", Entity: "invitation", Indexed: true, Audit: d.Audit, Now: d.Now,
		}),
	}
	s.funnels.Compute, s.funnels.Now = s.countFunnel, d.Now
	s.Computes(s.fillErasureRequests, "erasureAskedAt").From("freelancerId")
	return s
}

// Connect hands over the connections to VMS, before the first call.
func (s *Service) Connect(c Connections) { s.deps.Connections = c }

// fillErasureRequests fills when the talents have requested erasure.
func (s *Service) fillErasureRequests(ctx context.Context, rows []Application) error {
	if s.deps.Freelancers == nil {
		return nil
	}
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].FreelancerID
	}
	requested, err := s.deps.Freelancers.ErasureRequests(ctx, ids)
	for i := range rows {
		rows[i].ErasureAskedAt = requested[rows[i].FreelancerID]
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
