-- +goose Up
-- The running copies of the service, and what each has seen of its parts: a row for every change.
CREATE TABLE service_copies (
	id {{text}} NOT NULL CONSTRAINT service_copies_pk PRIMARY KEY,
	host {{text}} NOT NULL,
	version {{text}} NOT NULL,
	started BIGINT NOT NULL,
	seen BIGINT NOT NULL
);

CREATE TABLE service_checks (
	id {{id}},
	copy_id {{text}} NOT NULL CONSTRAINT service_checks_copy_fk REFERENCES service_copies (id) ON DELETE CASCADE,
	name {{text}} NOT NULL,
	state {{text}} NOT NULL,
	detail {{text}} NOT NULL,
	since BIGINT NOT NULL
);
CREATE INDEX service_checks_copy_idx ON service_checks (copy_id, id);
