-- +goose Up
-- expand: people have documents of their own.
ALTER TABLE freelancers ADD COLUMN attachments {{text}} NOT NULL DEFAULT '[]';
