package vms

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strings"
	"time"
)

// Records are what messages change: projects and applications, as the caller of ctx may, by the calls that serve
// people.
type Records interface {
	// Project is the id of the project that a connection knows under an id; 0 is none.
	Project(ctx context.Context, connection int64, vmsID string) (int64, error)
	// Application is the id of the application that a client's VMS knows under an id, else the one of a candidate; 0 is
	// none.
	Application(ctx context.Context, about ApplicationRef) (int64, error)
	// Create makes a project of a client from fields, and ties it to the connection.
	Create(ctx context.Context, c Connection, vmsID string, fields map[string]json.RawMessage) (int64, error)
	// Read are the fields of a record.
	Read(ctx context.Context, kind string, id int64) (map[string]json.RawMessage, error)
	// Change sets fields of a project.
	Change(ctx context.Context, id int64, fields map[string]json.RawMessage) error
	// Agree makes a field of an application what the VMS says.
	Agree(ctx context.Context, id int64, field, value string) error
	// Move changes a status.
	Move(ctx context.Context, m Move) error
	// ApplyMessage notes the status of a project as the VMS writes it.
	ApplyMessage(ctx context.Context, id int64, h ProjectMessage) error
}

// ApplicationRef says which application a message is about.
type ApplicationRef struct {
	ClientID                 int64
	ExternalID, VMSID, Email string
}

// Move is a change of status.
type Move struct {
	Kind                    string // of record
	ID                      int64
	Status, Reason, Comment string
}

// ProjectMessage is the status of a project as a VMS writes it.
type ProjectMessage struct {
	Raw   string
	Ended bool
	At    time.Time
}

const (
	project     = "project"
	application = "application"
	closed      = "CLOSED"
)

// value is what a VMS has said last of a field.
type value struct {
	reported, applied string
	at                int64
}

// record names a project or an application.
type record struct {
	kind string
	id   int64
}

// values are those of a record, by field.
func (s *Service) values(ctx context.Context, of record) (map[string]value, error) {
	out := map[string]value{}
	var field string
	var v value
	err := s.deps.DB.Each(ctx, []any{&field, &v.reported, &v.applied, &v.at}, func() error {
		out[field] = v
		return nil
	}, `
		SELECT field, said, applied, occurred_at
		  FROM vms_values
		 WHERE entity = $1
		   AND entity_id = $2
		 ORDER BY field`, of.kind, of.id)
	return out, err
}

func (s *Service) setValue(ctx context.Context, of record, field string, v value) error {
	_, err := s.deps.DB.Exec(ctx, `
		INSERT INTO vms_values (entity, entity_id, field, said, applied, occurred_at)
		VALUES ($1, $2, $3, $4, $5, $6)
		    ON CONFLICT (entity, entity_id, field) DO UPDATE SET said = excluded.said, applied = excluded.applied, occurred_at = excluded.occurred_at`,
		of.kind, of.id, field, v.reported, v.applied, v.at)
	return err
}

// about are targets that are no fields of the project's form.
var about = []string{"vmsId", "status", "reason", "vmsStatusRaw"}

// applyToProject says whether a message had something newer to say than what was known.
func (s *Service) applyToProject(ctx context.Context, c Connection, m *Message, v *mappedMessage) (did bool,
	err error,
) {
	if v.vmsID() == "" {
		return false, stoppedError{reason: NotMapped, detail: "project.vmsId: required"}
	}
	fields := maps.Clone(v.Project)
	for _, name := range about {
		delete(fields, name)
	}
	switch {
	case m.EntityID == 0 && m.Entity != Job:
		return false, stoppedError{reason: Unmatched, detail: v.vmsID()}
	case m.EntityID == 0:
		if m.EntityID, err = s.deps.Records.Create(ctx, c, v.vmsID(), fields); err != nil {
			return false, err
		}
		did, err = true, s.recordVMSValues(ctx, m.EntityID, fields, v.at)
	default:
		did, err = s.merge(ctx, c, *m, reportedFields{fields, v.at})
	}
	if err != nil {
		return false, err
	}
	moved, err := s.moveProject(ctx, c, *m, v)
	return did || moved, err
}

// recordVMSValues notes fields as the VMS has set them.
func (s *Service) recordVMSValues(ctx context.Context, id int64, fields map[string]json.RawMessage,
	at time.Time,
) error {
	now, err := s.deps.Records.Read(ctx, project, id)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if err := s.setValue(ctx, record{project, id}, name,
			value{string(fields[name]), string(now[name]), at.UnixMilli()}); err != nil {
			return err
		}
	}
	return nil
}

// reportedFields is what a message says of fields, and when that was so.
type reportedFields struct {
	fields map[string]json.RawMessage
	at     time.Time
}

