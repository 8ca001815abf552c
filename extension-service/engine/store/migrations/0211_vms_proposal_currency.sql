-- +goose Up
-- The currency of an amount that a VMS proposes, where it is not the project's.
ALTER TABLE vms_proposals ADD COLUMN currency {{text}} NOT NULL DEFAULT '';
