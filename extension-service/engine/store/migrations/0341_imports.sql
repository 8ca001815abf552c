-- +goose Up
-- expand: records of any resource are brought in from files. One import, with how its file was read; the preview that it was made for can be
-- carried out once, until it expires.
CREATE TABLE imports (
	job_id {{text}} NOT NULL CONSTRAINT imports_pk PRIMARY KEY,
	entity {{text}} NOT NULL,
	upload_id {{text}} NOT NULL,
	file {{text}} NOT NULL,
	created BIGINT NOT NULL,
	expires BIGINT NOT NULL,
	used BIGINT NOT NULL,
	error_file {{text}} NOT NULL,
	error_until BIGINT NOT NULL
);
CREATE INDEX imports_expires_idx ON imports (expires);

-- What is planned for one row of the file. It goes when the import has ended or expired.
CREATE TABLE import_rows (
	job_id {{text}} NOT NULL CONSTRAINT import_rows_job_fk REFERENCES imports (job_id) ON DELETE CASCADE,
	n BIGINT NOT NULL,
	line BIGINT NOT NULL,
	kind {{text}} NOT NULL CONSTRAINT import_rows_kind_known CHECK (kind IN ('NEW', 'CHANGED', 'SAME', 'EXISTS', 'REFUSED')),
	record_id BIGINT NOT NULL,
	version BIGINT NOT NULL,
	title {{text}} NOT NULL,
	broken BIGINT NOT NULL,
	cells {{text}} NOT NULL,
	changes {{text}} NOT NULL,
	reasons {{text}} NOT NULL,
	candidates {{text}} NOT NULL,
	CONSTRAINT import_rows_pk PRIMARY KEY (job_id, n)
);
CREATE INDEX import_rows_kind_idx ON import_rows (job_id, kind, n);
