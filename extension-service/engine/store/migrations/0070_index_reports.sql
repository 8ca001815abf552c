-- +goose Up
-- The job that rebuilds the index of a type, or did so last: one at a time.
CREATE TABLE index_rebuilds (
	type {{text}} NOT NULL PRIMARY KEY,
	job_id {{text}} NOT NULL
);

-- The last comparison of each index with the database, and what differed then.
CREATE TABLE index_reports (
	id {{text}} NOT NULL PRIMARY KEY,
	type {{text}} NOT NULL,
	index_name {{text}} NOT NULL,
	created BIGINT NOT NULL,
	took BIGINT NOT NULL,
	counts {{text}} NOT NULL,
	oldest BIGINT,
	CONSTRAINT index_reports_type_unique UNIQUE (type)
);
CREATE TABLE index_differences (
	report_id {{text}} NOT NULL CONSTRAINT index_differences_report_fk REFERENCES index_reports (id) ON DELETE CASCADE,
	record_id BIGINT NOT NULL,
	kind {{text}} NOT NULL CONSTRAINT index_differences_kind_known CHECK (kind IN ('STALE', 'MISSING_IN_INDEX', 'MISSING_IN_DB')),
	index_version BIGINT NOT NULL,
	db_version BIGINT NOT NULL,
	client_id BIGINT NOT NULL,
	legal_entity_id BIGINT NOT NULL,
	fields {{text}} NOT NULL,
	since BIGINT NOT NULL,
	repaired BIGINT NOT NULL,
	PRIMARY KEY (report_id, record_id)
);
CREATE INDEX index_differences_kind_idx ON index_differences (report_id, kind, record_id);

-- What was asked for last about an entity.
CREATE INDEX jobs_entity_idx ON jobs (kind, entity, created, id);
