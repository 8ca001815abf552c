-- +goose Up
-- The SHA-256 of what a client was sent of an application: it says what that was when the message itself is kept no more.
ALTER TABLE applications ADD COLUMN payload_hash {{text}} NOT NULL DEFAULT '';
