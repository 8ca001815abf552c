package jobs

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// Document is the progress of a job as it is polled ("Job states and progress").
type Document struct {
	Progress

	ID                  string             `json:"id"`
	JobID               string             `json:"jobId"`
	Kind                string             `json:"kind"`
	Entity              string             `json:"entity"`
	Action              string             `json:"action"`
	OwnerID             int64              `json:"ownerId"    kind:"id"`
	OwnerName           string             `json:"ownerName"`
	Own                 bool               `json:"own"`
	State               State              `json:"state"`
	Percent             int64              `json:"percent"`
	ETASeconds          *int64             `json:"etaSeconds"`
	CreatedAt           string             `json:"createdAt"`
	StartedAt           *string            `json:"startedAt"`
	FinishedAt          *string            `json:"finishedAt"`
	CanCancel           bool               `json:"canCancel"`
	CanUndoUntil        *string            `json:"canUndoUntil"`
	CanUndo             bool               `json:"canUndo"`
	ResourceID          string             `json:"resourceId"`
	ErrorFileResourceID string             `json:"errorFileResourceId"`
	Messages            []resource.Message `json:"messages"`
}

// WithRows is a progress document with one page of what became of each record.
type WithRows struct {
	Document

	Undoable     int64    `json:"undoable"` // records that undoing would take back, as far as is known before
	Results      []Result `json:"results"`
	TotalResults int64    `json:"totalResults"`
}

// Result is what became of one record.
type Result struct {
	ID          int64                     `json:"id"          kind:"id"`
	Title       string                    `json:"title"`
	Outcome     Outcome                   `json:"outcome"`
	Undo        Outcome                   `json:"undo"`
	Version     int64                     `json:"version"`
	Code        string                    `json:"code"`
	Messages    []string                  `json:"messages"`
	FieldErrors map[string][]string       `json:"fieldErrors"`
	Params      map[string]map[string]any `json:"params"`
	BlockedBy   any                       `json:"blockedBy"`
}

func (s *Service) document(ctx context.Context, j *Job) Document {
	who, now := role.From(ctx), s.Now()
	d := Document{
		Progress: j.Progress, ID: j.ID, JobID: j.ID, Kind: j.Kind, Entity: j.Entity, Action: j.Action, OwnerID: j.OwnerID, OwnerName: j.OwnerName,
		Own: owns(who, j), State: j.State, CreatedAt: *shown(j.Created), StartedAt: shown(j.Started), FinishedAt: shown(j.Finished),
		CanUndoUntil: shown(j.CanUndoUntil), ResourceID: j.ResourceID, ErrorFileResourceID: j.ErrorFileID, Messages: j.Messages,
	}
	if j.Total > 0 {
		d.Percent = 100 * min(j.Processed, j.Total) / j.Total
	}
	may := s.may(who, j)
	d.CanCancel = may && cancellable(j)
	d.CanUndo = may && s.canUndo(j, now)
	if j.State == Running && j.Processed > 0 && j.Total >= j.Processed {
		left := int64(now.Sub(j.Started).Seconds() * float64(j.Total-j.Processed) / float64(j.Processed))
		d.ETASeconds = &left
	}
	return d
}

// shown writes an instant for the wire; none is null.
func shown(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := t.UTC().Format(resource.InstantLayout)
	return &text
}

func owns(who *role.Caller, j *Job) bool { return who.Kind == role.Admin && who.ID == j.OwnerID }

// may says whether somebody may cancel and undo a job.
func (s *Service) may(who *role.Caller, j *Job) bool {
	if owns(who, j) {
		return true
	}
	k := s.kinds[j.Kind]
	if k.Needs == nil {
		return false
	}
	needs := k.Needs(j)
	return len(needs) > 0 && who.CanAny(needs)
}

func cancellable(j *Job) bool {
	switch j.State {
	case Queued, Analysing, Planned, AwaitingDecision, Running:
		return !j.cancel
	default:
		return false
	}
}

func (s *Service) canUndo(j *Job, now time.Time) bool {
	switch j.State {
	case Completed, WithConflicts, Failed, Cancelled:
		return s.undoable(j) && now.Before(j.CanUndoUntil)
	default:
		return false
	}
}
