-- +goose Up
-- expand: due times of scheduled jobs that passed while no copy of the service was there.
CREATE TABLE schedule_downtimes (
	id {{id}},
	name {{text}} NOT NULL,
	first_due BIGINT NOT NULL,
	last_due BIGINT NOT NULL,
	missed BIGINT NOT NULL,
	made_up BIGINT NOT NULL,
	created BIGINT NOT NULL
);
CREATE INDEX schedule_downtimes_created_idx ON schedule_downtimes (created, id);
