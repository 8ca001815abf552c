-- +goose Up
-- Jobs that change many texts: what they were planned to do, and how far somebody has let them. A plan that nobody carries out expires.
CREATE TABLE text_jobs (
	job_id {{text}} NOT NULL CONSTRAINT text_jobs_pk PRIMARY KEY,
	plan_id {{text}} NOT NULL,
	batch_id {{text}} NOT NULL,
	client_id BIGINT NOT NULL,
	is_planned BIGINT NOT NULL,
	is_used BIGINT NOT NULL,
	facts {{text}} NOT NULL,
	expires BIGINT NOT NULL,
	created BIGINT NOT NULL
);
CREATE UNIQUE INDEX text_jobs_plan_idx ON text_jobs (plan_id);
CREATE INDEX text_jobs_batch_idx ON text_jobs (batch_id);
CREATE TABLE text_job_lines (
	job_id {{text}} NOT NULL,
	n BIGINT NOT NULL,
	line_id {{text}} NOT NULL,
	kind {{text}} NOT NULL,
	is_chosen BIGINT NOT NULL,
	line {{text}} NOT NULL,
	CONSTRAINT text_job_lines_pk PRIMARY KEY (job_id, n)
);
CREATE INDEX text_job_lines_id_idx ON text_job_lines (job_id, line_id);
CREATE INDEX text_job_lines_kind_idx ON text_job_lines (job_id, kind, n);

-- A change that was made in the content service itself has a batch that every copy of the service names alike, so that it is
-- recorded once.
CREATE UNIQUE INDEX text_changes_outside_idx ON text_changes (batch_id, client_id, locale, message_key) WHERE batch_id LIKE 'dir_%';
