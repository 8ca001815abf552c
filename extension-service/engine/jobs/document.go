package jobs

import (
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
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
	ID           int64                     `json:"id"           kind:"id"`
	Title        string                    `json:"title"`
	Outcome      Outcome                   `json:"outcome"`
	Undo         Outcome                   `json:"undo"`
	Version      int64                     `json:"version"`
	Code         string                    `json:"code"`
	Messages     []string                  `json:"messages"`
	FieldErrors  map[string][]string       `json:"fieldErrors"`
	Params       map[string]map[string]any `json:"params"`
	BlockedBy    any                       `json:"blockedBy"`
	CanUndoUntil *string                   `json:"canUndoUntil"` // of this record; null when it cannot go back now
	NoUndo       *resource.Reasons         `json:"noUndo"`       // why what was done cannot be taken back
}

// document is a job for the caller, who may or may not stop it and take it back.
func (s *Service) document(ctx context.Context, j *Job, may bool) Document {
	who, now := role.From(ctx), s.Now()
	d := Document{
		Progress: j.Progress, ID: j.ID, JobID: j.ID, Kind: j.Kind, Entity: j.Entity, Action: j.Action, OwnerID: j.OwnerID,
		OwnerName: j.OwnerName,
		Own:       owns(who, j), State: j.State, CreatedAt: date.InstantText(j.Created),
		StartedAt: date.InstantOrNull(j.Started), FinishedAt: date.InstantOrNull(j.Finished),
		CanUndoUntil: date.InstantOrNull(j.CanUndoUntil), ResourceID: j.ResourceID, ErrorFileResourceID: j.ErrorFileID,
		Messages: j.Messages,
	}
	if j.Total > 0 {
		d.Percent = 100 * min(j.Processed, j.Total) / j.Total
	}
	d.CanCancel = may && cancellable(j)
	d.CanUndo = may && s.canUndo(j, now)
	if j.State == Running && j.Processed > 0 && j.Total >= j.Processed {
		left := int64(now.Sub(j.Started).Seconds() * float64(j.Total-j.Processed) / float64(j.Processed))
		d.ETASeconds = &left
	}
	return d
}

func owns(who *role.Caller, j *Job) bool { return who.Kind == role.Admin && who.ID == j.OwnerID }

// readsAll says whether somebody reads the jobs of others: these name records of any client.
func readsAll(who *role.Caller) bool { return who.Can(role.CronRead) && who.Scope.IsUnlimited() }

// mayControl says whether the caller may stop and take back a job: its owner, or somebody whose permission and scope
// cover what it did, or is to do, to every one of its records.
func (s *Service) mayControl(ctx context.Context, j *Job) (bool, error) {
	who := role.From(ctx)
	switch {
	case owns(who, j):
		return true, nil
	case !s.permits(who, j):
		return false, nil
	case who.Scope.IsUnlimited():
		return true, nil
	}
	return s.covers(ctx, j)
}

// permits says whether somebody has a permission to do what the job does.
func (s *Service) permits(who *role.Caller, j *Job) bool {
	needs := s.needs(j)
	return len(needs) > 0 && who.CanAny(needs)
}

const coverChunk = 1000 // rows that are held against a scope at once

// covers says whether the caller can see every record of a job, which must all be known by now.
func (s *Service) covers(ctx context.Context, j *Job) (bool, error) {
	if j.Total == 0 || j.State == Queued || j.State == Analysing {
		return false, nil
	}
	q := RowQuery{Limit: coverChunk}
	for {
		rows, err := s.rows(ctx, j.ID, q)
		if err != nil || len(rows) == 0 {
			return err == nil && q.After > 0, err
		}
		ids := make([]int64, len(rows))
		for i := range rows {
			ids[i] = rows[i].ID
		}
		seen, err := s.Visible(ctx, j.Entity, ids)
		if err != nil || slices.ContainsFunc(ids, func(id int64) bool { return !seen[id] }) {
			return false, err
		}
		q.After = rows[len(rows)-1].N
	}
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
	case Completed, WithConflicts, Failed, Cancelled, Undone:
		return s.undoable(j) && now.Before(j.CanUndoUntil)
	default:
		return false
	}
}
