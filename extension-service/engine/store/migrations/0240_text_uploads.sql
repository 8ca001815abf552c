-- +goose Up
-- Files that an import of texts was planned from. One goes with the time in which its plan can be carried out.
CREATE TABLE text_uploads (
	upload_id {{text}} NOT NULL CONSTRAINT text_uploads_pk PRIMARY KEY,
	expires BIGINT NOT NULL
);
CREATE INDEX text_uploads_expires_idx ON text_uploads (expires);
