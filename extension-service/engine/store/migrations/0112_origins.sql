-- +goose Up
-- What a change was made for, as the header traceparent names it: whoever goes on with it later goes on with its trace.
ALTER TABLE outbox ADD COLUMN origin {{text}} NOT NULL DEFAULT '';
ALTER TABLE mails ADD COLUMN origin {{text}} NOT NULL DEFAULT '';
