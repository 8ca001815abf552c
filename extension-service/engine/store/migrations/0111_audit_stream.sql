-- +goose Up
-- How far the audit log has been handed to the sink of the settings, and which copy of the service hands it on.
CREATE TABLE audit_stream (
	id BIGINT NOT NULL CONSTRAINT audit_stream_pk PRIMARY KEY CONSTRAINT audit_stream_one CHECK (id = 1),
	last BIGINT NOT NULL,
	holder {{text}} NOT NULL,
	until BIGINT NOT NULL
);
INSERT INTO audit_stream (id, last, holder, until) VALUES (1, 0, '', 0);
