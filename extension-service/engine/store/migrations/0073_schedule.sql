-- +goose Up
-- What staff have changed of a declared job, and up to which of its due times it has been dealt with.
CREATE TABLE schedules (
	name {{text}} NOT NULL PRIMARY KEY,
	schedule {{text}} NOT NULL,
	overlap {{text}} NOT NULL,
	params {{text}} NOT NULL,
	since BIGINT NOT NULL
);

CREATE TABLE schedule_pauses (
	id {{id}},
	name {{text}} NOT NULL,
	reason {{text}} NOT NULL,
	by_id BIGINT NOT NULL,
	by_name {{text}} NOT NULL,
	started BIGINT NOT NULL,
	until BIGINT,
	ended BIGINT
);
CREATE UNIQUE INDEX schedule_pauses_open_unique ON schedule_pauses (name) WHERE ended IS NULL;
CREATE INDEX schedule_pauses_name_idx ON schedule_pauses (name, id);

-- due is empty for what somebody has started by hand. A due time is run once, and a job once at a time, whoever tries.
CREATE TABLE schedule_runs (
	id {{text}} NOT NULL PRIMARY KEY,
	name {{text}} NOT NULL,
	due BIGINT,
	state {{text}} NOT NULL CONSTRAINT schedule_runs_state_known CHECK (state IN ('QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'SKIPPED', 'CANCELLED', 'TIMED_OUT')),
	dry_run BIGINT NOT NULL,
	params {{text}} NOT NULL,
	by_id BIGINT NOT NULL,
	by_name {{text}} NOT NULL,
	request_id {{text}} NOT NULL,
	summary {{text}} NOT NULL,
	message {{text}} NOT NULL,
	error {{text}} NOT NULL,
	created BIGINT NOT NULL,
	started BIGINT,
	finished BIGINT,
	pass BIGINT NOT NULL,
	holder {{text}} NOT NULL,
	lease_until BIGINT NOT NULL,
	cancel BIGINT NOT NULL
);
CREATE UNIQUE INDEX schedule_runs_due_unique ON schedule_runs (name, due);
CREATE UNIQUE INDEX schedule_runs_running_unique ON schedule_runs (name) WHERE state = 'RUNNING';
CREATE INDEX schedule_runs_name_idx ON schedule_runs (name, created, id);
CREATE INDEX schedule_runs_created_idx ON schedule_runs (created, id);
CREATE INDEX schedule_runs_lease_idx ON schedule_runs (lease_until) WHERE state IN ('QUEUED', 'RUNNING');

CREATE TABLE schedule_lines (
	run_id {{text}} NOT NULL CONSTRAINT schedule_lines_run_fk REFERENCES schedule_runs (id) ON DELETE CASCADE,
	n BIGINT NOT NULL,
	at BIGINT NOT NULL,
	level {{text}} NOT NULL,
	text {{text}} NOT NULL,
	PRIMARY KEY (run_id, n)
);
