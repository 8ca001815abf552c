-- +goose Up
-- Which rights of an account end by themselves, when, and why they were given for a time: JSON.
ALTER TABLE staff ADD COLUMN terms {{text}} NOT NULL DEFAULT '[]';

-- Who ended a session; nobody where it ended by a rule.
ALTER TABLE staff_sessions ADD COLUMN ended_by BIGINT NOT NULL DEFAULT 0;
ALTER TABLE staff_sessions ADD COLUMN ended_by_name {{text}} NOT NULL DEFAULT '';
