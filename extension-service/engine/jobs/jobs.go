// Package jobs does long work behind an answered request: in chunks with a checkpoint, resumed after a crash, shown as
// a row that anybody entitled can poll, cancelled and undone.
package jobs

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// State is where a job stands ("Job states and progress").
type State string

// The states. The last five are ends; an ended job may be undone.
const (
	Queued           State = "QUEUED"
	Analysing        State = "ANALYSING"
	Planned          State = "PLANNED"
	AwaitingDecision State = "AWAITING_DECISION"
	Running          State = "RUNNING"
	Undoing          State = "UNDOING"
	Completed        State = "COMPLETED"
	WithConflicts    State = "COMPLETED_WITH_CONFLICTS"
	Failed           State = "FAILED"
	Cancelled        State = "CANCELLED"
	Undone           State = "UNDONE"
)

// Options lists the states for filters and the documentation.
func (State) Options() []string {
	return []string{
		"QUEUED", "ANALYSING", "PLANNED", "AWAITING_DECISION", "RUNNING", "UNDOING",
		"COMPLETED", "COMPLETED_WITH_CONFLICTS", "FAILED", "CANCELLED", "UNDONE",
	}
}

// Kind is one sort of work. Registered once, before the service runs.
type Kind struct {
	Name   string // "bulk", "rate.apply"
	Prefix string // of the ids of its jobs; default "job_"
	// Run does the work in the name of the job's owner. It is called again after a crash or a failure and goes on at the
	// checkpoint. A fault that no repetition can mend ends the job as FAILED; another error is tried again.
	Run func(ctx context.Context, r *Run) error
	// Restore takes one of its records back in the name of who asked for that, unless it has changed since, and says what
	// became of it; nil when it cannot be undone.
	Restore func(ctx context.Context, j *Job, row Row) (Row, error)
	// RestoreMany stands in place of Restore for records outside of the database: it takes some back at once, outside of a
	// transaction, or only says what would become of them. What an interrupted call has taken back counts as taken back.
	RestoreMany func(ctx context.Context, j *Job, rows []Row, isDry bool) ([]Row, error)
	// Undoable says whether this one job can be undone; nil: every job of the kind can, if there is a Restore or
	// RestoreMany.
	Undoable func(j *Job) bool
	// Busy refuses an undo while what the job has changed takes part in something else; nil: nothing does.
	Busy func(ctx context.Context, j *Job) error
	// Needs says which permissions (one is enough) cancel and undo a job that belongs to somebody else; nil: none does.
	Needs func(j *Job) []role.Permission
	// Reach says whether a caller with a scope may see the job at all, by what it is about; nil: its rows alone decide.
	Reach func(ctx context.Context, j *Job) (bool, error)
}

func (k *Kind) restores() bool { return k.Restore != nil || k.RestoreMany != nil }

// Accepted is the answer of a call that starts a job.
type Accepted struct {
	JobID     string `json:"jobId"`
	StatusURL string `json:"statusUrl"`
}

func accepted(id string) Accepted { return Accepted{JobID: id, StatusURL: "/api/job/" + id} }

// Key is the id of the job.
func (a Accepted) Key() string { return a.JobID }

// ForJob is the answer for the job with this id.
func (Accepted) ForJob(key string) any { return accepted(key) }

// Reply makes the answer of the call of ctx 202.
func (a Accepted) Reply(ctx context.Context) Accepted {
	resource.ReplyOf(ctx).Status = 202
	return a
}

// Progress is how far a job has come: absolute numbers, not steps. While Phase is that of Analyse the job is ANALYSING,
// in every other it is RUNNING.
type Progress struct {
	Phase     string `json:"phase"`
	Total     int64  `json:"total"`
	Processed int64  `json:"processed"`
	Added     int64  `json:"added"`
	Updated   int64  `json:"updated"`
	Skipped   int64  `json:"skipped"` // there was nothing to do, or it has changed since
	LeftOut   int64  `json:"leftOut"` // a rule refuses it
	Conflicts int64  `json:"conflicts"`
	Failed    int64  `json:"failed"`
}

// Analyse is the phase in which a job finds out what there is to do.
const Analyse = "ANALYSE"

// Job is the row of one job.
type Job struct {
	Progress

	ID, Kind, Entity, Action   string
	OwnerID                    int64
	OwnerName, RequestID       string
	State                      State
	Messages                   []resource.Message
	ResourceID, ErrorFileID    string
	Created, Started, Finished time.Time
	CanUndoUntil               time.Time
	beforeUndo                 string // how it had ended, as JSON, once it is being undone
	undoBy, pass               int64
	cancel                     bool
	holder, input, checkpoint  string
	leaseUntil                 int64
}

// open says whether there is work left.
func (j *Job) open() bool {
	return slices.Contains([]State{Queued, Analysing, Running, Undoing}, j.State)
}

// Outcome is what became of one row of a job.
type Outcome string

// The outcomes.
const (
	Waiting Outcome = "WAITING"
	Done    Outcome = "DONE"
	Refused Outcome = "FAILED"
	Skipped Outcome = "SKIPPED"
	// LeftOut: a rule refuses it, which a preview says beforehand; a failure is what nobody could foresee.
	LeftOut Outcome = "LEFT_OUT"
)

// Options lists the outcomes; "" is that of what has not been tried.
func (Outcome) Options() []string {
	return []string{"", "WAITING", "DONE", "FAILED", "SKIPPED", "LEFT_OUT"}
}

// Row is the result for one record.
type Row struct {
	N                int64   // its place; 0 appends
	ID               int64   // of the record; 0 when there is none
	Title            string  // what a person calls it
	OK               bool    // what became of it, unless Outcome says more
	Outcome          Outcome // default: Done when OK, otherwise Refused
	Version          int64   // of the record after the change
	resource.Reasons         // why not
	// what undoing needs of the record, kept as JSON and never answered; nil: there is nothing to undo
	Before any
	Undo   Outcome // what became of undoing it; "" before that
	// UndoUntil is from when on the rules keep the record from going back; zero: as long as the job can be undone.
	UndoUntil time.Time
}

// undoableUntil is until when a row of a job can be taken back; zero when it cannot now.
func (r *Row) undoableUntil(j *Job, now time.Time) time.Time {
	until := j.CanUndoUntil
	if !r.UndoUntil.IsZero() && r.UndoUntil.Before(until) {
		until = r.UndoUntil
	}
	if r.Outcome != Done || r.Before == nil || r.Undo == Done || r.Undo == Skipped || !now.Before(until) {
		return time.Time{}
	}
	return until
}

// Image decodes what was kept as Before.
func (r *Row) Image(into any) error {
	text, _ := r.Before.(string)
	return json.Unmarshal([]byte(text), into)
}
