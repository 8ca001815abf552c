package freelancers

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Pair is two records that may be of the same person, for somebody to decide.
type Pair struct {
	resource.Record
	FreelancerA int64           `json:"freelancerA" kind:"ref:freelancer" check:"readonly"` // the older one
	FreelancerB int64           `json:"freelancerB" kind:"ref:freelancer" check:"readonly"`
	NameA       string          `json:"nameA"       from:"freelancerA.name"`
	NameB       string          `json:"nameB"       from:"freelancerB.name"`
	Freelancers []Person        `json:"freelancers" check:"readonly" store:"-"`
	Score       decimal.Decimal `json:"score"       check:"readonly"`
	Rules       []Rule          `json:"rules"       check:"readonly"`
	State       PairState       `json:"state"`
	Settled     bool            `json:"settled"     check:"readonly"` // by itself, since one of the two is gone
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
func (PairState) Enum() enum.List {
	return enum.List{
		Name: "duplicateState", Text: "enum.duplicateState",
		Values: enum.Strings([]PairState{PairOpen, NotDuplicate, PairMerged}),
	}
}

// Pairs are the questions whether two records are of one person.
type Pairs struct {
	*store.Table[Pair, *Pair]
	people *Service
}

func newPairs(d Deps, s *Service) *Pairs {
	p := &Pairs{people: s, Table: store.NewTable[Pair](d.DB, store.Config{
		Name: "freelancer_duplicates", Entity: "freelancerDuplicate", Through: []string{"freelancerA", "freelancerB"},
		Audit: d.Audit, Now: d.Now,
	})}
	p.Computes(p.named, "freelancers").From("freelancerA", "freelancerB")
	return p
}

// List answers one page, of the open pairs unless asked for others.
func (p *Pairs) List(ctx context.Context, q query.Query) (query.Page[Pair], error) {
	return p.Table.List(ctx, openOnes(q))
}

// IDs tells the pairs a query matches, the open ones unless it asks for others.
func (p *Pairs) IDs(ctx context.Context, q query.Query, each func(id int64)) error {
	return p.Table.IDs(ctx, openOnes(q), each)
}

func openOnes(q query.Query) query.Query {
	chosen := slices.ContainsFunc(q.Where, func(c query.Cond) bool {
		return c.Field != nil && (c.Field.Name == "state" || c.Field.Name == "id")
	})
	if !chosen {
		q.Where = append(slices.Clone(q.Where), inState([]PairState{PairOpen}))
	}
	return q
}

// Check refuses what people do not decide; resource.Checker.
func (p *Pairs) Check(_ context.Context, old Pair, v *Pair, bad *fault.Error) error {
	if free := []PairState{PairOpen, NotDuplicate}; v.State != old.State && !slices.Contains(free, v.State) {
		bad.Field("state", "validation.oneOf", map[string]any{"values": free})
	}
	return nil
}

// Update says whether a pair is two people, or open again. TRANSITION_NOT_ALLOWED once it is merged, or while one of
// the two is gone.
func (p *Pairs) Update(ctx context.Context, old Pair, v *Pair) error {
	switch {
	case old.State == PairMerged:
		return notNow(resource.Block{Key: "freelancer.block.pairMerged"})
	case old.Settled && v.State == PairOpen:
		return notNow(resource.Block{Key: "freelancer.block.pairSettled"})
	}
	return p.Table.Update(ctx, old, v)
}

// follow settles the open pairs of somebody who is gone, and opens them again with somebody who is back.
func (p *Pairs) follow(ctx context.Context, id int64, isGone bool) error {
	ctx = resource.WithAct(role.AsSystem(ctx, "pair.settle"), resource.Act{Action: "settle"})
	from, to := PairOpen, NotDuplicate
	if !isGone {
		from, to = to, from
	}
	pairs, err := p.people.pairsOf(ctx, []int64{id}, from)
	if err != nil {
		return err
	}
	for _, old := range pairs {
		if old.Settled == isGone {
			continue
		}
		v := old
		v.State, v.Settled = to, isGone
		if !isGone {
			other, err := p.people.Get(ctx, old.FreelancerA+old.FreelancerB-id)
			if err != nil {
				return err
			}
			if other.UserStatus == Deleted {
				continue
			}
		}
		if err := p.Table.Update(ctx, old, &v); err != nil {
			return err
		}
	}
	return nil
}

// named fills who the records of the pairs are.
func (p *Pairs) named(ctx context.Context, rows []Pair) error {
	ids := make([]int64, 0, len(rows)*bothOf)
	for i := range rows {
		ids = append(ids, rows[i].FreelancerA, rows[i].FreelancerB)
	}
	slices.Sort(ids)
	people, err := p.people.named(ctx, slices.Compact(ids)...)
	if err != nil {
		return err
	}
	for i := range rows {
		rows[i].Freelancers = []Person{}
		for _, id := range []int64{rows[i].FreelancerA, rows[i].FreelancerB} {
			if one, seen := people[id]; seen {
				rows[i].Freelancers = append(rows[i].Freelancers, one)
			}
		}
	}
	return nil
}

const bothOf = 2

// splitDecided parts the candidates that somebody has said are other people from those nobody has decided about.
func splitDecided(candidates []Candidate, others []int64) (decided, open []Candidate) {
	for _, c := range candidates {
		if slices.Contains(others, c.ID) {
			decided = append(decided, c)
		} else {
			open = append(open, c)
		}
	}
	return decided, open
}

// pair keeps what is thought of a new record and each of the candidates.
func (s *Service) pair(ctx context.Context, id int64, state PairState, candidates []Candidate) error {
	for _, c := range candidates {
		v := Pair{FreelancerA: min(id, c.ID), FreelancerB: max(id, c.ID), Score: c.Score, Rules: c.Rules, State: state}
		if err := s.pairs.Create(ctx, &v); err != nil {
			return err
		}
	}
	return nil
}

// fillDuplicates fills who else each of the records may be, all with one statement.
func (s *Service) fillDuplicates(ctx context.Context, rows []Freelancer) error {
	ids, byID := make([]int64, len(rows)), map[int64]*Freelancer{}
	for i := range rows {
		rows[i].Duplicates = []PossibleDuplicate{}
		ids[i], byID[rows[i].ID] = rows[i].ID, &rows[i]
	}
	pairs, err := s.pairsOf(ctx, ids, PairOpen)
	for _, v := range pairs {
		for _, id := range []int64{v.FreelancerA, v.FreelancerB} {
			if p := byID[id]; p != nil {
				p.Duplicates = append(p.Duplicates, PossibleDuplicate{
					FreelancerID: v.FreelancerA + v.FreelancerB - id,
					Score:        v.Score, Rules: v.Rules,
				})
			}
		}
	}
	return err
}

const mostPairs = 1000 // of one record

// pairsOf lists the pairs that any of the records is in.
func (s *Service) pairsOf(ctx context.Context, ids []int64, in ...PairState) ([]Pair, error) {
	v := new(Pair)
	either := query.Cond{Op: query.AnyOf, Any: []query.Cond{
		query.Where(v, &v.FreelancerA, query.IDs(ids)...), query.Where(v, &v.FreelancerB, query.IDs(ids)...),
	}}
	page, err := s.pairs.Table.List(ctx, query.All(v, mostPairs*int64(len(ids)), either, inState(in)))
	return page.Rows, err
}

func inState(in []PairState) query.Cond {
	v := new(Pair)
	return query.Where(v, &v.State, query.Codes(in)...)
}

// Person is what a list shows of somebody.
type Person struct {
	ID         int64  `json:"id" kind:"id"`
	Handle     string `json:"handle"`
	Name       string `json:"name"`
	Email      string `json:"email"`
	UserStatus Status `json:"userStatus"`
}

const pageSize = 10

// named names those of the ids that the caller may see, deleted ones too.
func (s *Service) named(ctx context.Context, ids ...int64) (map[int64]Person, error) {
	p := new(Freelancer)
	found, err := s.ByID(ctx, ids, field.AllAt(p, &p.ID, &p.Handle, &p.Name, &p.Email, &p.UserStatus)...)
	out := make(map[int64]Person, len(found))
	for id, one := range found {
		out[id] = personOf(one)
	}
	return out, err
}
