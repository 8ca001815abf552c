-- +goose Up
-- What the texts of a refusal mention, such as the bounds of a field.
ALTER TABLE job_rows ADD COLUMN field_errors {{text}} NOT NULL DEFAULT '';
ALTER TABLE job_rows ADD COLUMN params {{text}} NOT NULL DEFAULT '';

-- Promises of a file. They are given by one copy of the service and may be kept by another.
CREATE TABLE tickets (
	hash {{text}} PRIMARY KEY,
	staff_id BIGINT NOT NULL,
	sid {{text}} NOT NULL,
	source {{text}} NOT NULL,
	entity {{text}} NOT NULL,
	wish {{text}} NOT NULL,
	until BIGINT NOT NULL
);
CREATE INDEX tickets_until_idx ON tickets (until);
