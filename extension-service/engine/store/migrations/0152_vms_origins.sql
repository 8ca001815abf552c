-- +goose Up
-- What is sent to a VMS stands in the trace of what it was queued for.
ALTER TABLE outbound_tasks ADD COLUMN origin {{text}} NOT NULL DEFAULT '';
