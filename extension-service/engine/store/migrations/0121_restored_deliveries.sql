-- +goose Up
-- What was decided about deliveries to vendor management systems that waited after a restore.
ALTER TABLE restores ADD COLUMN deliveries {{text}} NOT NULL DEFAULT '';
