package freelancers

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/jobs"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/store"
)

// Erasure is the wish of a person to be forgotten.
type Erasure struct {
	resource.Record
	FreelancerID     int64        `json:"freelancerId"     kind:"ref:freelancer" check:"readonly"`
	FreelancerHandle string       `json:"freelancerHandle" check:"readonly"`
	State            ErasureState `json:"state"            check:"readonly"`
	Reason           string       `json:"reason"           check:"readonly,personal"`
	LegalBasisNote   string       `json:"legalBasisNote"   check:"readonly"`
	Refusal          string       `json:"refusal"          check:"readonly,personal"`
	DueAt            time.Time    `json:"dueAt"            check:"readonly"`
	DoneAt           time.Time    `json:"doneAt"           check:"readonly"`
	JobID            string       `json:"jobId"            check:"readonly"`
}

// ErasureState is how far a wish has come.
type ErasureState string

// The states.
const (
	Received      ErasureState = "RECEIVED"
	IdentityCheck ErasureState = "IDENTITY_CHECK"
	InProgress    ErasureState = "IN_PROGRESS"
	Erased        ErasureState = "DONE"
	Refused       ErasureState = "REFUSED"
)

// Enum lists the states.
func (ErasureState) Enum() resource.Enumeration {
	return resource.Enumeration{Name: "erasureState", Text: "enum.erasureState", Values: texts([]ErasureState{Received, IdentityCheck, InProgress, Erased, Refused})}
}

// steps are the moves people may make; a job makes the last one.
var steps = map[ErasureState][]ErasureState{
	Received: {IdentityCheck, Refused}, IdentityCheck: {InProgress, Refused},
}

const (
	dueDays   = 30
	eraseKind = "freelancer.erase"
)

func newErasures(d Deps, s *Service) *store.Table[Erasure, *Erasure] {
	return store.NewTable[Erasure](d.DB, store.Config{
		Name: "erasure_requests", Entity: "erasure", Subject: store.Subject{Entity: "freelancer", Field: "freelancerId"},
		Taken: map[string]*fault.Error{
			"erasure_requests_freelancer_id_unique": fault.New(fault.Conflict, "DUPLICATE", "there is a request of this person already"),
		},
		Reach: func(scope role.Scope, arg func(any) string) string {
			return "t.freelancer_id IN (SELECT t.id FROM freelancers t WHERE " + s.reach(scope, arg) + ")"
		},
		Audit: d.Audit, Now: d.Now,
	})
}

// Request is the answer of the calls that move a request.
type Request struct {
	RequestID        int64        `json:"requestId"        kind:"id"`
	FreelancerID     int64        `json:"freelancerId"     kind:"id"`
	FreelancerHandle string       `json:"freelancerHandle"`
	FreelancerName   string       `json:"freelancerName"`
	State            ErasureState `json:"state"`
	Reason           string       `json:"reason"`
	LegalBasisNote   string       `json:"legalBasisNote"`
	Refusal          string       `json:"refusal"`
	Created          time.Time    `json:"created"`
	CreatedBy        string       `json:"createdBy"`
	DueAt            time.Time    `json:"dueAt"`
	DoneAt           time.Time    `json:"doneAt"`
	JobID            string       `json:"jobId"`
	StatusURL        string       `json:"statusUrl"`
	Version          int64        `json:"version"`
}

func requestOf(e Erasure, name string) Request {
	r := Request{
		RequestID: e.ID, FreelancerID: e.FreelancerID, FreelancerHandle: e.FreelancerHandle, FreelancerName: name, State: e.State, Reason: e.Reason,
		LegalBasisNote: e.LegalBasisNote, Refusal: e.Refusal, Created: e.Created, CreatedBy: e.CreatedBy, DueAt: e.DueAt, DoneAt: e.DoneAt,
		JobID: e.JobID, Version: e.Version,
	}
	if e.JobID != "" {
		r.StatusURL = "/api/job/" + e.JobID
	}
	return r
}

type erasuresInput struct {
	State []ErasureState `query:"state"`
	resource.Paging
}

