-- +goose Up
-- How far the messages have been read that a VMS is asked for.
ALTER TABLE vms_connections ADD COLUMN cursor {{text}} NOT NULL DEFAULT '';
ALTER TABLE vms_connections ADD COLUMN polled_at BIGINT;
