-- +goose Up
-- What the status of an application was before it ended with its project or its talent, so that undoing gives that back too.
CREATE TABLE application_ends (
	application_id BIGINT NOT NULL CONSTRAINT application_ends_pk PRIMARY KEY
		CONSTRAINT application_ends_application_fk REFERENCES applications (id) ON DELETE CASCADE,
	was {{text}} NOT NULL
);
