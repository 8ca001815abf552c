package freelancers

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/store"
)

// Pair is two records that may be of the same person, for somebody to decide.
type Pair struct {
	resource.Record
	FreelancerA int64            `json:"freelancerA" kind:"ref:freelancer" check:"readonly"` // the older one
	FreelancerB int64            `json:"freelancerB" kind:"ref:freelancer" check:"readonly"`
	Score       resource.Decimal `json:"score"       check:"readonly"`
	Rules       []Rule           `json:"rules"       check:"readonly"`
	State       PairState        `json:"state"`
}

// PairState says what has been decided about a pair.
type PairState string

// The states.
const (
	PairOpen     PairState = "OPEN"
	NotDuplicate PairState = "NOT_DUPLICATE"
	PairMerged   PairState = "MERGED"
)

// Enum lists the states.
func (PairState) Enum() resource.Enumeration {
	return resource.Enumeration{Name: "duplicateState", Text: "enum.duplicateState", Values: texts([]PairState{PairOpen, NotDuplicate, PairMerged})}
}

func newPairs(d Deps, s *Service) *store.Table[Pair, *Pair] {
	return store.NewTable[Pair](d.DB, store.Config{
		Name: "freelancer_duplicates", Entity: "freelancerDuplicate", Audit: d.Audit, Now: d.Now,
		Reach: func(scope role.Scope, arg func(any) string) string {
			seen := "(SELECT t.id FROM freelancers t WHERE " + s.reach(scope, arg) + ")"
			return "t.freelancer_a IN " + seen + " AND t.freelancer_b IN " + seen
		},
	})
}

// pair keeps the candidates that somebody has passed over, for a second look.
func (s *Service) pair(ctx context.Context, id int64, candidates []Candidate) error {
	for _, c := range candidates {
		v := Pair{FreelancerA: min(id, c.ID), FreelancerB: max(id, c.ID), Score: c.Score, Rules: c.Rules, State: PairOpen}
		if err := s.pairs.Create(ctx, &v); err != nil {
			return err
		}
	}
	return nil
}

// twins fills who else each of the records may be.
func (s *Service) twins(ctx context.Context, rows []Freelancer) error {
	for i := range rows {
		rows[i].Duplicates = []Twin{}
		pairs, err := s.pairsOf(ctx, rows[i].ID, PairOpen)
		if err != nil {
			return err
		}
		for _, v := range pairs {
			rows[i].Duplicates = append(rows[i].Duplicates, Twin{FreelancerID: v.FreelancerA + v.FreelancerB - rows[i].ID, Score: v.Score, Rules: v.Rules})
		}
	}
	return nil
}

const mostPairs = 1000

func (s *Service) pairsOf(ctx context.Context, id int64, in ...PairState) ([]Pair, error) {
	v := new(Pair)
	either := resource.Cond{Op: resource.AnyOf, Any: []resource.Cond{resource.Where(v, &v.FreelancerA, id), resource.Where(v, &v.FreelancerB, id)}}
	page, err := s.pairs.List(ctx, resource.Query{
		Where: []resource.Cond{either, inState(in)}, Sort: []resource.Sort{{Field: resource.FieldAt(v, &v.ID)}}, Limit: mostPairs, NoTotal: true,
	})
	return page.Rows, err
}

func inState(in []PairState) resource.Cond {
	v := new(Pair)
	values := make([]any, len(in))
	for i, state := range in {
		values[i] = string(state)
	}
	return resource.Where(v, &v.State, values...)
}

type pairsInput struct {
	State PairState `query:"state"`
	resource.Paging
}

// Person is what a list shows of somebody.
type Person struct {
	ID         int64  `json:"id" kind:"id"`
	Handle     string `json:"handle"`
	Name       string `json:"name"`
	Email      string `json:"email"`
	UserStatus Status `json:"userStatus"`
}

// PairRow is one pair to decide about.
type PairRow struct {
	ID          int64            `json:"id" kind:"id"`
	Freelancers []Person         `json:"freelancers"`
	Score       resource.Decimal `json:"score"`
	Rules       []Rule           `json:"rules"`
	State       PairState        `json:"state"`
	Version     int64            `json:"version"`
}

const pageSize = 10

// duplicates lists the pairs, the open ones unless asked otherwise.
func (s *Service) duplicates(ctx context.Context, in pairsInput) (resource.List[PairRow], error) {
	var out resource.List[PairRow]
	v := new(Pair)
	q, err := resource.Ask(v, in.Paging, pageSize)
	if err != nil {
		return out, err
	}
	if in.State == "" {
		in.State = PairOpen
	}
	q.Where = []resource.Cond{inState([]PairState{in.State})}
	page, err := s.pairs.List(ctx, q)
	if err != nil {
		return out, err
	}
	out = resource.List[PairRow]{Results: make([]PairRow, len(page.Rows)), TotalResults: page.Total}
	for i, v := range page.Rows {
		if out.Results[i], err = s.pairRow(ctx, v); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (s *Service) pairRow(ctx context.Context, v Pair) (PairRow, error) {
	out := PairRow{ID: v.ID, Score: v.Score, Rules: v.Rules, State: v.State, Version: v.Version}
	people, err := s.people(ctx, v.FreelancerA, v.FreelancerB)
	out.Freelancers = people
	return out, err
}

// people names those of the ids that the caller may see, deleted ones too, in the order of their ids.
func (s *Service) people(ctx context.Context, list ...int64) ([]Person, error) {
	p := new(Freelancer)
	named := resource.Cond{Field: resource.FieldAt(p, &p.ID), Op: resource.Is}
	for _, id := range list {
		named.Values = append(named.Values, id)
	}
	q := resource.Query{Where: []resource.Cond{named}, Sort: []resource.Sort{{Field: named.Field}}, Limit: int64(len(list)), NoTotal: true, Trash: resource.Both}
	for _, at := range []resource.Ref{&p.ID, &p.Handle, &p.Name, &p.Email, &p.UserStatus} {
		q.Fields = append(q.Fields, resource.FieldAt(p, at))
	}
	page, err := s.List(ctx, q)
	out := make([]Person, len(page.Rows))
	for i, r := range page.Rows {
		out[i] = Person{ID: r.ID, Handle: r.Handle, Name: r.Name, Email: r.Email, UserStatus: r.UserStatus}
	}
	return out, err
}

type decideInput struct {
	ID    int64     `path:"id"`
	State PairState `json:"state" check:"required"`
}

// decide says whether a pair is two people, or open again. TRANSITION_NOT_ALLOWED once it is merged.
func (s *Service) decide(ctx context.Context, in decideInput) (PairRow, error) {
	if !slices.Contains([]PairState{PairOpen, NotDuplicate}, in.State) {
		return PairRow{}, fault.Validation().Field("state", "validation.oneOf", map[string]any{"values": []PairState{PairOpen, NotDuplicate}})
	}
	var v Pair
	err := s.DB().Write(resource.Acting(ctx, resource.Act{Action: "decide"}), func(ctx context.Context) error {
		if err := s.deps.Recheck(ctx, role.From(ctx)); err != nil {
			return err
		}
		old, err := s.pairs.Get(ctx, in.ID)
		if err != nil {
			return err
		}
		if old.State == PairMerged {
			return fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "the pair is merged")
		}
		v = old
		v.State = in.State
		return s.pairs.Update(ctx, old, &v)
	})
	if err != nil {
		return PairRow{}, err
	}
	return s.pairRow(ctx, v)
}
