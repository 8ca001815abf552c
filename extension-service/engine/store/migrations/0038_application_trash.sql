-- +goose Up
-- What a search for a part of a text counts is told from the trash by this index alone.
CREATE INDEX applications_trash_idx ON applications (id) WHERE deleted_at IS NOT NULL;
