package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
)

func (s *Service) restoreRows(ctx context.Context, jobID string, list []Row) error {
	rows := make([][]any, len(list))
	for i := range list {
		row := &list[i]
		why, err := reasonsOf(row.Reasons)
		if err != nil {
			return err
		}
		before := ""
		if row.Before != nil {
			text, err := json.Marshal(row.Before)
			if err != nil {
				return fmt.Errorf("before-image: %w", err)
			}
			before = string(text)
		}
		until := int64(0)
		if !row.UndoUntil.IsZero() {
			until = row.UndoUntil.UnixMilli()
		}
		rows[i] = []any{
			jobID, row.N, row.ID, row.Title, string(row.outcome()), row.Version, row.Code, why.messages, why.fields, why.params,
			why.blocked, before,
			until, "",
		}
	}
	return s.DB.Insert(ctx,
		`job_rows (job_id, n, record_id, title, outcome, version, code, messages, field_errors, params, blocked_by,
		       before, undo_until, undo)`, rows, `
		ON CONFLICT (job_id, n) DO UPDATE
		   SET record_id = excluded.record_id, title = excluded.title, outcome = excluded.outcome, version = excluded.version,
		       code = excluded.code, messages = excluded.messages, field_errors = excluded.field_errors, params = excluded.params,
		       blocked_by = excluded.blocked_by, before = excluded.before, undo_until = excluded.undo_until`)
}

// undoRow keeps what became of undoing a row.
func (s *Service) undoRow(ctx context.Context, jobID string, row *Row) error {
	why, err := reasonsOf(row.Reasons)
	if err != nil {
		return err
	}
	_, err = s.DB.Exec(ctx, `
		UPDATE job_rows
		   SET undo = $1, code = $2, messages = $3, field_errors = $4, params = $5, blocked_by = $6
		 WHERE job_id = $7
		   AND n = $8`, string(row.outcome()), row.Code, why.messages, why.fields, why.params, why.blocked, jobID, row.N)
	return err
}

func (r *Row) outcome() Outcome {
	if r.OK {
		return cmp.Or(r.Outcome, Done)
	}
	return cmp.Or(r.Outcome, Refused)
}

// reasonColumns are reasons as the columns hold them: JSON, or "" where there are none.
type reasonColumns struct{ messages, fields, params, blocked string }

func reasonsOf(r resource.Reasons) (w reasonColumns, err error) {
	for _, part := range []struct {
		into *string
		any  bool
		v    any
	}{
		{&w.messages, len(r.Messages) > 0, r.Messages},
		{&w.fields, len(r.FieldErrors) > 0, r.FieldErrors},
		{&w.params, len(r.Params) > 0, r.Params},
		{&w.blocked, r.BlockedBy != nil, r.BlockedBy},
	} {
		if !part.any {
			continue
		}
		text, err := json.Marshal(part.v)
		if err != nil {
			return w, err
		}
		*part.into = string(text)
	}
	return w, nil
}

// decodeInto reads them back.
func (w reasonColumns) decodeInto(r *resource.Reasons) error {
	for _, part := range []struct {
		text string
		into any
	}{{w.messages, &r.Messages}, {w.fields, &r.FieldErrors}, {w.params, &r.Params}, {w.blocked, &r.BlockedBy}} {
		if part.text == "" {
			continue
		}
		if err := json.Unmarshal([]byte(part.text), part.into); err != nil {
			return err
		}
	}
	return nil
}

// RowQuery asks for rows of a job, in the order of their places.
type RowQuery struct {
	After         int64 // rows behind this place
	Outcome       Outcome
	Settled       bool      // leaves out what still waits
	Left          bool      // only what was changed and not taken back or left alone since
	Reversible    time.Time // only what of that can be taken back at this instant
	Trouble       bool      // only what failed or was left out, or was not wholly restored when the job was undone
	Limit, Offset int64
}

func (q RowQuery) where(jobID string) (string, store.Args) {
	where, args := "job_id = $1", store.Args{jobID}
	add := func(cond string, value any) { where += " AND " + cond + " " + args.Add(value) }
	if q.After > 0 {
		add("n >", q.After)
	}
	if q.Outcome != "" {
		add("outcome =", string(q.Outcome))
	}
	if q.Settled {
		add("outcome <>", string(Waiting))
	}
	if q.Left || !q.Reversible.IsZero() {
		where += " AND outcome = 'DONE' AND undo IN ('', 'FAILED')"
	}
	if !q.Reversible.IsZero() {
		where += " AND before <> ''"
		add("(undo_until = 0 OR undo_until >", q.Reversible.UnixMilli())
		where += ")"
	}
	if q.Trouble {
		where += " AND (undo IN ('FAILED', 'SKIPPED') OR undo = 'DONE' AND messages <> '' OR undo = '' " +
			"AND outcome IN ('FAILED', 'LEFT_OUT'))"
	}
	return where, args
}

// lastUndo is the last instant, in milliseconds and no later than until, at which a row can still be taken back; 0:
// none can.
func (s *Service) lastUndo(ctx context.Context, jobID string, until time.Time) (int64, error) {
	var n, first, last int64
	where, args := RowQuery{Reversible: s.Now()}.where(jobID)
	_, err := s.DB.Row(ctx, []any{&n, &first, &last},
		"SELECT count(*), coalesce(min(undo_until), 0), coalesce(max(undo_until), 0) FROM job_rows WHERE "+where, args...)
	switch {
	case err != nil || n == 0:
		return 0, err
	case first == 0: // the rules set that row no end
		return until.UnixMilli(), nil
	}
	return min(until.UnixMilli(), last), nil
}

func (s *Service) countRows(ctx context.Context, jobID string, q RowQuery) (n int64, err error) {
	where, args := q.where(jobID)
	_, err = s.DB.Row(ctx, []any{&n}, "SELECT count(*) FROM job_rows WHERE "+where, args...)
	return n, err
}

func (s *Service) rows(ctx context.Context, jobID string, q RowQuery) ([]Row, error) {
	where, args := q.where(jobID)
	found, err := s.DB.Query(ctx, `
		SELECT n, record_id, title, outcome, version, code, messages, field_errors, params, blocked_by, before, undo_until, undo
		  FROM job_rows
		 WHERE `+where+`
		 ORDER BY n
		 LIMIT `+args.Add(q.Limit)+` OFFSET `+args.Add(q.Offset), args...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	var out []Row
	for found.Next() {
		var row Row
		var w reasonColumns
		var before string
		var until int64
		if err := found.Scan(&row.N, &row.ID, &row.Title, &row.Outcome, &row.Version, &row.Code, &w.messages, &w.fields,
			&w.params, &w.blocked, &before, &until, &row.Undo); err != nil {
			return nil, err
		}
		if err := w.decodeInto(&row.Reasons); err != nil {
			return nil, err
		}
		row.UndoUntil = instant(until)
		row.OK = row.Outcome == Done || row.Outcome == Skipped
		if before != "" {
			row.Before = before
		}
		out = append(out, row)
	}
	return out, found.Err()
}
