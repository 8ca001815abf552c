-- +goose Up
-- expand: why the last message was refused that did not show whom it is from.
ALTER TABLE vms_connections ADD COLUMN refused_why {{text}} NOT NULL DEFAULT '';
