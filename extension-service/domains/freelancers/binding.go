package freelancers

import (
	"cmp"
	"context"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// BoundClient binds one freelancer to a client, or to a legal entity of it, for a time.
type BoundClient struct {
	resource.Record
	FreelancerID    int64     `json:"freelancerId"    kind:"ref:freelancer" check:"required,createonly"`
	FreelancerName  string    `json:"freelancerName"  from:"freelancerId.name"`
	Scope           Scope     `json:"scope"           check:"required"`
	ClientID        int64     `json:"clientId"        kind:"ref:client" check:"required"`
	ClientName      string    `json:"clientName"      from:"clientId.name"`
	LegalEntityID   int64     `json:"legalEntityId"   kind:"ref:legalEntity"`
	LegalEntityName string    `json:"legalEntityName" from:"legalEntityId.name"`
	Source          Source    `json:"source"          check:"readonly"`
	BoundSince      date.Date `json:"boundSince"      check:"readonly"`
	BoundUntil      date.Date `json:"boundUntil"`
	Note            string    `json:"note"            kind:"longtext" check:"personal,max=500"`
	Open            bool      `json:"open"            check:"readonly"` // at most one of a freelancer's is
}

// isCurrent says whether the last day has not passed.
func (v *BoundClient) isCurrent(today date.Date) bool {
	return v.BoundUntil == "" || v.BoundUntil >= today
}

// isOpen says whether a binding is open after a change. Whoever says that it ends today ends it now; one that runs out
// today lasts the day.
func (v *BoundClient) isOpen(old BoundClient, today date.Date) bool {
	if old.ID != 0 && v.BoundUntil == old.BoundUntil {
		return old.Open && v.isCurrent(today)
	}
	return v.BoundUntil == "" || v.BoundUntil > today
}

// Bindings keeps the rules of bound clients.
type Bindings struct {
	*store.Table[BoundClient, *BoundClient]
	people *Service
}

func newBindings(d Deps, people *Service) *Bindings {
	bound := fault.New(fault.Conflict, "ALREADY_BOUND", "the freelancer is bound to a client").Field("freelancerId",
		"error.alreadyBound", nil)
	return &Bindings{people: people, Table: store.NewTable[BoundClient](d.DB, store.Config{
		Name: "bound_clients", Entity: "boundClient", Subject: store.Subject{Entity: "freelancer", Field: "freelancerId"},
		Conflicts: map[string]*fault.Error{"bound_clients_freelancer_id_unique": bound},
		Audit:     d.Audit, Now: d.Now,
	})}
}

// NewBoundClient is what the record of a binding starts with.
func NewBoundClient() BoundClient { return BoundClient{Scope: OfClient, Source: ByStaff} }

// Check holds the rules that look at several fields; resource.Checker.
func (b *Bindings) Check(ctx context.Context, old BoundClient, v *BoundClient, bad *fault.Error) error {
	if v.Scope == OfClient {
		v.LegalEntityID = 0
	}
	if v.BoundUntil != "" && v.BoundUntil != old.BoundUntil && v.BoundUntil < cmp.Or(v.BoundSince, b.people.today()) {
		bad.Field("boundUntil", "validation.after", map[string]any{"min": cmp.Or(v.BoundSince, b.people.today())})
	}
	if old.ID == 0 {
		if p, err := b.people.Get(ctx, v.FreelancerID); err == nil && p.UserStatus == Deleted {
			bad.Field("freelancerId", "validation.reference", nil)
		}
	}
	if v.LegalEntityID == 0 {
		return nil
	}
	return b.CheckEntity(ctx, v, bad)
}

const boundMonths = 12

// Create binds a freelancer, for a year unless told otherwise. ALREADY_BOUND while another binding is open.
func (b *Bindings) Create(ctx context.Context, v *BoundClient) error {
	today := b.people.today()
	v.BoundSince, v.Source, v.Open = cmp.Or(v.BoundSince, today), cmp.Or(v.Source, ByStaff), true
	if v.BoundUntil == "" {
		v.BoundUntil = date.FromTime(b.Now().In(zone).AddDate(0, boundMonths, 0))
	}
	if err := b.closeEnded(ctx, v.FreelancerID, today); err != nil {
		return err
	}
	v.Open = v.isOpen(BoundClient{}, today)
	if err := b.Table.Create(ctx, v); err != nil || !v.Open {
		return err
	}
	return b.repeat(ctx, v)
}

// Update saves a changed binding. One that ends today, or has ended, is closed. ALREADY_BOUND when it is to be open
// again while another one is.
func (b *Bindings) Update(ctx context.Context, old BoundClient, v *BoundClient) error {
	today := b.people.today()
	v.Open = v.isOpen(old, today)
	if v.Open && !old.Open {
		if err := b.closeEnded(ctx, v.FreelancerID, today); err != nil {
			return err
		}
	}
	if err := b.Table.Update(ctx, old, v); err != nil {
		return err
	}
	if !v.Open && !old.Open {
		return nil
	}
	return b.repeat(ctx, v)
}

// closeEnded closes the binding of a freelancer whose last day has passed, so that there may be another.
func (b *Bindings) closeEnded(ctx context.Context, freelancerID int64, today date.Date) error {
	v := new(BoundClient)
	ctx = resource.WithAct(role.AsSystem(ctx, "binding.end"), resource.Act{Action: "close"})
	page, err := b.List(ctx, query.All(v, 1, query.Where(v, &v.FreelancerID, freelancerID),
		query.Where(v, &v.Open, true)))
	if err != nil {
		return err
	}
	for _, old := range page.Rows {
		if old.isCurrent(today) {
			continue
		}
		ended := old
		ended.Open = false
		if err := b.Table.Update(ctx, old, &ended); err != nil {
			return err
		}
	}
	return nil
}

const sweepBatch = 200

// CloseEnded closes the bindings whose last day has passed, so that lists call nobody bound who is not, and says how
// many.
func (b *Bindings) CloseEnded(ctx context.Context) (n int64, err error) {
	today := b.people.today()
	ctx = resource.WithAct(role.AsSystem(ctx, "binding.end"), resource.Act{Action: "close"})
	v := new(BoundClient)
	yesterday := date.FromTime(b.Now().In(zone).AddDate(0, 0, -1))
	over := query.Cond{Field: field.At(v, &v.BoundUntil), Op: query.AtMost, Values: []any{string(yesterday)}}
	ended := query.All(v, sweepBatch, query.Where(v, &v.Open, true), over)
	for {
		page, err := b.List(ctx, ended)
		if err != nil || len(page.Rows) == 0 {
			return n, err
		}
		for _, one := range page.Rows {
			if err := b.DB().Write(ctx, func(ctx context.Context) error {
				return b.closeExpired(ctx, one.ID, today)
			}); err != nil {
				return n, err
			}
			n++
		}
	}
}

// closeExpired closes a binding whose last day has passed, unless that has changed meanwhile, and frees the freelancer.
func (b *Bindings) closeExpired(ctx context.Context, id int64, today date.Date) error {
	old, err := b.Get(ctx, id)
	if err != nil || !old.Open || old.isCurrent(today) {
		return err
	}
	ended := old
	ended.Open = false
	if err := b.Table.Update(ctx, old, &ended); err != nil {
		return err
	}
	return b.repeat(ctx, &ended)
}

// repeat writes an open binding into the freelancer's record, or clears what that repeats of one that has ended.
func (b *Bindings) repeat(ctx context.Context, v *BoundClient) error {
	ctx = resource.WithAct(role.AsSystem(ctx, role.From(ctx).Name), resource.Act{Action: "bind"})
	old, err := b.people.Get(ctx, v.FreelancerID)
	if err != nil {
		return err
	}
	p := old
	p.BoundClientID, p.BoundLegalEntityID, p.BoundUntil = 0, 0, ""
	if v.Open {
		p.BoundClientID, p.BoundLegalEntityID, p.BoundUntil = v.ClientID, v.LegalEntityID, v.BoundUntil
	}
	return b.people.Table.Update(ctx, old, &p)
}

// eraseReasons clears what bindings say of a person.
func (b *Bindings) eraseReasons(ctx context.Context, freelancerID int64) error {
	v := new(BoundClient)
	page, err := b.List(role.AsSystem(ctx, eraseKind),
		query.All(v, mostPairs, query.Where(v, &v.FreelancerID, freelancerID)))
	if err != nil {
		return err
	}
	for _, old := range page.Rows {
		emptied := old
		emptied.Note = ""
		if err := b.Table.Update(role.AsSystem(ctx, eraseKind), old, &emptied); err != nil {
			return err
		}
	}
	return nil
}

// move makes the bindings of a record that ends those of the one that stays. Its open binding is kept open only where
// that one has none, and is then repeated in p.
func (b *Bindings) move(ctx context.Context, from int64, p *Freelancer) error {
	v := new(BoundClient)
	act := resource.ActOf(ctx)
	ctx = resource.WithAct(role.AsSystem(ctx, act.Action), act)
	page, err := b.List(ctx, query.All(v, mostPairs, query.Where(v, &v.FreelancerID, from)))
	if err != nil {
		return err
	}
	for _, old := range page.Rows {
		moved := old
		moved.FreelancerID, moved.Open = p.ID, old.Open && p.BoundClientID == 0
		if moved.Open {
			p.BoundClientID, p.BoundLegalEntityID, p.BoundUntil = old.ClientID, old.LegalEntityID, old.BoundUntil
		}
		if err := b.Table.Update(ctx, old, &moved); err != nil {
			return err
		}
	}
	return nil
}