// merge sets the fields of a project of which nothing newer is known. One that differs from what the VMS has set before
// was edited here: it stays, and what the VMS says becomes a proposal.
func (s *Service) merge(ctx context.Context, c Connection, m Message, h reportedFields) (did bool, err error) {
	ours, err := s.deps.Records.Read(ctx, project, m.EntityID)
	if err != nil {
		return false, err
	}
	known, err := s.values(ctx, record{project, m.EntityID})
	if err != nil {
		return false, err
	}
	currency := h.otherCurrency(ours, known)
	changes := map[string]json.RawMessage{}
	for _, name := range slices.Sorted(maps.Keys(h.fields)) {
		theirs := h.fields[name]
		was, isKnown := known[name]
		if isKnown && was.at > h.at.UnixMilli() {
			continue
		}
		did = true
		isConverted := currency != "" && isAmount(name)
		if !isConverted && (!isEdited(ours[name], was, isKnown) || equalValues(ours[name], theirs)) {
			changes[name] = theirs
			continue
		}
		if !isKnown || !equalValues([]byte(was.reported), theirs) || isConverted && was.applied != was.reported {
			what := proposing{field: name, value: string(theirs), at: h.at}
			if isConverted {
				what.currency = currency
			}
			if err := s.Proposals.propose(ctx, c, m, what); err != nil {
				return false, err
			}
		}
		if err := s.setValue(ctx, record{project, m.EntityID}, name,
			value{string(theirs), was.applied, h.at.UnixMilli()}); err != nil {
			return false, err
		}
	}
	if len(changes) == 0 {
		return did, nil
	}
	if err := s.deps.Records.Change(ctx, m.EntityID, changes); err != nil {
		return false, err
	}
	for name := range changes {
		if err := s.Proposals.supersede(ctx, m.EntityID, name); err != nil {
			return false, err
		}
	}
	return true, s.recordVMSValues(ctx, m.EntityID, changes, h.at)
}

// moveProject gives a project the status that a message says, if it says the newest. What is closed is reopened by a
// person alone.
func (s *Service) moveProject(ctx context.Context, c Connection, m Message, v *mappedMessage) (did bool, err error) {
	to := text(v.Project["status"])
	if to == "" {
		return false, nil
	}
	known, err := s.values(ctx, record{project, m.EntityID})
	if err != nil || known["status"].at > v.at.UnixMilli() {
		return false, err
	}
	if !slices.Contains([]string{"ACTIVE", "PAUSED", closed}, to) {
		return false, stoppedError{reason: NotMapped, detail: "project.status: " + to}
	}
	now, err := s.deps.Records.Read(ctx, project, m.EntityID)
	if err != nil {
		return false, err
	}
	raw := text(v.Project["vmsStatusRaw"])
	if raw == "" {
		raw = to
	}
	if err := s.deps.Records.ApplyMessage(ctx, m.EntityID,
		ProjectMessage{Raw: raw, Ended: to == closed, At: v.at}); err != nil {
		return false, err
	}
	if err := s.setValue(ctx, record{project, m.EntityID}, "status",
		value{string(jsonOf(to)), string(jsonOf(to)), v.at.UnixMilli()}); err != nil {
		return false, err
	}
	if err := s.Proposals.supersede(ctx, m.EntityID, "status"); err != nil {
		return false, err
	}
	switch at := text(now["status"]); {
	case at == to:
		return true, nil
	case at == closed && to == "ACTIVE":
		return true, s.Proposals.propose(ctx, c, m, proposing{field: "status", value: string(jsonOf(to)), at: v.at})
	}
	return true, s.deps.Records.Move(ctx, Move{
		Kind: project, ID: m.EntityID, Status: to,
		Reason: text(v.Project["reason"]),
	})
}

// applyToApplication gives an application the status that a message says, if it says the newest.
func (s *Service) applyToApplication(ctx context.Context, m *Message, v *mappedMessage) (did bool, err error) {
	switch {
	case m.EntityID == 0:
		return false, s.unmatched(ctx, m)
	case v.Application.Status == "":
		return false, stoppedError{reason: NotMapped, detail: "application.status: required"}
	}
	known, err := s.values(ctx, record{application, m.EntityID})
	if err != nil || known["status"].at > v.at.UnixMilli() {
		return false, err
	}
	reported := string(jsonOf(v.Application.Status))
	status := value{reported, reported, v.at.UnixMilli()}
	if err := s.setValue(ctx, record{application, m.EntityID}, "status", status); err != nil {
		return false, err
	}
	return true, s.deps.Records.Move(ctx, Move{
		Kind: application, ID: m.EntityID, Status: v.Application.Status,
		Reason: v.Application.Reason,
	})
}

// isEmpty says whether a field holds nothing that somebody could have set.
func isEmpty(value json.RawMessage) bool {
	return slices.Contains([]string{"", "null", `""`, "[]", "{}", "0", "false"}, string(bytes.TrimSpace(value)))
}

// equalValues says whether two values are one, amounts whatever their form.
func equalValues(a, b []byte) bool {
	x, isNumber := amount(a)
	if y, isToo := amount(b); isNumber && isToo {
		return x.Cmp(y) == 0
	}
	if isEmpty(a) && isEmpty(b) {
		return true
	}
	var one, other any
	if json.Unmarshal(a, &one) != nil || json.Unmarshal(b, &other) != nil {
		return bytes.Equal(a, b)
	}
	return bytes.Equal(jsonOf(one), jsonOf(other))
}

// amount is a value as a number in plain digits.
func amount(value []byte) (*big.Rat, bool) {
	digits := text(value)
	if len(digits) > 40 || strings.ContainsAny(digits, "eEpPxX/") {
		return nil, false
	}
	return new(big.Rat).SetString(digits)
}

// processConnection does what waits on a connection.
func (s *Service) processConnection(ctx context.Context, id int64) {
	for ctx.Err() == nil {
		did, err := s.ProcessNext(ctx, id)
		if err != nil && ctx.Err() == nil {
			s.deps.Log.Error("vms inbound", "connection", id, "err", err)
		}
		if !did || err != nil {
			return
		}
	}
}
