package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"poolkeeper.example/extension-service/store"
)

// Run is one pass over a job at work.
type Run struct {
	s    *Service
	job  Job
	next int64 // place of the next row that is appended
	stop context.CancelCauseFunc
}

var (
	errCancelled = errors.New("jobs: cancelled")
	errLost      = errors.New("jobs: somebody else holds the job")
)

// Job is the row as it was at the last Save.
func (r *Run) Job() Job { return r.job }

// Input decodes what the job was started with.
func (r *Run) Input(into any) error { return json.Unmarshal([]byte(r.job.input), into) }

// Checkpoint decodes what the last Save kept and says whether there was one. Run and Undo have checkpoints of their own.
func (r *Run) Checkpoint(into any) (bool, error) {
	if r.job.checkpoint == "" {
		return false, nil
	}
	return true, json.Unmarshal([]byte(r.job.checkpoint), into)
}

// Save keeps checkpoint and progress in the transaction of ctx, that of the chunk. When the job is to be cancelled, the
// context of the run ends once this transaction is durable. It fails when another process has taken the job over, so
// that no chunk is done twice.
func (r *Run) Save(ctx context.Context, checkpoint any, p Progress) error {
	text, err := json.Marshal(checkpoint)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return r.s.DB.Write(ctx, func(ctx context.Context) error {
		cancel, err := r.s.save(ctx, &r.job, string(text), p)
		if err != nil {
			return err
		}
		store.AfterCommit(ctx, func() {
			r.job.Progress, r.job.checkpoint = p, string(text)
			if cancel {
				r.stop(errCancelled)
			}
		})
		return nil
	})
}

// Report keeps the results of rows in the transaction of ctx. A row with a place replaces what stands there.
func (r *Run) Report(ctx context.Context, rows ...Row) error {
	return r.s.DB.Write(ctx, func(ctx context.Context) error {
		for i := range rows {
			if rows[i].N == 0 {
				r.next++
				rows[i].N = r.next
			}
			if err := r.s.putRow(ctx, r.job.ID, &rows[i]); err != nil {
				return err
			}
		}
		return nil
	})
}
