-- +goose Up
-- What a rule refuses is counted apart from what was already as it should be.
ALTER TABLE jobs ADD COLUMN left_out BIGINT NOT NULL DEFAULT 0;
UPDATE jobs
   SET left_out = (SELECT count(*) FROM job_rows r WHERE r.job_id = jobs.id AND r.outcome = 'LEFT_OUT')
 WHERE kind = 'bulk'
   AND state NOT IN ('UNDOING', 'UNDONE');
UPDATE jobs
   SET skipped = CASE WHEN skipped > left_out THEN skipped - left_out ELSE 0 END
 WHERE left_out > 0;