// erasureList lists the requests, the newest first.
func (s *Service) erasureList(ctx context.Context, in erasuresInput) (resource.List[resource.Shown[Request]], error) {
	var out resource.List[resource.Shown[Request]]
	e := new(Erasure)
	q, err := resource.Ask(e, in.Paging, pageSize)
	if err != nil {
		return out, err
	}
	if len(in.State) > 0 {
		values := make([]any, len(in.State))
		for i, state := range in.State {
			values[i] = string(state)
		}
		q.Where = []resource.Cond{resource.Where(e, &e.State, values...)}
	}
	page, err := s.erasures.List(ctx, q)
	if err != nil {
		return out, err
	}
	out = resource.List[resource.Shown[Request]]{Results: make([]resource.Shown[Request], len(page.Rows)), TotalResults: page.Total}
	for i, e := range page.Rows {
		people, err := s.people(ctx, e.FreelancerID)
		if err != nil {
			return out, err
		}
		r := requestOf(e, "")
		for _, p := range people {
			r.FreelancerName = p.Name
		}
		out.Results[i] = resource.Show(&r)
	}
	return out, nil
}

type erasureInput struct {
	RequestID int64        `path:"requestId"`
	State     ErasureState `json:"state"  check:"required"`
	Reason    string       `json:"reason" kind:"longtext" check:"max=500"`
}

// moveErasure takes a request one step further. TRANSITION_NOT_ALLOWED, ACTIVE_ASSIGNMENT, REASON_REQUIRED for refusing.
func (s *Service) moveErasure(ctx context.Context, in erasureInput) (resource.Shown[Request], error) {
	var e Erasure
	var p Freelancer
	err := s.DB().Write(resource.Acting(ctx, resource.Act{Action: "status"}), func(ctx context.Context) error {
		if err := s.allowed(ctx, role.FreelancerErase); err != nil {
			return err
		}
		old, err := s.erasures.Get(ctx, in.RequestID)
		if err != nil {
			return err
		}
		e = old
		if p, err = s.Get(ctx, e.FreelancerID); err != nil || in.State == old.State {
			return err
		}
		if err := s.mayStep(ctx, old, p, in); err != nil {
			return err
		}
		e.State = in.State
		if in.State == Refused {
			e.Refusal, e.DoneAt = in.Reason, s.now()
		}
		if in.State == InProgress {
			if err := s.startErasing(ctx, &e); err != nil {
				return err
			}
		}
		return s.erasures.Update(ctx, old, &e)
	})
	if err != nil {
		return resource.Shown[Request]{}, err
	}
	if in.State == InProgress {
		resource.ReplyOf(ctx).Status = 202
	}
	r := requestOf(e, p.Name)
	return resource.Show(&r), nil
}

// allowed holds the caller's permissions against the database.
func (s *Service) allowed(ctx context.Context, needs role.Permission) error {
	who := role.From(ctx)
	if err := s.deps.Recheck(ctx, who); err != nil {
		return err
	}
	if !who.Can(needs) {
		return resource.Forbidden(needs)
	}
	return nil
}

func (s *Service) mayStep(ctx context.Context, e Erasure, p Freelancer, in erasureInput) error {
	possible := false
	for _, to := range steps[e.State] {
		possible = possible || to == in.State
	}
	switch {
	case !possible:
		return notNow(resource.Block{Key: "transition.none"})
	case in.State == Refused && in.Reason == "":
		return fault.New(fault.Invalid, "REASON_REQUIRED", "a refusal needs a reason").Field("reason", "validation.required", nil)
	case in.State != InProgress:
		return nil
	}
	blocks, err := s.eraseBlocks(ctx, p, e.LegalBasisNote)
	if err != nil || len(blocks) == 0 {
		return err
	}
	return plainer(notNow(blocks...))
}

// startErasing asks for the job that does it.
func (s *Service) startErasing(ctx context.Context, e *Erasure) error {
	accepted, err := s.deps.Jobs.Start(ctx, eraseKind, "freelancer", erasing{RequestID: e.ID})
	e.State, e.JobID = InProgress, accepted.JobID
	return err
}

// erasing is the input of the job.
type erasing struct {
	RequestID int64 `json:"requestId"`
}

// Action names what is shown with the job.
func (erasing) Action() string { return "erase" }

// EraseKind is the job that forgets somebody.
func (s *Service) EraseKind() jobs.Kind {
	return jobs.Kind{Name: eraseKind, Run: s.runErase, Needs: func(*jobs.Job) []role.Permission { return []role.Permission{role.FreelancerErase} }}
}
