// Package planned keeps changes that take effect at a later time. Such a change is a call of the service that is tried
// when it is planned and made when its time has come: by a job, once however many copies there are, in the name of
// whoever planned it, under the rules, rights and scope of that time. What has been changed in between is found by the
// version that the call was planned for; then the change waits for a decision.
package planned

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

// State is where a planned change stands.
type State string

// The states.
const (
	Planned   State = "PLANNED"
	Waiting   State = "WAITING" // it was refused when its time had come; somebody decides
	Done      State = "DONE"
	Cancelled State = "CANCELLED"
)

// Enum lists the states.
func (State) Enum() enum.List {
	return enum.List{
		Name: "plannedState", Text: "enum.plannedState",
		Values: enum.Strings([]State{Planned, Waiting, Done, Cancelled}),
	}
}

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB    *store.DB
	Now   func() time.Time
	Audit func(ctx context.Context, entries ...store.Entry) error
	// History lists the entries of the audit log about a record, the latest first.
	History func(ctx context.Context, entity string, id int64, q resource.HistoryQuery) (
		query.Page[resource.Line], error)
	Recheck func(ctx context.Context, c *role.Caller) error
	// Caller is the caller behind an account that acts without a session; its refusal once the account may not.
	Caller  func(ctx context.Context, id int64) (*role.Caller, error)
	Records *resource.Registry
	Calls   func() []resource.Endpoint // of the product, all of them
}

// Service plans changes and makes them.
type Service struct{ Deps }

// change is a planned change as it is stored.
type change struct {
	ID                 int64
	State              State
	Method, Path, Body string
	Base               string // the version it was planned for, as If-Match
	Entity             string
	RecordID           int64
	Title              string
	Lines              []resource.Line // what it changes, as the audit log had it when it was tried
	Effective          time.Time
	Note               string
	ByID               int64
	ByName             string
	Created, Ended     time.Time
	Problem            *Problem // why it waits
	EndedBy            string
}

// Problem is why a change could not be made.
type Problem struct {
	Code        string              `json:"code"`
	Messages    []string            `json:"messages"`
	FieldErrors map[string][]string `json:"fieldErrors"`
	ChangedBy   string              `json:"changedBy"` // who has changed the record in between
	ChangedAt   string              `json:"changedAt"`
	Changed     []string            `json:"changed"`
}

const selectChanges = `
	SELECT id, state, method, path, body, base, entity, record_id, title, lines, effective, note, by_id, by_name, created,
	       coalesce(ended, 0), problem, ended_by
	  FROM planned_changes
	 WHERE `

// load returns the changes of a condition.
func (s *Service) load(ctx context.Context, where string, args ...any) ([]change, error) {
	rows, err := s.DB.Query(ctx, selectChanges+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []change
	for rows.Next() {
		var c change
		var effective, created, ended int64
		var lines, problem string
		if err := rows.Scan(&c.ID, &c.State, &c.Method, &c.Path, &c.Body, &c.Base, &c.Entity, &c.RecordID, &c.Title, &lines,
			&effective, &c.Note, &c.ByID, &c.ByName, &created, &ended, &problem, &c.EndedBy); err != nil {
			return nil, err
		}
		c.Effective, c.Created = time.UnixMilli(effective), time.UnixMilli(created)
		if ended != 0 {
			c.Ended = time.UnixMilli(ended)
		}
		if err := json.Unmarshal([]byte(lines), &c.Lines); err != nil {
			return nil, err
		}
		if problem != "" {
			c.Problem = new(Problem)
			if err := json.Unmarshal([]byte(problem), c.Problem); err != nil {
				return nil, err
			}
		}
		out = append(out, c)
	}
	return out, rows.Err()
}
