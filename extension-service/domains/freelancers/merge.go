package freelancers

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// MergeInput makes two records of one person one.
type MergeInput struct {
	OtherID int64 `json:"otherId" kind:"id" check:"required,minvalue=1"`
	// name → "this", "other" or, of lists, "both"; left out: this one's, or the other's where this one has none
	Fields map[string]Side `json:"fields"  kind:"json"`
	// Applications says of the projects that both have an open application for, by their ids, whose application goes on.
	Applications map[string]Side `json:"applications" kind:"json"`
	DryRun       *bool           `json:"dryRun"` // true unless it says false
}

// MergePlan says what a merge moves and what the record will be.
type MergePlan struct {
	Survivor     Person      `json:"stays"`
	Ends         Person      `json:"ends"`
	Fields       []Chosen    `json:"fields"` // those that differ
	Applications []Contested `json:"applications"`
	// whose consent is the later one, which stays; "" when neither has given any
	Consent   Side             `json:"consent"`
	Lost      []ExternalID     `json:"lost"` // for which the record has no room
	Moves     []Trace          `json:"moves"`
	BlockedBy []resource.Block `json:"blockedBy"`
}

// Side is one of two records that become one, or both.
type Side string

const (
	fromThis  Side = "this"
	fromOther Side = "other"
	fromBoth  Side = "both"
)

// Options lists all.
func (Side) Options() []string {
	return []string{string(fromThis), string(fromOther), string(fromBoth)}
}

// Merge says what becomes of two records; told to, it keeps this one and ends the other. TRANSITION_NOT_ALLOWED with
// what blocks it, VALIDATION for an unknown field or record.
func (s *Service) Merge(ctx context.Context, p *Freelancer, in MergeInput) (any, error) {
	other, err := s.Get(ctx, in.OtherID)
	if fault.KindOf(err) == fault.NotFound || err == nil && other.ID == p.ID {
		return nil, fault.Validation().Field("otherId", "validation.reference", nil)
	}
	if err != nil {
		return nil, err
	}
	chosen, err := s.choose(ctx, *p, other, in.Fields)
	if err != nil {
		return nil, err
	}
	contested, err := s.contested(ctx, p.ID, other.ID, in.Applications)
	if err != nil {
		return nil, err
	}
	plan, err := s.mergePlan(ctx, *p, other, chosen)
	plan.Applications = contested
	if err != nil || in.DryRun == nil || *in.DryRun {
		return plan, err
	}
	if len(plan.BlockedBy) > 0 {
		return nil, notNow(plan.BlockedBy...)
	}
	if err := s.deps.Applications.WithdrawDuplicates(ctx, ending(contested)); err != nil {
		return nil, err
	}
	if err := s.mergeRecords(ctx, *p, other, chosen); err != nil {
		return nil, err
	}
	now, err := s.Get(ctx, p.ID)
	return resource.Show(&now), err
}

func (s *Service) mergedBefore(ctx context.Context, p *Freelancer, was resource.Earlier[MergeInput]) (any, error) {
	if was.Key == "" { // it was a preview
		return s.Merge(ctx, p, was.In)
	}
	return resource.Show(p), nil
}

func (s *Service) mergePlan(ctx context.Context, p, other Freelancer, chosen []Chosen) (*MergePlan, error) {
	plan := &MergePlan{
		Survivor: personOf(p), Ends: personOf(other), Fields: chosen, Consent: laterConsent(p.Consent, other.Consent),
		BlockedBy: []resource.Block{},
	}
	var err error
	if plan.Moves, err = s.countMoved(ctx, other.ID); err != nil {
		return nil, err
	}
	ids, lost := mergedIDs(p.ExternalIDs, other.ExternalIDs)
	if plan.Lost = lost; len(ids) > len(p.ExternalIDs) {
		plan.Moves = append(plan.Moves, Trace{Key: "externalIds", Count: int64(len(ids) - len(p.ExternalIDs))})
	}
	for _, one := range []Freelancer{p, other} {
		if one.UserStatus == Deleted {
			plan.BlockedBy = append(plan.BlockedBy, resource.Block{
				Key:    "freelancer.block.deleted",
				Params: map[string]any{"name": one.Name},
			})
		}
		pending, err := s.erasures.pending(ctx, one.ID)
		if err != nil {
			return nil, err
		}
		if pending {
			plan.BlockedBy = append(plan.BlockedBy, resource.Block{
				Key:    "freelancer.block.erasureAsked",
				Params: map[string]any{"name": one.Name},
			})
		}
	}
	both, err := s.bothSent(ctx, p.ID, other.ID)
	if err != nil {
		return nil, err
	}
	if both > 0 {
		plan.BlockedBy = append(plan.BlockedBy, resource.Block{
			Key:    "freelancer.block.bothSent",
			Params: map[string]any{"count": both, "smart_count": both},
		})
	}
	isHidden, err := s.reachesBeyond(ctx, p, other)
	if isHidden {
		plan.BlockedBy = append(plan.BlockedBy, resource.Block{Key: withinScope.Key})
	}
	return plan, err
}

