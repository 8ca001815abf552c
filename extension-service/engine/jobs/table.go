package jobs

import (
	"context"
	"encoding/json"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

const jobColumns = `
	       id, kind, entity, action, owner_id, owner_name, request_id, state, phase, total, processed, added, updated, skipped,
	       left_out, conflicts, failed, input, checkpoint, messages, resource_id, error_file_resource_id, created, coalesce(started, 0),
	       coalesce(finished, 0), coalesce(can_undo_until, 0), coalesce(undo_by, 0), cancel, pass, holder, lease_until,
	       before_undo`

// insert says whether the job is new: a repeated call finds its own.
func (s *Service) insert(ctx context.Context, j *Job) (bool, error) {
	n, err := s.DB.Exec(ctx, `
		INSERT INTO jobs (id, kind, entity, action, owner_id, owner_name, request_id, state, phase, total, processed, added,
		       updated, skipped, left_out, conflicts, failed, input, checkpoint, messages, resource_id, error_file_resource_id, created,
		       cancel, pass, holder, lease_until)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '', 0, 0, 0, 0, 0, 0, 0, 0, $9, '', '[]', '', '', $10, 0, $11, '', $12)
		ON CONFLICT (id) DO NOTHING`,
		j.ID, j.Kind, j.Entity, j.Action, j.OwnerID, j.OwnerName, j.RequestID, string(j.State), j.input,
		j.Created.UnixMilli(),
		j.pass, j.Created.Add(queueLimit).UnixMilli())
	return n > 0, err
}

// jobs reads rows by what stands behind FROM jobs.
func (s *Service) jobs(ctx context.Context, where string, args ...any) ([]Job, error) {
	return store.All(ctx, s.DB, scanJob, "SELECT"+jobColumns+" FROM jobs "+where, args...)
}

func scanJob(rows store.Rows) (Job, error) {
	var j Job
	var messages string
	var created, started, finished, undoUntil, cancel int64
	err := rows.Scan(&j.ID, &j.Kind, &j.Entity, &j.Action, &j.OwnerID, &j.OwnerName, &j.RequestID, &j.State, &j.Phase,
		&j.Total, &j.Processed, &j.Added, &j.Updated, &j.Skipped, &j.LeftOut, &j.Conflicts, &j.Failed, &j.input,
		&j.checkpoint, &messages, &j.ResourceID, &j.ErrorFileID, &created, &started, &finished, &undoUntil, &j.undoBy,
		&cancel, &j.pass, &j.holder,
		&j.leaseUntil, &j.beforeUndo)
	if err != nil {
		return j, err
	}
	j.Created, j.Started, j.Finished, j.CanUndoUntil = instant(created), instant(started), instant(finished),
		instant(undoUntil)
	j.cancel = cancel != 0
	return j, json.Unmarshal([]byte(messages), &j.Messages)
}

func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// byID returns a job, locked when inside Write. NOT_FOUND.
func (s *Service) byID(ctx context.Context, id string) (Job, error) {
	found, err := s.jobs(ctx, "WHERE id = $1"+s.DB.Lock(ctx), id)
	if err != nil {
		return Job{}, err
	}
	if len(found) == 0 {
		return Job{}, fault.New(fault.NotFound, "NOT_FOUND", "no job %s", id)
	}
	return found[0], nil
}

// save keeps checkpoint and progress and says whether the job is to be cancelled.
func (s *Service) save(ctx context.Context, j *Job, checkpoint string, p Progress) (bool, error) {
	var cancel int64
	state := Running
	switch {
	case j.State == Undoing:
		state = Undoing
	case p.Phase == Analyse:
		state = Analysing
	}
	isOwned, err := s.DB.Row(ctx, []any{&cancel}, `
		UPDATE jobs
		   SET checkpoint = $1, phase = $2, total = $3, processed = $4, added = $5, updated = $6, skipped = $7, left_out = $8,
		       conflicts = $9, failed = $10, lease_until = $11, state = $12
		 WHERE id = $13
		   AND pass = $14
		   AND holder = $15
		RETURNING cancel`,
		checkpoint, p.Phase, p.Total, p.Processed, p.Added, p.Updated, p.Skipped, p.LeftOut, p.Conflicts, p.Failed,
		s.Now().Add(lease).UnixMilli(), string(state), j.ID, j.pass, j.holder)
	if err == nil && !isOwned {
		err = errLost
	}
	return cancel != 0, err
}
