package jobs

import (
	"context"
	"encoding/json"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	bulkChunk = 200  // records changed in one transaction
	bulkFound = 1000 // records noted in one while the job finds out which there are
)

// Bulk is the kind that runs an action of any resource on every record a filter matches.
func Bulk(r *resource.Registry, db *store.DB) Kind {
	b := &bulk{r, db}
	return Kind{
		Name: resource.BulkJob, Run: b.run, Restore: b.restore,
		Undoable: func(j *Job) bool { a := b.action(j); return a != nil && a.Undoable() },
		Needs: func(j *Job) []role.Permission {
			if a := b.action(j); a != nil {
				return a.Needs()
			}
			return nil
		},
	}
}

type bulk struct {
	registry *resource.Registry
	db       *store.DB
}

func (b *bulk) action(j *Job) resource.BulkAction {
	if r := b.registry.Named(j.Entity); r != nil {
		return r.Bulk(j.Action)
	}
	return nil
}

// bulkPoint is how far a bulk job has come.
type bulkPoint struct {
	Found int64 `json:"found"` // the last id that was noted
	All   bool  `json:"all"`   // every record is noted
	Done  int64 `json:"done"`  // the place of the last record that was changed or refused
}

// pass is one pass over a bulk job.
type pass struct {
	*bulk
	*Run

	action resource.BulkAction
	order  resource.BulkOrder
	at     bulkPoint
}

func (b *bulk) newPass(r *Run) (*pass, error) {
	j := r.Job()
	p := &pass{bulk: b, Run: r, action: b.action(&j)}
	if p.action == nil {
		return nil, noAction(&j)
	}
	if err := r.Input(&p.order); err != nil {
		return nil, err
	}
	_, err := r.Checkpoint(&p.at)
	return p, err
}

func noAction(j *Job) error {
	return fault.New(fault.NotFound, "NOT_FOUND", "%s has no action %s for many records", j.Entity, j.Action)
}

// run notes every record first, so that those are changed which matched when the job began, however the change alters
// what the filter finds.
func (b *bulk) run(ctx context.Context, r *Run) error {
	p, err := b.newPass(r)
	for err == nil && !p.at.All {
		err = p.storeRows(ctx)
	}
	for more := true; err == nil && more; {
		more, err = p.chunk(ctx)
	}
	return err
}

// storeRows keeps the next records of the list as rows that wait.
func (p *pass) storeRows(ctx context.Context) error {
	found, err := p.action.Page(ctx, p.order, p.at.Found, bulkFound)
	if err != nil {
		return err
	}
	rows := make([]Row, len(found))
	for i, item := range found {
		rows[i] = Row{ID: item.ID, Title: item.Title, Outcome: Waiting, Reasons: item.Reasons}
	}
	at, progress := p.at, p.Job().Progress
	if at.All = len(found) == 0; !at.All {
		at.Found = found[len(found)-1].ID
	}
	progress.Phase, progress.Total = Analyse, progress.Total+int64(len(found))
	err = p.db.Write(ctx, func(ctx context.Context) error {
		if err := p.Report(ctx, rows...); err != nil {
			return err
		}
		return p.Save(ctx, at, progress)
	})
	p.at = at
	return err
}

// chunk changes the next records in one transaction, as far as none lacks something from outside of the database, and
// says whether there were any.
func (p *pass) chunk(ctx context.Context) (bool, error) {
	waiting, err := p.Rows(ctx, RowQuery{After: p.at.Done, Outcome: Waiting, Limit: bulkChunk})
	if err != nil || len(waiting) == 0 {
		return false, err
	}
	at := p.at
	err = p.db.Write(ctx, func(ctx context.Context) error {
		progress := p.Job().Progress
		progress.Phase = "RECORDS"
		done, err := resource.RunBatch(len(waiting), func(i int) error {
			row, err := p.change(ctx, waiting[i])
			if err != nil {
				return err
			}
			progress.count(&row)
			return p.Report(ctx, row)
		})
		if err != nil {
			return err
		}
		at.Done = waiting[done-1].N
		return p.Save(ctx, at, progress)
	})
	p.at = at
	return true, err
}

// count adds the outcome of one row.
func (p *Progress) count(row *Row) {
	p.Processed++
	switch row.outcome() {
	case Done:
		p.Updated++
	case Skipped:
		p.Skipped++
	case LeftOut:
		p.LeftOut++
	default:
		p.Failed++
	}
}

func (p *pass) change(ctx context.Context, row Row) (Row, error) {
	item, err := p.action.RunItem(ctx, resource.BulkItem{ID: row.ID, Title: row.Title, Reasons: row.Reasons},
		p.order.Input)
	row = Row{N: row.N, ID: row.ID, Title: row.Title, OK: item.Allowed, Version: item.Version, Reasons: item.Reasons}
	switch {
	case !item.Allowed && item.Code != "FORBIDDEN": // a right that was taken away since is a failure
		row.Outcome = LeftOut
	case !item.Allowed:
	case !item.Changed:
		row.Outcome = Skipped
	case item.Back != nil:
		row.Before, row.UndoUntil = item.Back, item.BackUntil
	case item.NoUndo != nil:
		row.Reasons = *item.NoUndo
	}
	return row, err
}

// restore takes one record back. One that was changed since is left alone.
func (b *bulk) restore(ctx context.Context, j *Job, row Row) (Row, error) {
	action := b.action(j)
	if action == nil {
		return row, noAction(j)
	}
	if row.Before == nil { // there is no way back, and it is known why
		return Row{Reasons: row.Reasons}, nil
	}
	var back json.RawMessage
	if err := row.Image(&back); err != nil {
		return row, err
	}
	item, err := action.Undo(ctx, resource.BulkItem{ID: row.ID, Title: row.Title, Version: row.Version}, back)
	out := Row{OK: item.Allowed, Reasons: item.Reasons}
	if item.Code == "STALE_VERSION" {
		out.Outcome = Skipped
	}
	return out, err
}
