package jobs

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	undoChunk  = 200 // records taken back in one transaction
	undoTried  = 200 // records that a dry run tries
	undoProbes = 10  // places of a long job that these are taken from
)

// undone is how far undoing has come: the place of the last row.
type undone struct {
	Done int64 `json:"done"`
}

// undo takes back what was changed and has not changed since, each record by its own rules.
func (s *Service) undo(ctx context.Context, r *Run) error {
	var at undone
	_, err := r.Checkpoint(&at)
	for more := true; err == nil && more; {
		more, err = s.undoSome(ctx, r, &at)
	}
	return err
}

// undoSome takes the next records back in one transaction, as far as none lacks something from outside of the database,
// and says whether there were any.
func (s *Service) undoSome(ctx context.Context, r *Run, at *undone) (bool, error) {
	left := RowQuery{After: at.Done, Left: true, Limit: undoChunk}
	rows, err := r.Rows(ctx, left)
	if err != nil || len(rows) == 0 {
		return false, err
	}
	j := r.Job()
	if at.Done == 0 {
		if j.Total, err = r.CountRows(ctx, left); err != nil {
			return false, err
		}
	}
	if many := s.kinds[j.Kind].RestoreMany; many != nil {
		return true, s.undoMany(ctx, r, rows, at)
	}
	var next undone
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		progress := j.Progress
		progress.Phase = "RECORDS"
		done, err := resource.RunBatch(len(rows), func(i int) error {
			row, err := s.kinds[j.Kind].Restore(ctx, &j, rows[i])
			if err != nil {
				return err
			}
			row.N = rows[i].N
			progress.count(&row)
			return r.Undone(ctx, row)
		})
		if err != nil {
			return err
		}
		next.Done = rows[done-1].N
		return r.Save(ctx, next, progress)
	})
	*at = next
	return true, err
}

// undoMany takes records back that lie outside of the database, and then saves that they are.
func (s *Service) undoMany(ctx context.Context, r *Run, rows []Row, at *undone) error {
	j := r.Job()
	if at.Done == 0 {
		total, err := r.CountRows(ctx, RowQuery{Left: true, Limit: undoChunk})
		if err != nil {
			return err
		}
		j.Total = total
	}
	out, err := s.kinds[j.Kind].RestoreMany(ctx, &j, rows, false)
	if err != nil {
		return err
	}
	next, progress := undone{rows[len(rows)-1].N}, j.Progress
	progress.Phase = "RECORDS"
	for i := range out {
		progress.count(&out[i])
	}
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		if err := r.Undone(ctx, out...); err != nil {
			return err
		}
		return r.Save(ctx, next, progress)
	})
	*at = next
	return err
}

// UndoAnswer is the answer of an undo: the job as it stands then, or what would become of it.
type UndoAnswer struct {
	Document

	Preview *UndoPreview `json:"preview,omitempty"` // of a dry run
}

// UndoPreview says what an undo would do. It is exact when every record was tried, otherwise an estimate by those from
// every part of the job.
type UndoPreview struct {
	Count    int64    `json:"count"`    // records that the job changed and that are not taken back
	Tried    int      `json:"tried"`    // of these
	Restored int      `json:"restored"` // of those that were tried
	Partly   int      `json:"partly"`   // of the restored those of which something stays, such as a mail that has left
	Skipped  int      `json:"skipped"`  // changed since, so left alone
	Failed   int      `json:"failed"`   // nothing leads back, or their rules refuse it
	Results  []Result `json:"results"`  // those that were tried and would not be restored, or not wholly
}

// tryUndo takes records back as an undo would and undoes that.
func (s *Service) tryUndo(ctx context.Context, j *Job) (UndoPreview, error) {
	out := UndoPreview{Results: []Result{}}
	rows, err := s.probe(ctx, j.ID, &out.Count)
	if err != nil {
		return out, err
	}
	who := *role.From(ctx)
	named := owns(&who, j) || s.Reads(ctx, j.Entity)
	who.Source, who.BatchID = Source, j.ID
	ctx = role.With(ctx, &who)
	tried, err := s.tryAll(ctx, j, rows)
	if err != nil {
		return out, err
	}
	for i, row := range tried {
		out.Tried++
		switch row.outcome() {
		case Done:
			out.Restored++
			if len(row.Messages) == 0 {
				continue
			}
			out.Partly++
		case Skipped:
			out.Skipped++
		default:
			out.Failed++
		}
		rows[i].Undo, rows[i].Reasons = row.outcome(), row.Reasons
		out.Results = append(out.Results, s.result(j, &rows[i], named))
	}
	return out, nil
}

// tryAll says what would become of rows.
func (s *Service) tryAll(ctx context.Context, j *Job, rows []Row) ([]Row, error) {
	kind := s.kinds[j.Kind]
	if kind.RestoreMany != nil {
		return kind.RestoreMany(ctx, j, rows, true)
	}
	out := make([]Row, len(rows))
	for i := range rows {
		err := resource.Try(ctx, s.DB.Write, func(ctx context.Context) (err error) {
			out[i], err = kind.Restore(ctx, j, rows[i])
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// probe returns all rows that an undo is about when they are few, otherwise some from places spread over the job.
func (s *Service) probe(ctx context.Context, jobID string, count *int64) ([]Row, error) {
	q := RowQuery{Left: true, Limit: undoTried}
	var err error
	if *count, err = s.countRows(ctx, jobID, q); err != nil {
		return nil, err
	}
	if *count <= undoTried {
		return s.rows(ctx, jobID, q)
	}
	var out []Row
	q.Limit = undoTried / undoProbes
	for i := range int64(undoProbes) {
		q.Offset = i * *count / undoProbes
		rows, err := s.rows(ctx, jobID, q)
		if err != nil {
			return nil, err
		}
		out = append(out, rows...)
	}
	return out, nil
}
