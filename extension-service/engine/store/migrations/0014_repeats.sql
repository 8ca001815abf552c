-- +goose Up
-- A repeated call may have made something that has a text as its id, such as an upload.
ALTER TABLE idempotency ADD COLUMN record_key {{text}} NOT NULL DEFAULT '';
