package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"poolkeeper.example/extension-service/engine/store"
)

// Run is one pass over a job at work.
type Run struct {
	s    *Service
	job  Job
	next int64 // place of the next row that is appended
	stop context.CancelCauseFunc

	claimed Progress // how far the job had come when this pass began
}

var (
	errCancelled = errors.New("jobs: cancelled")
	errLost      = errors.New("jobs: somebody else holds the job")
)

// Job is the row as it was at the last Save.
func (r *Run) Job() Job { return r.job }

// Input decodes what the job was started with.
func (r *Run) Input(into any) error { return r.job.DecodeInput(into) }

// Checkpoint decodes what the last Save kept and says whether there was one. Run and Undo have checkpoints of their
// own.
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

// hasProgressed says whether this pass has brought the job further than the one before it.
func (r *Run) hasProgressed() bool {
	return r.job.Processed > r.claimed.Processed || r.job.Phase != r.claimed.Phase && r.job.Processed > 0
}

// Report keeps the results of rows in the transaction of ctx. A row with a place replaces what stands there.
func (r *Run) Report(ctx context.Context, rows ...Row) error {
	return r.s.DB.Write(ctx, func(ctx context.Context) error {
		for i := range rows {
			if rows[i].N == 0 {
				r.next++
				rows[i].N = r.next
			}
		}
		return r.s.restoreRows(ctx, r.job.ID, rows)
	})
}

// Rows reads the job's rows as they stand.
func (r *Run) Rows(ctx context.Context, q RowQuery) ([]Row, error) { return r.s.rows(ctx, r.job.ID, q) }

// CountRows says how many rows there are of a sort.
func (r *Run) CountRows(ctx context.Context, q RowQuery) (int64, error) {
	return r.s.countRows(ctx, r.job.ID, q)
}

// Undone keeps what became of undoing rows, in the transaction of ctx.
func (r *Run) Undone(ctx context.Context, rows ...Row) error {
	return r.s.DB.Write(ctx, func(ctx context.Context) error {
		for i := range rows {
			if err := r.s.undoRow(ctx, r.job.ID, &rows[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// Result keeps the file that a job has produced, in the transaction of ctx.
func (r *Run) Result(ctx context.Context, resourceID string) error {
	return r.file(ctx, "resource_id", resourceID)
}

// ErrorFile keeps the file that lists what a job could not do, in the transaction of ctx.
func (r *Run) ErrorFile(ctx context.Context, resourceID string) error {
	return r.file(ctx, "error_file_resource_id", resourceID)
}

func (r *Run) file(ctx context.Context, column, resourceID string) error {
	return r.s.DB.Write(ctx, func(ctx context.Context) error {
		_, err := r.s.DB.Exec(ctx, "UPDATE jobs SET "+column+" = $1 WHERE id = $2", resourceID, r.job.ID)
		return err
	})
}
