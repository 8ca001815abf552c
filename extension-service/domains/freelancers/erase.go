package freelancers

import (
	"context"
	"strconv"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/role"
)

// EraseInput asks for a person to be forgotten, or what that would mean.
type EraseInput struct {
	Reason          string `json:"reason" history:"reason"          kind:"longtext" check:"required,min=3,max=500"`
	IdentityChecked bool   `json:"identityChecked"`
	// why an assignment that has not ended stands not in the way
	LegalBasisNote string `json:"legalBasisNote"  kind:"longtext" check:"max=500"`
	DryRun         *bool  `json:"dryRun"` // true unless it says false
}

// ErasePlan says what an erasure takes away, what it leaves, and what stands in its way.
type ErasePlan struct {
	Freelancer Person           `json:"freelancer"`
	BecomesKey string           `json:"becomes"` // what stands in place of the name
	Fields     []string         `json:"fields"`  // of the record that are cleared
	Erased     []Trace          `json:"goes"`
	Retained   []Trace          `json:"stays"`
	Withdrawn  int              `json:"applicationsWithdrawn"`
	BlockedBy  []resource.Block `json:"blockedBy"`
}

// Erase says what goes and what stays; told to, it files the request and, once the identity is known, starts it.
// ACTIVE_ASSIGNMENT, TRANSITION_NOT_ALLOWED under a legal hold, DUPLICATE while there is a request.
func (s *Service) Erase(ctx context.Context, p *Freelancer, in EraseInput) (any, error) {
	blocks, err := s.eraseBlocks(ctx, *p, in.LegalBasisNote)
	if err != nil {
		return nil, err
	}
	filed, err := s.filedBefore(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	if in.DryRun == nil || *in.DryRun {
		return s.erasePlan(ctx, *p, append(blocks, filed...))
	}
	if len(filed) > 0 {
		return nil, withCauseCode(notNow(filed...))
	}
	if fatal := filing(blocks, in.IdentityChecked); len(fatal) > 0 {
		return nil, withCauseCode(notNow(fatal...))
	}
	e := Erasure{
		FreelancerID: p.ID, FreelancerHandle: p.Handle, State: Received, Reason: in.Reason, LegalBasisNote: in.LegalBasisNote,
		DueAt: s.Now().AddDate(0, 0, dueDays),
	}
	ctx = resource.WithAct(ctx, resource.Act{Action: "create"})
	if err := s.erasures.Create(ctx, &e); err != nil {
		return nil, err
	}
	if in.IdentityChecked {
		old := e
		if err := s.startErasing(ctx, &e); err != nil {
			return nil, err
		}
		if err := s.erasures.Update(ctx, old, &e); err != nil {
			return nil, err
		}
		resource.ReplyOf(ctx).Status = 202
	}
	now, err := s.erasures.Get(ctx, e.ID)
	return resource.Show(&now), err
}

// erasureFiled answers a repeated call with the request that the first one filed.
func (s *Service) erasureFiled(ctx context.Context, p *Freelancer, was resource.Earlier[EraseInput]) (any, error) {
	id, err := strconv.ParseInt(was.Key, 10, 64)
	if err != nil { // it was a preview
		return s.Erase(ctx, p, was.In)
	}
	now, err := s.erasures.Get(ctx, id)
	return resource.Show(&now), err
}

const filedBlock = "freelancer.block.erasureFiled"

// filedBefore says that a request is open already, and since when.
func (s *Service) filedBefore(ctx context.Context, id int64) ([]resource.Block, error) {
	open, err := s.erasures.openSince(ctx, []int64{id})
	since, isOpen := open[id]
	if err != nil || !isOpen {
		return nil, err
	}
	return []resource.Block{{Key: filedBlock, Params: map[string]any{"since": date.InstantText(since)}}}, nil
}

// notNow is a refusal with everything that blocks.
func notNow(blocks ...resource.Block) error { return statemachine.Refused(blocks) }

const legalHoldBlock = "freelancer.block.legalHold"

// filing leaves out what keeps a request from being carried out but not from being filed.
func filing(blocks []resource.Block, atOnce bool) []resource.Block {
	var out []resource.Block
	for _, b := range blocks {
		if atOnce || b.Key != legalHoldBlock {
			out = append(out, b)
		}
	}
	return out
}

// eraseBlocks is what stands in the way of forgetting somebody.
func (s *Service) eraseBlocks(ctx context.Context, p Freelancer, basis string) ([]resource.Block, error) {
	f, err := s.facts(ctx, p, statemachine.Staff)
	if err != nil {
		return nil, err
	}
	out := []resource.Block{}
	if !notAnonymised.IsMet(f) {
		out = append(out, resource.Block{Key: notAnonymised.Key})
	}
	if p.MergedIntoID != 0 {
		survivor, err := s.Get(role.AsSystem(ctx, eraseKind), p.MergedIntoID)
		if err != nil {
			return nil, err
		}
		out = append(out, resource.Block{Key: "freelancer.block.merged", Params: map[string]any{"handle": survivor.Handle}})
	}
	if p.LegalHold {
		out = append(out, resource.Block{Key: legalHoldBlock})
	}
	if !withinScope.IsMet(f) {
		out = append(out, resource.Block{Key: withinScope.Key})
	}
	if basis == "" && !noAssignment.IsMet(f) {
		out = append(out, resource.Block{Key: noAssignment.Key, Params: noAssignment.Params(f)})
	}
	return out, nil
}

func (s *Service) erasePlan(ctx context.Context, p Freelancer, blocks []resource.Block) (*ErasePlan, error) {
	plan := &ErasePlan{
		Freelancer: Person{ID: p.ID, Handle: p.Handle, Name: p.Name, Email: p.Email, UserStatus: p.UserStatus},
		BecomesKey: erasedName(p),
		Fields:     cleared(p), BlockedBy: blocks,
	}
	parts, err := s.partsOf(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	ids := []int64{p.ID}
	for _, one := range parts {
		ids = append(ids, one.ID)
	}
	if plan.Erased, err = s.countTraces(ctx, erasedTraces, ids...); err != nil {
		return nil, err
	}
	if len(parts) > 0 {
		plan.Erased = append(plan.Erased, Trace{Key: "mergedRecords", Count: int64(len(parts))})
	}
	if plan.Retained, err = s.countTraces(ctx, retainedTraces, ids...); err != nil {
		return nil, err
	}
	more, err := s.deps.Records.RecordsAbout(ctx, ids...)
	if err != nil {
		return nil, err
	}
	plan.Erased, plan.Retained = withOthers(plan.Erased, more.Deleted), withOthers(plan.Retained, more.Remaining)
	f, err := s.facts(ctx, p, statemachine.Staff)
	plan.Withdrawn = f.sum(openAtAll)
	return plan, err
}
