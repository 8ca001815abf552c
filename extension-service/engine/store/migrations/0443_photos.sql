-- +goose Up
-- expand: people have a photo.
ALTER TABLE freelancers ADD COLUMN photo_resource_id {{text}} NOT NULL DEFAULT '';
