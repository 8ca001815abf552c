package app

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/encryption"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/httpclient"
	"poolkeeper.example/extension-service/platform/role"
)

// newVMS builds the connections to clients' VMS on the domains of d, which need not stand yet.
func (s *Service) newVMS(d *domains) *vms.Service { return vms.New(s.vmsDeps(d)) }

func (s *Service) vmsDeps(d *domains) vms.Deps {
	client := httpclient.New(s.Settings.PrivateVMS(), time.Now)
	return vms.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Clients: d.clients, Unreadable: unreadable, Address: client.Check,
		Subject: d.mappingSubject, Upload: d.upload,
		Box:    encryption.Box{Secret: string(s.Settings.SigningSecret), Purpose: "messages with vendor management systems"},
		Runner: &s.Mappings, Targets: inboundTargets, Sources: mappingSources,
		Statuses: inboundStatuses,
		Records:  inbound{of: d, calls: sync.OnceValue(s.Registry.Endpoints)}, Call: s.traced("vms", client.Do),
		Sandbox: s.Settings.SandboxAddress(), Own: s.Settings.LocalAddress(), Probe: client.Probe,
		Sleep: vms.Pause, Ticket: s.tickets.Issue, Queue: outbox{d}, Held: s.isOnHold, Log: s.Log,
	}
}

// outbox are the applications that wait to be sent, as the connections see them.
type outbox struct{ of *domains }

// IsQueued says whether one of a client does.
func (o outbox) IsQueued(ctx context.Context, of vms.Deliverable) (bool, error) {
	return o.of.applications.IsDue(ctx, of.ClientID, enum.Strings(of.Entities))
}

// Claim takes the one that is due longest.
func (o outbox) Claim(ctx context.Context, of vms.Deliverable, lease time.Duration) (vms.Task, bool, error) {
	due, found, err := o.of.applications.ClaimDue(ctx,
		applications.Demand{ClientID: of.ClientID, Kinds: enum.Strings(of.Entities), Lease: lease})
	return vms.Task{
		ID: due.ID, ApplicationID: due.ApplicationID, ClientID: due.ClientID, Round: due.Round, Entity: vms.Entity(due.Kind),
		Handle: due.Handle, ExternalID: due.ExternalID,
		RequestID: due.RequestID, Origin: due.Origin,
	}, found, err
}

// Count is how many there are of a client.
func (o outbox) Count(ctx context.Context, clientID int64) (int64, error) {
	return o.of.applications.CountTasks(ctx, clientID)
}

// CountAll is how many there are, by kind and client.
func (o outbox) CountAll(ctx context.Context) (map[vms.Entity]map[int64]int64, error) {
	counts, err := o.of.applications.CountQueue(ctx)
	out := map[vms.Entity]map[int64]int64{}
	for kind, clients := range counts {
		out[vms.Entity(kind)] = clients
	}
	return out, err
}

// RecordOutcome records what an attempt has come to.
func (o outbox) RecordOutcome(ctx context.Context, t vms.Task, out vms.Outcome) error {
	d := applications.Delivery{
		ExternalID: out.ExternalID, SnapshotID: &out.MessageID, PayloadHash: out.PayloadHash,
		IsFinal: out.IsFinal, Duration: out.Took, Next: out.Next,
	}
	if out.Failure != "" {
		d.Error = &applications.SendError{
			Class: string(out.Failure), Code: out.Detail, Message: out.Reason, At: time.Now(),
			Retryable: out.Transient,
		}
	}
	return o.of.applications.RecordAttempt(ctx, applications.Due{
		ID: t.ID, ApplicationID: t.ApplicationID, ClientID: t.ClientID, Round: t.Round, Kind: string(t.Entity),
		Handle: t.Handle, ExternalID: t.ExternalID,
	}, d)
}

// mappingSubject is what an outbound mapping sees of an application that the caller can see. What is marked sensitive
// is masked for those who may not read it.
func (d *domains) mappingSubject(ctx context.Context, id int64) (out vms.Subject, err error) {
	if err := d.applications.Visible(ctx, id); err != nil {
		return out, err
	}
	who := role.From(ctx)
	ctx = role.AsSystem(ctx, "vms.mapping")
	a, err := d.applications.Table.Get(ctx, id)
	if err != nil {
		return out, err
	}
	f, err := d.freelancers.Table.Get(ctx, a.FreelancerID)
	if err != nil {
		return out, err
	}
	c, err := d.clients.Get(ctx, a.ClientID)
	if err != nil {
		return out, err
	}
	p, err := d.projects.Table.Get(ctx, a.ProjectID)
	if err != nil {
		return out, err
	}
	out = vms.Subject{ClientID: a.ClientID, Zone: c.Zone(), Input: map[string]any{}}
	if err := shownTo(who, out.Input, map[string]json.Marshaler{
		"application": resource.Show(&a), "freelancer": resource.Show(&f), "client": resource.Show(&c),
		"project": resource.Show(&p),
	}); err != nil {
		return out, err
	}
	if out.Input[transform.Uploads], err = d.uploadSizes(ctx, a); err != nil {
		return out, err
	}
	return out, d.addOptionalRecords(ctx, a, out.Input)
}