// reachesBeyond says whether a merge would change records that the caller cannot see: the person of either record is
// busy there, or has anything there that a merge moves.
func (s *Service) reachesBeyond(ctx context.Context, people ...Freelancer) (bool, error) {
	if role.From(ctx).Scope.IsUnlimited() {
		return false, nil
	}
	for _, one := range people {
		f, err := s.facts(ctx, one, statemachine.Staff)
		if err != nil || !withinScope.IsMet(f) {
			return true, err
		}
		seen, err := s.countMoved(ctx, one.ID)
		if err != nil {
			return true, err
		}
		all, err := s.countMoved(role.AsSystem(ctx, "freelancer.merge"), one.ID)
		if err != nil || !slices.Equal(seen, all) {
			return true, err
		}
	}
	return false, nil
}

// countMoved counts what a merge takes from somebody's record to the one that stays, as far as the caller can see it.
func (s *Service) countMoved(ctx context.Context, id int64) ([]Trace, error) {
	moved, err := s.countTraces(ctx, movedTraces, id)
	if err != nil {
		return nil, err
	}
	more, err := s.deps.Records.RecordsAbout(ctx, id)
	return withOthers(moved, more.Deleted+more.Remaining), err
}

// bothSent counts the projects in which both are with the client and that the caller can see.
func (s *Service) bothSent(ctx context.Context, a, b int64) (n int, err error) {
	_, err = s.DB().Row(ctx, []any{&n}, `
		SELECT count(*)
		  FROM sent_applications a
		  JOIN sent_applications b ON b.project_id = a.project_id
		 WHERE a.freelancer_id = $1
		   AND b.freelancer_id = $2
		   AND `+store.WithinScope(ctx, "a"), a, b)
	return n, err
}

var movedTraces = []traceCount{
	{"applications", "SELECT count(*) FROM application_facts a WHERE a.freelancer_id = $1 AND {a}"},
	{"invitations", "SELECT count(*) FROM invitation_facts a WHERE a.freelancer_id = $1 AND {a}"},
	{"bindings", "SELECT count(*) FROM bound_clients b WHERE b.freelancer_id = $1 AND {b}"},
}

func personOf(p Freelancer) Person {
	return Person{ID: p.ID, Handle: p.Handle, Name: p.Name, Email: p.Email, UserStatus: p.UserStatus}
}

// mergeRecords settles what is asked about the two and then ends the other record, so that its address and its place in
// projects are free for the one that stays.
func (s *Service) mergeRecords(ctx context.Context, old, other Freelancer, chosen []Chosen) error {
	ctx = resource.WithAct(ctx, resource.Act{Action: "merge"})
	p := s.mergedRecord(old, other, chosen)
	if err := s.repair(ctx, old.ID, other.ID); err != nil {
		return err
	}
	gone := other
	gone.UserStatus, gone.StatusReason, gone.DeletedAt, gone.DeletedBy = Deleted, "MERGED "+old.Handle, s.Now(),
		role.From(ctx).Name
	gone.StatusChangedAt, gone.StatusChangedBy, gone.ExternalIDs = s.Now(), role.From(ctx).Name, nil
	gone.Binding, gone.MergedIntoID = Binding{}, old.ID
	if err := s.save(ctx, other, &gone); err != nil {
		return err
	}
	if _, err := s.deps.Applications.Transfer(ctx, other.ID, personOf(p)); err != nil {
		return err
	}
	if err := s.deps.Records.MovePerson(ctx, other.ID, p.ID); err != nil {
		return err
	}
	if err := s.Bindings.move(ctx, other.ID, &p); err != nil {
		return err
	}
	return s.save(ctx, old, &p)
}

// partsOf lists the records that were made part of somebody's, by way of others too: what they hold is the same
// person's, whoever asks.
func (s *Service) partsOf(ctx context.Context, id int64) ([]Freelancer, error) {
	p := new(Freelancer)
	merged := query.All(p, mostPairs, query.Where(p, &p.MergedIntoID, id))
	merged.Trash = query.Deleted
	page, err := s.List(role.AsSystem(ctx, role.From(ctx).Name), merged)
	if err != nil {
		return nil, err
	}
	parts := page.Rows
	for _, one := range page.Rows {
		further, err := s.partsOf(ctx, one.ID)
		if err != nil {
			return nil, err
		}
		parts = append(parts, further...)
	}
	return parts, nil
}

// repair closes the question about the two, and asks those about the other of the one that stays. It does so as the
// system: the caller may not see whom else the other is compared with.
func (s *Service) repair(ctx context.Context, survivor, ends int64) error {
	ctx = resource.WithAct(role.AsSystem(ctx, "freelancer.merge"), resource.ActOf(ctx))
	pairs, err := s.pairsOf(ctx, []int64{ends}, PairOpen, NotDuplicate)
	if err != nil {
		return err
	}
	known, err := s.pairsOf(ctx, []int64{survivor}, PairOpen, NotDuplicate, PairMerged)
	if err != nil {
		return err
	}
	for _, old := range pairs {
		v, third := old, old.FreelancerA+old.FreelancerB-ends
		v.State = PairMerged
		isKnown := slices.ContainsFunc(known, func(k Pair) bool { return k.FreelancerA == third || k.FreelancerB == third })
		if third != survivor && !isKnown {
			v.State, v.FreelancerA, v.FreelancerB = old.State, min(third, survivor), max(third, survivor)
		}
		if err := s.pairs.Update(ctx, old, &v); err != nil {
			return err
		}
	}
	return nil
}
