-- +goose Up
CREATE TABLE jobs (
	id {{text}} NOT NULL PRIMARY KEY,
	kind {{text}} NOT NULL,
	entity {{text}} NOT NULL,
	action {{text}} NOT NULL,
	owner_id BIGINT NOT NULL,
	owner_name {{text}} NOT NULL,
	request_id {{text}} NOT NULL,
	state {{text}} NOT NULL CONSTRAINT jobs_state_known CHECK (state IN ('QUEUED', 'ANALYSING', 'PLANNED', 'AWAITING_DECISION', 'RUNNING',
		'COMPLETED', 'COMPLETED_WITH_CONFLICTS', 'FAILED', 'CANCELLED', 'UNDOING', 'UNDONE')),
	phase {{text}} NOT NULL,
	total BIGINT NOT NULL,
	processed BIGINT NOT NULL,
	added BIGINT NOT NULL,
	updated BIGINT NOT NULL,
	skipped BIGINT NOT NULL,
	conflicts BIGINT NOT NULL,
	failed BIGINT NOT NULL,
	input {{text}} NOT NULL,
	checkpoint {{text}} NOT NULL,
	messages {{text}} NOT NULL,
	resource_id {{text}} NOT NULL,
	error_file_resource_id {{text}} NOT NULL,
	created BIGINT NOT NULL,
	started BIGINT,
	finished BIGINT,
	can_undo_until BIGINT,
	undo_by BIGINT,
	cancel BIGINT NOT NULL,
	pass BIGINT NOT NULL,
	holder {{text}} NOT NULL,
	lease_until BIGINT NOT NULL
);
CREATE INDEX jobs_owner_idx ON jobs (owner_id, created, id);
CREATE INDEX jobs_created_idx ON jobs (created, id);
CREATE INDEX jobs_lease_idx ON jobs (lease_until) WHERE state IN ('QUEUED', 'ANALYSING', 'RUNNING', 'UNDOING');

-- outcome is WAITING, DONE, FAILED or SKIPPED; undo the same once the job is being undone, and empty before.
CREATE TABLE job_rows (
	job_id {{text}} NOT NULL CONSTRAINT job_rows_job_fk REFERENCES jobs (id) ON DELETE CASCADE,
	n BIGINT NOT NULL,
	record_id BIGINT NOT NULL,
	title {{text}} NOT NULL,
	outcome {{text}} NOT NULL,
	version BIGINT NOT NULL,
	code {{text}} NOT NULL,
	messages {{text}} NOT NULL,
	blocked_by {{text}} NOT NULL,
	before {{text}} NOT NULL,
	undo {{text}} NOT NULL,
	PRIMARY KEY (job_id, n)
);
CREATE INDEX job_rows_outcome_idx ON job_rows (job_id, outcome, n);
