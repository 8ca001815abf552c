-- +goose Up
-- One import or merge into a pool, with what it was planned for. It is used once; versions are those of the pools when it was planned.
CREATE TABLE pool_imports (
	job_id {{text}} NOT NULL PRIMARY KEY,
	plan_id {{text}} NOT NULL CONSTRAINT pool_imports_plan_unique UNIQUE,
	target_id BIGINT NOT NULL CONSTRAINT pool_imports_target_fk REFERENCES pools (id) ON DELETE CASCADE,
	mode {{text}} NOT NULL CONSTRAINT pool_imports_mode_known CHECK (mode IN ('MERGE', 'COPY')),
	mail BIGINT NOT NULL,
	policies {{text}} NOT NULL,
	versions {{text}} NOT NULL,
	expires BIGINT NOT NULL,
	used BIGINT NOT NULL,
	created BIGINT NOT NULL
);
-- The pools that a job takes part of: the target and its sources.
CREATE TABLE pool_import_pools (
	job_id {{text}} NOT NULL CONSTRAINT pool_import_pools_job_fk REFERENCES pool_imports (job_id) ON DELETE CASCADE,
	pool_id BIGINT NOT NULL,
	PRIMARY KEY (job_id, pool_id)
);
CREATE INDEX pool_import_pools_pool_idx ON pool_import_pools (pool_id, job_id);
-- What is planned for one person: from which memberships at which versions, into which, and what stands against it.
CREATE TABLE pool_plan_rows (
	job_id {{text}} NOT NULL CONSTRAINT pool_plan_rows_job_fk REFERENCES pool_imports (job_id) ON DELETE CASCADE,
	n BIGINT NOT NULL,
	freelancer_id BIGINT NOT NULL,
	class {{text}} NOT NULL,
	outcome {{text}} NOT NULL,
	decision {{text}} NOT NULL,
	sources {{text}} NOT NULL,
	target_id BIGINT NOT NULL,
	target_version BIGINT NOT NULL,
	PRIMARY KEY (job_id, n)
);
CREATE INDEX pool_plan_rows_class_idx ON pool_plan_rows (job_id, class, n);
CREATE INDEX pool_plan_rows_outcome_idx ON pool_plan_rows (job_id, outcome, n);

CREATE VIEW job_state_facts AS
SELECT id, state
  FROM jobs;
