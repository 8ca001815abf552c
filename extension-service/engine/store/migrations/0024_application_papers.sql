-- +goose Up
-- The last profile that somebody has built of an application to look at, so that the next takes its place.
CREATE TABLE application_papers (
	application_id BIGINT NOT NULL CONSTRAINT application_papers_pk PRIMARY KEY
		CONSTRAINT application_papers_application_fk REFERENCES applications (id) ON DELETE CASCADE,
	resource_id {{text}} NOT NULL
);
