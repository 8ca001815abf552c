package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
)

func (s *Service) putRow(ctx context.Context, jobID string, row *Row) error {
	messages, blocked, err := row.texts()
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
	_, err = s.DB.Exec(ctx, `
		INSERT INTO job_rows (job_id, n, record_id, title, outcome, version, code, messages, blocked_by, before, undo)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '')
		ON CONFLICT (job_id, n) DO UPDATE
		   SET record_id = excluded.record_id, title = excluded.title, outcome = excluded.outcome, version = excluded.version,
		       code = excluded.code, messages = excluded.messages, blocked_by = excluded.blocked_by, before = excluded.before`,
		jobID, row.N, row.ID, row.Title, string(row.outcome()), row.Version, row.Code, messages, blocked, before)
	return err
}

// undoRow keeps what became of undoing a row.
func (s *Service) undoRow(ctx context.Context, jobID string, row *Row) error {
	messages, blocked, err := row.texts()
	if err != nil {
		return err
	}
	_, err = s.DB.Exec(ctx, `
		UPDATE job_rows
		   SET undo = $1, code = $2, messages = $3, blocked_by = $4
		 WHERE job_id = $5
		   AND n = $6`, string(row.outcome()), row.Code, messages, blocked, jobID, row.N)
	return err
}

func (r *Row) outcome() Outcome {
	if r.OK {
		return cmp.Or(r.Outcome, Done)
	}
	return cmp.Or(r.Outcome, Refused)
}

func (r *Row) texts() (messages, blocked string, err error) {
	if len(r.Messages) > 0 {
		text, err := json.Marshal(r.Messages)
		if err != nil {
			return "", "", err
		}
		messages = string(text)
	}
	if r.BlockedBy != nil {
		text, err := json.Marshal(r.BlockedBy)
		if err != nil {
			return "", "", err
		}
		blocked = string(text)
	}
	return messages, blocked, nil
}

// RowQuery asks for rows of a job, in the order of their places.
type RowQuery struct {
	After         int64 // rows behind this place
	Outcome       Outcome
	Undo          *Outcome // what became of undoing; nil: whatever
	Settled       bool     // leaves out what still waits
	Reversible    bool     // only what was changed and can be taken back
	Trouble       bool     // only what failed, or was not restored when the job was undone
	Limit, Offset int64
}

func (q RowQuery) where(jobID string) (string, []any) {
	where, args := "job_id = $1", []any{jobID}
	add := func(cond string, value any) {
		args = append(args, value)
		where += " AND " + cond + " $" + strconv.Itoa(len(args))
	}
	if q.After > 0 {
		add("n >", q.After)
	}
	if q.Outcome != "" {
		add("outcome =", string(q.Outcome))
	}
	if q.Undo != nil {
		add("undo =", string(*q.Undo))
	}
	if q.Settled {
		add("outcome <>", string(Waiting))
	}
	if q.Reversible {
		where += " AND outcome = 'DONE' AND undo = '' AND before <> ''"
	}
	if q.Trouble {
		where += " AND (undo IN ('FAILED', 'SKIPPED') OR undo = '' AND outcome = 'FAILED')"
	}
	return where, args
}

func (s *Service) countRows(ctx context.Context, jobID string, q RowQuery) (n int64, err error) {
	where, args := q.where(jobID)
	_, err = s.DB.Row(ctx, []any{&n}, "SELECT count(*) FROM job_rows WHERE "+where, args...)
	return n, err
}

func (s *Service) rows(ctx context.Context, jobID string, q RowQuery) ([]Row, error) {
	where, args := q.where(jobID)
	args = append(args, q.Limit, q.Offset)
	found, err := s.DB.Query(ctx, `
		SELECT n, record_id, title, outcome, version, code, messages, blocked_by, before, undo
		  FROM job_rows
		 WHERE `+where+`
		 ORDER BY n
		 LIMIT $`+strconv.Itoa(len(args)-1)+` OFFSET $`+strconv.Itoa(len(args)), args...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	var out []Row
	for found.Next() {
		var row Row
		var messages, blocked, before string
		if err := found.Scan(&row.N, &row.ID, &row.Title, &row.Outcome, &row.Version, &row.Code, &messages, &blocked, &before, &row.Undo); err != nil {
			return nil, err
		}
		row.OK = row.Outcome == Done || row.Outcome == Skipped
		if before != "" {
			row.Before = before
		}
		if messages != "" {
			if err := json.Unmarshal([]byte(messages), &row.Messages); err != nil {
				return nil, err
			}
		}
		if blocked != "" {
			if err := json.Unmarshal([]byte(blocked), &row.BlockedBy); err != nil {
				return nil, err
			}
		}
		out = append(out, row)
	}
	return out, found.Err()
}
