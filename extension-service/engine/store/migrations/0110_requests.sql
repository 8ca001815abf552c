-- +goose Up
-- The request that has queued a mail, by which support finds what came of it; jobs know theirs.
ALTER TABLE mails ADD COLUMN request_id {{text}} NOT NULL DEFAULT '';
CREATE INDEX mails_request_idx ON mails (request_id) WHERE request_id <> '';
CREATE INDEX jobs_request_idx ON jobs (request_id);