// upload reads one for a VMS.
func (d *domains) upload(ctx context.Context, id string) (content []byte, err error) {
	_, file, err := d.files.Open(role.AsSystem(ctx, "vms.mapping"), id)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return io.ReadAll(file)
}

// uploadSizes says how many bytes each upload of an application has, by id.
func (d *domains) uploadSizes(ctx context.Context, a applications.Application) (map[string]any, error) {
	ids := append([]string{a.CVResourceID, a.PDFResourceID}, a.Attachments...)
	for _, answer := range a.Answers {
		ids = append(ids, answer.Files...)
	}
	out := map[string]any{}
	for _, id := range ids {
		if id == "" {
			continue
		}
		r, err := d.files.Get(ctx, id)
		if fault.KindOf(err) == fault.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		out[id] = r.Size
	}
	return out, nil
}

// addOptionalRecords adds the records that not every application has.
func (d *domains) addOptionalRecords(ctx context.Context, a applications.Application, input map[string]any) error {
	input["legalEntity"], input["msp"] = nil, nil
	if a.LegalEntityID != 0 {
		e, err := d.clients.Entities.Get(ctx, a.LegalEntityID)
		if err != nil {
			return err
		}
		if input["legalEntity"], err = objectOf(resource.Show(&e)); err != nil {
			return err
		}
	}
	if a.MSPID == nil {
		return nil
	}
	m, err := d.msps.Table.Get(ctx, *a.MSPID)
	if err != nil {
		return err
	}
	input["msp"], err = objectOf(resource.Show(&m))
	return err
}

func objectOf(record json.Marshaler) (map[string]any, error) {
	text, err := record.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return transform.Object(text)
}

// shownTo adds records to the input of a mapping, with what is sensitive masked for those who may not read it.
func shownTo(who *role.Caller, input map[string]any, records map[string]json.Marshaler) error {
	for name, record := range records {
		fields, err := objectOf(record)
		if err != nil {
			return err
		}
		input[name] = fields
	}
	if who.Kind == role.System || who.Can(role.FreelancerPIIRead) {
		return nil
	}
	person, _ := input["freelancer"].(map[string]any)
	for _, field := range sensitive() {
		person[field.Name] = vms.Masked(person[field.Name])
	}
	return nil
}

// sensitive are the fields of people that are masked for those without the permission to read them.
func sensitive() []*field.Field {
	f := new(freelancers.Freelancer)
	return field.AllAt(f, &f.MobileNumber, &f.HomeAddress, &f.SecurityInfo)
}

// recordsRead are the records in the input of mappings, by their names there, with the permission to read each.
var recordsRead = map[string]role.Permission{
	"project": role.ProjectRead, "application": role.ApplicationRead, "freelancer": role.FreelancerRead,
	"client":      role.ClientRead,
	"legalEntity": role.LegalEntityRead, "msp": role.MSPRead,
}

// unreadable are the places in the input of mappings that somebody may not read, whole records among them.
func unreadable(who *role.Caller) (out []string) {
	for name, needs := range recordsRead {
		if !who.Can(needs) {
			out = append(out, name)
		}
	}
	if !who.Can(role.FreelancerPIIRead) {
		for _, field := range sensitive() {
			out = append(out, "freelancer."+field.Name)
		}
	}
	if !who.Can(role.RateRead) {
		a := new(applications.Application)
		for _, field := range field.AllAt(a, &a.TalentRate, &a.PayRate, &a.BillRate, &a.RateOverride,
			&a.RateOverrideReason, &a.RateBreakdown) {
			out = append(out, "application."+field.Name)
		}
	}
	slices.Sort(out)
	return out
}

// inboundStatuses are those that an inbound message may give the record that it is about; nobody but a person deletes a
// project.
func inboundStatuses(entity vms.Entity) []string {
	if entity == vms.ApplicationStatus {
		return applications.Status("").Enum().Values
	}
	return enum.Strings([]projects.Status{projects.Active, projects.Paused, projects.Closed})
}

// Deliver does at once what is due next on a connection, for tests, and says whether there was anything.
func (s *Service) Deliver(ctx context.Context, connectionID int64) (bool, error) {
	return s.parts.domains.vms.Step(ctx, connectionID, "test")
}
