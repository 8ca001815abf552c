package freelancers

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Erasure is the wish of a person to be forgotten.
type Erasure struct {
	resource.Record
	// the id, as the calls name it
	RequestID        int64        `json:"requestId"        kind:"id" check:"readonly" store:"-"`
	FreelancerID     int64        `json:"freelancerId"     kind:"ref:freelancer" check:"readonly"`
	FreelancerHandle string       `json:"freelancerHandle" check:"readonly"`
	FreelancerName   string       `json:"freelancerName"   from:"freelancerId.name"`
	State            ErasureState `json:"state"            check:"readonly"`
	Reason           string       `json:"reason"           check:"readonly,personal"`
	LegalBasisNote   string       `json:"legalBasisNote"   check:"readonly,personal"`
	Refusal          string       `json:"refusal"          check:"readonly,personal"`
	DueAt            time.Time    `json:"dueAt"            check:"readonly"`
	DoneAt           time.Time    `json:"doneAt"           check:"readonly"`
	JobID            string       `json:"jobId"            check:"readonly"`
	StatusURL        string       `json:"statusUrl"        check:"readonly" store:"-"`
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
func (ErasureState) Enum() enum.List {
	return enum.List{
		Name: "erasureState", Text: "enum.erasureState",
		Values: enum.Strings([]ErasureState{Received, IdentityCheck, InProgress, Erased, Refused}),
	}
}

// steps are the moves people may make; a job makes the last one.
var steps = map[ErasureState][]ErasureState{
	Received: {IdentityCheck, Refused}, IdentityCheck: {InProgress, Refused},
}

const (
	dueDays   = 30
	eraseKind = "freelancer.erase"
)

// Erasures are the wishes of people to be forgotten.
type Erasures struct {
	*store.Table[Erasure, *Erasure]
	people *Service
}

func newErasures(d Deps, s *Service) *Erasures {
	e := &Erasures{people: s, Table: store.NewTable[Erasure](d.DB, store.Config{
		Name: "erasure_requests", Entity: "erasure", Subject: store.Subject{Entity: "freelancer", Field: "freelancerId"},
		Conflicts: map[string]*fault.Error{
			"erasure_requests_freelancer_id_unique": fault.New(fault.Conflict, "DUPLICATE",
				"there is a request of this person already"),
		},
		Through: []string{"freelancerId"}, Audit: d.Audit, Now: d.Now,
	})}
	e.Computes(named, "requestId", "statusUrl").From("jobId")
	return e
}

// named repeats the id of requests, and says where their jobs tell how far they are.
func named(_ context.Context, rows []Erasure) error {
	for i := range rows {
		e := &rows[i]
		if e.RequestID, e.StatusURL = e.ID, ""; e.JobID != "" {
			e.StatusURL = "/api/job/" + e.JobID
		}
	}
	return nil
}

// Step takes a request one step further.
type Step struct {
	State  ErasureState `json:"state"  check:"required"`
	Reason string       `json:"reason" history:"reason" kind:"longtext" check:"max=500"`
}

// move takes a request one step further; a job may do what is left. TRANSITION_NOT_ALLOWED, ACTIVE_ASSIGNMENT,
// REASON_REQUIRED for refusing.
func (e *Erasures) move(ctx context.Context, r *Erasure, in Step) (any, error) {
	if in.State != r.State {
		if err := e.people.step(resource.WithAct(ctx, resource.Act{Action: "status"}), r, in); err != nil {
			return nil, err
		}
	}
	now, err := e.Get(ctx, r.ID)
	return resource.Show(&now), err
}

func movedBefore(_ context.Context, r *Erasure, _ resource.Earlier[Step]) (any, error) {
	return resource.Show(r), nil
}

func (s *Service) step(ctx context.Context, r *Erasure, in Step) error {
	p, err := s.Get(ctx, r.FreelancerID)
	if err != nil {
		return err
	}
	if err := s.mayStep(ctx, *r, p, in); err != nil {
		return err
	}
	e := *r
	e.State = in.State
	if in.State == Refused {
		e.Refusal, e.DoneAt = in.Reason, s.Now()
	}
	if in.State == InProgress {
		if err := s.startErasing(ctx, &e); err != nil {
			return err
		}
		resource.ReplyOf(ctx).Status = 202
	}
	return s.erasures.Update(ctx, *r, &e)
}

func (s *Service) mayStep(ctx context.Context, e Erasure, p Freelancer, in Step) error {
	possible := false
	for _, to := range steps[e.State] {
		possible = possible || to == in.State
	}
	switch {
	case !possible:
		return notNow(resource.Block{Key: "transition.none"})
	case in.State == Refused && in.Reason == "":
		return fault.New(fault.Invalid, "REASON_REQUIRED", "a refusal needs a reason").Field("reason", "validation.required",
			nil)
	case in.State != InProgress:
		return nil
	}
	blocks, err := s.eraseBlocks(ctx, p, e.LegalBasisNote)
	if err != nil || len(blocks) == 0 {
		return err
	}
	return withCauseCode(notNow(blocks...))
}

// startErasing asks for the job that does it.
func (s *Service) startErasing(ctx context.Context, e *Erasure) error {
	accepted, err := s.deps.Jobs.Start(ctx, eraseKind, "freelancer", erasing{RequestID: e.ID})
	e.State, e.JobID = InProgress, accepted.JobID
	return err
}

// openSince says of freelancers who have requested erasure, and of whom that is not decided yet, when the request was
// filed.
func (e *Erasures) openSince(ctx context.Context, freelancerIDs []int64) (map[int64]time.Time, error) {
	out := map[int64]time.Time{}
	var id, at int64
	err := e.DB().Each(ctx, []any{&id, &at}, func() error {
		out[id] = time.UnixMilli(at).UTC()
		return nil
	}, `
		SELECT freelancer_id, created
		  FROM erasure_requests
		 WHERE freelancer_id IN `+e.DB().InList(1)+`
		   AND state IN ('RECEIVED', 'IDENTITY_CHECK', 'IN_PROGRESS')
		   AND deleted_at IS NULL
		 ORDER BY freelancer_id`, store.IDList(freelancerIDs))
	return out, err
}

// ErasureRequests says of freelancers, whoever asks, since when they wait to be forgotten; who does not is left out.
func (s *Service) ErasureRequests(ctx context.Context, freelancerIDs []int64) (map[int64]time.Time, error) {
	return s.erasures.openSince(ctx, freelancerIDs)
}

// fillErasureRequests fills when the people have requested erasure.
func (s *Service) fillErasureRequests(ctx context.Context, rows []Freelancer) error {
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	requested, err := s.ErasureRequests(ctx, ids)
	for i := range rows {
		rows[i].ErasureAskedAt = requested[rows[i].ID]
	}
	return err
}

// pending says whether somebody waits for erasure.
func (e *Erasures) pending(ctx context.Context, freelancerID int64) (bool, error) {
	v := new(Erasure)
	n, err := e.Count(ctx, query.Where(v, &v.FreelancerID, freelancerID),
		query.Where(v, &v.State, string(Received), string(IdentityCheck), string(InProgress)))
	return n > 0, err
}

// closeRequests ends the request of somebody who is forgotten, and clears what it and those before it say of the
// person.
func (e *Erasures) closeRequests(ctx context.Context, freelancerID int64) error {
	v := new(Erasure)
	page, err := e.List(role.AsSystem(ctx, eraseKind), query.Query{
		Where: []query.Cond{query.Where(v, &v.FreelancerID, freelancerID)},
		Sort:  []query.Sort{{Field: field.At(v, &v.ID)}}, Limit: mostPairs, NoTotal: true,
	})
	if err != nil {
		return err
	}
	ctx = resource.WithAct(ctx, resource.Act{Action: "status"})
	for _, old := range page.Rows {
		emptied := old
		emptied.Reason, emptied.LegalBasisNote, emptied.Refusal = "", "", ""
		if old.State != Refused && old.State != Erased {
			emptied.State, emptied.DoneAt = Erased, e.people.Now()
		}
		if err := e.Update(ctx, old, &emptied); err != nil {
			return err
		}
	}
	return nil
}

// erasing is the input of the job.
type erasing struct {
	RequestID int64 `json:"requestId"`
}

// Action names what is shown with the job.
func (erasing) Action() string { return "erase" }

// EraseKind is the job that forgets somebody.
func (s *Service) EraseKind() jobs.Kind {
	return jobs.Kind{
		Name: eraseKind, Run: s.runErase, Needs: func(*jobs.Job) []role.Permission {
			return []role.Permission{role.FreelancerErase}
		},
		Reach: func(ctx context.Context, j *jobs.Job) (bool, error) {
			var in erasing
			if err := j.DecodeInput(&in); err != nil {
				return false, err
			}
			_, err := s.erasures.Get(ctx, in.RequestID)
			return err == nil, err
		},
	}
}
