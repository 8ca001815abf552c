package vms

import (
	"context"
	"encoding/json"
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// Proposal is what a VMS says of a field that was edited here.
type Proposal struct {
	resource.Record
	ConnectionID int64  `json:"connectionId" kind:"ref:vmsConnection" check:"readonly"`
	ClientID     int64  `json:"clientId"     kind:"ref:client" check:"readonly"`
	ProjectID    int64  `json:"projectId"    kind:"ref:project" check:"readonly"`
	ProjectTitle string `json:"projectTitle" from:"projectId.title"`
	Field        string `json:"field"        check:"readonly"`
	Current      string `json:"current"      check:"readonly" store:"-"`
	Proposed     string `json:"proposed" check:"readonly"`
	Value        string `json:"value" check:"readonly"` // what is proposed, as JSON
	// that is proposed or that the amount is in, where it is not the project's; accepted together
	Currency string `json:"currency" check:"readonly"`
	// ProjectCurrency and RateUnit are what the amounts of the project are in, and what its rates are paid for.
	ProjectCurrency string        `json:"projectCurrency" check:"readonly" store:"-"`
	RateUnit        string        `json:"rateUnit"        check:"readonly" store:"-"`
	At              time.Time     `json:"at"           check:"readonly"`
	MessageID       int64         `json:"messageId"    kind:"id" check:"readonly"`
	State           ProposalState `json:"state"        check:"readonly"`
}

// ProposalState says what has become of a proposal.
type ProposalState string

// The states. What the VMS has said anew since is superseded.
const (
	Open       ProposalState = "OPEN"
	Accepted   ProposalState = "ACCEPTED"
	Declined   ProposalState = "KEPT"
	Superseded ProposalState = "SUPERSEDED"
)

// Enum lists the states.
func (ProposalState) Enum() enum.List {
	return enum.List{
		Name: "vmsProposalState", Text: "enum.vmsProposalState",
		Values: enum.Strings([]ProposalState{Open, Accepted, Declined, Superseded}),
	}
}

// Proposals keeps the rules of proposals.
type Proposals struct {
	*store.Table[Proposal, *Proposal]
	deps           Deps
	recordReported func(ctx context.Context, id int64, fields map[string]json.RawMessage, at time.Time) error
}

func newProposals(d Deps) *Proposals {
	p := &Proposals{deps: d, Table: store.NewTable[Proposal](d.DB,
		store.Config{Name: "vms_proposals", Entity: "vmsProposal", Audit: d.Audit, Now: d.Now})}
	p.Computes(p.fillCurrent, "current", "projectCurrency", rateUnitField).From("projectId", "field")
	return p
}

// fillCurrent says what the fields are here, and in which currency and unit.
func (p *Proposals) fillCurrent(ctx context.Context, rows []Proposal) error {
	projects, err := p.deps.readRecords(ctx, project, idsOf(rows, func(r *Proposal) int64 { return r.ProjectID }))
	for i := range rows {
		fields := projects[rows[i].ProjectID]
		rows[i].Current = text(fields[rows[i].Field])
		rows[i].ProjectCurrency, rows[i].RateUnit = text(fields[currencyField]), text(fields[rateUnitField])
	}
	return err
}

type proposing struct {
	field, value, currency string
	at                     time.Time
}

// propose asks people whether a field shall be what the VMS says, in the place of what was asked before.
func (p *Proposals) propose(ctx context.Context, c Connection, m Message, what proposing) error {
	if err := p.supersede(ctx, m.EntityID, what.field); err != nil {
		return err
	}
	return p.Create(ctx, &Proposal{
		ConnectionID: c.ID, ClientID: c.ClientID, ProjectID: m.EntityID, Field: what.field, Value: what.value,
		Proposed: text(json.RawMessage(what.value)), Currency: what.currency, At: what.at, MessageID: m.ID, State: Open,
	})
}

// supersede ends what is asked about a field.
func (p *Proposals) supersede(ctx context.Context, projectID int64, field string) error {
	v := new(Proposal)
	page, err := p.List(ctx, query.All(v, 10, query.Where(v, &v.ProjectID, projectID),
		query.Where(v, &v.Field, field), query.Where(v, &v.State, string(Open))))
	if err != nil {
		return err
	}
	for _, row := range page.Rows {
		was, err := p.Get(ctx, row.ID)
		if err != nil {
			return err
		}
		now := was
		now.State = Superseded
		if err := p.Update(ctx, was, &now); err != nil {
			return err
		}
	}
	return nil
}

// Accept makes the field what the VMS says, as if the caller had edited it; a closed project is reopened by the rules
// of that. An amount in another currency brings the currency, and all that is proposed in it. VALIDATION where an
// amount of the project would be left in another currency.
func (p *Proposals) Accept(ctx context.Context, v *Proposal, _ resource.None) (resource.Shown[Proposal], error) {
	fields, with, err := p.dependentProposals(ctx, v)
	if err != nil {
		return resource.Show(v), err
	}
	if v.Field == "status" {
		err = p.deps.Records.Move(ctx, Move{
			Kind: project, ID: v.ProjectID, Status: text(fields["status"]), Reason: "OTHER",
			Comment: "VMS",
		})
	} else {
		err = p.deps.Records.Change(ctx, v.ProjectID, fields)
	}
	if err == nil {
		err = p.recordReported(ctx, v.ProjectID, fields, v.At)
	}
	for i := range with {
		if err == nil {
			_, err = p.decided(ctx, &with[i], Accepted)
		}
	}
	if err != nil {
		return resource.Show(v), err
	}
	return p.decided(ctx, v, Accepted)
}

// Reject leaves the field as it is here. It is asked again once the VMS says something else.
func (p *Proposals) Reject(ctx context.Context, v *Proposal, _ resource.None) (resource.Shown[Proposal], error) {
	return p.decided(ctx, v, Declined)
}

func (p *Proposals) decided(ctx context.Context, v *Proposal, as ProposalState) (resource.Shown[Proposal], error) {
	was, err := p.Get(ctx, v.ID)
	if err != nil {
		return resource.Show(v), err
	}
	*v = was
	v.State = as
	return resource.Show(v), p.Update(ctx, was, v)
}

// Decide accepts or keeps an open proposal about a project. NOT_FOUND, TRANSITION_NOT_ALLOWED.
func (p *Proposals) Decide(ctx context.Context, projectID, id int64, accept bool) error {
	return p.DB().Write(ctx, func(ctx context.Context) error {
		v, err := p.Get(ctx, id)
		if err == nil && v.ProjectID != projectID {
			err = notThere("proposal", id)
		}
		if err == nil && v.State != Open {
			err = noLonger("proposal", id)
		}
		if err != nil {
			return err
		}
		decide := p.Reject
		if accept {
			decide = p.Accept
		}
		_, err = decide(ctx, &v, resource.None{})
		return err
	})
}

type ofProjectInput struct {
	ID int64 `path:"id"`
	resource.Paging
}

// ProposalResource declares proposals to the admin.
func ProposalResource(p *Proposals, visible func(ctx context.Context, projectID int64) error) resource.Declaration {
	v := new(Proposal)
	of := func(ctx context.Context, in ofProjectInput) ([]query.Cond, error) {
		return []query.Cond{query.Where(v, &v.ProjectID, in.ID), query.Where(v, &v.State, string(Open))},
			visible(ctx, in.ID)
	}
	return resource.Declare(resource.Spec[Proposal]{
		Name: "vmsProposal", Path: "/vms/proposal", Route: "/platform/vms/proposals", Of: v, Store: p, Title: &v.ProjectTitle,
		Status:  &v.State,
		Columns: resource.Refs{&v.ProjectTitle, &v.Field, &v.Current, &v.Proposed, &v.State, &v.At},
		Hidden:  resource.Refs{&v.Created},
		Row: resource.Refs{
			&v.ID, &v.ProjectID, &v.ProjectTitle, &v.ClientID, &v.ConnectionID, &v.Field, &v.Current,
			&v.Proposed, &v.Currency, &v.ProjectCurrency, &v.RateUnit, &v.At, &v.MessageID, &v.State, &v.Created, &v.Version,
		},
		Sortable: resource.Refs{&v.ProjectID, &v.ClientID, &v.ConnectionID, &v.State},
		Filters:  resource.Refs{&v.ConnectionID, &v.ProjectID, &v.State},
		Form:     []resource.Group{resource.Section("general", &v.ProjectID, &v.Field, &v.Current, &v.Proposed, &v.At)},
		Access:   resource.Access{Read: role.ProjectRead},
		Views: []resource.View[Proposal]{resource.ListView[Proposal]("project.proposals", "/api/project/{id}/proposal",
			role.ProjectRead, of)},
		Actions: []resource.Action[Proposal]{
			resource.RecordAction("accept", role.ProjectUpdate, p.Accept).If(&v.State, Open).ForMany(),
			resource.RecordAction("keep", role.ProjectUpdate, p.Reject).If(&v.State, Open).ForMany(),
		},
	})
}
