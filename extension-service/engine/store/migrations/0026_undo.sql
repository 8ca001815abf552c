-- +goose Up
-- before_undo is how the job had ended, so that an undo that can change nothing leaves it as it was; undo_until is the instant
-- from which on the rules keep a record from going back, or 0.
ALTER TABLE jobs ADD COLUMN before_undo {{text}} NOT NULL DEFAULT '';
ALTER TABLE job_rows ADD COLUMN undo_until BIGINT NOT NULL DEFAULT 0;
