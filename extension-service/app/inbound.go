package app

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// inbound changes records for messages of VMS: by the calls that serve people, so that the same rules hold.
type inbound struct {
	of    *domains
	calls func() []resource.Endpoint
}

// call makes a call of the service as the caller of ctx and returns the record that it answers.
func (i inbound) call(ctx context.Context, name string, id int64, body any) (out map[string]json.RawMessage,
	err error,
) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return i.perform(ctx, name, &resource.Request{
		Body: text, Queries: map[string]string{}, Param: func(string) string { return strconv.FormatInt(id, 10) },
		Header: func(string) string { return "" }, Cookie: func(string) string { return "" },
	})
}

// perform makes a call of the service with a request.
func (i inbound) perform(ctx context.Context, name string, r *resource.Request) (out map[string]json.RawMessage,
	err error,
) {
	for _, e := range i.calls() {
		if e.Name != name {
			continue
		}
		r.Method, r.Path = e.Method, e.Path
		answer, err := e.Handle.Call(resource.WithExchange(ctx, r, &resource.Reply{}), r)
		if err != nil {
			return nil, err
		}
		return fieldsOf(answer)
	}
	return nil, fmt.Errorf("there is no call %s", name)
}

func fieldsOf(answer any) (out map[string]json.RawMessage, err error) {
	text, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal(text, &out)
}

// Project finds the project of a connection.
func (i inbound) Project(ctx context.Context, connection int64, vmsID string) (int64, error) {
	return i.of.projects.ByConnection(ctx, connection, vmsID)
}

// Application finds an application by what its VMS calls it, else by its candidate.
func (i inbound) Application(ctx context.Context, about vms.ApplicationRef) (int64, error) {
	id, err := i.of.applications.ByVMSID(ctx, about.ClientID, about.ExternalID)
	if err != nil || id > 0 || about.Email == "" || about.VMSID == "" {
		return id, err
	}
	people, err := i.of.freelancers.WithEmail(role.AsSystem(ctx, "vms.inbound"), about.Email)
	if err != nil || people == 0 {
		return 0, err
	}
	return i.of.applications.ByCandidate(ctx, about.ClientID, about.VMSID, people)
}

// Create makes a project that the VMS knows.
func (i inbound) Create(ctx context.Context, c vms.Connection, vmsID string, fields map[string]json.RawMessage) (int64,
	error,
) {
	body := map[string]any{"clientId": c.ClientID}
	for name, value := range fields {
		body[name] = value
	}
	made, err := i.call(ctx, "project.add", 0, body)
	if err != nil {
		return 0, err
	}
	id, err := strconv.ParseInt(string(made["id"]), 10, 64)
	if err != nil {
		return 0, err
	}
	return id, i.of.projects.Bind(ctx, id, c.ID, vmsID)
}

// Read are the fields of a project or an application.
func (i inbound) Read(ctx context.Context, kind string, id int64) (map[string]json.RawMessage, error) {
	if kind == "application" {
		a, err := i.of.applications.Table.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		return fieldsOf(resource.Show(&a))
	}
	p, err := i.of.projects.Table.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return fieldsOf(resource.Show(&p))
}

// Change sets fields of a project.
func (i inbound) Change(ctx context.Context, id int64, fields map[string]json.RawMessage) error {
	_, err := i.call(ctx, "project.update", id, fields)
	return err
}

// Agree makes a field of an application what the VMS says. VALIDATION.
func (i inbound) Agree(ctx context.Context, id int64, field, value string) error {
	var as applications.Agreed
	var err error
	switch field {
	case "billRate":
		var rate decimal.Decimal
		rate, err = decimal.Parse(value)
		as.BillRate = &rate
	case "availabilityFrom", "availabilityTo":
		var day date.Date
		day, err = date.Parse(value)
		if as.AvailabilityTo = &day; field == "availabilityFrom" {
			as.AvailabilityFrom, as.AvailabilityTo = &day, nil
		}
	}
	if err != nil {
		return fault.Validation().Field("theirs", "validation.regex", nil)
	}
	return i.of.applications.Agree(ctx, id, as)
}

// Move changes the status of a record.
func (i inbound) Move(ctx context.Context, m vms.Move) error {
	body := map[string]any{"status": m.Status}
	if m.Kind == "project" {
		body["id"] = m.ID
	}
	if m.Reason != "" {
		body["reason"] = m.Reason
	}
	if m.Comment != "" {
		body["comment"] = m.Comment
	}
	_, err := i.call(ctx, m.Kind+".changeStatus", m.ID, body)
	return err
}

// ApplyMessage notes the status of a project as the VMS writes it.
func (i inbound) ApplyMessage(ctx context.Context, id int64, h vms.ProjectMessage) error {
	return i.of.projects.ApplyMessage(ctx, id, projects.VMSMessage{Raw: h.Raw, Ended: h.Ended, At: h.At})
}

type decideInput struct {
	ID         int64 `path:"id"`
	ProposalID int64 `path:"pid"`
	Accept     *bool `json:"accept" check:"required"`
}

// decideProposal accepts what a VMS says of a field, or keeps what it is.
func (d *domains) decideProposal(ctx context.Context, in decideInput) (resource.Shown[projects.Project], error) {
	var p projects.Project
	err := d.vms.Proposals.Decide(ctx, in.ID, in.ProposalID, *in.Accept)
	if err == nil {
		p, err = d.projects.Get(ctx, in.ID)
	}
	return resource.Show(&p), err
}

// ProcessNext does at once what waits first on a connection, for tests, and says whether there was anything.
func (s *Service) ProcessNext(ctx context.Context, connectionID int64) (bool, error) {
	return s.parts.domains.vms.ProcessNext(ctx, connectionID)
}
