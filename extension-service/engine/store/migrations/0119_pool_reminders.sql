-- +goose Up
-- When somebody was last reminded of the end of a membership.
CREATE TABLE pool_reminders (
	member_id BIGINT NOT NULL CONSTRAINT pool_reminders_pk PRIMARY KEY
		CONSTRAINT pool_reminders_member_fk REFERENCES pool_members (id) ON DELETE CASCADE,
	sent BIGINT NOT NULL
);
